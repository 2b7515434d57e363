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

// A file that may be in protobuf's text form, as wire bytes. Those of a text form are made here,
// and places in them mean nothing to the user.
struct WireFile {
  Place place;
  std::string_view bytes;
  bool is_text = false;
  std::shared_ptr<const std::string> held;  // of a text form: what `bytes` lies in
};

// A file that starts with the name of one of the message's fields is text. A syntax error ends it
// there: the report has line and column, and what stands before is kept.
absl::StatusOr<WireFile> OpenWireFile(const Input& input, WireFileKind kind, ImportReport& report);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_WIRE_FILE_H_
