#include <algorithm>
#include <cmath>

#include "profiler/readers/xspace/hlo/hlo_cost.h"

namespace profiler::xspace {
namespace {

constexpr double kConstantInCode = 8;  // elements; larger ones are read from memory

// Whether the elements that are needed of the operands are those that are needed of the result.
bool PassesOn(const HloInstruction& of) {
  return IsElementwise(of.opcode) || of.opcode == "tuple" || of.opcode == "get-tuple-element";
}

// Which elements of the instructions of a fusion are computed, and how often.
class FusedUses {
 public:
  explicit FusedUses(const HloComputation& fusion)
      : share_(fusion.instructions.size()), uses_(fusion.instructions.size()) {
    for (uint32_t i = 0; i < share_.size(); ++i) place_.emplace(fusion.instructions[i].id, i);
    const auto root = place_.find(fusion.root);
    if (root == place_.end()) return;
    const uint32_t at = root->second;
    past_root_ = at + 1;
    share_[at] = 1;
    uses_[at] = {at};
  }

  // The number of instructions up to the root; 0 without a root.
  uint32_t past_root() const { return past_root_; }

  // The elements computed, as a share of all. To be asked after all its users.
  double Computed(uint32_t i) {
    std::vector<uint32_t>& uses = uses_[i];
    std::sort(uses.begin(), uses.end());
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
    double computed = 0;
    for (const uint32_t use : uses) computed += share_[use];
    return computed;
  }

  // The operand is computed with what uses `i`.
  void PassOn(uint32_t i, const HloInstruction& operand) {
    const uint32_t at = PlaceOf(i, operand);
    if (at == kNowhere || !TakeWork(uses_[i].size())) return;
    uses_[at].insert(uses_[at].end(), uses_[i].begin(), uses_[i].end());
  }

  // `share` of the operand is computed for `i`, rounded up to whole elements.
  void Begin(uint32_t i, const HloInstruction& operand, double share) {
    const uint32_t at = PlaceOf(i, operand);
    if (at == kNowhere || !TakeWork(1)) return;
    uses_[at].push_back(at);
    const double elements = operand.result.elements();
    if (elements > 0) share_[at] += std::ceil(share * elements) / elements;
  }

  // A fusion of more uses than this is of no compiler's making.
  bool is_exhausted() const { return work_ > kMostWork; }

 private:
  static constexpr uint32_t kNowhere = UINT32_MAX;
  static constexpr size_t kMostWork = size_t{1} << 22;

  // Operands stand before their users.
  uint32_t PlaceOf(uint32_t user, const HloInstruction& operand) const {
    const auto it = place_.find(operand.id);
    return it == place_.end() || it->second >= user ? kNowhere : it->second;
  }

  bool TakeWork(size_t work) {
    work_ += work;
    return !is_exhausted();
  }

