#include "profiler/base/utf8.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace profiler {

std::string ValidUtf8(std::string_view text) {
  using nlohmann::json;
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(text.begin(), text.end(), is_ascii)) return std::string(text);
  const std::string quoted = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  return json::parse(quoted).get<std::string>();
}

}  // namespace profiler
