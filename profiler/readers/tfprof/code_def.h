#ifndef PROFILER_READERS_TFPROF_CODE_DEF_H_
#define PROFILER_READERS_TFPROF_CODE_DEF_H_

#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/store/builder.h"

namespace profiler {

// Decodes CodeDef messages of a ProfileProto or an op log: the Python stacks that created the
// nodes.
class CodeDefReader {
 public:
  CodeDefReader(ProfileBuilder& builder, const Place& place) : builder_(builder), place_(place) {}

  // Adds an entry of id_to_string. All entries must be added before the first Read().
  void AddString(int64_t id, std::string_view text) { strings_[id] = builder_.Intern(text); }

  // Reads one CodeDef and returns its innermost frame, or an invalid id if it has no frames. Reads
  // a damaged CodeDef up to the damage.
  FrameId Read(std::string_view code_def);

 private:
  FrameId ReadStack(std::string_view code_def);
  FrameId FindFrame(size_t depth, FrameId parent, std::string_view trace);
  FrameId ReadFrame(FrameId parent, std::string_view trace);
  StringId FindString(int64_t id, std::string_view at);

  ProfileBuilder& builder_;
  const Place& place_;
  absl::flat_hash_map<int64_t, StringId> strings_;
  // Nodes made by one line of Python have equal CodeDefs. They are found by hash, because comparing
  // the bytes would load other parts of the file again.
  struct KnownTrace {
    std::string_view bytes;
    FrameId innermost;
  };
  absl::flat_hash_map<size_t, KnownTrace> trace_by_hash_;
  // The frames of the previous stack, outermost first. The next stack mostly has the same outer
  // frames.
  struct KnownFrame {
    std::string_view trace;
    FrameId frame;
    bool is_sound;  // whether no problem was counted
  };
  KnownTrace last_;
  std::vector<KnownFrame> last_frames_;
  bool is_sound_ = true;  // for the current frame
};

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_CODE_DEF_H_
