#include "profiler/analysis/ops/precision/product_ops.h"

#include <algorithm>
#include <iterator>

#include "profiler/analysis/collectives/communication.h"

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

// Parts of the names of attention: aten::_flash_attention_backward, FlashAttnFunc.
constexpr std::string_view kAttentionTypes[] = {"attention", "Attention", "FlashAttn", "flash_attn",
                                                "_scaled_dot_product"};

// Parts of XLA's names for instructions that contain a matrix product or convolution.
constexpr std::string_view kProductNames[] = {"gemm", "cudnn-conv", "cublas", "_dot", "matmul"};

}  // namespace

bool IsCompute(std::string_view op_type) {
  return std::any_of(std::begin(kComputeTypes), std::end(kComputeTypes),
                     [&](std::string_view start) { return op_type.starts_with(start); });
}

bool IsAttention(std::string_view op_type) {
  return std::any_of(std::begin(kAttentionTypes), std::end(kAttentionTypes),
                     [&](std::string_view part) { return op_type.find(part) != op_type.npos; });
}

bool IsProduct(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  if (IsCompute(profile.strings[row.type])) return true;
  if (row.kind != OpKind::kHloInstruction || IsCommunicationInstruction(profile, op)) return false;
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

}  // namespace profiler
