#include <string_view>

#include "profiler/render/delimited.h"
#include "profiler/render/render.h"

namespace profiler {
namespace {

void AppendEscaped(std::string_view text, std::string& out) {
  for (const char c : text) {
    switch (c) {
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        out += c;
    }
  }
}

constexpr Dialect kTsv = {"", "\t", "", AppendEscaped};

std::string RenderTsv(const Report& report, const RenderContext& context) {
  return RenderDelimited(report, kTsv, context);
}

std::string RenderTsvFiles(const FilesReport& report, const RenderContext&) {
  return RenderDelimitedFiles(report, kTsv);
}

}  // namespace

// A table as in delimited.h, separated by tabs. Fields are not quoted: a tab, a newline, a carriage
// return and a backslash become \t, \n, \r and \\.
extern const Renderer kTsvRenderer = {
    .name = "tsv",
    .separator = "\n",
    .render = RenderTsv,
    .render_files = RenderTsvFiles,
};

}  // namespace profiler
