#include "profiler/analysis/ops/precision/precision.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

#include "profiler/analysis/instructions/hlo_text.h"
#include "profiler/analysis/instructions/kernel_instructions.h"
#include "profiler/analysis/ops/kernel_names.h"
#include "profiler/analysis/ops/op_attribute.h"
#include "profiler/analysis/shapes/slot_list.h"

namespace profiler {
namespace {

// The attribute of an instruction whose module was not recorded with the element type of its
// largest operand, e.g. "bf16".
constexpr char kOperandType[] = "operand_type";

constexpr uint8_t kNotAsked = std::numeric_limits<uint8_t>::max();

// TensorFlow's DataType.
Precision OfDataType(int64_t type) {
  constexpr int64_t kRef = 100;  // added for reference types
  switch (type > kRef ? type - kRef : type) {
    case 1:  // float
    case 8:  // complex64: two floats
      return Precision::kBits32;
    case 14:  // bfloat16
    case 19:  // half
    case 24:  // float8_e5m2
    case 25:  // float8_e4m3fn
      return Precision::kBits16;
    case 0:   // invalid
    case 20:  // resource
    case 21:  // variant
      return Precision::kUnknown;
    default:
      return Precision::kOther;
  }
}

// Takes the name of an HLO type.
Precision OfElementType(std::string_view type) {
  type = type.substr(0, type.find('['));
  if (type == "bf16" || type == "f16" || type.starts_with("f8")) return Precision::kBits16;
  if (type == "f32" || type == "c64") return Precision::kBits32;
  return type.empty() || type == "?" ? Precision::kUnknown : Precision::kOther;
}

// The number of tensor elements by precision.
using NumbersByPrecision = std::array<double, kPrecisionCount>;

// The number of elements of an output; 1 if the shape is unknown.
double NumbersIn(const Profile& profile, OpId op, int32_t slot) {
  for (const OpOutputShape& shape : profile.ops.output_shapes[op]) {
    if (shape.slot != slot) continue;
    double numbers = 1;
    for (uint32_t i = 0; i < shape.count; ++i) {
      numbers *= static_cast<double>(std::max<int64_t>(profile.ops.dims[shape.first + i], 1));
    }
    return numbers;
  }
  return 1;
}

void CountResults(const Profile& profile, OpId op, NumbersByPrecision& counts) {
  std::string_view types = TextAttribute(profile, op, kElementTypes).value_or("");
  for (int32_t slot = 0; !types.empty(); ++slot) {
    const std::string_view type = types.substr(0, types.find(','));
    types.remove_prefix(std::min(types.size(), type.size() + 1));
    counts[static_cast<size_t>(OfElementType(type))] += NumbersIn(profile, op, slot);
  }
}

// Floats take precedence, as integers are mostly indices and flags.
Precision Most(const NumbersByPrecision& counts) {
  const auto of = [&](Precision precision) { return counts[static_cast<size_t>(precision)]; };
  if (of(Precision::kBits16) > of(Precision::kBits32)) return Precision::kBits16;
  if (of(Precision::kBits32) > 0) return Precision::kBits32;
  return of(Precision::kOther) > 0 ? Precision::kOther : Precision::kUnknown;
}

Precision OfInstruction(const Profile& profile, OpId op) {
  NumbersByPrecision operands = {}, results = {};
  for (const OpInput& input : profile.ops.inputs[op]) {
    if (!input.control && input.producer.valid()) CountResults(profile, input.producer, operands);
  }
  if (const auto type = TextAttribute(profile, op, kOperandType)) {
    ++operands[static_cast<size_t>(OfElementType(*type))];
  }
  const Precision by_operands = Most(operands);
  if (by_operands == Precision::kBits16 || by_operands == Precision::kBits32) return by_operands;
  CountResults(profile, op, results);
  const Precision by_results = Most(results);
  return by_results == Precision::kUnknown ? by_operands : by_results;
}

// Takes a type as torch.profiler records it, e.g. "c10::BFloat16", "float", "c10::Float8_e4m3fn".
Precision OfRecordedType(std::string_view type) {
  type = WithoutC10(type);
  if (type == "Half" || type == "BFloat16" || type.starts_with("Float8") ||
      type.starts_with("Float4")) {
    return Precision::kBits16;
  }
  return type == "float" || type == "complex<float>" ? Precision::kBits32 : Precision::kOther;
}

// The number of elements of a shape like "4x64"; of a list of shapes, of all of them. 1 if there is
// no number.
double NumbersInShape(std::string_view shape) {
  double all = 0, one = 1;
  size_t at = 0;
  while (at < shape.size()) {
    int64_t dim = 0;
    const auto [end, error] = std::from_chars(shape.data() + at, shape.data() + shape.size(), dim);
    if (error == std::errc()) {
      one *= static_cast<double>(std::max<int64_t>(dim, 1));
      at = static_cast<size_t>(end - shape.data());
      continue;
    }
    if (shape[at] == ';') {
      all += one;
      one = 1;
    }
    ++at;
  }
  return all + one;
}

double NumbersInSlot(std::string_view shapes, std::string_view slot) {
  double numbers = 1;
  ForEachSlot(shapes, [&](std::string_view of, std::string_view shape) {
    if (of == slot) numbers = NumbersInShape(shape);
  });
  return numbers;
}

}  // namespace

Precision PrecisionOfInputs(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  if (!row.input_types.valid()) return Precision::kUnknown;
  const std::string_view shapes =
      row.input_shapes.valid() ? profile.strings[row.input_shapes] : std::string_view();
  NumbersByPrecision counts = {};
  ForEachSlot(profile.strings[row.input_types], [&](std::string_view slot, std::string_view type) {
    counts[static_cast<size_t>(OfRecordedType(type))] += NumbersInSlot(shapes, slot);
  });
  return Most(counts);
}

Precision PrecisionOf(const Profile& profile, OpId op) {
  if (const Precision of_inputs = PrecisionOfInputs(profile, op);
      of_inputs != Precision::kUnknown) {
    return of_inputs;
  }
  for (const OpId each : {op, profile.ops.row[op].framework_op}) {
    if (!each.valid()) continue;
    for (const std::string_view name : {"T", "LhsT", "dtype", "DstT"}) {
      if (const auto type = TypeAttribute(profile, each, name)) return OfDataType(*type);
    }
  }
  const bool is_compiled = profile.ops.row[op].kind == OpKind::kHloInstruction;
  return is_compiled ? OfInstruction(profile, op) : Precision::kUnknown;
}

namespace {

struct FloatCounts {
  double doubles = 0, others = 0;

