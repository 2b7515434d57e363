#include "profiler/readers/xspace/hlo/convolution_flops.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "profiler/readers/common/proto_fields.h"

namespace profiler::xspace {
namespace {

// ConvolutionDimensionNumbers.
struct Dimensions {
  int64_t input_batch = 0, input_feature = 0, output_feature = 0;
  std::vector<int64_t> input_spatial, kernel_spatial, output_spatial;
};

Dimensions DecodeDimensions(std::string_view bytes) {
  Dimensions dims;
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case VarintField(7):
        dims.input_batch = message.get_int64();
        break;
      case VarintField(8):
        dims.input_feature = message.get_int64();
        break;
      case VarintField(10):
        dims.output_feature = message.get_int64();
        break;
      default:
        message.skip();
    }
  }
  dims.kernel_spatial = NumbersOf(bytes, 6);
  dims.input_spatial = NumbersOf(bytes, 11);
  dims.output_spatial = NumbersOf(bytes, 12);
  return dims;
}

HloWindow DecodeWindowDimension(std::string_view bytes) {
  HloWindow window;
  int64_t* const fields[] = {&window.size,         &window.stride,          &window.padding_low,
                             &window.padding_high, &window.window_dilation, &window.base_dilation};
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    const uint32_t number = message.tag();
    const bool is_number = message.wire_type() == protozero::pbf_wire_type::varint;
    if (is_number && number >= 1 && number <= std::size(fields)) {
      *fields[number - 1] = message.get_int64();
    } else {
      message.skip();
    }
  }
  return window;
}

// What is 0 or out of reason counts as 1.
int64_t Step(int64_t value) { return std::clamp<int64_t>(value, 1, int64_t{1} << 30); }

// How often an element of the kernel meets an element of the input, over all places of the output,
// in one dimension. Infinite if counting takes more than `steps`.
double Meetings(const HloWindow& window, int64_t input, int64_t kernel, int64_t output,
                int64_t& steps) {
  constexpr int64_t kMost = int64_t{1} << 20;  // of a dimension; no convolution has more
  if (input <= 0 || kernel <= 0 || output <= 0) return 0;
  if (input > kMost || kernel > kMost || output > kMost) return 0;
  const int64_t base = Step(window.base_dilation);
  const int64_t padding = std::clamp(window.padding_low, -kMost, kMost);
  // Element k of the kernel and place o of the output meet at k * dilation + o * stride - padding.
  // The shorter of the two is gone through; `by` and `of` have steps of these lengths.
  std::pair<int64_t, int64_t> by = {kernel, Step(window.window_dilation)};
  std::pair<int64_t, int64_t> of = {output, Step(window.stride)};
  if (of.first < by.first) std::swap(by, of);
  const auto [length, stride] = of;
  // Between elements of the input are base - 1 holes: one of so many places is no hole.
  const int64_t period = base / std::gcd(stride, base);
  const int64_t needed = by.first * std::min(period, length);
  if (needed > steps) return std::numeric_limits<double>::infinity();
  steps -= needed;
  const int64_t end = (input - 1) * base + 1;
  int64_t meetings = 0;
  for (int64_t i = 0; i < by.first; ++i) {
    const int64_t start = i * by.second - padding;
    const int64_t first = start < 0 ? (stride - 1 - start) / stride : 0;
    const int64_t last = start < end ? std::min(length, (end - 1 - start) / stride + 1) : 0;
    for (int64_t at = first; at < std::min(last, first + period); ++at) {
      if ((start + at * stride) % base != 0) continue;
      meetings += (last - at + period - 1) / period;
      break;
    }
  }
  return static_cast<double>(meetings);
}

int64_t DimOf(const HloArray& array, int64_t at) {
  return at >= 0 && at < std::ssize(array.dims) ? array.dims[at] : 0;
}

}  // namespace

std::vector<HloWindow> DecodeWindow(std::string_view bytes) {
  std::vector<HloWindow> windows;
  protozero::pbf_reader message = Message(bytes);
  while (message.next(1, protozero::pbf_wire_type::length_delimited)) {
    windows.push_back(DecodeWindowDimension(Text(message)));
  }
  return windows;
}

double ElementsOf(const std::vector<HloWindow>& window) {
  double elements = 1;
  for (const HloWindow& dim : window) {
    elements *= static_cast<double>(std::max<int64_t>(dim.size, 0));
  }
  return elements;
}

double ConvolutionFlops(const HloInstruction& convolution, const HloArray& input,
                        const HloArray& kernel, const HloArray& output, int64_t& steps) {
  const Dimensions dims = DecodeDimensions(convolution.convolution_dimensions);
  const std::vector<HloWindow> window = DecodeWindow(convolution.window);
  constexpr size_t kMostDims = 8;
  if (window.size() > kMostDims) return 0;
  if (dims.input_spatial.size() < window.size() || dims.kernel_spatial.size() < window.size() ||
      dims.output_spatial.size() < window.size()) {
    return 0;
  }
  const int64_t features =
      DimOf(input, dims.input_feature) / std::max<int64_t>(convolution.feature_groups, 1);
  const int64_t batch =
      DimOf(input, dims.input_batch) / std::max<int64_t>(convolution.batch_groups, 1);
  double products = static_cast<double>(features) * static_cast<double>(batch);
  products *= static_cast<double>(DimOf(output, dims.output_feature));
  for (size_t i = 0; i < window.size(); ++i) {
    products *= Meetings(window[i], DimOf(input, dims.input_spatial[i]),
                         DimOf(kernel, dims.kernel_spatial[i]),
                         DimOf(output, dims.output_spatial[i]), steps);
  }
  return 2 * std::max(products, 0.0);
}

}  // namespace profiler::xspace
