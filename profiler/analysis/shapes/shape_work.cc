#include "profiler/analysis/shapes/shape_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "profiler/analysis/shapes/convolution_work.h"
#include "profiler/analysis/shapes/tensor_inputs.h"

namespace profiler {
namespace {

using MaybeWork = std::optional<ShapeWork>;

// Corrupt shapes must not exceed the numbers of a report.
constexpr double kMostWork = 1e25;

// `first` is the slot of the first tensor that the formula is about.
using Formula = MaybeWork (*)(const TensorInputs& inputs, size_t first);

MaybeWork ProductWork(const TensorInputs& inputs, size_t first, const ProductShape& of) {
  ShapeWork work;
  work.flops = 2 * of.batch * of.m * of.n * of.k;
  work.bytes = inputs.BytesOf(first, 2, of.batch * of.m * of.n);
  work.shape = inputs[first].WithType(
      of.batch == 1 ? fmt::format("m={} n={} k={}", of.m, of.n, of.k)
                    : fmt::format("b={} m={} n={} k={}", of.batch, of.m, of.n, of.k));
  work.product = of;
  work.product->element_bytes = inputs[first].element_bytes;
  return work;
}

// a[..., m, k] by b[..., k, n]. What stands before m is m, too, if b has no more than two
// dimensions, and else a batch.
MaybeWork MatrixProduct(const TensorInputs& inputs, size_t first) {
  const std::vector<int64_t>&a = inputs[first].dims, &b = inputs[first + 1].dims;
  if (a.size() < 2 || b.size() < 2 || a.back() != b[b.size() - 2]) return std::nullopt;
  ProductShape of;
  of.n = static_cast<double>(b.back());
  of.k = static_cast<double>(a.back());
  of.m = static_cast<double>(a[a.size() - 2]);
  // Batches are aligned at the end; a missing one is 1.
  for (size_t i = 3; i <= std::max(a.size(), b.size()); ++i) {
    const int64_t of_a = i <= a.size() ? a[a.size() - i] : 1;
    const int64_t of_b = i <= b.size() ? b[b.size() - i] : 1;
    if (of_a != of_b && of_a != 1 && of_b != 1) return std::nullopt;
    (b.size() == 2 ? of.m : of.batch) *= static_cast<double>(of_a == 1 ? of_b : of_a);
  }
  return ProductWork(inputs, first, of);
}

// input[..., k] by weight[n, k].
MaybeWork Linear(const TensorInputs& inputs, size_t first) {
  const std::vector<int64_t>&input = inputs[first].dims, &weight = inputs[first + 1].dims;
  if (input.empty() || weight.size() != 2 || input.back() != weight[1]) return std::nullopt;
  ProductShape of{1, 1, static_cast<double>(weight[0]), static_cast<double>(weight[1])};
  for (size_t i = 0; i + 1 < input.size(); ++i) of.m *= static_cast<double>(input[i]);
  return ProductWork(inputs, first, of);
}

// The sizes of softmax(query x key) x value.
struct AttentionShape {
  double batch, heads, queries, keys, width, value_width;

