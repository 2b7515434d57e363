// The descriptor of a format. Each reader's folder defines descriptors of its formats, and
// open/formats.cc lists them all.
#ifndef PROFILER_READERS_COMMON_FORMAT_H_
#define PROFILER_READERS_COMMON_FORMAT_H_

#include <functional>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"

namespace profiler {

using ReadFunction = absl::Status (*)(const Input&, ProfileBuilder&, ImportReport&, RunContext&);

// Adds a file's facts to its recording. Files are added in order.
using AddToRecording = std::function<absl::Status(ProfileBuilder&, ImportReport&)>;
// Decodes the parts of a file that do not depend on other files. May run on any thread.
using DecodeFunction = absl::StatusOr<AddToRecording> (*)(const Input&, ImportReport&, RunContext&);

// Descriptors must be `constinit`, because the list of formats points to descriptors in other
// source files, whose order of initialization is undefined.
struct Format {
  std::string_view name;         // as in -input_format and SourceRow::format
  std::string_view description;  // e.g. "a TensorFlow RunMetadata"
  // Returns how likely the bytes are this format, from 0 (impossible) to 100. Looks at a bounded
  // part of the bytes.
  int (*sniff)(std::string_view bytes);
  ReadFunction read = nullptr;  // null if the format is recognized but not read by itself
  std::string_view hint = {};   // if `read` is null, what to do with such a file instead
  // The capabilities of sources of this format; NewSource() sets them.
  SourceCapabilities capabilities = {};
  // Whether a recording consists of many files of this format, which are read one after the other
  // with one builder.
  bool is_part_of_recording = false;
  DecodeFunction decode = nullptr;  // for parts of a recording; null to call `read` in order
  bool is_of_samples = false;       // whether repeated samples in a file count once
  double memory_per_byte = 1;       // memory for reading, as measured (docs/performance.md)
};

// Returns a new row for a source of the format. The reader must fill in the rest and add the row.
SourceRow NewSource(const Format& format, std::string_view path, ProfileBuilder& builder);

}  // namespace profiler

#endif  // PROFILER_READERS_COMMON_FORMAT_H_
