#include "profiler/readers/tfprof/nodes/profile_proto_node.h"

#include <protozero/pbf_reader.hpp>

namespace profiler {

using protozero::pbf_reader;

void ProfileNodeReader::Read(const ProfileNode& node) {
  parts_.Clear();
  const auto guard = [&](std::string_view record, const auto& decode) {
    place_.Guard(record, node.entry.cut, NameOf(node), decode);
  };
  guard(node.entry.value, [&] { DecodeFields(node, node.entry.value); });
  // The rest depends on fields that may come after it; it is used of a damaged node too.
  guard(node.entry.value, [&] {
    std::vector<OpInput> inputs;
    ReadInputs(parts_.inputs, ops_, place_, inputs);
    for (const OpInput& input : inputs) builder_.AddInput(node.op, input);
  });
  facts_.Clear();
  KeepLastOfEachKey(parts_.execs, place_);
  for (const ProfileEntry& exec : parts_.execs) {
    DecodeExec(exec.key, exec.value, node.entry.cut, NameOf(node), place_, facts_);
  }
  execs_.Write(node.op, parts_.device, facts_, 0, facts_.execs.size());
}

void ProfileNodeReader::ReadDecoded(const ProfileNode& node, const NodeChunk& chunk, size_t place) {
  const NodeChunk::Node first = place == 0 ? NodeChunk::Node() : chunk.nodes[place - 1];
  const NodeChunk::Node& last = chunk.nodes[place];
  parts_.Clear();
  place_.Guard(node.entry.value, node.entry.cut, NameOf(node), [&] {
    for (size_t i = first.rest_end; i < last.rest_end; ++i) {
      DecodeFields(node, chunk.rest[i]);
    }
  });
  for (size_t i = first.inputs_end; i < last.inputs_end; ++i) {
    builder_.AddInput(node.op, chunk.inputs[i]);
  }
  execs_.Write(node.op, parts_.device, chunk.facts, first.execs_end, last.execs_end);
}

void ProfileNodeReader::DecodeFields(const ProfileNode& node, std::string_view fields) {
  const OpId op = node.op;
  // Damage inside one part must not lose the others.
  const auto guard = [&](std::string_view part, const auto& read) {
    place_.Guard(part, false, NameOf(node), [&] { read(part); });
  };
  pbf_reader message = Message(fields);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case BytesField(1):   // the name, which is known
      case BytesField(16):  // input_shapes: taken from the producers' output_shapes
        message.skip();
        break;
      case BytesField(2):
        parts_.inputs.inputs.push_back(Text(message));
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
        parts_.device = FindDevice(Text(message));
        builder_.op(op).assigned_device = parts_.device;
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
        parts_.execs.push_back(ReadEntry(Text(message), false, place_));
        break;
      case VarintField(13):
        if (message.get_int64() != node.entry.key) {
          place_.Count(ImportProblem::kIdMismatch, node.entry.value);
        }
        break;
      case BytesField(14):
        parts_.inputs.source_outputs.push_back(Text(message));
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
void ProfileNodeReader::SetType(OpId op, std::string_view type) {
  OpRow& row = builder_.op(op);
  row.type = builder_.Intern(type);
  if (!type.empty() && row.type != row.name) row.kind = OpKind::kGraphNode;
}

DeviceId ProfileNodeReader::FindDevice(std::string_view name) {
  return name.empty() ? DeviceId() : builder_.Device(name);
}

// One entry of output_shapes: slot to Tuple of dims.
void ProfileNodeReader::ReadOutputShape(OpId op, std::string_view bytes) {
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

void ProfileNodeReader::ReadAttribute(OpId op, std::string_view entry) {
  const auto [name, value] = ReadNamedEntry(entry, place_);
  builder_.AddAttribute(op, {builder_.Intern(name), builder_.Intern(value)});
}

}  // namespace profiler
