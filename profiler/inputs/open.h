#ifndef PROFILER_INPUTS_OPEN_H_
#define PROFILER_INPUTS_OPEN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/inputs/input.h"
#include "profiler/readers/import_report.h"
#include "profiler/store/profile.h"

namespace profiler {

struct OpenedProfile {
  Profile profile;
  ImportReport import_report;
};

// Recognises and reads what is in memory already.
absl::StatusOr<OpenedProfile> OpenInput(const Input& input, const std::string& input_format,
                                        RunContext& context);

// The same for files: for now exactly one path. An error means that nothing could be read; damage
// within the file is in the import report, beside what was still read.
absl::StatusOr<OpenedProfile> OpenProfile(const std::vector<std::string>& paths,
                                          const std::string& input_format, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_INPUTS_OPEN_H_
