#include "profiler/readers/tfprof/nodes/node_chunk.h"

#include "profiler/readers/common/wire_walk.h"
#include "profiler/readers/tfprof/nodes/profile_proto_entry.h"

namespace profiler {
namespace {

class NodeDecoder {
 public:
  NodeDecoder(const OpById& ops, const Place& place, NodeChunk& chunk)
      : ops_(ops), place_(place), chunk_(chunk) {}

  void Decode(std::string_view node) {
    Split(node);
    KeepLastOfEachKey(execs_, place_);
    for (const ProfileEntry& exec : execs_) {
      DecodeExec(exec.key, exec.value, false, {}, place_, chunk_.facts);
    }
    place_.Guard(node, false, {}, [&] { ReadInputs(inputs_, ops_, place_, chunk_.inputs); });
    chunk_.nodes.push_back({chunk_.facts.execs.size(), chunk_.inputs.size(), chunk_.rest.size()});
  }

 private:
  // Splits a node into its execs, its inputs, and the bytes in between.
  void Split(std::string_view node) {
    execs_.clear();
    inputs_.Clear();
    const char* rest = node.data();
    const auto end_rest = [&](const char* end) {
      if (end != rest) chunk_.rest.emplace_back(rest, static_cast<size_t>(end - rest));
    };
    WireWalk walk(node);
    while (walk.Next()) {
      switch (walk.tag()) {
        case BytesField(2):
          inputs_.inputs.push_back(walk.bytes());
          break;
        case BytesField(12):
          execs_.push_back(ReadEntry(walk.bytes(), false, place_));
          break;
        case BytesField(14):
          inputs_.source_outputs.push_back(walk.bytes());
          break;
        default:
          continue;
      }
      end_rest(node.data() + walk.offset());
      rest = walk.bytes().data() + walk.bytes().size();
    }
    end_rest(node.data() + node.size());
    chunk_.is_sound = walk.stop() == WireWalk::Stop::kEnd && !walk.cut();
  }

  const OpById& ops_;
  const Place& place_;
  NodeChunk& chunk_;
  std::vector<ProfileEntry> execs_;  // of the current node
  InputEntries inputs_;              // of the current node
};

}  // namespace

NodeChunk DecodeNodes(const std::vector<std::string_view>& nodes, const OpById& ops,
                      const std::string& path, const char* file_begin) {
  constexpr size_t kBytesOfExec = 160;  // a typical minimum
  NodeChunk chunk;
  ImportReport met;
  const Place place{met, path, file_begin};
  size_t bytes = 0;
  for (std::string_view node : nodes) bytes += node.size();
  chunk.facts.Reserve(bytes / kBytesOfExec);
  NodeDecoder decoder(ops, place, chunk);
  for (std::string_view node : nodes) {
    decoder.Decode(node);
    chunk.is_sound &= met.entries().empty();
    if (!chunk.is_sound) break;
  }
  return chunk;
}

}  // namespace profiler
