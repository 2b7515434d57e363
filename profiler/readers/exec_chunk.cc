#include "profiler/readers/exec_chunk.h"

#include "profiler/readers/profile_proto_entry.h"
#include "profiler/readers/wire_walk.h"

namespace profiler {

ExecChunk DecodeExecs(const std::vector<std::string_view>& nodes, const std::string& path,
                      const char* file_begin) {
  constexpr uint32_t kExecs = 12;       // of ProfileNode
  constexpr size_t kBytesOfExec = 160;  // that one has at least, mostly
  ExecChunk chunk;
  ImportReport met;
  const Place place{met, path, file_begin};
  std::vector<ProfileEntry> execs;
  size_t bytes = 0;
  for (std::string_view node : nodes) bytes += node.size();
  chunk.facts.Reserve(bytes / kBytesOfExec);
  for (std::string_view node : nodes) {
    execs.clear();
    WireWalk walk(node);
    while (walk.Next()) {
      if (walk.tag() == BytesField(kExecs)) execs.push_back(ReadEntry(walk.bytes(), false, place));
    }
    chunk.is_sound = walk.stop() == WireWalk::Stop::kEnd && !walk.cut();
    KeepLastOfEachKey(execs, place);
    for (const ProfileEntry& exec : execs) {
      DecodeExec(exec.key, exec.value, false, {}, place, chunk.facts);
    }
    chunk.execs_end.push_back(chunk.facts.execs.size());
    chunk.is_sound &= met.entries().empty();
    if (!chunk.is_sound) break;
  }
  return chunk;
}

}  // namespace profiler
