#include "profiler/analysis/steps/outside_steps.h"

#include <algorithm>
#include <iterator>

#include "absl/container/flat_hash_map.h"

namespace profiler {
namespace {

// A file of Python's standard library, and the functions in that file that wait.
struct Frame {
  std::string_view file, function;
};
constexpr Frame kIdleFrames[] = {
    {"threading.py", "wait"},
    {"threading.py", "join"},
    {"threading.py", "_wait_for_tstate_lock"},
    {"queue.py", "get"},
    {"selectors.py", "select"},
    {"connection.py", "wait"},
    {"connection.py", "poll"},
    {"popen_fork.py", "poll"},
    {"thread.py", "_worker"},
};
// Built-in functions have no file, e.g. "<built-in method acquire of _thread.lock object at
// 0x7f...>".
constexpr std::string_view kIdleBuiltins[] = {
    "<built-in method acquire of _thread.",
    "<built-in method __enter__ of _thread.",
    "<built-in method select",
    "<built-in method poll of select.",
    "<built-in function sleep",
    "<built-in method sleep",
};

}  // namespace

bool IsIdlePython(std::string_view name) {
  const bool is_builtin =
      std::any_of(std::begin(kIdleBuiltins), std::end(kIdleBuiltins),
                  [&](std::string_view start) { return name.starts_with(start); });
  const size_t open = name.find('('), colon = name.find("): ");
  if (is_builtin || open == name.npos || colon == name.npos || colon < open) return is_builtin;
  const std::string_view path = name.substr(0, open), function = name.substr(colon + 3);
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return std::any_of(std::begin(kIdleFrames), std::end(kIdleFrames), [&](const Frame& frame) {
    return file == frame.file && function == frame.function;
  });
}

OutsideSteps OutsideStepsOf(const Selected& selected) {
  const Profile& profile = selected.profile();
  const SourceFilter& source_filter = selected.source_filter();
  OutsideSteps outside;
  absl::flat_hash_map<StringId, Int128> by_name;
  for (const ExecRow& row : profile.execs.row.values()) {
    if (row.step.valid() || !source_filter.Has(row.step, row.device)) continue;
    const StringId name = profile.ops.row[row.op].name;
    const Int128 time = row.cpu_time + row.accelerator_time;
    outside.time += time;
    if (IsIdlePython(profile.strings[name])) {
      outside.waits += time;
      continue;
    }
    Int128& sum = by_name[name];
    sum += time;  // an op's rows are contiguous; on a tie, the first op wins
    if (sum <= outside.most_time) continue;
    outside.most = name;
    outside.most_time = sum;
  }
  return outside;
}

}  // namespace profiler
