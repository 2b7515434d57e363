#ifndef PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_TRACES_H_
#define PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_TRACES_H_

#include <cstdint>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/profile.h"

namespace profiler {

// Writes a number as proto3 does: 0 is omitted.
inline void AddNonZero(protozero::pbf_writer& message, uint32_t number, int64_t value) {
  if (value != 0) message.add_int64(number, value);
}

// Encodes stacks as CodeDef messages, and the strings in stacks as the map id_to_string.
class CodeDefWriter {
 public:
  explicit CodeDefWriter(const Profile& profile);

  // The CodeDef of the stack with this innermost frame; valid until the next call.
  std::string_view Write(FrameId innermost);
  // Writes field 4 of the profile: all strings of the written stacks, if any.
  void WriteStrings(std::string& profile_proto) const;

 private:
  int64_t IdOf(StringId text);
  void WriteFrame(const FrameRow& frame, std::string& code_def);

  const Profile& profile_;
  std::vector<std::string_view> strings_;  // by id
  absl::flat_hash_map<StringId, int64_t> ids_;
  // The encoded stacks, kept because many ops share a stack.
  absl::flat_hash_map<FrameId, std::string> encoded_;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_TRACES_H_
