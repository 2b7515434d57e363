#ifndef PROFILER_READERS_XSPACE_HLO_CONVOLUTION_FLOPS_H_
#define PROFILER_READERS_XSPACE_HLO_CONVOLUTION_FLOPS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/readers/xspace/hlo/hlo_instruction.h"

namespace profiler::xspace {

// A WindowDimension.
struct HloWindow {
  int64_t size = 0, stride = 1, padding_low = 0, padding_high = 0;
  int64_t window_dilation = 1, base_dilation = 1;
};
std::vector<HloWindow> DecodeWindow(std::string_view window);

// The elements of a window.
double ElementsOf(const std::vector<HloWindow>& window);

// Float operations of a convolution: two for each product of an element of the kernel with one of
// the input that is no padding. 0 if the dimensions do not fit; infinite if counting takes more
// than `steps`, from which the steps taken are subtracted.
double ConvolutionFlops(const HloInstruction& convolution, const HloArray& input,
                        const HloArray& kernel, const HloArray& output, int64_t& steps);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_CONVOLUTION_FLOPS_H_
