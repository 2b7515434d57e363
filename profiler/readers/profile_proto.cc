#include "profiler/readers/profile_proto.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/status.h"
#include "profiler/readers/code_def.h"
#include "profiler/readers/profile_proto_execs.h"
#include "profiler/readers/proto_fields.h"
#include "profiler/readers/wire_walk.h"

namespace profiler {
namespace {

using protozero::pbf_reader;

// A map entry with an integer key, as most of a ProfileProto is.
struct Entry {
  int64_t key = 0;
  std::string_view value;
  bool cut = false;      // the file ends inside it
  bool has_key = false;  // always, unless it is cut
};

// `cut`: the file ends inside `bytes`, so that an entry which breaks off is no damage of its own.
Entry ReadEntry(std::string_view bytes, bool cut, const Place& place) {
  Entry entry;
  entry.cut = cut;
  WireWalk walk(bytes);
  while (walk.Next()) {
    if (walk.number() == 1 && walk.type() == WireWalk::Type::kVarint) {
      entry.key = static_cast<int64_t>(walk.varint());
      entry.has_key = true;
    } else if (walk.number() == 2 && walk.type() == WireWalk::Type::kBytes) {
      entry.value = walk.bytes();
    } else {
      place.Count(
          walk.number() <= 2 ? ImportProblem::kMalformedField : ImportProblem::kUnknownField,
          bytes);
    }
  }
  if (walk.stop() != WireWalk::Stop::kEnd && !cut) {
    place.Count(ImportProblem::kMalformedField, bytes);
  }
  return entry;
}

// Sorted by key; of entries with one key the last stays, as in a protobuf map.
void KeepLastOfEachKey(std::vector<Entry>& entries, const Place& place) {
  const auto less = [](const Entry& a, const Entry& b) { return a.key < b.key; };
  if (!std::is_sorted(entries.begin(), entries.end(), less)) {
    std::stable_sort(entries.begin(), entries.end(), less);
  }
  size_t kept = 0;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (i + 1 < entries.size() && entries[i + 1].key == entries[i].key) {
      place.Count(ImportProblem::kDuplicateKey, entries[i].value);
    } else {
      entries[kept++] = entries[i];
    }
  }
  entries.resize(kept);
}

class ProfileProtoReader {
 public:
  ProfileProtoReader(const Input& input, ProfileBuilder& builder, ImportReport& report)
      : builder_(builder),
        place_{report, input.name(), input.bytes().data()},
        source_(AddSource(input)),
        execs_(source_, builder, place_),
        traces_(builder, place_) {}

  // The outer level: where the nodes lie, and all that is small.
  void Index(std::string_view bytes);
  absl::Status ReadNodes(RunContext& context);

 private:
  struct Node {
    Entry entry;
    OpId op;
  };
  // Of one node, what waits until all its fields were seen.
  struct NodeParts {
    DeviceId device;
    std::vector<std::string_view> inputs, source_outputs;
    std::vector<Entry> execs;

    void Clear() {
      device = DeviceId();
      inputs.clear();
      source_outputs.clear();
      execs.clear();
    }
  };

  SourceId AddSource(const Input& input) {
    SourceRow row;
    row.path = builder_.Intern(input.name());
    row.format = builder_.Intern("tfprof_profile");
    row.resolution_ps = kPicosPerMicro;
    return builder_.AddSource(row);
  }
  void ListStep(int64_t number) { builder_.step(builder_.Step(source_, number)).listed = true; }
  void NameNodes();
  void ReadNode(const Node& node);
  StepId StepOf(size_t place, int64_t number);
  void DecodeNode(const Node& node, NodeParts& parts);
  void ReadInputs(const Node& node, const NodeParts& parts);
  void SetType(OpId op, std::string_view type);
  DeviceId FindDevice(std::string_view name);
  void ReadOutputShape(OpId op, std::string_view entry);
  void ReadAttribute(OpId op, std::string_view entry);

