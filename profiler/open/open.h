#ifndef PROFILER_OPEN_OPEN_H_
#define PROFILER_OPEN_OPEN_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/profile.h"

namespace profiler {

struct OpenedProfile {
  Profile profile;
  ImportReport import_report;
};

// Detects the format of one input and reads it.
absl::StatusOr<OpenedProfile> OpenInput(const Input& input, const std::string& input_format,
                                        RunContext& context);

// The inputs that the user named; profiler/query/options/options.h describes them.
struct OpenRequest {
  std::vector<std::string> profile_paths;
  std::string graph_path;
  std::vector<std::string> run_meta_paths;
  std::string op_log_path;
  std::string checkpoint_path;
  std::string run;
  std::string input_format;
  int64_t threads = 0;  // for reading files; 0 means one per processor
  std::vector<std::string> metrics_paths;
  std::optional<int64_t> metrics_utc_offset_s;

  // Whether there is a graph, run metadata, op log or checkpoint; these are read together.
  bool has_tensorflow_run() const {
    return !graph_path.empty() || !run_meta_paths.empty() || !op_log_path.empty() ||
           !checkpoint_path.empty();
  }
  bool empty() const {
    return profile_paths.empty() && metrics_paths.empty() && !has_tensorflow_run();
  }
  // All paths, as the user gave them.
  std::vector<std::string> Paths() const;
};

// Opens files, possibly many, as one profile. Fails only if no file could be read. The import
// report lists damage within files, and files that could not be read.
absl::StatusOr<OpenedProfile> OpenProfile(const OpenRequest& request, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_OPEN_OPEN_H_
