#include "profiler/analysis/ops/variables.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/analysis/ops/op_attribute.h"

namespace profiler {
namespace {

// Ops that update the variable at their first input. Their next inputs may be slots.
constexpr std::string_view kUpdates[] = {
    "Apply",      "ResourceApply",      "SparseApply",        "ResourceSparseApply",
    "ScatterSub", "ScatterNdSub",       "ResourceScatterSub", "ResourceScatterNdSub",
    "ScatterAdd", "ResourceScatterAdd", "AssignSub"};

// Ops that pass on their input unchanged.
constexpr std::string_view kReads[] = {"Identity", "ReadVariableOp", "Enter",
                                       "RefEnter", "Switch",         "RefSwitch"};

// Ops that call a function, whose body is not in the graph.
constexpr std::string_view kCalls[] = {"PartitionedCall", "StatefulPartitionedCall",
                                       "TPUPartitionedCall"};

// The last level of the names that optimizers and moving averages give to their slots.
constexpr std::string_view kSlotNames[] = {
    "Adam",        "Adam_1",      "Momentum",   "Adagrad", "Adadelta", "Adadelta_1",
    "RMSProp",     "RMSProp_1",   "RMSProp_2",  "Ftrl",    "Ftrl_1",   "ExponentialMovingAverage",
    "momentum",    "rms",         "mg",         "m",       "v",        "vhat",
    "accumulator", "beta1_power", "beta2_power"};

template <size_t N>
bool IsOneOf(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool IsUpdate(std::string_view type) {
  return std::any_of(std::begin(kUpdates), std::end(kUpdates),
                     [&](std::string_view start) { return type.starts_with(start); });
}

bool IsGradient(std::string_view name) {
  return name.starts_with("gradients") || name.find("/gradients") != name.npos;
}

// The size of one element of TensorFlow's DataType.
std::optional<int64_t> BytesOf(int64_t type) {
  constexpr int64_t kRef = 100;
  switch (type > kRef ? type - kRef : type) {
    case 4:   // uint8
    case 6:   // int8
    case 10:  // bool
    case 24:  // float8_e5m2
    case 25:  // float8_e4m3fn
      return 1;
    case 5:   // int16
    case 14:  // bfloat16
    case 17:  // uint16
    case 19:  // half
      return 2;
    case 1:   // float
    case 3:   // int32
    case 22:  // uint32
      return 4;
    case 2:   // double
    case 8:   // complex64
    case 9:   // int64
    case 23:  // uint64
      return 8;
    case 18:  // complex128
      return 16;
    default:
      return std::nullopt;
  }
}

class VariableFinder {
 public:
  VariableFinder(const Profile& profile, const OpValues& values)
      : profile_(profile), values_(values) {}

  ModelVariables Run() {
    Collect();
    FollowInputs();
    for (ModelVariable& variable : found_.all) {
      if (!variable.slot_of.valid()) variable.slot_of = SlotByName(variable.op);
    }
    return std::move(found_);
  }

 private:
  std::string_view NameOf(OpId op) const { return profile_.strings[profile_.ops.row[op].name]; }
  std::string_view TypeOf(OpId op) const { return profile_.strings[profile_.ops.row[op].type]; }

  void Collect() {
    absl::flat_hash_map<OpId, int64_t> stored;
    for (const VariableRow& row : profile_.variables) {
      if (row.op.valid() && row.bytes != kUnknown) stored[row.op] = row.bytes;
    }
    for (uint32_t i = 0; i < profile_.op_count(); ++i) {
      const OpId op(i);
      const Value params = values_.of[i][Measure::kParams];
      if (!IsVariable(profile_, op) || params == kAbsent || LeftOut(i)) continue;
      ModelVariable variable;
      variable.op = op;
      variable.params = params;
      const auto type = TypeAttribute(profile_, op, "dtype");
      const auto size = type ? BytesOf(*type) : std::nullopt;
      if (size && params > 0) variable.bytes = params * *size;  // 0 if a dimension is unknown
      const auto in_file = stored.find(op);
      if (variable.bytes == kAbsent && in_file != stored.end()) variable.bytes = in_file->second;
      for (StringId label : profile_.ops.types[op]) {
        variable.trainable |= profile_.strings[label] == "_trainable_variables";
      }
      Register(variable);
    }
  }

  bool LeftOut(uint32_t op) const {
    return values_.LeavesOut(static_cast<int32_t>(op)) ||
           (!values_.ran_there.empty() && values_.ran_there[op] == 0);
  }

  void Register(const ModelVariable& variable) {
    const std::string_view name = NameOf(variable.op);
    by_op_[variable.op] = found_.all.size();
    by_name_[absl::string_view(name.data(), name.size())] = variable.op;
    found_.all.push_back(variable);
  }

  ModelVariable* Find(OpId op) {
    const auto it = by_op_.find(op);
    return it == by_op_.end() ? nullptr : &found_.all[it->second];
  }

  void FollowInputs() {
    bool has_optimizer = false;
    for (uint32_t i = 0; i < profile_.op_count(); ++i) {
      const OpId op(i);
      if (IsUpdate(TypeOf(op))) has_optimizer |= FollowUpdate(op);
      if (IsOneOf(TypeOf(op), kCalls)) FollowCall(op);
      found_.has_updates |= IsGradient(NameOf(op));
    }
    if (has_optimizer) {
      found_.has_updates = true;
    } else if (found_.has_updates) {
      FollowGradients();
    }
  }

  // Whether the op updates a trained variable.
  bool FollowUpdate(OpId op) {
    ModelVariable* target = nullptr;
    for (const OpInput& input : profile_.ops.inputs[op]) {
      if (input.slot == 0 && !input.control) target = Find(input.producer);
    }
    if (target == nullptr) return false;
    target->updated = true;
    for (const OpInput& input : profile_.ops.inputs[op]) {
      ModelVariable* const slot = input.control ? nullptr : Find(input.producer);
      if (slot != nullptr && slot != target) slot->slot_of = target->op;
    }
    return target->trainable;
  }

  void FollowCall(OpId op) {
    for (const OpInput& input : profile_.ops.inputs[op]) {
      if (ModelVariable* const variable = Find(input.producer)) variable->hidden = true;
    }
  }

  // Variables that gradient ops read count as updated.
  void FollowGradients() {
    for (uint32_t i = 0; i < profile_.op_count(); ++i) {
      if (!IsGradient(NameOf(OpId(i)))) continue;
      for (const OpInput& input : profile_.ops.inputs[OpId(i)]) {
        if (ModelVariable* const variable = Find(WhatIsRead(input.producer))) {
          variable->updated = true;
        }
      }
    }
  }

  // Follows a short chain of read ops to the op that is read.
  OpId WhatIsRead(OpId op) const {
    constexpr int kMostReads = 4;
    for (int i = 0; i < kMostReads && op.valid() && IsOneOf(TypeOf(op), kReads); ++i) {
      const auto inputs = profile_.ops.inputs[op];
      if (inputs.empty() || inputs[0].control) break;
      op = inputs[0].producer;
    }
    return op;
  }

  // `x/Adam` is a slot of `x`, and so is Keras' `training/Adam/x/m`.
  OpId SlotByName(OpId op) const {
    const std::string_view name = NameOf(op);
    const size_t last = name.rfind('/');
    if (last == name.npos || !IsOneOf(name.substr(last + 1), kSlotNames)) return OpId();
    for (std::string_view of = name.substr(0, last); !of.empty();) {
      const auto found = by_name_.find(absl::string_view(of.data(), of.size()));
      if (found != by_name_.end() && !(found->second == op)) return found->second;
      const size_t level = of.find('/');
      of = level == of.npos ? "" : of.substr(level + 1);
    }
    return OpId();
  }

  const Profile& profile_;
  const OpValues& values_;
  ModelVariables found_;
  absl::flat_hash_map<OpId, size_t> by_op_;
  absl::flat_hash_map<absl::string_view, OpId> by_name_;
};

}  // namespace

ModelVariables FindVariables(const Profile& profile, const OpValues& values) {
  return VariableFinder(profile, values).Run();
}

}  // namespace profiler
