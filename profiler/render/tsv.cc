#include "profiler/render/tsv.h"

#include <string_view>

#include "profiler/render/delimited.h"

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

}  // namespace

std::string RenderTsv(const Report& report, const RenderContext& context) {
  return RenderDelimited(report, kTsv, context);
}

std::string RenderTsvFiles(const FilesReport& report, const RenderContext&) {
  return RenderDelimitedFiles(report, kTsv);
}

}  // namespace profiler
