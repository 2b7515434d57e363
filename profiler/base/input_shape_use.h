#ifndef PROFILER_BASE_INPUT_SHAPE_USE_H_
#define PROFILER_BASE_INPUT_SHAPE_USE_H_

#include <string>
#include <vector>

#include "profiler/base/value.h"

namespace profiler {

// One group of an op type's executions: those with the same input shapes.
struct InputShapeUse {
  std::vector<std::string> shapes;  // "0:4x8", by input
  Value runs = kAbsent, defined = 0, time = kAbsent;
};

}  // namespace profiler

#endif  // PROFILER_BASE_INPUT_SHAPE_USE_H_
