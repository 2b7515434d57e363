#ifndef PROFILER_READERS_TFPROF_CODE_DEF_H_
#define PROFILER_READERS_TFPROF_CODE_DEF_H_

#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/store/builder.h"

namespace profiler {

// Decodes CodeDef messages, in a ProfileProto or an op log: the Python stacks that made its nodes.
class CodeDefReader {
 public:
  CodeDefReader(ProfileBuilder& builder, const Place& place) : builder_(builder), place_(place) {}

  // An entry of id_to_string. All come before the first Read.
  void AddString(int64_t id, std::string_view text) { strings_[id] = builder_.Intern(text); }

  // The innermost frame of one CodeDef, of a damaged one as far as it can be read; invalid where it
  // has none.
  FrameId Read(std::string_view code_def);

 private:
  FrameId ReadStack(std::string_view code_def);
  FrameId FindFrame(size_t depth, FrameId parent, std::string_view trace);
  FrameId ReadFrame(FrameId parent, std::string_view trace);
  StringId FindString(int64_t id, std::string_view at);

  ProfileBuilder& builder_;
  const Place& place_;
  absl::flat_hash_map<int64_t, StringId> strings_;
  // Nodes made by one line of Python share its whole stack, byte for byte. By their hash, as
  // looking at the bytes of others would bring back all parts of the file that hold one.
  struct KnownTrace {
    std::string_view bytes;
    FrameId innermost;
  };
  absl::flat_hash_map<size_t, KnownTrace> trace_by_hash_;
  // Of the stack that was read last, from the outside: the next one most often begins like it.
  struct KnownFrame {
    std::string_view trace;
    FrameId frame;
    bool is_sound;  // nothing was met that is counted
  };
  KnownTrace last_;
  std::vector<KnownFrame> last_frames_;
  bool is_sound_ = true;  // the frame at hand
};

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_CODE_DEF_H_
