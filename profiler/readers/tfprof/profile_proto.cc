#include "profiler/readers/tfprof/profile_proto.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/status.h"
#include "profiler/base/threads/in_order.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/common/wire_walk.h"
#include "profiler/readers/tfprof/code_def.h"
#include "profiler/readers/tfprof/node_chunk.h"
#include "profiler/readers/tfprof/profile_proto_entry.h"
#include "profiler/readers/tfprof/profile_proto_execs.h"
#include "profiler/readers/tfprof/profile_proto_inputs.h"
#include "profiler/readers/tfprof/sniff.h"
#include "profiler/store/transfer_name.h"

namespace profiler {
namespace {

using protozero::pbf_reader;

class ProfileProtoReader {
 public:
  ProfileProtoReader(const Input& input, ProfileBuilder& builder, ImportReport& report,
                     size_t threads)
      : input_(input),
        builder_(builder),
        place_{report, input.name(), input.bytes().data()},
        source_(AddSource(input)),
        execs_(source_, builder, place_, threads),
        traces_(builder, place_) {}

  // Reads the outer level: the positions of nodes, and everything small.
  void Index();
  absl::Status ReadNodes(RunContext& context);

 private:
  struct Node {
    ProfileEntry entry;
    OpId op;
  };
  // Parts of one node that are decoded after all its fields were seen.
  struct NodeParts {
    DeviceId device;
    InputEntries inputs;
    std::vector<ProfileEntry> execs;

    void Clear() {
      device = DeviceId();
      inputs.Clear();
      execs.clear();
    }
  };

