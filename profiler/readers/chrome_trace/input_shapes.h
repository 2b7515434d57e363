#ifndef PROFILER_READERS_CHROME_TRACE_INPUT_SHAPES_H_
#define PROFILER_READERS_CHROME_TRACE_INPUT_SHAPES_H_

#include <string>
#include <string_view>

namespace profiler::chrome_trace {

// The dimensions that Kineto recorded of an op's inputs, as ops.input_shapes has them:
// "[[4, 64], [64, 32], []]" is "0:4x64,1:64x32", and a list of tensors "0:[4x64;64x32]". What has
// no dimensions, as numbers have none, is left out; so is what no op has. Empty where nothing is
// left, or `dims` is no list.
std::string InputShapes(std::string_view dims);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_INPUT_SHAPES_H_
