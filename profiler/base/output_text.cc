#include "profiler/base/output_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>

namespace profiler {

void AppendMicros(Int128 picos, std::string& out) {
  const bool is_negative = picos < 0;
  const Int128 magnitude = is_negative ? -picos : picos;
  const auto fraction = static_cast<int64_t>(magnitude % kPicosPerMicro);
  fmt::format_to(std::back_inserter(out), "{}{}", is_negative ? "-" : "",
                 magnitude / kPicosPerMicro);
  if (fraction == 0) return;
  fmt::format_to(std::back_inserter(out), ".{:06}", fraction);
  out.erase(out.find_last_not_of('0') + 1);
}

void AppendJsonText(std::string_view text, std::string& out) {
  using nlohmann::json;
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
  });
  if (is_plain) {
    out.append("\"").append(text).append("\"");
  } else {
    out += json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  }
}

std::string ValidUtf8(std::string_view text) {
  using nlohmann::json;
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(text.begin(), text.end(), is_ascii)) return std::string(text);
  const std::string quoted = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  return json::parse(quoted).get<std::string>();
}

}  // namespace profiler
