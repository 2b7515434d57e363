#include "profiler/readers/xspace/hlo/hlo_instruction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/xspace/element_types.h"

namespace profiler::xspace {
namespace {

// HloInstructionProto.
constexpr uint32_t kName = BytesField(1);
constexpr uint32_t kOpcode = BytesField(2);
constexpr uint32_t kShape = BytesField(3);
constexpr uint32_t kMetadata = BytesField(7);
constexpr uint32_t kParameter = VarintField(9);
constexpr uint32_t kFusionKind = BytesField(11);
constexpr uint32_t kInstructionDimensions = BytesField(14);
constexpr uint32_t kWindow = BytesField(15);
constexpr uint32_t kConvolutionDimensions = BytesField(16);
constexpr uint32_t kChannel = VarintField(26);
constexpr uint32_t kCustomCallTarget = BytesField(28);
constexpr uint32_t kDotDimensions = BytesField(30);
constexpr uint32_t kFftLength = BytesField(32);
constexpr uint32_t kId = VarintField(35);
constexpr uint32_t kOperands = BytesField(36);
constexpr uint32_t kOperand = VarintField(36);
constexpr uint32_t kControls = BytesField(37);
constexpr uint32_t kControl = VarintField(37);
constexpr uint32_t kCalled = BytesField(38);
constexpr uint32_t kOneCalled = VarintField(38);
constexpr uint32_t kReplicaGroup = BytesField(49);
constexpr uint32_t kFeatureGroups = VarintField(50);
constexpr uint32_t kBatchGroups = VarintField(58);
constexpr uint32_t kDeviceList = BytesField(87);
constexpr uint32_t kDevicesByCounts = BytesField(92);

// ShapeProto.
constexpr uint32_t kElementType = VarintField(2);
constexpr uint32_t kDimensions = BytesField(3);
constexpr uint32_t kDimension = VarintField(3);
constexpr uint32_t kTupleShapes = BytesField(4);

// More arrays of a result are of no use.
constexpr size_t kMostArrays = 1024;

void AppendPacked(protozero::pbf_reader& message, std::vector<int64_t>& out) {
  for (const int64_t value : message.get_packed_int64()) out.push_back(value);
}

constexpr std::array<std::string_view, 52> kElementwise = {"abs",
                                                           "add",
                                                           "and",
                                                           "atan2",
                                                           "bitcast-convert",
                                                           "cbrt",
                                                           "ceil",
                                                           "clamp",
                                                           "compare",
                                                           "complex",
                                                           "convert",
                                                           "copy",
                                                           "cosine",
                                                           "count-leading-zeros",
                                                           "divide",
                                                           "erf",
                                                           "exponential",
                                                           "exponential-minus-one",
                                                           "floor",
                                                           "imag",
                                                           "is-finite",
                                                           "log",
                                                           "log-plus-one",
                                                           "logistic",
                                                           "maximum",
                                                           "minimum",
                                                           "multiply",
                                                           "negate",
                                                           "not",
                                                           "or",
                                                           "popcnt",
                                                           "power",
                                                           "real",
                                                           "reduce-precision",
                                                           "remainder",
                                                           "round-nearest-afz",
                                                           "round-nearest-even",
                                                           "rsqrt",
                                                           "select",
                                                           "shift-left",
                                                           "shift-right-arithmetic",
                                                           "shift-right-logical",
                                                           "sign",
                                                           "sine",
                                                           "sqrt",
                                                           "stochastic-convert",
                                                           "subtract",
                                                           "tan",
                                                           "tanh",
                                                           "xor",
                                                           "acos",
                                                           "acosh"};

}  // namespace

double HloArray::elements() const {
  double elements = 1;
  for (const int64_t dim : dims) elements *= static_cast<double>(std::max<int64_t>(dim, 0));
  return elements;
}

double HloArray::bytes() const { return std::ceil(elements() * ElementTypeOf(type).bits / 8); }

double HloResult::elements() const {
  double elements = 0;
  for (const HloArray& array : arrays) elements += array.elements();
  return elements;
}

double HloResult::first_elements() const { return arrays.empty() ? 0 : arrays.front().elements(); }

double HloResult::array_bytes() const {
  double bytes = 0;
  for (const HloArray& array : arrays) bytes += array.bytes();
  return bytes;
}

double HloResult::bytes() const {
  constexpr double kPointer = 8;
  if (is_tuple) return kPointer * static_cast<double>(arrays.size());
  return arrays.empty() ? 0 : arrays.front().bytes();
}

HloResult DecodeResult(std::string_view bytes) {
  HloResult result;
  std::vector<std::string_view> open = {bytes};
  while (!open.empty() && result.arrays.size() < kMostArrays) {
    protozero::pbf_reader message = Message(open.back());
    open.pop_back();
    HloArray array;
    std::vector<std::string_view> parts;
    while (message.next()) {
      switch (static_cast<uint32_t>(message.tag_and_type())) {
        case kElementType:
          array.type = message.get_uint64();
          break;
        case kDimensions:
          AppendPacked(message, array.dims);
          break;
        case kDimension:
          array.dims.push_back(message.get_int64());
          break;
        case kTupleShapes:
          parts.push_back(Text(message));
          break;
        default:
          message.skip();
      }
    }
    open.insert(open.end(), parts.rbegin(), parts.rend());
    result.is_tuple = result.is_tuple || !parts.empty();
    if (parts.empty()) result.arrays.push_back(std::move(array));
  }
  result.is_cut = !open.empty();
  return result;
}

std::string_view OpcodeOf(std::string_view bytes) {
  protozero::pbf_reader message = Message(bytes);
  return message.next(kOpcode >> 3, protozero::pbf_wire_type::length_delimited) ? Text(message)
                                                                                : "";
}

HloInstruction DecodeInstruction(std::string_view bytes) {
  HloInstruction instruction;
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
      case kParameter:
        instruction.parameter = message.get_int64();
        break;
      case kFusionKind:
        instruction.fusion_kind = Text(message);
        break;
      case kInstructionDimensions:
        AppendPacked(message, instruction.dimensions);
        break;
      case kWindow:
        instruction.window = Text(message);
        break;
      case kConvolutionDimensions:
        instruction.convolution_dimensions = Text(message);
        break;
      case kCustomCallTarget:
        instruction.custom_call_target = Text(message);
        break;
      case kDotDimensions:
        instruction.dot_dimensions = Text(message);
        break;
      case kFftLength:
        AppendPacked(message, instruction.fft_length);
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
      case kControls:
        AppendPacked(message, instruction.controls);
        break;
      case kControl:
        instruction.controls.push_back(message.get_int64());
        break;
      case kCalled:
        AppendPacked(message, instruction.called);
        break;
      case kOneCalled:
        instruction.called.push_back(message.get_int64());
        break;
      case kChannel:
        instruction.channel = message.get_int64();
        break;
      case kReplicaGroup:
        instruction.groups.AddGroup(Text(message));
        break;
      case kDeviceList:
        instruction.groups.AddList(Text(message));
        break;
      case kDevicesByCounts:
        instruction.groups.AddByCounts(Text(message));
        break;
      case kFeatureGroups:
        instruction.feature_groups = message.get_int64();
        break;
      case kBatchGroups:
        instruction.batch_groups = message.get_int64();
        break;
      default:
        message.skip();
    }
  }
  instruction.result = DecodeResult(instruction.shape);
  return instruction;
}

