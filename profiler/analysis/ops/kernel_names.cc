#include "profiler/analysis/ops/kernel_names.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <span>
#include <string>

#include "profiler/base/ascii.h"

namespace profiler {
namespace {

struct PrecisionWord {
  std::string_view text;  // in lower case
  Precision precision;
};

// The order matters: "bf16" contains "f16", and a kernel that reads halves may accumulate floats.
constexpr PrecisionWord kPrecisionWords[] = {
    // TF32, which is stored as 32 bits; the instruction's shape without f16 or bf16.
    {"tensorop_s1688", Precision::kBits32},
    {"cutlassf_f32", Precision::kBits32},
    {"cutlassb_f32", Precision::kBits32},
    {"half", Precision::kBits16},
    {"fp16", Precision::kBits16},
    {"bf16", Precision::kBits16},
    {"bfloat16", Precision::kBits16},
    {"f16f16", Precision::kBits16},
    {"f16_", Precision::kBits16},
    {"h884", Precision::kBits16},
    {"s884", Precision::kBits16},
    {"h1688", Precision::kBits16},
    {"h16816", Precision::kBits16},
    {"s16816", Precision::kBits16},
    {"hgemm", Precision::kBits16},
    {"e4m3", Precision::kBits16},
    {"e5m2", Precision::kBits16},
    {"fp8", Precision::kBits16},
    {"fp4", Precision::kBits16},
    {"e2m1", Precision::kBits16},
    {"tf32", Precision::kBits32},
    {"fp32", Precision::kBits32},
    {"f32f32", Precision::kBits32},
    {"sgemm", Precision::kBits32},
    {"scudnn", Precision::kBits32},
    {"gemm_f16", Precision::kBits16},
    {"float8", Precision::kBits16},
    // Flash attention takes no other numbers.
    {"flash_fwd", Precision::kBits16},
    {"flash_bwd", Precision::kBits16},
    // PyTorch's copies of elements whose size alone matters.
    {"opaquetype<2u>", Precision::kBits16},
    {"opaquetype<4u>", Precision::kBits32},
    {"opaquetype<", Precision::kOther},
    {"float, float", Precision::kBits32},
    {"<float", Precision::kBits32},
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

// cuBLAS's own kernels, e.g. nvjet_tst_128x64_..., nvjet_sm100_hsh_...: the types of A, of the
// accumulator and of the result are letters. T is bfloat16, H half, Q and R are 8-bit floats, S is
// float, which is multiplied as TF32.
constexpr std::string_view kNvjet = "nvjet_";

// The letter of A's type; '\0' if there is none.
char TypeOfNvjet(std::string_view lower) {
  std::string_view types = lower.substr(lower.find(kNvjet) + kNvjet.size());
  if (types.starts_with("sm")) types.remove_prefix(std::min(types.find('_'), types.size() - 1) + 1);
  return types.empty() ? '\0' : types.front();
}

Precision PrecisionOfNvjet(std::string_view lower) {
  switch (TypeOfNvjet(lower)) {
    case 't':
    case 'h':
    case 'q':
    case 'r':
    case 'o':  // block-scaled formats of 8 and 4 bits
    case 'u':
      return Precision::kBits16;
    case 's':
      return Precision::kBits32;
    case 'd':
      return Precision::kOther;
    default:
      return Precision::kUnknown;
  }
}

using Words = std::span<const std::string_view>;

// Whether the text has one of the words.
bool HasAnyOf(std::string_view text, Words words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != text.npos; });
}

// All lists below are in lower case.

constexpr std::string_view kLayoutWords[] = {"nchwtonhwc", "nhwctonchw"};

// Kernels around a product: they prepare its inputs, or add up and convert its results.
constexpr std::string_view kBesideProducts[] = {
    "splitkreduce", "reducesplitk",    "dot_do_o",       "dotdoo",           "ograddoto",
    "convert_dq",   "convertqgrad",    "convert_dkv",    "combine",          "offsetskernel",
    "nchwtonhwc",   "nhwctonchw",      "epilogue::impl", "quantize_with",    "quant_kernel",
    "populate_rng", "winogradforward", "winogradwgrad",  "generatewinograd", "reduce_wgrad",
    "im2col",       "im3d2col",        "col2im",         "cache_flash",      "elementwise",
    "triton_poi_",  "triton_red_",     "triton_per_"};

// Instructions of tensor cores and of AMD's matrix cores, and libraries that use nothing else.
constexpr std::string_view kTensorCoreWords[] = {
    // Shapes of instructions: m16n8k16 is 16816; h, s, c, i and d are the accumulator's type.
    "16816", "c1688", "h1688", "s1688", "h884", "s884", "d884", "i8816", "i16832", "i16864",
    "s161616", "h161616", "m16n8k", "sm80_16x8x", "hmma", "_imma", "gmma", "wmma", "utcmma",
    "tcgen05", "tensorop", "_tensor16x8x",
    // Libraries and their kernels.
    "nvjet", "xmma_gemm", "xmma_implicit_gemm", "xmma_fprop", "xmma_dgrad", "xmma_wgrad",
    "xmma_sparse", "xmma_warp_specialized", "fmha", "flash_fwd", "flash_bwd", "flash::flash",
    "flashattn", "flash_attn", "flashinfer", "attn_fwd", "attn_bwd", "direct_group",
    "first_layer_wgrad_kernel", "conv2d_c1_k1", "dgrad_1x1_stride_2x2", "deep_gemm",
    "gemm_fusion_dot", "mfma", "xdlop", "_xdl", "gtcx"};

constexpr std::string_view kFloat8Words[] = {"fp8", "e4m3", "e5m2", "float8", "fp4", "e2m1"};
constexpr std::string_view kTensileFloat8Words[] = {"_f8", "_b8"};

// Units other than tensor cores.
constexpr std::string_view kPlainUnits[] = {"ffma", "simt"};

// Libraries whose kernels are no products, but for some whose names say so.
constexpr std::string_view kPlainNamespaces[] = {"at::native::", "cudnn::ops::"};
constexpr std::string_view kMaybeProducts[] = {"mma", "attention"};

// Plain multiply-add units, although the name says gemm or conv.
constexpr std::string_view kPlainProducts[] = {
    "sgemm",          "dgemm",          "cgemm",  "zgemm",      "scudnn",      "dcudnn",
    "hgemm",          "gemv",           "gemmk1", "dot_kernel", "alg0_engine", "dgrad_engine<float",
    "conv_depthwise", "depthwise_conv", "fft2d",  "::fft"};

// Work that is no product at all.
constexpr std::string_view kOtherWork[] = {
    "reduce_kernel", "_gpu::",     "softmax",      "layer_norm",
    "layernorm",     "rms_norm",   "rmsnorm",      "batch_norm",
    "bn_fw",         "bn_bw",      "multi_tensor", "nccl",
    "rccl",          "all_reduce", "cub::",        "thrust::",
    "memcpy",        "memset",     "copybuffer",   "fillbuffer",
    "catarray",      "dropout",    "embedding",    "gather",
    "scatter",       "transpose",  "biasadd",      "eigenmetakernel",
    "_gpu_dt_",      "rotary",     "scal_kernel",  "scalepackedtensor",
    "arange",        "topk",       "radixsort",    "fill_kernel"};

constexpr std::string_view kProductWords[] = {
    "gemm",           "gemv",      "cijk_",      "nvjet",      "fmha",           "flash_fwd",
    "flash_bwd",      "flashattn", "flash_attn", "attn_fwd",   "attn_bwd",       "matmul",
    "bmm_",           "conv2d",    "conv3d",     "convolve",   "convolution",    "fprop_",
    "dgrad_",         "wgrad_",    "scudnn",     "s884cudnn",  "winograd",       "cutlass_tensorop",
    "conv_depthwise", "miopensp3", "_sdpa_",     "mla_decode", "paged_attention"};

// Products whose kernels are of convolutions or attention.
constexpr std::string_view kOtherProducts[] = {
    "fmha",  "flash", "attn", "attention", "_sdpa_",   "mla_decode", "fprop",
    "dgrad", "wgrad", "conv", "cudnn",     "winograd", "miopen"};

// The kernel's own name in lower case: the scopes in a node's name are the user's words. Without
// the name of FBGEMM, as most of its kernels are no matrix products.
std::string OwnName(std::string_view name) {
  constexpr std::string_view kFbgemm = "fbgemm";
  std::string own = Lower(name.substr(name.rfind('/') + 1));
  for (size_t at = own.find(kFbgemm); at != own.npos; at = own.find(kFbgemm, at)) {
    own.erase(at, kFbgemm.size());
  }
  return own;
}

// Fusions of XLA that are loops over elements or reductions.
bool IsLoopFusion(std::string_view lower) {
  return lower.starts_with("loop_") || lower.starts_with("wrapped_") || lower.starts_with("input_");
}

bool IsTensile(std::string_view lower) { return lower.starts_with(kTensile); }

}  // namespace

