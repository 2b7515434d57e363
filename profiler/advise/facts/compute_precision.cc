#include "profiler/advise/facts/compute_precision.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "profiler/views/op_attribute.h"

namespace profiler {
namespace {

// A type that starts so is one, with all its versions, gradients and fusions.
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

// TensorFlow's DataType.
Precision OfDataType(int64_t type) {
  constexpr int64_t kRef = 100;  // added in types of references
  switch (type > kRef ? type - kRef : type) {
    case 1:  // float
    case 8:  // complex64: two of them
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

bool IsOnAccelerator(const Profile& profile, OpId op) {
  const DeviceId device = profile.ops.row[op].assigned_device;
  return device.valid() && IsAccelerator(profile.devices[device].kind);
}

}  // namespace

bool IsCompute(std::string_view op_type) {
  return std::any_of(std::begin(kComputeTypes), std::end(kComputeTypes),
                     [&](std::string_view start) { return op_type.starts_with(start); });
}

Precision PrecisionOf(const Profile& profile, OpId op) {
  for (const OpId each : {op, profile.ops.row[op].framework_op}) {
    if (!each.valid()) continue;
    for (const std::string_view name : {"T", "LhsT", "dtype", "DstT"}) {
      if (const auto type = TypeAttribute(profile, each, name)) return OfDataType(*type);
    }
  }
  return Precision::kUnknown;
}

ComputePrecision ComputePrecisions(const Profile& profile, const OpValues& values) {
  ComputePrecision found;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpId op(i);
    const std::string_view type = profile.strings[profile.ops.row[op].type];
    if (!IsCompute(type) || values.LeavesOut(static_cast<int32_t>(i))) continue;
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
