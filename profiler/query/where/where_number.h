// Number constants of -where: 20, 1.5ms, 4KB, 5%, 200GB/s. They are compared exactly, as decimal
// numbers.
#ifndef PROFILER_QUERY_WHERE_WHERE_NUMBER_H_
#define PROFILER_QUERY_WHERE_WHERE_NUMBER_H_

#include <cstddef>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/int128.h"
#include "profiler/query/measures.h"

namespace profiler {

// The dimension of a unit. Only values of equal dimension can be compared.
enum class WhereDimension { kAny, kTime, kBytes, kCount, kShare, kByteRate, kFlopRate };
WhereDimension DimensionOf(Unit unit);
std::string_view Describe(WhereDimension dimension);  // text such as "a time" or "a size"

class WhereNumber {
 public:
  // Parses the number at the start of `text` and sets its `length`. Errors give no position.
  static absl::StatusOr<WhereNumber> Parse(std::string_view text, size_t& length);

  WhereDimension dimension() const { return dimension_; }
  double real() const { return real_; }  // unit: us, bytes, percent or 1
  // The number in the unit of a column that it fits; times are in microseconds.
  double In(Unit unit) const { return unit == Unit::kShare ? share_ : real_; }
  // Whether the number can be compared with a column of this unit. A number without a unit always
  // can.
  bool Fits(Unit unit) const;
  WhereNumber Negated() const;

  // Compares a column's value with this number: -1, 0 or 1. As in a report, times are in
  // picoseconds if they are integers, and in microseconds if real.
  int CompareTo(Int128 value, Unit unit) const;
  int CompareTo(double value, Unit unit) const;

 private:
  // A number as its floor, and whether it has a fractional part.
  struct Decimal {
    Int128 floor = 0;
    bool has_fraction = false;
  };
  Decimal Scaled(int power_of_ten) const;
  int CompareWith(const Decimal& decimal, Int128 value) const;
  void Settle();

  Int128 digits_ = 0;  // the digits without sign and point
  int exponent_ = 0;   // the power of ten
  bool negative_ = false;
  WhereDimension dimension_ = WhereDimension::kAny;
  Decimal picos_, plain_;        // the number for time columns, and for other columns
  double real_ = 0, share_ = 0;  // for real columns, and as a fraction of 1
};

}  // namespace profiler

#endif  // PROFILER_QUERY_WHERE_WHERE_NUMBER_H_
