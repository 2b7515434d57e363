#include "profiler/readers/common/sniff_text.h"

#include <algorithm>

#include "profiler/base/byte_order_mark.h"

namespace profiler {
namespace {

constexpr size_t kMaxSniffedText = 64 << 10;
constexpr std::string_view kBlanks = " \t\r\n";

}  // namespace

std::string_view SkipBlanks(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  return begin == std::string_view::npos ? "" : text.substr(begin);
}

std::string_view BeginningOfText(std::string_view bytes) {
  bytes = bytes.substr(0, kMaxSniffedText);
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  return SkipBlanks(bytes);
}

bool HasKey(std::string_view json, std::string_view key) {
  for (size_t at = json.find(key); at != std::string_view::npos; at = json.find(key, at + 1)) {
    if (SkipBlanks(json.substr(at + key.size())).starts_with(':')) return true;
  }
  return false;
}

int TextProtoScore(std::string_view bytes, std::initializer_list<std::string_view> first_fields) {
  std::string_view text = BeginningOfText(bytes);
  while (text.starts_with('#')) {  // a comment to the end of its line
    text.remove_prefix(std::min(text.find('\n'), text.size()));
    text = SkipBlanks(text);
  }
  const size_t length = std::min(text.find_first_of(" \t\r\n{"), text.size());
  if (!SkipBlanks(text.substr(length)).starts_with('{')) return 0;
  const bool is_first = std::find(first_fields.begin(), first_fields.end(),
                                  text.substr(0, length)) != first_fields.end();
  return is_first ? 90 : 0;
}

bool IsJson(std::string_view bytes) {
  const std::string_view text = BeginningOfText(bytes);
  if (!text.starts_with('{') && !text.starts_with('[')) return false;
  const std::string_view inside = SkipBlanks(text.substr(1));
  return !inside.empty() &&
         std::string_view("{}[]\"-0123456789").find(inside[0]) != std::string_view::npos;
}

}  // namespace profiler
