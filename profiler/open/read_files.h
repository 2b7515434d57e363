// Reads files into profiles, in parallel.
#ifndef PROFILER_OPEN_READ_FILES_H_
#define PROFILER_OPEN_READ_FILES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/open/formats.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"
#include "profiler/store/profile.h"

namespace profiler {

// An unpacked input and its format.
struct Recognised {
  Input input;
  const Format* format;
};
absl::StatusOr<Recognised> Recognise(const Input& given, const std::string& input_format,
                                     ImportReport& report, RunContext& context);

// Returns the final status of reading the file. If the file changed while it was read, returns an
// error and clears `report`, because its problems may exist in neither version of the file.
absl::Status FinishReading(const Input& file, absl::Status read, ImportReport& report);

absl::StatusOr<Profile> Built(ProfileBuilder& builder, RunContext& context);
// Builds a recording after all its files were read. Drops repeated samples, and reports hosts whose
// clocks differ.
absl::StatusOr<Profile> BuiltRecording(ProfileBuilder& builder, ImportReport& report,
                                       RunContext& context);

struct FilesRead {
  std::vector<Profile> parts;  // profiles of recordings (recordings.h) come last
  absl::Status first_error;    // of a file that could not be read; the report lists all such files
};

// Reads the files on `threads` threads; 0 means one per processor. The profiles and the report do
// not depend on the number of threads. Returns an error only if the command was cancelled or
// reached a limit.
absl::StatusOr<FilesRead> ReadFiles(const std::vector<std::string>& files,
                                    const std::string& input_format, int64_t threads,
                                    ImportReport& report, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_OPEN_READ_FILES_H_
