#include "profiler/readers/xspace/hlo.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "profiler/readers/xspace/element_types.h"
#include "profiler/readers/xspace/hlo_frames.h"

namespace profiler::xspace {
namespace {

// HloProto, HloModuleProto, HloComputationProto.
constexpr uint32_t kHloModule = BytesField(1);
constexpr uint32_t kModuleName = BytesField(1);
constexpr uint32_t kComputations = BytesField(3);
constexpr uint32_t kStackFrameIndex = BytesField(17);
constexpr uint32_t kInstructions = BytesField(2);
constexpr uint32_t kIsFusion = VarintField(7);

// HloInstructionProto.
constexpr uint32_t kName = BytesField(1);
constexpr uint32_t kOpcode = BytesField(2);
constexpr uint32_t kShape = BytesField(3);
constexpr uint32_t kMetadata = BytesField(7);
constexpr uint32_t kId = VarintField(35);
constexpr uint32_t kOperands = BytesField(36);
constexpr uint32_t kOperand = VarintField(36);
constexpr uint32_t kControl = BytesField(37);
constexpr uint32_t kOneControl = VarintField(37);

// OpMetadata.
constexpr uint32_t kOpType = BytesField(1);
constexpr uint32_t kOpName = BytesField(2);
constexpr uint32_t kSourceFile = BytesField(3);
constexpr uint32_t kSourceLine = VarintField(4);
constexpr uint32_t kStackFrameId = VarintField(15);

// ShapeProto.
constexpr uint32_t kElementType = VarintField(2);
constexpr uint32_t kDimensions = BytesField(3);
constexpr uint32_t kDimension = VarintField(3);
constexpr uint32_t kTupleShapes = BytesField(4);

// No tensor has more dimensions; more leaves of a result are of no use.
constexpr size_t kMostDims = 254;
constexpr size_t kMostLeaves = 1024;

void AppendPacked(protozero::pbf_reader& message, std::vector<int64_t>& out) {
  for (const int64_t value : message.get_packed_int64()) out.push_back(value);
}

struct Instruction {
  std::string_view name, opcode, shape, metadata;
  int64_t id = kUnknown;
  std::vector<int64_t> operands, controls;
  OpId op;
};

Instruction DecodeInstruction(std::string_view bytes) {
  Instruction instruction;
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kName:
        instruction.name = Text(message);
        break;
      case kOpcode:
        instruction.opcode = Text(message);
        break;
      case kShape:
        instruction.shape = Text(message);
        break;
      case kMetadata:
        instruction.metadata = Text(message);
        break;
      case kId:
        instruction.id = message.get_int64();
        break;
      case kOperands:
        AppendPacked(message, instruction.operands);
        break;
      case kOperand:
        instruction.operands.push_back(message.get_int64());
        break;
      case kControl:
        AppendPacked(message, instruction.controls);
        break;
      case kOneControl:
        instruction.controls.push_back(message.get_int64());
        break;
      default:
        message.skip();
    }
  }
  return instruction;
}

class ModuleReader {
 public:
  ModuleReader(ModuleId module, EventOps& ops, ProfileBuilder& builder, const Place& place)
      : module_(module), ops_(ops), builder_(builder), place_(place) {}

  void Read(std::string_view bytes) {
    std::vector<std::string_view> computations;
    protozero::pbf_reader message = Message(bytes);
    while (message.next()) {
      switch (static_cast<uint32_t>(message.tag_and_type())) {
        case kComputations:
          computations.push_back(Text(message));
          break;
        case kStackFrameIndex:
          frames_.Read(Text(message), builder_);
          break;
        default:
          message.skip();
      }
    }
    for (std::string_view computation : computations) ReadComputation(computation);
    Connect();
  }

 private:
  void ReadComputation(std::string_view bytes) {
    std::vector<std::string_view> instructions;
    bool is_fusion = false;
    protozero::pbf_reader message = Message(bytes);
    while (message.next()) {
      switch (static_cast<uint32_t>(message.tag_and_type())) {
        case kInstructions:
          instructions.push_back(Text(message));
          break;
        case kIsFusion:
          is_fusion = message.get_bool();
          break;
        default:
          message.skip();
      }
    }
    if (is_fusion) return;
    for (std::string_view one : instructions) AddInstruction(DecodeInstruction(one));
  }

  void AddInstruction(Instruction instruction) {
    if (instruction.name.empty()) return;
    instruction.op = ops_.Hlo(module_, instruction.name, instruction.opcode);
    if (instruction.id != kUnknown) builder_.op(instruction.op).recorded_id = instruction.id;
    ReadMetadata(instruction.metadata, instruction.op);
    ReadShape(instruction.shape, instruction.op);
    if (instruction.id != kUnknown) op_by_id_[instruction.id] = instruction.op;
    instructions_.push_back(std::move(instruction));
  }

