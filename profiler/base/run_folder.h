#ifndef PROFILER_BASE_RUN_FOLDER_H_
#define PROFILER_BASE_RUN_FOLDER_H_

#include <string_view>

namespace profiler {

// Returns `RUN` for a path `LOG/plugins/profile/RUN/FILE`, where TensorBoard looks for profiles,
// and "" for other paths.
inline std::string_view RunOfPath(std::string_view path) {
  constexpr std::string_view kRuns = "plugins/profile";
  const size_t file = path.rfind('/');
  if (file == path.npos || file == 0) return {};
  const size_t run = path.rfind('/', file - 1);
  if (run == path.npos) return {};
  const std::string_view runs = path.substr(0, run);
  const bool is_folder =
      runs == kRuns || (runs.ends_with(kRuns) && runs[runs.size() - kRuns.size() - 1] == '/');
  return is_folder ? path.substr(run + 1, file - run - 1) : std::string_view();
}

}  // namespace profiler

#endif  // PROFILER_BASE_RUN_FOLDER_H_
