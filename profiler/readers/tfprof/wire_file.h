#ifndef PROFILER_READERS_TFPROF_WIRE_FILE_H_
#define PROFILER_READERS_TFPROF_WIRE_FILE_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/proto_fields.h"

namespace profiler {

enum class WireFileKind { kGraphDef, kRunMetadata, kOpLog };

// A file as wire bytes, converted if it is in protobuf's text form. Problems in converted bytes are
// reported without offsets.
struct WireFile {
  Place place;
  std::string_view bytes;
  bool is_text = false;
  std::shared_ptr<const std::string> held;  // owns `bytes` for text form
};

// A file that starts with the name of one of the message's fields is in text form. A syntax error
// ends the file: the report has line and column, and everything before is kept.
absl::StatusOr<WireFile> OpenWireFile(const Input& input, WireFileKind kind, ImportReport& report);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_WIRE_FILE_H_
