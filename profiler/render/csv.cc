#include "profiler/render/csv.h"

#include <string_view>

#include "profiler/render/delimited.h"

namespace profiler {
namespace {

void AppendQuoted(std::string_view text, std::string& out) {
  // A blank at either end is lost on readers that trim fields without quotes.
  const bool is_bare = text.find_first_of(",\"\r\n") == text.npos &&
                       (text.empty() || (text.front() != ' ' && text.back() != ' '));
  if (is_bare) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

constexpr Dialect kCsv = {"", ",", "", AppendQuoted};

}  // namespace

std::string RenderCsv(const Report& report, const RenderContext& context) {
  return RenderDelimited(report, kCsv, context);
}

std::string RenderCsvFiles(const FilesReport& report, const RenderContext&) {
  return RenderDelimitedFiles(report, kCsv);
}

}  // namespace profiler
