#include "profiler/render/markdown/markdown_text.h"

#include "profiler/render/display.h"

namespace profiler {
namespace {

constexpr std::string_view kObeyed = "\\`*{}[]<>|~&$";

bool IsLetterOrDigit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Whether Markdown would treat the character as syntax; not an underscore inside a word.
bool IsObeyed(std::string_view text, size_t at) {
  if (text[at] != '_') return kObeyed.find(text[at]) != kObeyed.npos;
  const bool is_inside = at > 0 && at + 1 < text.size() && IsLetterOrDigit(text[at - 1]) &&
                         IsLetterOrDigit(text[at + 1]);
  return !is_inside;
}

}  // namespace

void AppendMarkdownText(std::string_view text, std::string& out) {
  const std::string shown = Printable(text, /*unicode=*/true);
  const size_t first = shown.find_first_not_of(' ');
  const size_t last = shown.find_last_not_of(' ');
  for (size_t i = 0; i < shown.size(); ++i) {
    const bool is_at_end = first == shown.npos || i < first || i > last;
    if (is_at_end) {
      out += "&nbsp;";  // a space would be trimmed
      continue;
    }
    if (IsObeyed(shown, i)) out += '\\';
    out += shown[i];
  }
}

}  // namespace profiler
