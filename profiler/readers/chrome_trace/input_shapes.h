#ifndef PROFILER_READERS_CHROME_TRACE_INPUT_SHAPES_H_
#define PROFILER_READERS_CHROME_TRACE_INPUT_SHAPES_H_

#include <string>
#include <string_view>

namespace profiler::chrome_trace {

// Converts Kineto's dimensions of an op's inputs to the form of ops.input_shapes: "[[4, 64], [64,
// 32], []]" becomes "0:4x64,1:64x32", and a list of tensors becomes "0:[4x64;64x32]". Drops inputs
// without dimensions, such as numbers. Returns "" if no input is left, or if `dims` is not a list.
std::string InputShapes(std::string_view dims);

// Converts Kineto's types of an op's inputs to the form of ops.input_types: ["c10::Half", "Scalar",
// "float"] becomes "0:c10::Half,2:float". Drops inputs that are no tensors. Returns "" if no input
// is left, or if `types` is not a list.
std::string InputTypes(std::string_view types);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_INPUT_SHAPES_H_
