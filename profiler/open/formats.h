// The registry of formats. A new format is one sniffer and one reader, and one line in formats.cc.
#ifndef PROFILER_OPEN_FORMATS_H_
#define PROFILER_OPEN_FORMATS_H_

#include <functional>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"

namespace profiler {

using ReadFunction = absl::Status (*)(const Input&, ProfileBuilder&, ImportReport&, RunContext&);

// What a file adds to its recording. It is called when the files before it have added theirs.
using AddToRecording = std::function<absl::Status(ProfileBuilder&, ImportReport&)>;
// Does all of reading a file that needs no other file's facts, on any thread.
using DecodeFunction = absl::StatusOr<AddToRecording> (*)(const Input&, ImportReport&, RunContext&);

struct Format {
  std::string_view name;         // as -input_format takes it
  std::string_view description;  // "a TensorFlow RunMetadata"
  // How sure the bytes are of this format, 0 (cannot be) to 100. Looks at a bounded part of them.
  int (*sniff)(std::string_view bytes);
  ReadFunction read;      // null: recognised, so that it can be named, but not read
  std::string_view hint;  // for what is not read: what to do instead; "" otherwise
  // A recording is many files of such formats: they are read one after the other with one builder.
  bool is_part_of_recording = false;
  DecodeFunction decode = nullptr;  // of a part of a recording; null: it is read in its turn
  bool is_of_samples = false;       // in one file: those that repeat count once
};

const std::vector<Format>& AllFormats();

// The format that the bytes are surest of; null where they look like none.
const Format* SurestFormat(std::string_view bytes);

// The format of the input: the one named, or the one whose sniffer is surest. InvalidArgument says
// what the input looks like instead, and NotFound an unknown name.
absl::StatusOr<const Format*> DetectFormat(const Input& input, std::string_view named);

}  // namespace profiler

#endif  // PROFILER_OPEN_FORMATS_H_
