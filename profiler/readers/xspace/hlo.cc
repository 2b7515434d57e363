#include "profiler/readers/xspace/hlo.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "profiler/readers/xspace/element_types.h"
#include "profiler/readers/xspace/hlo/hlo_computation.h"
#include "profiler/readers/xspace/hlo/hlo_cost.h"
#include "profiler/readers/xspace/hlo/hlo_instruction.h"
#include "profiler/readers/xspace/hlo/hlo_work.h"
#include "profiler/readers/xspace/hlo_buffers.h"
#include "profiler/readers/xspace/hlo_frames.h"

namespace profiler::xspace {
namespace {

// HloProto, HloModuleProto, HloComputationProto.
constexpr uint32_t kHloModule = BytesField(1);
constexpr uint32_t kBufferAssignment = BytesField(3);
constexpr uint32_t kModuleName = BytesField(1);
constexpr uint32_t kComputations = BytesField(3);
constexpr uint32_t kStackFrameIndex = BytesField(17);

// OpMetadata.
constexpr uint32_t kOpType = BytesField(1);
constexpr uint32_t kOpName = BytesField(2);
constexpr uint32_t kSourceFile = BytesField(3);
constexpr uint32_t kSourceLine = VarintField(4);
constexpr uint32_t kStackFrameId = VarintField(15);
constexpr uint32_t kDeduplicatedName = BytesField(12);

// No tensor has more dimensions.
constexpr size_t kMostDims = 254;

// A text of the instruction's metadata; empty if it has none.
std::string_view MetadataText(const HloInstruction& instruction, uint32_t field) {
  std::string_view text;
  protozero::pbf_reader message = Message(instruction.metadata);
  while (message.next(field >> 3, protozero::pbf_wire_type::length_delimited)) {
    text = Text(message);
  }
  return text;
}

class ModuleReader {
 public:
  ModuleReader(ModuleId module, EventOps& ops, ProfileBuilder& builder, const Place& place,
               std::vector<HloEstimate>* estimates)
      : module_(module), ops_(ops), builder_(builder), place_(place), estimates_(estimates) {}

  // Reads an HloProto.
  void Read(std::string_view bytes) {
    std::string_view module, buffers;
    protozero::pbf_reader message = Message(bytes);
    while (message.next()) {
      switch (static_cast<uint32_t>(message.tag_and_type())) {
        case kHloModule:
          module = Text(message);
          break;
        case kBufferAssignment:
          buffers = Text(message);
          break;
        default:
          message.skip();
      }
    }
    ReadModule(module);
    ReadBuffers(buffers, module_, instructions_, builder_);
  }

 private:
  void ReadModule(std::string_view bytes) {
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
    for (const std::string_view one : computations) {
      computations_.push_back(DecodeComputation(one, estimates_ != nullptr));
    }
    for (const HloComputation& one : computations_) {
      const HloInstruction* heaviest = one.is_fusion ? Heaviest(one) : nullptr;
      if (heaviest != nullptr) heaviest_.emplace(one.id, heaviest);
    }
    for (HloComputation& one : computations_) {
      if (one.is_fusion) continue;
      for (HloInstruction& instruction : one.instructions) AddInstruction(instruction);
    }
    Connect();
    if (estimates_ != nullptr) Estimate(*estimates_);
  }

  // What the instruction spends its time on: the product or convolution in a fusion, else itself.
  const HloInstruction& WorkOf(const HloInstruction& instruction) const {
    if (instruction.opcode != "fusion") return instruction;
    for (const int64_t id : instruction.called) {
      if (const auto it = heaviest_.find(id); it != heaviest_.end()) return *it->second;
    }
    return instruction;
  }

  void AddInstruction(HloInstruction& instruction) {
    instruction.op = ops_.Hlo(module_, instruction.name, instruction.opcode);
    if (instruction.id != kUnknown) builder_.op(instruction.op).recorded_id = instruction.id;
    if (const int64_t size = instruction.groups.size(); size != kUnknown) {
      AddText(instruction.op, "group_size", TextAttribute(std::to_string(size)));
    }
    AddText(instruction.op, "replica_groups", TextAttribute(instruction.groups.text()));
    if (instruction.channel > 0) {
      AddText(instruction.op, "channel", TextAttribute(std::to_string(instruction.channel)));
    }
    const HloInstruction& work = WorkOf(instruction);
    ReadMetadata(work, instruction.op);
    // The name that the instruction shares with those that do the same.
    AddText(instruction.op, "deduplicated_name",
            TextAttribute(MetadataText(instruction, kDeduplicatedName)));
    // Its own name, where the name of its work may be another.
    if (&work != &instruction || IsHeavy(instruction.opcode)) {
      AddText(instruction.op, "op_name", TextAttribute(MetadataText(instruction, kOpName)));
    }
    AddShapes(instruction);
    if (instruction.id != kUnknown) op_by_id_[instruction.id] = instruction.op;
    instructions_.push_back(&instruction);
  }