  bool are_doubles() const { return doubles > others; }
};

void AddInputs(const Profile& profile, const OpRow& row, FloatCounts& counts) {
  const std::string_view shapes =
      row.input_shapes.valid() ? profile.strings[row.input_shapes] : std::string_view();
  ForEachSlot(profile.strings[row.input_types], [&](std::string_view slot, std::string_view type) {
    const double numbers = NumbersInSlot(shapes, slot);
    if (type == "double" || WithoutC10(type) == "complex<double>") {
      if (numbers > 1) counts.doubles += numbers;  // a single number costs nothing
    } else if (OfRecordedType(type) != Precision::kOther) {
      counts.others += numbers;
    }
  });
}

void AddElementTypes(const Profile& profile, OpId op, FloatCounts& counts) {
  std::string_view types = TextAttribute(profile, op, kElementTypes).value_or("");
  for (int32_t slot = 0; !types.empty(); ++slot) {
    const std::string_view type = types.substr(0, types.find(','));
    types.remove_prefix(std::min(types.size(), type.size() + 1));
    const std::string_view element = type.substr(0, type.find('['));
    const bool is_double = element == "f64" || element == "c128";
    const Precision precision = OfElementType(type);
    const bool is_float = precision == Precision::kBits16 || precision == Precision::kBits32;
    if (is_double || is_float) {
      (is_double ? counts.doubles : counts.others) += NumbersIn(profile, op, slot);
    }
  }
}

// By TensorFlow's DataType; nullopt where nothing tells.
std::optional<bool> HasDoubleAttribute(const Profile& profile, OpId op) {
  constexpr int64_t kDouble = 2, kComplex128 = 18;
  for (const OpId each : {op, profile.ops.row[op].framework_op}) {
    if (!each.valid()) continue;
    for (const std::string_view name : {"T", "LhsT", "dtype", "DstT"}) {
      if (const auto type = TypeAttribute(profile, each, name)) {
        return *type == kDouble || *type == kComplex128;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

bool ComputesDoubles(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  FloatCounts counts;
  if (row.input_types.valid()) {
    if (profile.strings[row.input_types].find("double") == std::string_view::npos) return false;
    AddInputs(profile, row, counts);
    return counts.are_doubles();
  }
  if (const auto is_double = HasDoubleAttribute(profile, op)) return *is_double;
  if (row.kind != OpKind::kHloInstruction) return false;
  for (const OpInput& input : profile.ops.inputs[op]) {
    if (!input.control && input.producer.valid()) AddElementTypes(profile, input.producer, counts);
  }
  if (counts.doubles + counts.others == 0) AddElementTypes(profile, op, counts);
  return counts.are_doubles();
}

PrecisionTable::PrecisionTable(const Profile& profile)
    : profile_(profile),
      by_inputs_(profile.op_count(), kNotAsked),
      by_op_(profile.op_count(), kNotAsked),
      by_name_(profile.strings.size(), kNotAsked) {
  for (const auto& [kernel, precision] : PrecisionsInCommandBuffers(profile)) {
    if (PrecisionOfKernel(profile.strings[kernel]) != Precision::kUnknown) continue;
    by_name_[kernel.row()] = static_cast<uint8_t>(precision);
  }
}

Precision PrecisionTable::Of(const Events& events, uint32_t event) {
  const OpId op = events.op[event];
  if (op.valid()) {
    uint8_t& known = by_inputs_[op.row()];
    if (known == kNotAsked) known = static_cast<uint8_t>(PrecisionOfInputs(profile_, op));
    const auto told = static_cast<Precision>(known);
    if (told == Precision::kBits16 || told == Precision::kBits32) return told;
  }
  const bool has_label = !events.label.empty() && events.label[event].valid();
  const StringId name = has_label    ? events.label[event]
                        : op.valid() ? profile_.ops.row[op].name
                                     : StringId();
  if (name.valid()) {
    uint8_t& known = by_name_[name.row()];
    if (known == kNotAsked) {
      known = static_cast<uint8_t>(PrecisionOfKernel(profile_.strings[name]));
    }
    if (const auto told = static_cast<Precision>(known); told != Precision::kUnknown) return told;
  }
  if (!op.valid()) return Precision::kUnknown;
  uint8_t& known = by_op_[op.row()];
  if (known == kNotAsked) known = static_cast<uint8_t>(PrecisionOf(profile_, op));
  return static_cast<Precision>(known);
}

}  // namespace profiler
