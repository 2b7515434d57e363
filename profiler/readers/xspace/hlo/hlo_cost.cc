#include "profiler/readers/xspace/hlo/hlo_cost.h"

#include <algorithm>
#include <cmath>

#include "profiler/readers/xspace/hlo/convolution_flops.h"

namespace profiler::xspace {
namespace {

// XLA counts cycles of a GPU rather than operations: an element-wise operation takes a few.
constexpr double kElementwiseFlops = 3;
constexpr double kConcatenateFlops = 6;  // a comparison and a jump
// Where the parts do not fill the threads of a warp, which then go through all of them.
constexpr double kUnevenConcatenateFlops = 400;

bool IsOneOf(std::string_view opcode, std::initializer_list<std::string_view> opcodes) {
  return std::find(opcodes.begin(), opcodes.end(), opcode) != opcodes.end();
}

// Calls of cuDNN's convolutions.
bool IsConvolutionCall(const HloInstruction& of) {
  return of.opcode == "custom-call" && of.custom_call_target.starts_with("__cudnn$conv");
}

double DotFlops(const HloInstruction& of, const HloInstruction& left) {
  constexpr uint32_t kLeftContracting = 1;  // of DotDimensionNumbers
  if (left.result.arrays.empty()) return 0;
  const std::vector<int64_t>& dims = left.result.arrays.front().dims;
  double width = 1;
  for (const int64_t dim : NumbersOf(of.dot_dimensions, kLeftContracting)) {
    if (dim < 0 || dim >= std::ssize(dims)) return 0;
    width *= static_cast<double>(dims[dim]);
  }
  return 2 * of.result.first_elements() * width;
}

double ConcatenateFlops(const HloInstruction& of,
                        const std::vector<const HloInstruction*>& operands) {
  const int64_t dim = of.dimensions.empty() ? 0 : of.dimensions.front();
  const auto is_uneven = [dim](const HloInstruction* operand) {
    if (operand->result.arrays.empty()) return false;
    const std::vector<int64_t>& dims = operand->result.arrays.front().dims;
    return dim >= 0 && dim < std::ssize(dims) && dims[dim] % HloCosts::kWarp != 0;
  };
  const bool is_slow = dim != 0 && std::any_of(operands.begin(), operands.end(), is_uneven);
  return of.result.elements() * (is_slow ? kUnevenConcatenateFlops : kConcatenateFlops);
}

double FftFlops(const HloInstruction& of, const HloInstruction& operand) {
  constexpr double kOfComplexProduct = 8;
  double factors = 1;
  for (const int64_t length : of.fft_length) {
    if (length > 0) factors *= std::floor(std::log2(static_cast<double>(length)));
  }
  return kOfComplexProduct * factors * operand.result.first_elements();
}

double LastDim(const HloInstruction& of) {
  if (of.result.arrays.empty() || of.result.arrays.front().dims.empty()) return 0;
  return static_cast<double>(of.result.arrays.front().dims.back());
}

}  // namespace

HloCosts::HloCosts(const std::vector<HloComputation>& computations) {
  for (const HloComputation& computation : computations) {
    computations_.emplace(computation.id, &computation);
    for (const HloInstruction& one : computation.instructions) {
      instructions_.emplace(one.id, &one);
    }
  }
}

std::optional<HloCost> HloCosts::Of(const HloInstruction& of) {
  const Operands operands = OperandsOf(of);
  const HloCost cost = {Flops(of, operands), Bytes(of, operands)};
  // A sum above this is damage, and no number of a column holds it.
  constexpr double kMost = 1e18;
  const auto is_good = [](double value) { return value >= 0 && value < kMost; };
  if (!is_good(cost.flops) || !is_good(cost.bytes)) return std::nullopt;
  return cost;
}

// Operands that are missing are left out.
HloCosts::Operands HloCosts::OperandsOf(const HloInstruction& of) const {
  Operands operands;
  for (const int64_t id : of.operands) {
    const auto it = instructions_.find(id);
    if (it != instructions_.end()) operands.push_back(it->second);
  }
  return operands;
}

const HloComputation* HloCosts::Find(int64_t computation) const {
  const auto it = computations_.find(computation);
  return it == computations_.end() ? nullptr : it->second;
}

const HloComputation* HloCosts::FusionOf(const HloInstruction& of) const {
  return of.opcode == "fusion" && !of.called.empty() ? Find(of.called.front()) : nullptr;
}

double HloCosts::Flops(const HloInstruction& of, const Operands& operands) {
  const std::string_view opcode = of.opcode;
  if (const HloComputation* const fusion = FusionOf(of)) return FusedOf(*fusion).flops;
  if (!of.called.empty()) return FlopsOfCalls(of, operands);
  if (opcode == "copy") return 0;
  if (IsElementwise(opcode)) return kElementwiseFlops * of.result.elements();
  if (opcode == "concatenate") return ConcatenateFlops(of, operands);
  if (opcode == "dot" && !operands.empty()) return DotFlops(of, *operands[0]);
  if (opcode == "fft" && !operands.empty()) return FftFlops(of, *operands[0]);
  if (opcode == "cholesky") return LastDim(of) * of.result.elements() / 3;
  if (opcode == "triangular-solve" && operands.size() > 1) {
    return 2 * LastDim(*operands[0]) * operands[1]->result.elements();
  }
  if (opcode == "convolution" || IsConvolutionCall(of)) {
    const bool is_whole = operands.size() > 1 && !operands[0]->result.arrays.empty() &&
                          !operands[1]->result.arrays.empty() && !of.result.arrays.empty();
    if (!is_whole) return 0;
    return ConvolutionFlops(of, operands[0]->result.arrays.front(),
                            operands[1]->result.arrays.front(), of.result.arrays.front(),
                            convolution_steps_);
  }
  return opcode == "custom-call" ? kNoCost : 0;
}

double HloCosts::FlopsOfCalls(const HloInstruction& of, const Operands& operands) {
  const std::string_view opcode = of.opcode;
  const double first = FlopsOfComputation(of.called.front());
  const double input = operands.empty() ? 0 : operands[0]->result.first_elements();
  if (opcode == "custom-call") return kNoCost;
  if (opcode == "sort") return input <= 1 ? 0 : input * std::ceil(std::log2(input));
  if (opcode == "map") return first * of.result.elements();
  if (opcode == "reduce") return first * std::max(input - of.result.first_elements(), 0.0);
  if (opcode == "reduce-window") {
    const double window = ElementsOf(DecodeWindow(of.window));
    return first * std::max(window - 1, 0.0) * of.result.first_elements();
  }
  if (opcode == "scatter")
    return operands.empty() ? 0 : first * operands.back()->result.first_elements();
  if (opcode == "select-and-scatter") {
    if (operands.size() < 2 || of.called.size() < 2) return 0;
    const double window = ElementsOf(DecodeWindow(of.window));
    return operands[1]->result.first_elements() *
           (first * std::max(window - 1, 0.0) + FlopsOfComputation(of.called[1]));
  }
  if (opcode.starts_with("all-reduce")) return kElementwiseFlops * of.result.elements();
  if (opcode == "reduce-scatter") return 0;
  double all = 0, most = 0;
  for (const int64_t called : of.called) {
    const double flops = FlopsOfComputation(called);
    all += flops;
    most = std::max(most, flops);
  }
  return opcode == "conditional" ? most : all;
}

double HloCosts::FlopsOfComputation(int64_t id) {
  const DeeperCall call(depth_);
  const HloComputation* const computation = Find(id);
  if (computation == nullptr || call.is_too_deep()) return 0;
  if (const auto [it, is_new] = flops_.try_emplace(id, 0); !is_new) return it->second;
  double sum = 0;
  for (const HloInstruction& one : computation->instructions) {
    const double flops = Flops(one, OperandsOf(one));
    if (flops > 0) sum += flops;
  }
  return flops_[id] = sum;
}

double HloCosts::Bytes(const HloInstruction& of, const Operands& operands) {
  const std::string_view opcode = of.opcode;
  const auto operand = [&](size_t at) {
    return at < operands.size() ? operands[at]->result.bytes() : 0;
  };
  double all_operands = 0;
  for (const HloInstruction* one : operands) all_operands += one->result.bytes();
  if (IsOneOf(opcode, {"parameter", "constant", "get-tuple-element", "bitcast", "after-all",
                       "add-dependency", "domain"})) {
    return 0;
  }
  if (opcode == "fusion") return FusionBytes(of, operands);
  if (opcode == "tuple") return of.result.bytes();
  if (opcode == "slice") return 2 * of.result.bytes();
  if (IsOneOf(opcode, {"dynamic-slice", "gather"})) return 2 * of.result.bytes() + operand(1);
  if (opcode == "dynamic-update-slice") return 2 * operand(1) + operand(2);
  if (opcode == "scatter") return 3 * operand(2) + operand(1);
  if (opcode == "infeed") return of.result.array_bytes();
  if (opcode.starts_with("all-reduce") && !opcode.ends_with("-done")) {
    return of.result.array_bytes() + all_operands;
  }
  if (IsConvolutionCall(of)) {  // without its scratch memory, the second part of its result
    return all_operands + (of.result.arrays.empty() ? 0 : of.result.arrays.front().bytes());
  }
  if (opcode == "custom-call") return kNoCost;
  return of.result.bytes() + all_operands;
}

}  // namespace profiler::xspace
