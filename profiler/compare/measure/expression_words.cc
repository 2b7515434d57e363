#include "profiler/compare/measure/expression_words.h"

namespace profiler {

const std::array<FunctionName, 9>& MeasureFunctions() {
  static constexpr std::array<FunctionName, 9> kFunctions = {{
      {MeasureFunction::kMedian, "median"},
      {MeasureFunction::kMean, "mean"},
      {MeasureFunction::kP95, "p95"},
      {MeasureFunction::kP99, "p99"},
      {MeasureFunction::kMin, "min"},
      {MeasureFunction::kMax, "max"},
      {MeasureFunction::kSum, "sum"},
      {MeasureFunction::kCount, "count"},
      {MeasureFunction::kShare, "share"},
  }};
  return kFunctions;
}

const std::array<SignName, 6>& RequiredSigns() {
  static constexpr std::array<SignName, 6> kSigns = {{
      {RequiredSign::kLessEqual, "<="},
      {RequiredSign::kGreaterEqual, ">="},
      {RequiredSign::kEqual, "=="},
      {RequiredSign::kNotEqual, "!="},
      {RequiredSign::kLess, "<"},
      {RequiredSign::kGreater, ">"},
  }};
  return kSigns;
}

std::string_view Name(MeasureFunction function) {
  for (const FunctionName& one : MeasureFunctions()) {
    if (one.function == function) return one.name;
  }
  return "";
}

std::string_view Spelling(RequiredSign sign) {
  for (const SignName& one : RequiredSigns()) {
    if (one.sign == sign) return one.name;
  }
  return "";
}

}  // namespace profiler