  ProfileBuilder& builder_;
  const Place place_;
  const SourceId source_;
  ExecProfileReader execs_;
  CodeDefReader traces_;
  bool is_cut_ = false;
  std::vector<Entry> entries_;
  std::vector<Node> nodes_;
  absl::flat_hash_map<int64_t, OpId> op_by_id_;
  NodeParts parts_;                                     // of the node at hand
  std::vector<std::pair<int64_t, StepId>> last_steps_;  // of the execs of a node, by their order
};

void ProfileProtoReader::Index(std::string_view bytes) {
  SourceRow& source = builder_.source(source_);
  WireWalk walk(bytes);
  while (walk.Next()) {
    const bool is_bytes = walk.type() == WireWalk::Type::kBytes;
    const bool is_varint = walk.type() == WireWalk::Type::kVarint;
    const uint32_t number = walk.number();
    if (number == 1 && is_bytes) {
      const Entry entry = ReadEntry(walk.bytes(), walk.cut(), place_);
      // Of a node that is cut before its key there is nothing to hold on to.
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
      const Entry entry = ReadEntry(walk.bytes(), walk.cut(), place_);
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
    source.has_code_traces = true;  // the flag stands behind the nodes: stacks that are there count
    place_.Count(ImportProblem::kTruncated, bytes.substr(bytes.size()));
  } else if (walk.stop() == WireWalk::Stop::kMalformed) {
    place_.Count(ImportProblem::kMalformedField, bytes.substr(walk.offset()), "the rest");
  }
  KeepLastOfEachKey(entries_, place_);
  NameNodes();
}

// Gives each node its op before any is read, as inputs point ahead. Names are the real key: of
// several nodes with one name the last id stays.
void ProfileProtoReader::NameNodes() {
  absl::flat_hash_map<StringId, size_t> node_by_name;
  nodes_.reserve(entries_.size());
  std::vector<StringId> names;
  for (const Entry& entry : entries_) {
    WireWalk walk(entry.value);
    std::string_view name;
    bool has_name = false;
    while (!has_name && walk.Next()) {  // it stands first
      has_name = walk.number() == 1 && walk.type() == WireWalk::Type::kBytes && !walk.cut();
      if (has_name) name = walk.bytes();
    }
    if (entry.cut && !has_name) continue;  // half a name must not stand in for another node's
    const StringId id = builder_.Intern(name);
    auto [it, is_new] = node_by_name.try_emplace(id, nodes_.size());
    if (is_new) {
      OpRow row;
      row.name = id;
      row.kind = OpKind::kRuntime;  // until its type says otherwise
      nodes_.push_back({entry, builder_.AddOp(row)});
    } else {
      place_.Count(ImportProblem::kDuplicateName, entry.value, name);
      nodes_[it->second].entry = entry;
    }
    builder_.op(nodes_[it->second].op).recorded_id = entry.key;
    op_by_id_[entry.key] = nodes_[it->second].op;
  }
  entries_ = {};
}

absl::Status ProfileProtoReader::ReadNodes(RunContext& context) {
  for (const Node& node : nodes_) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    context.Done(static_cast<uint64_t>(&node - nodes_.data()), nodes_.size());
    place_.Guard(node.entry.value, node.entry.cut, builder_.strings()[builder_.op(node.op).name],
                 [&] { ReadNode(node); });
  }
  SourceRow& source = builder_.source(source_);
  source.epoch_ns = execs_.clock().EpochNanos();
  // The file's own flag is as good as what wrote it. A file that was cut may have held the times.
  source.misses_accelerator_stream |= !is_cut_ && execs_.misses_accelerator();
  if (source.misses_accelerator_stream) {
    place_.report.CountWhole(ImportProblem::kNoAcceleratorStream, place_.path, 1);
  }
  return absl::OkStatus();
}

void ProfileProtoReader::ReadNode(const Node& node) {
  NodeParts& parts = parts_;
  parts.Clear();
  const auto guard = [&](std::string_view record, const auto& decode) {
    place_.Guard(record, node.entry.cut, builder_.strings()[builder_.op(node.op).name], decode);
  };
  guard(node.entry.value, [&] { DecodeNode(node, parts); });
  // What follows needs fields that may stand behind it, and is used from a damaged node too.
  guard(node.entry.value, [&] { ReadInputs(node, parts); });
  KeepLastOfEachKey(parts.execs, place_);
  for (size_t i = 0; i < parts.execs.size(); ++i) {
    const Entry& exec = parts.execs[i];
    const StepId step = StepOf(i, exec.key);
    guard(exec.value, [&] { execs_.Read(node.op, step, parts.device, exec.value); });
  }
}

// Most nodes ran in the steps of the node before.
StepId ProfileProtoReader::StepOf(size_t place, int64_t number) {
  if (place >= last_steps_.size()) last_steps_.resize(place + 1);
  auto& [last_number, step] = last_steps_[place];
  if (!step.valid() || last_number != number) {
    last_number = number;
    step = builder_.Step(source_, number);
  }
  return step;
}

void ProfileProtoReader::DecodeNode(const Node& node, NodeParts& parts) {
  const OpId op = node.op;
  // Damage inside one part must not cost the others.
  const auto guard = [&](std::string_view part, const auto& read) {
    place_.Guard(part, false, builder_.strings()[builder_.op(op).name], [&] { read(part); });
  };
  pbf_reader message = Message(node.entry.value);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case BytesField(1):   // the name, known by now
      case BytesField(16):  // input_shapes: its producers' output_shapes tell
        message.skip();
        break;
      case BytesField(2):
        parts.inputs.push_back(Text(message));
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
        parts.source_outputs.push_back(Text(message));
        break;
      case BytesField(15):
        guard(Text(message), [&](std::string_view entry) { ReadOutputShape(op, entry); });
        break;
      default:
        place_.SkipUnknown(message, 16, node.entry.value);
    }
  }
}

