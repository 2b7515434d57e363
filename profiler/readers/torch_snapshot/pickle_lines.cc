#include "profiler/readers/torch_snapshot/pickle_lines.h"

#include <charconv>
#include <cstddef>
#include <system_error>

namespace profiler::torch_snapshot {
namespace {

// Parses all of the text. The status is std::errc() if it is a number of that type.
template <typename Number, typename... Form>
std::errc ParseAll(std::string_view text, Number& number, Form... form) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, form...);
  return error == std::errc() && stop != end ? std::errc::invalid_argument : error;
}

// Takes so many hexadecimal digits from the front.
std::optional<uint32_t> TakeHex(size_t digits, std::string_view& text) {
  uint32_t number = 0;
  if (text.size() < digits || ParseAll(text.substr(0, digits), number, 16) != std::errc()) {
    return std::nullopt;
  }
  text.remove_prefix(digits);
  return number;
}

void AppendUtf8(uint32_t code, std::string& text) {
  constexpr uint32_t kReplacement = 0xfffd;
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) code = kReplacement;
  const auto append = [&](uint32_t byte) { text += static_cast<char>(byte); };
  const auto rest = [&](int shift) { append(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) {
    append(code);
  } else if (code < 0x800) {
    append(0xc0 | code >> 6);
    rest(0);
  } else if (code < 0x10000) {
    append(0xe0 | code >> 12);
    rest(6);
    rest(0);
  } else {
    append(0xf0 | code >> 18);
    rest(12);
    rest(6);
    rest(0);
  }
}

// Appends what a backslash means together with the text behind it, and takes that text.
bool TakeEscape(std::string_view& text, std::string& out) {
  if (text.empty()) return false;
  const char letter = text[0];
  text.remove_prefix(1);
  constexpr std::string_view kLetters = "\\'\"nrtabfv", kMeanings = "\\'\"\n\r\t\a\b\f\v";
  if (const size_t at = kLetters.find(letter); at != kLetters.npos) {
    out += kMeanings[at];
    return true;
  }
  if (letter == 'x') {
    const std::optional<uint32_t> byte = TakeHex(2, text);
    if (byte) out += static_cast<char>(*byte);
    return byte.has_value();
  }
  out += '\\';  // Python keeps what it does not know
  out += letter;
  return true;
}

}  // namespace

std::optional<PickleValue> NumberOfLine(std::string_view line) {
  if (line.ends_with('L')) line.remove_suffix(1);
  PickleValue value;
  value.kind = PickleValue::Kind::kWhole;
  const std::errc error = ParseAll(line, value.whole);
  if (error == std::errc()) return value;
  if (error == std::errc::result_out_of_range) {
    const std::string_view digits = line.substr(line.starts_with('-') ? 1 : 0);
    value.kind = PickleValue::Kind::kOther;
    if (digits.find_first_not_of("0123456789") == digits.npos) return value;
  }
  value.kind = PickleValue::Kind::kReal;
  if (ParseAll(line, value.real) == std::errc()) return value;
  return std::nullopt;
}

std::optional<uint64_t> IndexOfLine(std::string_view line) {
  uint64_t index = 0;
  return ParseAll(line, index) == std::errc() ? std::optional(index) : std::nullopt;
}

std::optional<std::string> TextOfUnicode(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    const bool is_short = line.starts_with("\\u"), is_long = line.starts_with("\\U");
    std::optional<uint32_t> code = static_cast<unsigned char>(line[0]);
    line.remove_prefix(is_short || is_long ? 2 : 1);
    if (is_short || is_long) code = TakeHex(is_short ? 4 : 8, line);
    if (!code) return std::nullopt;
    AppendUtf8(*code, text);
  }
  return text;
}

std::optional<std::string> TextOfString(std::string_view line) {
  const bool is_quoted =
      line.size() >= 2 && line[0] == line.back() && (line[0] == '\'' || line[0] == '"');
  if (!is_quoted) return std::nullopt;
  line = line.substr(1, line.size() - 2);
  std::string text;
  while (!line.empty()) {
    const char c = line[0];
    line.remove_prefix(1);
    if (c != '\\') {
      text += c;
    } else if (!TakeEscape(line, text)) {
      return std::nullopt;
    }
  }
  return text;
}

}  // namespace profiler::torch_snapshot