  SourceId AddSource(const Input& input) {
    SourceRow row = NewSource(kTfprofProfileFormat, input.name(), builder_);
    row.resolution_ps = kPicosPerMicro;
    return builder_.AddSource(row);
  }
  void ListStep(int64_t number) { builder_.step(builder_.Step(source_, number)).listed = true; }
  void NameNodes();
  std::string_view NameOf(const Node& node) const {
    return builder_.strings()[builder_.op(node.op).name];
  }
  std::vector<size_t> ChunkStarts() const;
  void ReadNode(const Node& node);
  void ReadDecoded(const Node& node, const NodeChunk& chunk, size_t place);
  void DecodeFields(const Node& node, std::string_view fields, NodeParts& parts);
  void SetType(OpId op, std::string_view type);
  DeviceId FindDevice(std::string_view name);
  void ReadOutputShape(OpId op, std::string_view entry);
  void ReadAttribute(OpId op, std::string_view entry);

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
  std::vector<Node> nodes_;
  OpById op_by_id_;
  NodeParts parts_;  // of the current node
  ExecFacts facts_;  // of the current node
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
  absl::flat_hash_map<StringId, size_t> node_by_name;
  nodes_.reserve(entries_.size());
  node_by_name.reserve(entries_.size());
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
    auto [it, is_new] = node_by_name.try_emplace(id, nodes_.size());
    if (is_new) {
      OpRow row;
      row.name = id;
      row.kind = KindAtRunTime(name);  // until its type is read
      nodes_.push_back({entry, builder_.AddOp(row)});
    } else {
      place_.Count(ImportProblem::kDuplicateName, entry.value, name);
      nodes_[it->second].entry = entry;
    }
    builder_.op(nodes_[it->second].op).recorded_id = entry.key;
    op_by_id_.Set(entry.key, nodes_[it->second].op);
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
      place_.Guard(nodes_[n].entry.value, nodes_[n].entry.cut, NameOf(nodes_[n]), [&] {
        if (chunk.is_sound) {
          ReadDecoded(nodes_[n], chunk, n - starts[i]);
        } else {
          ReadNode(nodes_[n]);
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

// Reads field by field, counting problems.
void ProfileProtoReader::ReadNode(const Node& node) {
  NodeParts& parts = parts_;
  parts.Clear();
  const auto guard = [&](std::string_view record, const auto& decode) {
    place_.Guard(record, node.entry.cut, NameOf(node), decode);
  };
  guard(node.entry.value, [&] { DecodeFields(node, node.entry.value, parts); });
  // The rest depends on fields that may come after it; it is used of a damaged node too.
  guard(node.entry.value, [&] {
    std::vector<OpInput> inputs;
    ReadInputs(parts.inputs, op_by_id_, place_, inputs);
    for (const OpInput& input : inputs) builder_.AddInput(node.op, input);
  });
  facts_.Clear();
  KeepLastOfEachKey(parts.execs, place_);
  for (const ProfileEntry& exec : parts.execs) {
    DecodeExec(exec.key, exec.value, node.entry.cut, NameOf(node), place_, facts_);
  }
  execs_.Write(node.op, parts.device, facts_, 0, facts_.execs.size());
}

// Reads the node at `place` of a chunk, which has most of it decoded.
void ProfileProtoReader::ReadDecoded(const Node& node, const NodeChunk& chunk, size_t place) {
  const NodeChunk::Node first = place == 0 ? NodeChunk::Node() : chunk.nodes[place - 1];
  const NodeChunk::Node& last = chunk.nodes[place];
  parts_.Clear();
  place_.Guard(node.entry.value, node.entry.cut, NameOf(node), [&] {
    for (size_t i = first.rest_end; i < last.rest_end; ++i) {
      DecodeFields(node, chunk.rest[i], parts_);
    }
  });
  for (size_t i = first.inputs_end; i < last.inputs_end; ++i) {
    builder_.AddInput(node.op, chunk.inputs[i]);
  }
  execs_.Write(node.op, parts_.device, chunk.facts, first.execs_end, last.execs_end);
}

void ProfileProtoReader::DecodeFields(const Node& node, std::string_view fields, NodeParts& parts) {
  const OpId op = node.op;
  // Damage inside one part must not lose the others.
  const auto guard = [&](std::string_view part, const auto& read) {
    place_.Guard(part, false, builder_.strings()[builder_.op(op).name], [&] { read(part); });
  };
  pbf_reader message = Message(fields);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case BytesField(1):   // the name, which is known
      case BytesField(16):  // input_shapes: taken from the producers' output_shapes
        message.skip();
        break;
      case BytesField(2):
        parts.inputs.inputs.push_back(Text(message));
        break;
      case BytesField(3):
        place_.Count(ImportProblem::kOutputEdgeIgnored, Text(message));
        break;
      case BytesField(4):
        for (int64_t dim : message.get_packed_int64()) builder_.AddShapeDim(op, dim);
        break;
      case VarintField(4):
        builder_.AddShapeDim(op, message.get_int64());
        break;
      case BytesField(5):
        builder_.AddType(op, builder_.Intern(Text(message)));
        break;
      case BytesField(6):
        parts.device = FindDevice(Text(message));
        builder_.op(op).assigned_device = parts.device;
        break;
      case BytesField(7):
        builder_.op(op).host_device = FindDevice(Text(message));
        break;
      case VarintField(8):
        builder_.op(op).float_ops = message.get_int64();
        break;
      case BytesField(9):
        SetType(op, Text(message));
        break;
      case BytesField(10):
        builder_.op(op).frame = traces_.Read(Text(message));
        break;
      case BytesField(11):
        guard(Text(message), [&](std::string_view entry) { ReadAttribute(op, entry); });
        break;
      case BytesField(12):
        parts.execs.push_back(ReadEntry(Text(message), false, place_));
        break;
      case VarintField(13):
        if (message.get_int64() != node.entry.key) {
          place_.Count(ImportProblem::kIdMismatch, node.entry.value);
        }
        break;
      case BytesField(14):
        parts.inputs.source_outputs.push_back(Text(message));
        break;
      case BytesField(15):
        guard(Text(message), [&](std::string_view entry) { ReadOutputShape(op, entry); });
        break;
      default:
        place_.SkipUnknown(message, 16, node.entry.value);
    }
  }
}

// A node that is not in the graph has no type, or its own name as type.
void ProfileProtoReader::SetType(OpId op, std::string_view type) {
  OpRow& row = builder_.op(op);
  row.type = builder_.Intern(type);
  if (!type.empty() && row.type != row.name) row.kind = OpKind::kGraphNode;
}

DeviceId ProfileProtoReader::FindDevice(std::string_view name) {
  return name.empty() ? DeviceId() : builder_.Device(name);
}

// One entry of output_shapes: slot to Tuple of dims.
void ProfileProtoReader::ReadOutputShape(OpId op, std::string_view bytes) {
  const ProfileEntry entry = ReadEntry(bytes, false, place_);
  std::vector<int64_t> dims;
  pbf_reader tuple = Message(entry.value);
  while (tuple.next()) {
    switch (tuple.tag_and_type()) {
      case BytesField(1):
        for (int64_t dim : tuple.get_packed_int64()) dims.push_back(dim);
        break;
      case VarintField(1):
        dims.push_back(tuple.get_int64());
        break;
      default:
        place_.SkipUnknown(tuple, 1, bytes);
    }
  }
  builder_.AddOutputShape(op, static_cast<int32_t>(entry.key), dims);
}

void ProfileProtoReader::ReadAttribute(OpId op, std::string_view entry) {
  const auto [name, value] = ReadNamedEntry(entry, place_);
  builder_.AddAttribute(op, {builder_.Intern(name), builder_.Intern(value)});
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
