#ifndef PROFILER_ANALYSIS_SHAPES_CONVOLUTION_WORK_H_
#define PROFILER_ANALYSIS_SHAPES_CONVOLUTION_WORK_H_

#include <optional>

#include "profiler/analysis/shapes/shape_work.h"

namespace profiler {

// The part of WorkOfShapes() that is about convolutions. Their output depends on strides and
// padding, and what their backward pass computes on its mask: both are values of inputs.
std::optional<ShapeWork> WorkOfConvolution(const Profile& profile, OpId op);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SHAPES_CONVOLUTION_WORK_H_
