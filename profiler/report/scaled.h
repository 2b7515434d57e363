#ifndef PROFILER_REPORT_SCALED_H_
#define PROFILER_REPORT_SCALED_H_

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/query/measures.h"
#include "profiler/report/report.h"

namespace profiler {

// A value in a suitable unit, for people: 12.3 ms, 4.56 GB, 1,420. Units are decimal; times range
// from ns to h, a share is a percentage, and counts are written out up to ten million. `-` if the
// value is unknown.
std::string ScaledText(Value value, Unit unit);
std::string ScaledText(double value, Unit unit);  // times are in microseconds

template <std::integral Number>
requires(sizeof(Number) < sizeof(Value)) std::string ScaledText(Number value, Unit unit) {
  return ScaledText(static_cast<Value>(value), unit);
}

// The same of two values that are compared: with as many decimals as are needed to tell them apart.
struct ScaledPair {
  std::string value, other;
};
ScaledPair ScaledApart(double value, double other, Unit unit);

// A number without a unit: from 1000 on without decimals, else with four significant digits.
std::string PlainReal(double value);

// The same with 15 significant digits, as SQLite prints it.
std::string ExactReal(double value);

// A probability in three significant digits: 0.421, 0.0123, <0.0001.
std::string ProbabilityText(double p);
// A change as a part of the base, with its sign: 0.042 is +4.2%, and 1999 is x2,000.
std::string PercentChange(double part);

// A value as ScaledText(double) takes it; NaN if it is unknown.
double ScalableValue(Value value, Unit unit);

// Formats the values of a column in one unit and with the same number of decimals, so that they
// compare at sight. The unit suits the largest value, or the median, of few values the lower
// quartile, if that is far smaller.
class ColumnScale {
 public:
  ColumnScale(Unit unit, std::vector<double> values, ColumnRole role = ColumnRole::kPlain);
  std::string Text(double value) const;  // `-` if NaN; `<0.01 ms` if it would round to 0

 private:
  std::string Plain(double value) const;

  Unit unit_;
  ColumnRole role_;
  double factor_ = 1;
  std::string_view suffix_ = "";
  int decimals_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_REPORT_SCALED_H_
