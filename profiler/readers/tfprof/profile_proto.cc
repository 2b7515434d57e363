#include "profiler/readers/tfprof/profile_proto.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/base/threads/in_order.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/common/wire_walk.h"
#include "profiler/readers/tfprof/code_def.h"
#include "profiler/readers/tfprof/nodes/node_chunk.h"
#include "profiler/readers/tfprof/nodes/profile_proto_entry.h"
#include "profiler/readers/tfprof/nodes/profile_proto_execs.h"
#include "profiler/readers/tfprof/nodes/profile_proto_inputs.h"
#include "profiler/readers/tfprof/nodes/profile_proto_node.h"
#include "profiler/readers/tfprof/sniff.h"
#include "profiler/store/transfer_name.h"

namespace profiler {
namespace {

class ProfileProtoReader {
 public:
  ProfileProtoReader(const Input& input, ProfileBuilder& builder, ImportReport& report,
                     size_t threads)
      : input_(input),
        builder_(builder),
        place_{report, input.name(), input.bytes().data()},
        source_(AddSource(input)),
        execs_(source_, builder, place_, threads),
        traces_(builder, place_),
        node_reader_(builder, place_, op_by_id_, traces_, execs_) {}

  // Reads the outer level: the positions of nodes, and everything small.
  void Index();
  absl::Status ReadNodes(RunContext& context);

 private:
  SourceId AddSource(const Input& input) {
    SourceRow row = NewSource(kTfprofProfileFormat, input.name(), builder_);
    row.resolution_ps = kPicosPerMicro;
    return builder_.AddSource(row);
  }
  void ListStep(int64_t number) { builder_.step(builder_.Step(source_, number)).listed = true; }
  void NameNodes();
  std::vector<size_t> ChunkStarts() const;

  // Frees the memory of the part that was read, if the file is mapped. Nodes that are not in the
  // order of their keys may be anywhere in the file, and the system loads more than is read.
  void Consumed(std::string_view node) {
    constexpr size_t kReleasedAtOnce = 12 << 20;
    if (node.empty()) return;  // it may point anywhere
    consumed_ += node.size();
    if (read_.empty()) read_ = node;
    const char* const begin = std::min(read_.data(), node.data());
    const char* const end = std::max(read_.data() + read_.size(), node.data() + node.size());
    read_ = {begin, static_cast<size_t>(end - begin)};
    if (consumed_ < kReleasedAtOnce) return;
    input_.Release(read_.size() < 2 * consumed_ ? read_ : input_.bytes());
    consumed_ = 0;
    read_ = {};
  }

