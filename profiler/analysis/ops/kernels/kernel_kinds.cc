#include "profiler/analysis/ops/kernels/kernel_kinds.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include "profiler/analysis/ops/kernel_names.h"
#include "profiler/base/ascii.h"

namespace profiler {
namespace {

struct KindWord {
  std::string_view text;  // in lower case
  KernelKind kind;
};

// The first word that a name has decides: kernels that gather, sort or reduce are often called
// element-wise or copies, too.
constexpr KindWord kKindWords[] = {
    {"indexing_backward", KernelKind::kIndexing},
    {"index_elementwise_kernel", KernelKind::kIndexing},
    {"indexselect", KernelKind::kIndexing},
    {"indexadd", KernelKind::kIndexing},
    {"indexfunc", KernelKind::kIndexing},
    {"scatter_gather_elementwise", KernelKind::kIndexing},
    {"gather_kernel", KernelKind::kIndexing},
    {"embedding_backward", KernelKind::kIndexing},
    {"radixsort", KernelKind::kSort},
    {"bitonicsort", KernelKind::kSort},
    {"segmentedsort", KernelKind::kSort},
    {"mergesort", KernelKind::kSort},
    {"kernel_scan_innermost", KernelKind::kScan},
    {"kernel_scan_outer", KernelKind::kScan},
    {"devicescan", KernelKind::kScan},
    {"layer_norm", KernelKind::kNormalization},
    {"layernorm", KernelKind::kNormalization},
    {"rms_norm", KernelKind::kNormalization},
    {"rmsnorm", KernelKind::kNormalization},
    {"batch_norm", KernelKind::kNormalization},
    {"batchnorm", KernelKind::kNormalization},
    {"group_norm", KernelKind::kNormalization},
    {"bn_fw", KernelKind::kNormalization},
    {"bn_bw", KernelKind::kNormalization},
    {"softmax", KernelKind::kSoftmax},
    {"copy_kernel", KernelKind::kCopy},
    {"catarraybatchedcopy", KernelKind::kCopy},
    {"copybuffer", KernelKind::kCopy},
    {"memcpy", KernelKind::kCopy},
    {"reduce_kernel", KernelKind::kReduction},
    {"lpnormfunctor", KernelKind::kReduction},
    {"multi_tensor_apply", KernelKind::kElementwiseOfLists},
    {"elementwise_kernel", KernelKind::kElementwise},
};

constexpr std::string_view kAttentionWords[] = {"fmha",      "flash",  "attn",
                                                "attention", "_sdpa_", "mla_decode"};

struct SlowWord {
  std::string_view text;
  SlowKernel kernel;
};

constexpr SlowWord kSlowWords[] = {
    {"indexing_backward_kernel", SlowKernel::kIndexBackward},
    {"DeviceRadixSort", SlowKernel::kFullSort},
    {"DeviceSegmentedRadixSort", SlowKernel::kFullSort},
    {"DeviceSegmentedSort", SlowKernel::kFullSort},
    {"DeviceMergeSort", SlowKernel::kFullSort},
    {"kDequantizeBlockwise", SlowKernel::kDequantize},  // of bitsandbytes
};

}  // namespace

std::string_view WordsOf(KernelKind kind) {
  switch (kind) {
    case KernelKind::kMatrixProduct:
      return "matrix multiplication";
    case KernelKind::kConvolution:
      return "convolution";
    case KernelKind::kAttention:
      return "attention";
    case KernelKind::kIndexing:
      return "reading or writing by index";
    case KernelKind::kSort:
      return "sorting";
    case KernelKind::kScan:
      return "running sums";
    case KernelKind::kNormalization:
      return "normalization";
    case KernelKind::kSoftmax:
      return "softmax";
    case KernelKind::kCopy:
      return "copying";
    case KernelKind::kReduction:
      return "reduction";
    case KernelKind::kElementwise:
      return "element-wise work";
    case KernelKind::kElementwiseOfLists:
      return "element-wise work on lists of tensors";
    case KernelKind::kOther:
      break;
  }
  return "";
}

KernelKind KindOfKernel(std::string_view name) {
  // The scopes in a node's name are the user's words.
  const std::string lower = Lower(name.substr(name.rfind('/') + 1));
  const auto has = [&](std::string_view word) { return lower.find(word) != lower.npos; };
  if (IsMatrixProductKernel(name)) return KernelKind::kMatrixProduct;
  if (IsProductKernel(name)) {
    return std::any_of(std::begin(kAttentionWords), std::end(kAttentionWords), has)
               ? KernelKind::kAttention
               : KernelKind::kConvolution;
  }
  const KindWord* const word = std::find_if(std::begin(kKindWords), std::end(kKindWords),
                                            [&](const KindWord& one) { return has(one.text); });
  return word == std::end(kKindWords) ? KernelKind::kOther : word->kind;
}

std::optional<SlowKernel> SlowKernelOf(std::string_view name) {
  for (const SlowWord& word : kSlowWords) {
    if (name.find(word.text) != name.npos) return word.kernel;
  }
  return std::nullopt;
}

}  // namespace profiler
