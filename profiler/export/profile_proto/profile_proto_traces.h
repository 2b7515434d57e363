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

// As proto3 writes a number: 0 is left out.
inline void AddNonZero(protozero::pbf_writer& message, uint32_t number, int64_t value) {
  if (value != 0) message.add_int64(number, value);
}

// Encodes stacks as CodeDef messages, and their strings as the table id_to_string.
class CodeDefWriter {
 public:
  explicit CodeDefWriter(const Profile& profile);

  // The CodeDef that ends in `innermost`; it stays valid until the next call.
  std::string_view Write(FrameId innermost);
  // Field 4 of the profile: all strings that the stacks use; nothing when there were none.
  void WriteStrings(std::string& profile_proto) const;

 private:
  int64_t IdOf(StringId text);
  void WriteFrame(const FrameRow& frame, std::string& code_def);

  const Profile& profile_;
  std::vector<std::string_view> strings_;  // by id
  absl::flat_hash_map<StringId, int64_t> ids_;
  // Many ops share a stack: it is encoded once.
  absl::flat_hash_map<FrameId, std::string> encoded_;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_TRACES_H_
