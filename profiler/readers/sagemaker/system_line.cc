#include "profiler/readers/sagemaker/system_line.h"

#include <simdjson.h>

#include <cmath>

#include "profiler/readers/common/micros.h"

namespace profiler::sagemaker {
namespace {

using simdjson::ondemand::value;

std::string_view Token(value& json) {
  const std::string_view text = json.raw_json_token();
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

// Some writers quote numbers.
std::string_view WithoutQuotes(std::string_view token) {
  const bool has_quotes = token.size() > 1 && token.front() == '"' && token.back() == '"';
  return has_quotes ? token.substr(1, token.size() - 2) : token;
}

// False if parsing cannot continue.
bool TakeMember(std::string_view key, value& json, SystemLine& line) {
  std::string_view* text = key == "Type"        ? &line.type
                           : key == "Name"      ? &line.name
                           : key == "Dimension" ? &line.dimension
                           : key == "NodeId"    ? &line.node
                                                : nullptr;
  if (text != nullptr) {
    bool is_null = false;
    if (json.is_null().get(is_null)) return false;
    return is_null || json.get_string().get(*text) == simdjson::SUCCESS;
  }
  if (key == "Timestamp") {
    // The text of the number: floating point would lose digits.
    line.wall_json = Token(json);
    line.wall_ns = chrome_trace::ParseDecimal(WithoutQuotes(line.wall_json), kNanoDigits);
  } else if (key == "Value") {
    line.value_json = Token(json);
    double number = 0;
    const bool is_read = json.get_double().get(number) == simdjson::SUCCESS ||
                         json.get_double_in_string().get(number) == simdjson::SUCCESS;
    if (is_read && std::isfinite(number)) line.value = number;
  }
  return true;
}

}  // namespace

struct SystemLineParser::Parser {
  simdjson::ondemand::parser json;
};

SystemLineParser::SystemLineParser() : parser_(std::make_unique<Parser>()) {}
SystemLineParser::~SystemLineParser() = default;

bool SystemLineParser::Parse(std::string_view json, size_t behind, SystemLine& line) {
  line = {};
  if (behind < simdjson::SIMDJSON_PADDING) {
    copy_.assign(json);
    copy_.resize(json.size() + simdjson::SIMDJSON_PADDING, ' ');
    json = std::string_view(copy_).substr(0, json.size());
  }
  const simdjson::padded_string_view padded(json.data(), json.size(),
                                            json.size() + simdjson::SIMDJSON_PADDING);
  simdjson::ondemand::document document;
  simdjson::ondemand::object object;
  if (parser_->json.iterate(padded).get(document) || document.get_object().get(object)) {
    return false;
  }
  for (auto field : object) {
    std::string_view key;
    value json_value;
    if (field.unescaped_key().get(key) || field.value().get(json_value)) return false;
    if (!TakeMember(key, json_value, line)) return false;
  }
  return true;
}

}  // namespace profiler::sagemaker
