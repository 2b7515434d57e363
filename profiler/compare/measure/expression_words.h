// The functions and signs of expressions (expression.h), and how they are spelled.
#ifndef PROFILER_COMPARE_MEASURE_EXPRESSION_WORDS_H_
#define PROFILER_COMPARE_MEASURE_EXPRESSION_WORDS_H_

#include <array>
#include <string_view>

#include "profiler/compare/measure/expression.h"

namespace profiler {

struct FunctionName {
  MeasureFunction function;
  std::string_view name;
};
const std::array<FunctionName, 9>& MeasureFunctions();  // all but kEach

struct SignName {
  RequiredSign sign;
  std::string_view name;
};
// Longer signs first, so that the first match is the right one.
const std::array<SignName, 6>& RequiredSigns();

}  // namespace profiler

#endif  // PROFILER_COMPARE_MEASURE_EXPRESSION_WORDS_H_
