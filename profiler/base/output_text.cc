#include "profiler/base/output_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>

namespace profiler {

void AppendInteger(Int128 value, std::string& out) {
  if (value < INT64_MIN || value > INT64_MAX) {
    fmt::format_to(std::back_inserter(out), "{}", value);
    return;
  }
  std::array<char, 20> digits;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<int64_t>(value));
  out.append(digits.data(), end.ptr);
}

// By hand: a trace has two for each of its millions of events.
void AppendMicros(Int128 picos, std::string& out) {
  if (picos < 0) out += '-';
  const Int128 magnitude = picos < 0 ? -picos : picos;
  int64_t fraction = 0;
  if (magnitude <= INT64_MAX) {  // 128 bits divide ten times slower
    const auto small = static_cast<int64_t>(magnitude);
    fraction = small % kPicosPerMicro;
    AppendInteger(small / kPicosPerMicro, out);
  } else {
    fraction = static_cast<int64_t>(magnitude % kPicosPerMicro);
    AppendInteger(magnitude / kPicosPerMicro, out);
  }
  if (fraction == 0) return;
  std::array<char, 7> digits = {'.'};
  size_t last = 0;  // the last that is not 0
  for (size_t i = 6; i > 0; --i, fraction /= 10) {
    digits[i] = static_cast<char>('0' + fraction % 10);
    if (last == 0 && digits[i] != '0') last = i;
  }
  out.append(digits.data(), last + 1);
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

std::string_view LettersWithin(std::string_view text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) --most;
  return text.substr(0, most);
}

std::string ValidUtf8(std::string_view text) {
  using nlohmann::json;
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(text.begin(), text.end(), is_ascii)) return std::string(text);
  const std::string quoted = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  return json::parse(quoted).get<std::string>();
}

}  // namespace profiler