  absl::flat_hash_map<int64_t, uint32_t> place_;  // by id
  uint32_t past_root_ = 0;
  std::vector<double> share_;                // of an instruction where a use begins
  std::vector<std::vector<uint32_t>> uses_;  // the instructions where they begin
  size_t work_ = 0;
};

}  // namespace

const HloCosts::Fused& HloCosts::FusedOf(const HloComputation& fusion) {
  static const Fused kNone;
  const DeeperCall call(depth_);
  if (call.is_too_deep()) return kNone;
  const auto [it, is_new] = fused_.try_emplace(fusion.id);
  Fused& fused = it->second;  // stays where it is
  if (is_new) fused = GoThrough(fusion);
  return fused;
}

// From the result to the parameters. What stands before its users is computed once for each group
// of element-wise users that are computed apart: once for each of its `uses`.
HloCosts::Fused HloCosts::GoThrough(const HloComputation& fusion) {
  Fused fused;
  FusedUses uses(fusion);
  for (uint32_t i = uses.past_root(); i-- > 0;) {
    const HloInstruction& one = fusion.instructions[i];
    const double computed = uses.Computed(i);
    if (computed == 0) continue;
    const Operands operands = OperandsOf(one);
    if (const double flops = Flops(one, operands); flops > 0) fused.flops += computed * flops;
    if (one.opcode == "constant" && one.result.elements() > kConstantInCode) {
      fused.constant_bytes += one.result.bytes() * std::min(computed, 1.0);
    }
    if (one.opcode == "parameter") fused.SetShareOfParameter(one.parameter, computed);
    // The part of the first operand that is not written over stays where it is.
    const bool is_in_place = i + 1 == uses.past_root() && one.opcode == "dynamic-update-slice";
    for (size_t k = 0; k < operands.size(); ++k) {
      if (PassesOn(one)) {
        uses.PassOn(i, *operands[k]);
      } else {
        const double share = is_in_place && k == 0 ? 0 : ShareOfOperand(one, operands, k);
        uses.Begin(i, *operands[k], computed * share);
      }
    }
  }
  if (uses.is_exhausted()) fused.flops = kNoCost;
  return fused;
}

// The share of the operand's elements that are read for the whole result.
double HloCosts::ShareOfOperand(const HloInstruction& of, const Operands& operands, size_t at) {
  const double elements = operands[at]->result.first_elements();
  if (elements <= 0) return 1;
  if (const HloComputation* const fusion = FusionOf(of)) {
    const std::vector<double>& shares = FusedOf(*fusion).share_of_parameter;
    return at < shares.size() ? shares[at] : 0;
  }
  if (of.opcode == "concatenate") {  // threads of a warp that do nothing count
    const int64_t dim = of.dimensions.empty() ? 0 : of.dimensions.front();
    const std::vector<int64_t>& dims = operands[at]->result.arrays.front().dims;
    if (dim <= 0 || dim >= std::ssize(dims) || dims[dim] <= 0) return 1;
    const auto length = static_cast<double>(dims[dim]);
    return std::ceil(length / kWarp) * kWarp / length;
  }
  if (at > 0) return 1;
  if (of.opcode == "slice" || of.opcode == "dynamic-slice" || of.opcode == "gather") {
    return of.result.elements() / elements;
  }
  if (of.opcode == "dynamic-update-slice" && operands.size() > 1) {
    return std::max(elements - operands[1]->result.elements(), 0.0) / elements;
  }
  return 1;
}

double HloCosts::FusionBytes(const HloInstruction& of, const Operands& operands) {
  const HloComputation* const fusion = FusionOf(of);
  if (fusion == nullptr) return kNoCost;
  const auto root_at = instructions_.find(fusion->root);
  const HloInstruction* const root = root_at == instructions_.end() ? nullptr : root_at->second;
  // What a result is written to in place: only the update is written.
  const auto written = [&](const HloInstruction* result, const HloArray& array) {
    if (result == nullptr || result->opcode != "dynamic-update-slice") return array.bytes();
    const Operands updated = OperandsOf(*result);
    return updated.size() > 1 ? updated[1]->result.bytes() : array.bytes();
  };
  const Operands parts =
      root != nullptr && root->opcode == "tuple" ? OperandsOf(*root) : Operands();
  double bytes = 0;
  for (size_t i = 0; i < of.result.arrays.size(); ++i) {
    const HloInstruction* const result =
        parts.empty() ? root : (i < parts.size() ? parts[i] : nullptr);
    bytes += written(result, of.result.arrays[i]);
  }
  const Fused& fused = FusedOf(*fusion);
  for (size_t i = 0; i < operands.size() && i < fused.share_of_parameter.size(); ++i) {
    const double size = operands[i]->result.is_tuple ? operands[i]->result.array_bytes()
                                                     : operands[i]->result.bytes();
    bytes += std::round(size * std::min(fused.share_of_parameter[i], 1.0));
  }
  return bytes + fused.constant_bytes;
}

}  // namespace profiler::xspace
