// The descriptor of a renderer, which formats any Report. A new format is one file here and one
// line in catalog/renderers.cc.
#ifndef PROFILER_RENDER_RENDER_H_
#define PROFILER_RENDER_RENDER_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/report/report.h"

namespace profiler {

// The screen for formats that people read.
struct Screen {
  size_t width = 100;   // in columns
  bool color = false;   // supports color escape sequences
  bool unicode = true;  // can show UTF-8
};

// The context of a report.
struct RenderContext {
  std::string command = {};              // as given
  std::vector<std::string> inputs = {};  // the paths that were opened
  std::vector<std::string> base = {};    // those of the profile to compare with
  std::string order_by = {};             // the value of -order_by; empty if not given
  bool selects = false;                  // the columns are those of -select
  Screen screen = {};
  // Whether text says what a table's values are (Report::values_are) below it. Text in tfprof's own
  // form never does.
  bool says_values = false;
  size_t threads = 1;  // threads for rendering; the result does not depend on it
  // If set, it is called with finished parts of the text, in order, so that long tables need not
  // fit in memory. The answer is these parts, then the returned text. If a call fails, rendering
  // may stop.
  std::function<absl::Status(std::string_view)> spill = {};
};

using RenderFunction = std::string (*)(const Report&, const RenderContext&);

struct Renderer {
  std::string_view name;            // for -format
  std::string_view separator = {};  // between two answers in one output
  RenderFunction render;
  std::string (*render_files)(const FilesReport&, const RenderContext&);
  // The error of a failed command in this format; null if errors are only written to stderr.
  std::string (*render_error)(std::string_view code, std::string_view message,
                              const RenderContext&) = nullptr;
  // Whether the format escapes control characters in names, so that a terminal can show the text.
  bool is_safe_to_show = false;
  // Whether the format shows no folded rows (Row::is_folded), so that answers need not have them.
  bool leaves_out_folded = false;
  // Whether the format has a place for verdicts only, so that commands which judge nothing cannot
  // answer in it.
  bool shows_verdicts_only = false;
};

}  // namespace profiler

#endif  // PROFILER_RENDER_RENDER_H_
