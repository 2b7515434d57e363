#include "profiler/readers/metric_table/json_row.h"

#include <simdjson.h>

#include "profiler/readers/metric_table/fields.h"

namespace profiler::metric_table {

using simdjson::ondemand::json_type;
using simdjson::ondemand::value;

struct JsonRowParser::Parser {
  simdjson::ondemand::parser json;
};

JsonRowParser::JsonRowParser() : parser_(std::make_unique<Parser>()) {}
JsonRowParser::~JsonRowParser() = default;

bool JsonRowParser::Parse(std::string_view line) {
  keys_.clear();
  cells_.clear();
  copy_.assign(line);
  copy_.resize(line.size() + simdjson::SIMDJSON_PADDING, ' ');
  const simdjson::padded_string_view padded(copy_.data(), line.size(), copy_.size());
  simdjson::ondemand::document document;
  simdjson::ondemand::object object;
  if (parser_->json.iterate(padded).get(document) || document.get_object().get(object)) {
    return false;
  }
  for (auto field : object) {
    std::string_view key, cell;
    value json;
    json_type type = json_type::null;
    if (field.unescaped_key().get(key) || field.value().get(json) || json.type().get(type)) {
      return false;
    }
    if (type == json_type::array || type == json_type::object) continue;
    if (type == json_type::string) {
      if (json.get_string().get(cell)) return false;
    } else if (type == json_type::number) {
      cell = Trim(json.raw_json_token());  // floating point would lose digits of a time
    } else if (type == json_type::boolean) {
      bool flag = false;
      if (json.get_bool().get(flag)) return false;
      cell = flag ? "1" : "0";
    } else {
      bool is_null = false;
      if (json.is_null().get(is_null) || !is_null) return false;
    }
    keys_.push_back(key);
    cells_.push_back(cell);
  }
  return true;
}

}  // namespace profiler::metric_table