std::vector<int64_t> NumbersOf(std::string_view bytes, uint32_t number) {
  std::vector<int64_t> numbers;
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    const auto tag = static_cast<uint32_t>(message.tag_and_type());
    if (tag == BytesField(number)) {
      AppendPacked(message, numbers);
    } else if (tag == VarintField(number)) {
      numbers.push_back(message.get_int64());
    } else {
      message.skip();
    }
  }
  return numbers;
}

bool IsElementwise(std::string_view opcode) {
  return std::find(kElementwise.begin(), kElementwise.end(), opcode) != kElementwise.end();
}

std::string_view CategoryOf(const HloInstruction& instruction) {
  if (instruction.opcode == "fusion") {
    if (instruction.fusion_kind == "kLoop") return "loop fusion";
    if (instruction.fusion_kind == "kInput") return "input fusion";
    if (instruction.fusion_kind == "kOutput") return "output fusion";
    if (instruction.fusion_kind == "kCustom") return "custom fusion";
    return instruction.opcode;
  }
  constexpr std::array<std::string_view, 4> kFormatting = {"transpose", "copy", "reshape",
                                                           "dynamic-reshape"};
  if (std::find(kFormatting.begin(), kFormatting.end(), instruction.opcode) != kFormatting.end()) {
    return "data formatting";
  }
  return IsElementwise(instruction.opcode) ? "non-fusion elementwise" : instruction.opcode;
}

}  // namespace profiler::xspace