  void ReadMetadata(const HloInstruction& instruction, OpId op) {
    std::string_view type, name, file;
    int64_t line = kUnknown, stack = 0;
    protozero::pbf_reader message = Message(instruction.metadata);
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
      const std::string work =
          type.empty() ? NameOfWork(instruction.opcode, name) : std::string(name);
      const OpId framework = ops_.FrameworkOf(fmt::format("{}:{}", work, type), instruction.opcode);
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

  // A tuple has one slot per array.
  void AddShapes(const HloInstruction& instruction) {
    std::vector<std::string> types;
    for (const HloArray& array : instruction.result.arrays) {
      const auto slot = static_cast<int32_t>(types.size());
      types.emplace_back(ElementTypeOf(array.type).name);
      std::vector<int64_t> dims = array.dims;
      if (dims.empty()) {  // a scalar: one value, as elsewhere
        dims.push_back(1);
        types.back() += "[]";
      }
      if (dims.size() <= kMostDims) {
        builder_.AddOutputShape(instruction.op, slot, dims);
      } else {
        place_.Count(ImportProblem::kUnusedPart, instruction.shape,
                     "a result of too many dimensions");
      }
    }
    if (instruction.result.is_cut) {
      place_.Count(ImportProblem::kUnusedPart, instruction.shape,
                   "further results of an instruction");
    }
    AddText(instruction.op, "element_types", ElementTypesAttribute(types));
  }

  // `value` has the bytes of an AttrValue; empty: there is none.
  void AddText(OpId op, std::string_view name, const std::string& value) {
    if (value.empty()) return;
    builder_.AddAttribute(op, {builder_.Intern(name), builder_.Intern(value)});
  }

  void Estimate(std::vector<HloEstimate>& estimates) {
    HloCosts costs(computations_);
    for (const HloInstruction* one : instructions_) {
      HloEstimate& estimate = estimates.emplace_back(
          HloEstimate{one->op, builder_.Intern(CategoryOf(*one)), kUnknown, kUnknown});
      const std::optional<HloCost> cost = costs.Of(*one);
      if (!cost) continue;
      estimate.float_ops = std::llround(cost->flops);
      estimate.bytes_accessed = std::llround(cost->bytes);
    }
  }

  void Connect() {
    int64_t dangling = 0;
    const auto add = [&](const HloInstruction& to, int64_t id, int32_t slot, bool control) {
      const auto it = op_by_id_.find(id);
      if (it == op_by_id_.end()) {
        ++dangling;
        return;
      }
      builder_.AddInput(to.op, {slot, it->second, 0, control});
    };
    for (const HloInstruction* instruction : instructions_) {
      int32_t slot = 0;
      for (int64_t id : instruction->operands) add(*instruction, id, slot++, false);
      for (int64_t id : instruction->controls) add(*instruction, id, slot++, true);
    }
    place_.report.CountWhole(ImportProblem::kDanglingInput, place_.path, dangling,
                             "an operand of an HLO instruction");
  }

  const ModuleId module_;
  EventOps& ops_;
  ProfileBuilder& builder_;
  const Place& place_;
  std::vector<HloEstimate>* const estimates_;
  HloFrames frames_;
  std::vector<HloComputation> computations_;
  std::vector<const HloInstruction*> instructions_;               // those that are ops
  absl::flat_hash_map<int64_t, const HloInstruction*> heaviest_;  // by fused computation
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
                 absl::flat_hash_set<ModuleId>& known, std::vector<HloEstimate>* estimates) {
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
    place.Guard(proto, false, meta.name,
                [&] { ModuleReader(module, ops, builder, place, estimates).Read(proto); });
  }
}

void UseEstimates(const std::vector<HloEstimate>& estimates, ProfileBuilder& builder) {
  for (const HloEstimate& estimate : estimates) {
    OpRow& op = builder.op(estimate.op);
    if (!op.category.valid()) op.category = estimate.category;
    if (op.float_ops == kUnknown) op.float_ops = estimate.float_ops;
    if (op.bytes_accessed == kUnknown) op.bytes_accessed = estimate.bytes_accessed;
  }
}

}  // namespace profiler::xspace
