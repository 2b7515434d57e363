#include "profiler/analysis/ops/compute_precision.h"

#include <algorithm>
#include <iterator>

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

ComputePrecision ComputePrecisions(const Profile& profile, const OpValues& values) {
  ComputePrecision found;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpId op(i);
    const std::string_view type = profile.strings[profile.ops.row[op].type];
    if (!IsProduct(profile, op) || values.LeavesOut(static_cast<int32_t>(i))) continue;
    const Value time = values.of[i][Measure::kAcceleratorMicros];
    if (time == kAbsent || time <= 0) {
      const bool ran = OrZero(values.of[i][Measure::kOccurrence]) > 0;
      found.misses_times |= ran && IsOnAccelerator(profile, op);
      continue;
    }
    const auto precision = static_cast<size_t>(PrecisionOf(profile, op));
    found.time[precision] += time;
    ++found.ops[precision];
    found.types.insert(type);
  }
  return found;
}

}  // namespace profiler
