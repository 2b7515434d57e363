#include "profiler/analysis/ops/precision.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

#include "profiler/analysis/ops/hlo_text.h"
#include "profiler/analysis/ops/op_attribute.h"
#include "profiler/base/ascii.h"

namespace profiler {
namespace {

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
  const Precision by_operands = Most(operands);
  if (by_operands == Precision::kBits16 || by_operands == Precision::kBits32) return by_operands;
  CountResults(profile, op, results);
  const Precision by_results = Most(results);
  return by_results == Precision::kUnknown ? by_operands : by_results;
}

struct PrecisionWord {
  std::string_view text;  // in lower case
  Precision precision;
};

// The order matters: "bf16" contains "f16", and a kernel that reads halves may accumulate floats.
constexpr PrecisionWord kPrecisionWords[] = {
    {"half", Precision::kBits16},   {"fp16", Precision::kBits16},
    {"bf16", Precision::kBits16},   {"bfloat16", Precision::kBits16},
    {"f16f16", Precision::kBits16}, {"f16_", Precision::kBits16},
    {"h884", Precision::kBits16},   {"s884", Precision::kBits16},
    {"h1688", Precision::kBits16},  {"h16816", Precision::kBits16},
    {"s16816", Precision::kBits16}, {"hgemm", Precision::kBits16},
    {"e4m3", Precision::kBits16},   {"e5m2", Precision::kBits16},
    {"fp8", Precision::kBits16},    {"tf32", Precision::kBits32},
    {"fp32", Precision::kBits32},   {"f32f32", Precision::kBits32},
    {"sgemm", Precision::kBits32},
};

// Tensile (rocBLAS, hipBLASLt) writes the types of inputs, outputs and accumulators after the
// problem: Cijk_Ailk_Bljk_BBS_BH_MT256x128x64...
constexpr std::string_view kTensile = "cijk_";
constexpr PrecisionWord kTensileTypes[] = {
    {"_hhs_", Precision::kBits16}, {"_bbs_", Precision::kBits16}, {"_hss_", Precision::kBits16},
    {"_bss_", Precision::kBits16}, {"_hb_", Precision::kBits16},  {"_bb_", Precision::kBits16},
    {"_hbh_", Precision::kBits16}, {"_hhh_", Precision::kBits16}, {"_f8", Precision::kBits16},
    {"_b8", Precision::kBits16},   {"_hh_", Precision::kBits16},  {"_sb_", Precision::kBits32},
    {"_ss_", Precision::kBits32},  {"_s_b_", Precision::kBits32}, {"_sss_", Precision::kBits32},
};

}  // namespace

Precision PrecisionOf(const Profile& profile, OpId op) {
  for (const OpId each : {op, profile.ops.row[op].framework_op}) {
    if (!each.valid()) continue;
    for (const std::string_view name : {"T", "LhsT", "dtype", "DstT"}) {
      if (const auto type = TypeAttribute(profile, each, name)) return OfDataType(*type);
    }
  }
  const bool is_compiled = profile.ops.row[op].kind == OpKind::kHloInstruction;
  return is_compiled ? OfInstruction(profile, op) : Precision::kUnknown;
}

Precision PrecisionOfKernel(std::string_view name) {
  const std::string lower = Lower(name);
  const size_t own = lower.rfind('/') + 1;  // the scopes in a node's name are the user's words
  const auto find = [&](const PrecisionWord* first, const PrecisionWord* last) {
    const PrecisionWord* const word = std::find_if(first, last, [&](const PrecisionWord& one) {
      return lower.find(one.text, own) != lower.npos;
    });
    return word == last ? Precision::kUnknown : word->precision;
  };
  if (lower.compare(own, kTensile.size(), kTensile) == 0) {
    return find(std::begin(kTensileTypes), std::end(kTensileTypes));
  }
  return find(std::begin(kPrecisionWords), std::end(kPrecisionWords));
}

PrecisionTable::PrecisionTable(const Profile& profile)
    : profile_(profile),
      by_op_(profile.op_count(), kNotAsked),
      by_name_(profile.strings.size(), kNotAsked) {}

Precision PrecisionTable::Of(const Events& events, uint32_t event) {
  const OpId op = events.op[event];
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
