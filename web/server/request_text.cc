#include "web/server/request_text.h"

#include "profiler/base/text/utf8.h"

namespace profiler::web {
namespace {

// Removes the first part of `text` up to the separator, and returns it.
std::string_view TakePart(std::string_view& text, char separator) {
  const size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return part;
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> Decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = HexValue(text[i + 1]), low = HexValue(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

bool IsText(std::string_view bytes) {
  while (!bytes.empty()) {
    const Character first = FirstCharacter(bytes);
    if (!first.is_valid || first.code == 0) return false;
    bytes.remove_prefix(first.length);
  }
  return true;
}

}  // namespace

std::string_view PathOf(std::string_view target) { return target.substr(0, target.find('?')); }

std::optional<std::string> Parameter(std::string_view target, std::string_view name) {
  target.remove_prefix(PathOf(target).size());
  if (!target.empty()) target.remove_prefix(1);
  std::optional<std::string_view> found;
  while (!target.empty()) {
    std::string_view value = TakePart(target, '&');
    if (TakePart(value, '=') != name) continue;
    if (found) return std::nullopt;
    found = value;
  }
  if (!found) return std::nullopt;
  std::optional<std::string> value = Decoded(*found);
  if (!value || !IsText(*value)) return std::nullopt;
  return value;
}

std::string_view CookieOf(std::string_view cookies, std::string_view name) {
  while (!cookies.empty()) {
    std::string_view value = Trimmed(TakePart(cookies, ';'));
    if (TakePart(value, '=') == name) return value;
  }
  return {};
}

bool AcceptsGzip(std::string_view accept_encoding) {
  while (!accept_encoding.empty()) {
    std::string_view parameters = TakePart(accept_encoding, ',');
    if (Trimmed(TakePart(parameters, ';')) != "gzip") continue;
    std::string_view weight = Trimmed(parameters);
    if (!weight.starts_with("q=")) return true;
    weight.remove_prefix(2);
    return weight.find_first_not_of("0.") != weight.npos;  // a weight of 0 refuses
  }
  return false;
}

}  // namespace profiler::web