  double PerWidth() const { return 2 * batch * heads * queries * keys; }
};

// The tensors are [batch, head, position, width], or with `heads_behind` [batch, position, head,
// width].
std::optional<AttentionShape> AttentionOf(const TensorInputs& inputs, size_t query,
                                          bool heads_behind) {
  for (size_t i = 0; i < 3; ++i) {
    if (!inputs.HasRank(query + i, 4)) return std::nullopt;
  }
  const auto dim = [&](size_t slot, size_t i) {
    return static_cast<double>(inputs[query + slot].dims[i]);
  };
  const size_t head = heads_behind ? 2 : 1, position = heads_behind ? 1 : 2;
  if (dim(0, 0) != dim(1, 0) || dim(0, 3) != dim(1, 3) || dim(1, position) != dim(2, position)) {
    return std::nullopt;
  }
  return AttentionShape{dim(0, 0),        dim(0, head), dim(0, position),
                        dim(1, position), dim(0, 3),    dim(2, 3)};
}

std::string TextOf(const AttentionShape& of, const TensorInput& query) {
  return query.WithType(
      fmt::format("b={} h={} q={} kv={} d={}", of.batch, of.heads, of.queries, of.keys, of.width));
}

// The scores of all pairs, and their sum of values: a causal mask saves nothing here.
template <bool kHeadsBehind>
MaybeWork Attention(const TensorInputs& inputs, size_t first) {
  const auto of = AttentionOf(inputs, first, kHeadsBehind);
  if (!of) return std::nullopt;
  ShapeWork work;
  work.flops = of->PerWidth() * (of->width + of->value_width);
  work.bytes = inputs.BytesOf(first, 3, of->batch * of->heads * of->queries * of->value_width);
  work.shape = TextOf(*of, inputs[first]);
  return work;
}

// `first` is the gradient of the output; query, key and value follow. Scores are computed again.
template <bool kHeadsBehind>
MaybeWork AttentionBackward(const TensorInputs& inputs, size_t first) {
  const auto of = AttentionOf(inputs, first + 1, kHeadsBehind);
  if (!of) return std::nullopt;
  ShapeWork work;
  work.flops = of->PerWidth() * (3 * of->width + 2 * of->value_width);
  double gradients = 0;  // of query, key and value
  for (size_t i = 1; i <= 3; ++i) gradients += inputs[first + i].Elements();
  work.bytes = inputs.BytesOf(first, 4, gradients);
  work.shape = TextOf(*of, inputs[first]);
  return work;
}

struct KnownOp {
  std::string_view name;
  Formula formula;
  size_t first = 0;
};
constexpr auto kKnownOps = std::to_array<KnownOp>({
    {"aten::mm", MatrixProduct},
    {"aten::bmm", MatrixProduct},
    {"aten::matmul", MatrixProduct},
    {"aten::_scaled_mm", MatrixProduct},
    {"aten::addmm", MatrixProduct, 1},
    {"aten::_addmm_activation", MatrixProduct, 1},
    {"aten::baddbmm", MatrixProduct, 1},
    {"aten::linear", Linear},
    {"aten::scaled_dot_product_attention", Attention<false>},
    {"aten::_scaled_dot_product_flash_attention", Attention<false>},
    {"aten::_scaled_dot_product_flash_attention_for_cpu", Attention<false>},
    {"aten::_scaled_dot_product_efficient_attention", Attention<false>},
    {"aten::_scaled_dot_product_cudnn_attention", Attention<false>},
    {"aten::_cudnn_attention_forward", Attention<false>},
    {"aten::_flash_attention_forward", Attention<true>},
    {"aten::_efficient_attention_forward", Attention<true>},
    {"aten::_scaled_dot_product_flash_attention_backward", AttentionBackward<false>},
    {"aten::_scaled_dot_product_flash_attention_for_cpu_backward", AttentionBackward<false>},
    {"aten::_scaled_dot_product_efficient_attention_backward", AttentionBackward<false>},
    {"aten::_scaled_dot_product_cudnn_attention_backward", AttentionBackward<false>},
    {"aten::_cudnn_attention_backward", AttentionBackward<false>},
    {"aten::_flash_attention_backward", AttentionBackward<true>},
    {"aten::_efficient_attention_backward", AttentionBackward<true>},
});

}  // namespace

std::optional<ShapeWork> WorkOfShapes(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  if (!row.input_shapes.valid()) return std::nullopt;
  const std::string_view name = profile.strings[row.name];
  MaybeWork work;
  if (const auto* const known = std::find_if(kKnownOps.begin(), kKnownOps.end(),
                                             [&](const KnownOp& one) { return one.name == name; });
      known != kKnownOps.end()) {
    work = known->formula(TensorInputs(profile, op), known->first);
  } else {
    work = WorkOfConvolution(profile, op);
  }
  if (work && !(work->flops <= kMostWork)) return std::nullopt;
  if (work && !(work->bytes <= kMostWork)) work->bytes = kAbsentReal;
  return work;
}

}  // namespace profiler