Precision PrecisionOfKernel(std::string_view name) {
  const std::string lower = OwnName(name);
  const auto find = [&](const PrecisionWord* first, const PrecisionWord* last) {
    const PrecisionWord* const word = std::find_if(
        first, last, [&](const PrecisionWord& one) { return lower.find(one.text) != lower.npos; });
    return word == last ? Precision::kUnknown : word->precision;
  };
  if (IsTensile(lower)) return find(std::begin(kTensileTypes), std::end(kTensileTypes));
  if (lower.find(kNvjet) != lower.npos) {
    const Precision precision = PrecisionOfNvjet(lower);
    if (precision != Precision::kUnknown) return precision;
  }
  return find(std::begin(kPrecisionWords), std::end(kPrecisionWords));
}

bool HasFloatsOf8Bits(std::string_view name) {
  const std::string lower = OwnName(name);
  if (IsTensile(lower)) return HasAnyOf(lower, kTensileFloat8Words);
  if (lower.find(kNvjet) != lower.npos) {
    return std::string_view("qrou").find(TypeOfNvjet(lower)) != std::string_view::npos;
  }
  return HasAnyOf(lower, kFloat8Words);
}

std::optional<bool> UsesTensorCores(std::string_view name) {
  const std::string lower = OwnName(name);
  // Tensile names the shape of the matrix instruction, if it uses one: MI16x16x16x1.
  if (IsTensile(lower)) {
    const size_t at = lower.find("_mi");
    const bool has_shape = at != lower.npos && at + 3 < lower.size() &&
                           std::isdigit(static_cast<unsigned char>(lower[at + 3])) != 0;
    return has_shape ? std::optional(true) : std::nullopt;
  }
  if (IsLoopFusion(lower) || HasAnyOf(lower, kBesideProducts)) return false;
  if (HasAnyOf(lower, kPlainUnits)) return false;
  if (HasAnyOf(lower, kTensorCoreWords)) return true;
  // NVIDIA's 1x1 convolutions; MIOpen's are named otherwise, in capitals.
  if (name.find("conv1x1") != name.npos) return true;
  const bool is_product = IsProductKernel(name);
  // Only tensor cores multiply 8-bit floats.
  if (is_product && HasAnyOf(lower, kFloat8Words)) return true;
  if (HasAnyOf(lower, kPlainProducts)) return false;
  const bool is_other = HasAnyOf(lower, kOtherWork) ||
                        (HasAnyOf(lower, kPlainNamespaces) && !HasAnyOf(lower, kMaybeProducts));
  return is_other && !is_product ? std::optional(false) : std::nullopt;
}

bool IsLayoutKernel(std::string_view name) { return HasAnyOf(OwnName(name), kLayoutWords); }

bool IsProductKernel(std::string_view name) {
  const std::string lower = OwnName(name);
  return HasAnyOf(lower, kProductWords) && !IsLoopFusion(lower) &&
         !HasAnyOf(lower, kBesideProducts);
}

bool IsMatrixProductKernel(std::string_view name) {
  return IsProductKernel(name) && !HasAnyOf(OwnName(name), kOtherProducts);
}

}  // namespace profiler
