#include "profiler/analysis/ops/compute_precision.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/ops/kernel_names.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Prefixes of op types, so that all versions, gradients and fusions match.
constexpr std::string_view kComputeTypes[] = {
    // TensorFlow
    "MatMul", "BatchMatMul", "Einsum", "Conv2D", "Conv3D", "DepthwiseConv2dNative",
    "FusedConv2DBiasActivation", "_FusedMatMul", "_FusedBatchMatMul", "_FusedConv", "CudnnRNN",
    "XlaDot", "XlaConv", "XlaEinsum",
    // XLA and JAX
    "dot", "ragged-dot", "convolution", "conv_general_dilated", "ragged_dot",
    // PyTorch
    "aten::mm", "aten::bmm", "aten::addmm", "aten::baddbmm", "aten::matmul", "aten::linear",
    "aten::einsum", "aten::conv", "aten::_conv", "aten::cudnn_conv", "aten::miopen_conv",
    "aten::_scaled_dot_product", "aten::_flash_attention", "aten::_efficient_attention",
    "aten::_scaled_mm"};

// Parts of XLA's names for instructions that contain a matrix product or convolution.
constexpr std::string_view kProductNames[] = {"gemm", "cudnn-conv", "cublas", "_dot", "matmul"};

// The time of an op's kernels, in all selected steps.
struct KernelTimes {
  Int128 all = 0;
  std::array<Int128, kPrecisionCount> named = {};        // by the precision in the kernel's name
  std::array<Int128, kPrecisionCount> of_products = {};  // the part of kernels named as products

  Int128 products() const {
    return std::accumulate(of_products.begin(), of_products.end(), Int128{0});
  }
};

absl::StatusOr<absl::flat_hash_map<OpId, KernelTimes>> KernelTimesOfOps(const Selected& selected,
                                                                        const RunContext& context) {
  struct NameFacts {
    Precision precision = Precision::kUnknown;
    bool is_product = false;
  };
  const Profile& profile = selected.profile();
  absl::flat_hash_map<StringId, NameFacts> names;
  absl::flat_hash_map<OpId, KernelTimes> times;
  PROFILER_RETURN_IF_ERROR(
      ForEachEvent(selected, HoldsDeviceWork, context, [&](const Track& track, uint32_t event) {
        const OpId op = track.events.op[event];
        const StringId name = EventName(profile, track.events, event);
        if (!op.valid() || !name.valid()) return;
        const auto [it, is_new] = names.try_emplace(name);
        if (is_new) {
          const std::string_view text = profile.strings[name];
          it->second = {PrecisionOfKernel(text), IsProductKernel(text)};
        }
        const auto precision = static_cast<size_t>(it->second.precision);
        KernelTimes& of_op = times[op];
        of_op.all += track.events.self[event];
        of_op.named[precision] += track.events.self[event];
        // The op's own name says less about its kernels than its type.
        const bool is_kernel = name != profile.ops.row[op].name;
        if (is_kernel && it->second.is_product)
          of_op.of_products[precision] += track.events.self[event];
      }));
  return times;
}

// Adds an op's time. Where the op's types are not known, time of its kernels without a precision in
// their names, such as the summing of partial products, counts like that of the others.
void Split(bool is_product, Precision of_op, const KernelTimes* kernels, Int128 time,
           ComputePrecision& found) {
  const auto add = [&](Precision precision, Int128 part) {
    found.time[static_cast<size_t>(precision)] += part;
    ++found.ops[static_cast<size_t>(precision)];
  };
  if (kernels == nullptr || kernels->all <= 0) return add(of_op, time);
  if (!is_product) time = time * kernels->products() / kernels->all;
  if (is_product && of_op != Precision::kUnknown) return add(of_op, time);
  const auto& parts = is_product ? kernels->named : kernels->of_products;
  const Int128 unknown = parts[static_cast<size_t>(Precision::kUnknown)];
  const Int128 known = std::accumulate(parts.begin(), parts.end(), Int128{0}) - unknown;
  if (known <= 0) return add(of_op, time);
  for (const Precision precision : {Precision::kBits16, Precision::kBits32, Precision::kOther}) {
    const Int128 part = parts[static_cast<size_t>(precision)];
    if (part > 0) add(precision, time * part / known);
  }
}

bool IsOnAccelerator(const Profile& profile, OpId op) {
  const DeviceId device = profile.ops.row[op].assigned_device;
  return device.valid() && IsAccelerator(profile.devices[device].kind);
}

}  // namespace

bool IsCompute(std::string_view op_type) {
  return std::any_of(std::begin(kComputeTypes), std::end(kComputeTypes),
                     [&](std::string_view start) { return op_type.starts_with(start); });
}

bool IsProduct(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  if (IsCompute(profile.strings[row.type])) return true;
  if (row.kind != OpKind::kHloInstruction) return false;
  // Compilers put matrix products and convolutions into fusions and library calls.
  if (IsCompute(profile.strings[row.category])) return true;
  if (row.framework_op.valid() &&
      IsCompute(profile.strings[profile.ops.row[row.framework_op].type])) {
    return true;
  }
  const std::string_view name = profile.strings[row.name];
  return std::any_of(std::begin(kProductNames), std::end(kProductNames),
                     [&](std::string_view part) { return name.find(part) != name.npos; });
}

absl::StatusOr<ComputePrecision> ComputePrecisions(const Selected& selected, const OpValues& values,
                                                   const RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const auto kernels, KernelTimesOfOps(selected, context));
  ComputePrecision found;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpId op(i);
    if (values.LeavesOut(static_cast<int32_t>(i))) continue;
    const auto it = kernels.find(op);
    const KernelTimes* const of_op = it == kernels.end() ? nullptr : &it->second;
    const bool is_product = IsProduct(profile, op);
    if (!is_product && (of_op == nullptr || of_op->products() == 0)) continue;
    const Value time = values.of[i][Measure::kAcceleratorMicros];
    if (time == kAbsent || time <= 0) {
      const bool ran = OrZero(values.of[i][Measure::kOccurrence]) > 0;
      found.misses_times |= ran && IsOnAccelerator(profile, op);
      continue;
    }
    Split(is_product, PrecisionOf(profile, op), of_op, time, found);
    found.types.insert(profile.strings[profile.ops.row[op].type]);
  }
  return found;
}

}  // namespace profiler
