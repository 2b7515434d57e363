#include <string_view>

#include "profiler/render/delimited.h"
#include "profiler/render/render.h"

namespace profiler {
namespace {

void AppendQuoted(std::string_view text, std::string& out) {
  // Fields with spaces at an end are quoted, because some readers trim unquoted fields.
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

std::string RenderCsv(const Report& report, const RenderContext& context) {
  return RenderDelimited(report, kCsv, context);
}

std::string RenderCsvFiles(const FilesReport& report, const RenderContext&) {
  return RenderDelimitedFiles(report, kCsv);
}

}  // namespace

// A table as in delimited.h, quoted as RFC 4180 requires, with lines that end in LF.
extern const Renderer kCsvRenderer = {
    .name = "csv",
    .separator = "\n",
    .render = RenderCsv,
    .render_files = RenderCsvFiles,
};

}  // namespace profiler