// A node that is not in the graph has no type, or its own name for one.
void ProfileProtoReader::SetType(OpId op, std::string_view type) {
  OpRow& row = builder_.op(op);
  row.type = builder_.Intern(type);
  if (!type.empty() && row.type != row.name) row.kind = OpKind::kGraphNode;
}

DeviceId ProfileProtoReader::FindDevice(std::string_view name) {
  return name.empty() ? DeviceId() : builder_.Device(name);
}

// inputs: slot to producer's id; src_output_index: producer's id to the output of it that is used.
void ProfileProtoReader::ReadInputs(const Node& node, const NodeParts& parts) {
  const auto read_pair = [&](std::string_view entry) {
    std::pair<int64_t, int64_t> pair;
    pbf_reader message = Message(entry);
    while (message.next()) {
      switch (message.tag_and_type()) {
        case VarintField(1):
          pair.first = message.get_int64();
          break;
        case VarintField(2):
          pair.second = message.get_int64();
          break;
        default:
          place_.SkipUnknown(message, 2, entry);
      }
    }
    return pair;
  };
  absl::flat_hash_map<OpId, int32_t> used_output;
  const auto find_op = [&](int64_t id, std::string_view entry) {
    auto it = op_by_id_.find(id);
    if (it != op_by_id_.end()) return it->second;
    place_.Count(ImportProblem::kDanglingInput, entry, std::to_string(id));
    return OpId();
  };
  for (std::string_view entry : parts.source_outputs) {
    const auto [id, output] = read_pair(entry);
    if (const OpId producer = find_op(id, entry); producer.valid()) {
      used_output[producer] = static_cast<int32_t>(output);
    }
  }
  std::map<int32_t, OpInput> by_slot;  // a map on the wire: the last entry of a slot counts
  for (std::string_view entry : parts.inputs) {
    const auto [slot, id] = read_pair(entry);
    OpInput input;
    input.slot = static_cast<int32_t>(slot);
    input.producer = find_op(id, entry);
    if (!input.producer.valid()) continue;
    auto it = used_output.find(input.producer);
    input.output = it == used_output.end() ? OpInput::kOutputUnknown : it->second;
    by_slot[input.slot] = input;
  }
  for (const auto& [slot, input] : by_slot) builder_.AddInput(node.op, input);
}

// One entry of output_shapes: slot to Tuple of dims.
void ProfileProtoReader::ReadOutputShape(OpId op, std::string_view bytes) {
  const Entry entry = ReadEntry(bytes, false, place_);
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
  OpAttribute attribute;
  pbf_reader message = Message(entry);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case BytesField(1):
        attribute.name = builder_.Intern(Text(message));
        break;
      case BytesField(2):
        attribute.value = builder_.Intern(Text(message));
        break;
      default:
        place_.SkipUnknown(message, 2, entry);
    }
  }
  builder_.AddAttribute(op, attribute);
}

}  // namespace

absl::Status ReadProfileProto(const Input& input, ProfileBuilder& builder, ImportReport& report,
                              RunContext& context) {
  ProfileProtoReader reader(input, builder, report);
  reader.Index(input.bytes());
  return reader.ReadNodes(context);
}

}  // namespace profiler
