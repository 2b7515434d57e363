#ifndef PROFILER_BASE_INPUT_SHAPE_USE_H_
#define PROFILER_BASE_INPUT_SHAPE_USE_H_

#include <string>
#include <vector>

#include "profiler/base/value.h"

namespace profiler {

// The executions of an op type with one combination of input shapes.
struct InputShapeUse {
  std::vector<std::string> shapes;  // one text per input, e.g. "0:4x8" for input 0
  Value runs = kAbsent, defined = 0, time = kAbsent;
};

}  // namespace profiler

#endif  // PROFILER_BASE_INPUT_SHAPE_USE_H_