  const Input& input_;
  size_t consumed_ = 0;    // since memory was freed
  std::string_view read_;  // what contains it
  ProfileBuilder& builder_;
  const Place place_;
  const SourceId source_;
  ExecWriter execs_;
  CodeDefReader traces_;
  bool is_cut_ = false;
  std::vector<ProfileEntry> entries_;
  std::vector<ProfileNode> nodes_;
  OpById op_by_id_;
  ProfileNodeReader node_reader_;  // the last member, because it uses the others
};

void ProfileProtoReader::Index() {
  const std::string_view bytes = input_.bytes();
  SourceRow& source = builder_.source(source_);
  WireWalk walk(bytes);
  while (walk.Next()) {
    const bool is_bytes = walk.type() == WireWalk::Type::kBytes;
    const bool is_varint = walk.type() == WireWalk::Type::kVarint;
    const uint32_t number = walk.number();
    if (number == 1 && is_bytes) {
      const ProfileEntry entry = ReadEntry(walk.bytes(), walk.cut(), place_);
      // A node that is cut before its key is useless.
      if (entry.has_key || !walk.cut()) entries_.push_back(entry);
    } else if (number == 2 && is_varint) {
      source.has_code_traces = walk.varint() != 0;
    } else if (number == 3 && is_varint) {
      ListStep(static_cast<int64_t>(walk.varint()));
    } else if (number == 3 && is_bytes) {
      place_.Guard(walk.bytes(), walk.cut(), "steps", [&] {
        const char *at = walk.bytes().data(), *end = at + walk.bytes().size();
        while (at < end) {
          ListStep(static_cast<int64_t>(protozero::decode_varint(&at, end)));
        }
      });
    } else if (number == 4 && is_bytes) {
      const ProfileEntry entry = ReadEntry(walk.bytes(), walk.cut(), place_);
      if (!walk.cut()) traces_.AddString(entry.key, entry.value);
    } else if (number == 5 && is_varint) {
      source.misses_accelerator_stream = walk.varint() != 0;
    } else {
      place_.Count(number <= 5 ? ImportProblem::kMalformedField : ImportProblem::kUnknownField,
                   bytes.substr(walk.offset()));
    }
  }
  if (walk.stop() == WireWalk::Stop::kTruncated) {
    is_cut_ = true;
    source.has_code_traces = true;  // the flag comes after the nodes: existing stacks count
    place_.Count(ImportProblem::kTruncated, bytes.substr(bytes.size()));
  } else if (walk.stop() == WireWalk::Stop::kMalformed) {
    place_.Count(ImportProblem::kMalformedField, bytes.substr(walk.offset()), "the rest");
  }
  KeepLastOfEachKey(entries_, place_);
  NameNodes();
}

// Assigns each node its op before any is read, as inputs refer to later nodes. Names are the real
// key: of several nodes with one name the last id is used.
void ProfileProtoReader::NameNodes() {
  constexpr size_t kNone = SIZE_MAX;
  std::vector<size_t> node_of_name;  // by name; no hash map, which does not survive lack of memory
  nodes_.reserve(entries_.size());
  op_by_id_ = OpById(entries_.size());
  for (const ProfileEntry& entry : entries_) {
    WireWalk walk(entry.value);
    std::string_view name;
    bool has_name = false;
    while (!has_name && walk.Next()) {  // it comes first
      has_name = walk.number() == 1 && walk.type() == WireWalk::Type::kBytes && !walk.cut();
      if (has_name) name = walk.bytes();
    }
    if (entry.cut && !has_name) continue;  // a cut name must not be taken for another node's
    const StringId id = builder_.Intern(name);
    if (id.row() >= node_of_name.size()) node_of_name.resize(id.row() + 1, kNone);
    size_t& node = node_of_name[id.row()];
    if (node == kNone) {
      node = nodes_.size();
      OpRow row;
      row.name = id;
      row.kind = KindAtRunTime(name);  // until its type is read
      nodes_.push_back({entry, builder_.AddOp(row)});
    } else {
      place_.Count(ImportProblem::kDuplicateName, entry.value, name);
      nodes_[node].entry = entry;
    }
    builder_.op(nodes_[node].op).recorded_id = entry.key;
    op_by_id_.Set(entry.key, nodes_[node].op);
  }
  entries_ = {};
}

absl::Status ProfileProtoReader::ReadNodes(RunContext& context) {
  const std::vector<size_t> starts = ChunkStarts();
  InOrder<NodeChunk> chunks(starts.size() - 1, context.threads(), [&](size_t i) {
    std::vector<std::string_view> nodes;
    for (size_t n = starts[i]; n < starts[i + 1]; ++n) nodes.push_back(nodes_[n].entry.value);
    return DecodeNodes(nodes, op_by_id_, place_.path, place_.file_begin);
  });
  PROFILER_RETURN_IF_ERROR(chunks.Run([&](size_t i, const NodeChunk& chunk) {
    context.Done(i, starts.size());
    for (size_t n = starts[i]; n < starts[i + 1]; ++n) {
      Consumed(nodes_[n].entry.value);
      place_.Guard(nodes_[n].entry.value, nodes_[n].entry.cut, node_reader_.NameOf(nodes_[n]), [&] {
        if (chunk.is_sound) {
          node_reader_.ReadDecoded(nodes_[n], chunk, n - starts[i]);
        } else {
          node_reader_.Read(nodes_[n]);
        }
      });
    }
    return context.Check();
  }));
  execs_.Finish();
  SourceRow& source = builder_.source(source_);
  source.epoch_ns = execs_.clock().EpochNanos();
  // Does not rely on the file's own flag, which may be wrong. A file that was cut may have had
  // accelerator times, so it is not marked.
  source.misses_accelerator_stream |= !is_cut_ && execs_.misses_accelerator();
  if (source.misses_accelerator_stream) {
    place_.report.CountWhole(ImportProblem::kNoAcceleratorStream, place_.path, 1);
  }
  return absl::OkStatus();
}

// Returns the starts of the parts whose execs are decoded at once, and the end of the last part.
std::vector<size_t> ProfileProtoReader::ChunkStarts() const {
  constexpr size_t kChunkBytes = 256 << 10;
  std::vector<size_t> starts = {0};
  size_t bytes = 0;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    bytes += nodes_[i].entry.value.size();
    if (bytes < kChunkBytes && i + 1 < nodes_.size()) continue;
    starts.push_back(i + 1);
    bytes = 0;
  }
  return starts;
}

absl::Status ReadProfileProto(const Input& input, ProfileBuilder& builder, ImportReport& report,
                              RunContext& context) {
  ProfileProtoReader reader(input, builder, report, context.threads());
  reader.Index();
  return reader.ReadNodes(context);
}

}  // namespace

constinit const Format kTfprofProfileFormat = {
    .name = "tfprof_profile",
    .description = "a tfprof ProfileProto",
    .sniff = SniffProfileProto,
    .read = ReadProfileProto,
    .capabilities = {.tfprof_rules = TfprofRules::kApplied, .recorder = Recorder::kSession},
    .memory_per_byte = 0.8,
};

constinit const Format kTfprofProfileTextFormat = {
    .name = "tfprof_profile_text",
    .description = "a tfprof ProfileProto in text form",
    .sniff = SniffProfileProtoText,
    .hint = "only the binary form is read: give the profile_N file that ProfileContext wrote",
};

}  // namespace profiler
