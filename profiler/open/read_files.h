// Files as profiles, read side by side.
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

// An input as it was unpacked, and its format.
struct Recognised {
  Input input;
  const Format* format;
};
absl::StatusOr<Recognised> Recognise(const Input& given, const std::string& input_format,
                                     ImportReport& report, RunContext& context);

// What reading the file came to; an error where the file was changed meanwhile: what else was met
// is then of no file that there ever was.
absl::Status FinishReading(const Input& file, absl::Status read, ImportReport& report);

absl::StatusOr<Profile> Built(ProfileBuilder& builder, RunContext& context);
// The same of a recording whose files were read: what was sent twice counts once, and hosts whose
// clocks differ are told of.
absl::StatusOr<Profile> BuiltRecording(ProfileBuilder& builder, ImportReport& report,
                                       RunContext& context);

struct FilesRead {
  std::vector<Profile> parts;  // of recordings (recordings.h) behind those of the others
  absl::Status first_error;    // of those that could not be read, which the report tells
};

// Reads the files on so many threads; 0: one for each processor. Profiles and report are those
// that one thread makes, byte for byte. An error ends it all: the user's wish to stop.
absl::StatusOr<FilesRead> ReadFiles(const std::vector<std::string>& files,
                                    const std::string& input_format, int64_t threads,
                                    ImportReport& report, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_OPEN_READ_FILES_H_
