#ifndef PROFILER_READERS_XSPACE_HLO_HLO_COST_H_
#define PROFILER_READERS_XSPACE_HLO_HLO_COST_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "profiler/readers/xspace/hlo/hlo_computation.h"

namespace profiler::xspace {

// Of one execution of an instruction.
struct HloCost {
  double flops = 0, bytes = 0;
};

// What the instructions of a module cost on a GPU, by the rules of XLA's cost analysis, which
// docs/metrics.md tells. The computations must outlive it.
class HloCosts {
 public:
  // Threads of a GPU that run together.
  static constexpr int64_t kWarp = 32;

  explicit HloCosts(const std::vector<HloComputation>& computations);

  // nullopt of a call of code that is not in the module.
  std::optional<HloCost> Of(const HloInstruction& of);

 private:
  class DeeperCall {
   public:
    explicit DeeperCall(int& depth) : depth_(depth) { ++depth_; }
    ~DeeperCall() { --depth_; }
    DeeperCall(const DeeperCall&) = delete;
    DeeperCall& operator=(const DeeperCall&) = delete;
    bool is_too_deep() const { return depth_ > kMostDepth; }

   private:
    int& depth_;
  };
  using Operands = std::vector<const HloInstruction*>;

  // A fusion reads and computes only what its result needs.
  struct Fused {
    double flops = 0;
    double constant_bytes = 0;
    std::vector<double> share_of_parameter;  // of its elements those that are read

    void SetShareOfParameter(int64_t number, double share) {
      constexpr int64_t kMost = 1 << 16;
      if (number < 0 || number > kMost) return;
      const auto at = static_cast<size_t>(number);
      if (share_of_parameter.size() <= at) share_of_parameter.resize(at + 1);
      share_of_parameter[at] = share;
    }
  };

  // Deeper calls are of no compiler's making.
  static constexpr int kMostDepth = 64;
  // For counting convolutions. A module that needs more is of no compiler's making.
  static constexpr int64_t kMostConvolutionSteps = int64_t{1} << 20;
  static constexpr double kNoCost = std::numeric_limits<double>::quiet_NaN();

  Operands OperandsOf(const HloInstruction& of) const;
  const HloComputation* Find(int64_t computation) const;
  const HloComputation* FusionOf(const HloInstruction& of) const;

  double Flops(const HloInstruction& of, const Operands& operands);
  double FlopsOfCalls(const HloInstruction& of, const Operands& operands);
  double FlopsOfComputation(int64_t computation);
  const Fused& FusedOf(const HloComputation& fusion);
  Fused GoThrough(const HloComputation& fusion);
  double ShareOfOperand(const HloInstruction& of, const Operands& operands, size_t at);

  double Bytes(const HloInstruction& of, const Operands& operands);
  double FusionBytes(const HloInstruction& of, const Operands& operands);

  absl::flat_hash_map<int64_t, const HloComputation*> computations_;
  absl::flat_hash_map<int64_t, const HloInstruction*> instructions_;
  absl::flat_hash_map<int64_t, double> flops_;         // by computation; 0 while they are added up
  absl::node_hash_map<int64_t, Fused> fused_;          // by computation
  int depth_ = 0;                                      // of calls
  int64_t convolution_steps_ = kMostConvolutionSteps;  // that are left
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_HLO_COST_H_
