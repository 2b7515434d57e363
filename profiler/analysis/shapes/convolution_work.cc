#include "profiler/analysis/shapes/convolution_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/ops/op_attribute.h"
#include "profiler/analysis/shapes/tensor_inputs.h"

namespace profiler {
namespace {

// What a convolution's inputs that are no tensors say, by slot: "[1, 1]", "False".
class InputValues {
 public:
  InputValues(const Profile& profile, OpId op) {
    constexpr std::string_view kAttribute = "concrete_inputs";  // as the reader of traces names it
    const std::string_view text = TextAttribute(profile, op, kAttribute).value_or("");
    // Items are texts in quotes, which have none inside.
    for (size_t begin = text.find('"'); begin != text.npos; begin = text.find('"', begin)) {
      const size_t end = text.find('"', begin + 1);
      if (end == text.npos || items_.size() == kMostInputs) return;
      items_.push_back(text.substr(begin + 1, end - begin - 1));
      begin = end + 1;
    }
  }

  std::string_view operator[](size_t slot) const {
    return slot < items_.size() ? items_[slot] : std::string_view();
  }
  // The numbers of "[1, 1]"; one stands for all `count`. Empty if they are not known.
  std::vector<int64_t> Numbers(size_t slot, size_t count) const {
    std::vector<int64_t> numbers;
    std::string_view text = (*this)[slot];
    while (!text.empty() && numbers.size() <= count) {
      const size_t begin = text.find_first_of("-0123456789");
      if (begin == text.npos) break;
      int64_t number = 0;
      const auto [end, error] =
          std::from_chars(text.data() + begin, text.data() + text.size(), number);
      if (error != std::errc()) return {};
      numbers.push_back(number);
      text.remove_prefix(static_cast<size_t>(end - text.data()));
    }
    if (numbers.size() == 1) numbers.resize(count, numbers[0]);
    if (numbers.size() != count) numbers.clear();
    return numbers;
  }

 private:
  static constexpr size_t kMostInputs = 64;

  std::vector<std::string_view> items_;
};

// The slots of a convolution's inputs; kNoSlot: it has none such.
constexpr size_t kNoSlot = SIZE_MAX;
struct ConvolutionSlots {
  std::string_view name;
  size_t padding, stride, dilation, transposed = kNoSlot, mask = kNoSlot;
};
constexpr auto kConvolutions = std::to_array<ConvolutionSlots>({
    {"aten::convolution", 4, 3, 5, 6},
    {"aten::_convolution", 4, 3, 5, 6},
    {"aten::cudnn_convolution", 2, 3, 4},
    {"aten::cudnn_convolution_relu", 4, 3, 5},
    {"aten::miopen_convolution", 3, 4, 5},
    {"aten::mkldnn_convolution", 3, 4, 5},
    {"aten::_conv_depthwise2d", 5, 4, 6},
    {"aten::convolution_backward", 5, 4, 6, 7, 10},
});

// The positions of one dimension's output; 0 if there are none.
double OutputPositions(int64_t input, int64_t kernel, int64_t padding, int64_t stride,
                       int64_t dilation) {
  if (stride <= 0 || dilation <= 0 || padding < 0) return 0;
  const double reach = static_cast<double>(dilation) * (static_cast<double>(kernel) - 1) + 1;
  const double room = static_cast<double>(input) + 2 * static_cast<double>(padding) - reach;
  return room < 0 ? 0 : std::floor(room / static_cast<double>(stride)) + 1;
}

// The elements of the output in space, over all positions that the filter is placed at.
std::optional<double> Positions(const ConvolutionSlots& slots, const InputValues& values,
                                const std::vector<int64_t>& input,
                                const std::vector<int64_t>& filter) {
  const size_t space = input.size() - 2;
  const std::vector<int64_t> padding = values.Numbers(slots.padding, space),
                             stride = values.Numbers(slots.stride, space),
                             dilation = values.Numbers(slots.dilation, space);
  if (padding.empty() || stride.empty() || dilation.empty()) return std::nullopt;
  double positions = 1;
  for (size_t i = 0; i < space; ++i) {
    positions *= OutputPositions(input[i + 2], filter[i + 2], padding[i], stride[i], dilation[i]);
  }
  return positions;
}

double InSpace(const std::vector<int64_t>& dims) {
  double positions = 1;
  for (size_t i = 2; i < dims.size(); ++i) positions *= static_cast<double>(dims[i]);
  return positions;
}

// Input [n, c, ...] and filter [k, c / groups, ...]; where the filter is transposed it is placed at
// each position of the input. Backward, the gradients of the input and of the filter take as much
// as the convolution itself, each if it is asked for.
std::optional<ShapeWork> Convolution(const ConvolutionSlots& slots, const TensorInputs& inputs,
                                     const InputValues& values) {
  const bool is_backward = slots.mask != kNoSlot;
  const size_t first = is_backward ? 1 : 0;
  const TensorInput &input = inputs[first], &filter = inputs[first + 1];
  const size_t rank = input.dims.size();
  if (rank < 3 || filter.dims.size() != rank) return std::nullopt;
  const bool is_transposed = slots.transposed != kNoSlot && values[slots.transposed] == "True";
  std::optional<double> positions;
  if (is_transposed) {
    positions = InSpace(input.dims);
  } else if (is_backward) {
    if (inputs.HasRank(0, rank)) positions = InSpace(inputs[0].dims);
  } else {
    positions = Positions(slots, values, input.dims, filter.dims);
  }
  if (!positions) return std::nullopt;
  ShapeWork work;
  const auto images = static_cast<double>(input.dims[0]);
  work.flops = 2 * images * *positions * filter.Elements();
  if (is_backward) {
    const std::string_view mask = values[slots.mask];  // "[True, True, False]": input, filter, bias
    if (!mask.starts_with('[')) return std::nullopt;
    const bool of_input = mask.starts_with("[True");
    const bool of_filter = mask.substr(std::min(mask.find(','), mask.size())).starts_with(", True");
    work.flops *= (of_input ? 1 : 0) + (of_filter ? 1 : 0);
    work.bytes = inputs.BytesOf(
        0, 3, (of_input ? input.Elements() : 0) + (of_filter ? filter.Elements() : 0));
  } else if (!is_transposed) {
    work.bytes = inputs.BytesOf(0, 2, images * static_cast<double>(filter.dims[0]) * *positions);
  }
  work.shape = input.WithType(
      fmt::format("{} by {}", fmt::join(input.dims, "x"), fmt::join(filter.dims, "x")));
  return work;
}

}  // namespace

std::optional<ShapeWork> WorkOfConvolution(const Profile& profile, OpId op) {
  const std::string_view name = profile.strings[profile.ops.row[op].name];
  const auto* const slots =
      std::find_if(kConvolutions.begin(), kConvolutions.end(),
                   [&](const ConvolutionSlots& one) { return one.name == name; });
  if (slots == kConvolutions.end()) return std::nullopt;
  return Convolution(*slots, TensorInputs(profile, op), InputValues(profile, op));
}

}  // namespace profiler
