// What describes a renderer: any Report to bytes. A new form is one file here and one line in
// catalog/renderers.cc.
#ifndef PROFILER_RENDER_RENDER_H_
#define PROFILER_RENDER_RENDER_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/report/report.h"

namespace profiler {

// What forms for the eye are drawn on.
struct Screen {
  size_t width = 100;   // in columns
  bool color = false;   // it obeys the escape sequences for colours
  bool unicode = true;  // it shows UTF-8
};

// What surrounds a report.
struct RenderContext {
  std::string command = {};              // as given
  std::vector<std::string> inputs = {};  // the paths that were opened
  std::string order_by = {};             // what -order_by names; empty: the names of the rows
  Screen screen = {};
  size_t threads = 1;  // that may draw; how many there are changes nothing
  // Takes text in its order while more is made, so that a table of many rows need not stand in
  // memory; what it takes and then what is returned is the answer. When it fails, there need be no
  // more.
  std::function<absl::Status(std::string_view)> spill = {};
};

using RenderFunction = std::string (*)(const Report&, const RenderContext&);

struct Renderer {
  std::string_view name;       // as -format takes it
  std::string_view separator;  // what stands between two answers in one stream
  RenderFunction render;
  std::string (*render_files)(const FilesReport&, const RenderContext&);
  // What stands for a failed command in this form; null: nothing, stderr tells.
  std::string (*render_error)(std::string_view code, std::string_view message,
                              const RenderContext&) = nullptr;
  // It writes out control characters in names itself: those that are left are for the terminal.
  bool is_safe_to_show = false;
};

}  // namespace profiler

#endif  // PROFILER_RENDER_RENDER_H_