  void ReadMetadata(std::string_view bytes, OpId op) {
    std::string_view type, name, file;
    int64_t line = kUnknown, stack = 0;
    protozero::pbf_reader message = Message(bytes);
    while (message.next()) {
      switch (static_cast<uint32_t>(message.tag_and_type())) {
        case kOpType:
          type = Text(message);
          break;
        case kOpName:
          name = Text(message);
          break;
        case kSourceFile:
          file = Text(message);
          break;
        case kSourceLine:
          line = message.get_int64();
          break;
        case kStackFrameId:
          stack = message.get_int64();
          break;
        default:
          message.skip();
      }
    }
    if (!name.empty()) {
      const OpId framework = ops_.Framework(std::string(name) + ":" + std::string(type));
      builder_.op(op).framework_op = framework;
    }
    FrameId frame = frames_.Find(stack);
    if (!frame.valid() && !file.empty()) {
      FrameRow row;
      row.file = builder_.Intern(file);
      row.line = line;
      frame = builder_.Frame(row);
    }
    builder_.op(op).frame = frame;
  }

  // A tuple has one slot per leaf. Shapes nest; leaves are in the order of the text.
  void ReadShape(std::string_view bytes, OpId op) {
    std::vector<std::string_view> open = {bytes};
    std::vector<std::string> types;
    while (!open.empty() && types.size() < kMostLeaves) {
      const std::string_view shape = open.back();
      open.pop_back();
      std::vector<int64_t> dims;
      uint64_t type = 0;
      std::vector<std::string_view> parts;
      protozero::pbf_reader message = Message(shape);
      while (message.next()) {
        switch (static_cast<uint32_t>(message.tag_and_type())) {
          case kElementType:
            type = message.get_uint64();
            break;
          case kDimensions:
            AppendPacked(message, dims);
            break;
          case kDimension:
            dims.push_back(message.get_int64());
            break;
          case kTupleShapes:
            parts.push_back(Text(message));
            break;
          default:
            message.skip();
        }
      }
      open.insert(open.end(), parts.rbegin(), parts.rend());
      if (!parts.empty()) continue;
      const auto slot = static_cast<int32_t>(types.size());
      types.emplace_back(ElementType(type));
      if (dims.empty()) {  // a scalar: one value, as elsewhere
        dims.push_back(1);
        types.back() += "[]";
      }
      if (dims.size() <= kMostDims) {
        builder_.AddOutputShape(op, slot, dims);
      } else {
        place_.Count(ImportProblem::kUnusedPart, bytes, "a result of too many dimensions");
      }
    }
    if (!open.empty()) {
      place_.Count(ImportProblem::kUnusedPart, bytes, "further results of an instruction");
    }
    if (const std::string value = ElementTypesAttribute(types); !value.empty()) {
      builder_.AddAttribute(op, {builder_.Intern("element_types"), builder_.Intern(value)});
    }
  }

  void Connect() {
    int64_t dangling = 0;
    const auto add = [&](const Instruction& to, int64_t id, int32_t slot, bool control) {
      const auto it = op_by_id_.find(id);
      if (it == op_by_id_.end()) {
        ++dangling;
        return;
      }
      builder_.AddInput(to.op, {slot, it->second, 0, control});
    };
    for (const Instruction& instruction : instructions_) {
      int32_t slot = 0;
      for (int64_t id : instruction.operands) add(instruction, id, slot++, false);
      for (int64_t id : instruction.controls) add(instruction, id, slot++, true);
    }
    place_.report.CountWhole(ImportProblem::kDanglingInput, place_.path, dangling,
                             "an operand of an HLO instruction");
  }

  const ModuleId module_;
  EventOps& ops_;
  ProfileBuilder& builder_;
  const Place& place_;
  HloFrames frames_;
  std::vector<Instruction> instructions_;
  absl::flat_hash_map<int64_t, OpId> op_by_id_;
};

// Splits "jit_f(17)" into the name and the program's id.
void SplitModuleName(std::string_view text, std::string_view& name, int64_t& program_id) {
  name = text;
  const size_t open = text.rfind('(');
  if (open == text.npos || !text.ends_with(')')) return;
  int64_t number = 0;
  const char *first = text.data() + open + 1, *last = text.data() + text.size() - 1;
  const auto [end, error] = std::from_chars(first, last, number);
  if (error != std::errc() || end != last) return;
  name = text.substr(0, open);
  program_id = number;
}

}  // namespace

void ReadModules(const Plane& plane, EventOps& ops, ProfileBuilder& builder, const Place& place,
                 absl::flat_hash_set<ModuleId>& known) {
  for (const EventMeta& meta : plane.metas) {
    std::string_view proto, name;
    int64_t program_id = kUnknown;
    SplitModuleName(meta.name, name, program_id);
    for (const auto& [stat, value] : meta.stats) {
      if (stat == Stat::kHloProto) proto = value.text;
      if (stat == Stat::kProgramId) value.AsNumber(program_id);
    }
    if (name.empty() && proto.empty()) continue;
    const ModuleId module = ops.Module(name, program_id);
    if (!proto.empty() && !known.insert(module).second) {
      place.Count(ImportProblem::kUnusedPart, proto, fmt::format("{} once more", meta.name));
      continue;
    }
    place.Guard(proto, false, meta.name, [&] {
      protozero::pbf_reader message = Message(proto);
      while (message.next(kHloModule >> 3, protozero::pbf_wire_type::length_delimited)) {
        ModuleReader(module, ops, builder, place).Read(Text(message));
      }
    });
  }
}

}  // namespace profiler::xspace
