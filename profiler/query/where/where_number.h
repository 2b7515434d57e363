// Numbers as -where takes them: 20, 1.5ms, 4KB, 5%. They are compared exactly, as decimals.
#ifndef PROFILER_QUERY_WHERE_WHERE_NUMBER_H_
#define PROFILER_QUERY_WHERE_WHERE_NUMBER_H_

#include <cstddef>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/int128.h"
#include "profiler/query/measures.h"

namespace profiler {

// What a unit measures; only equal ones compare.
enum class WhereDimension { kAny, kTime, kBytes, kCount, kShare };
WhereDimension DimensionOf(Unit unit);
std::string_view Describe(WhereDimension dimension);  // "a time", "a size", ...

class WhereNumber {
 public:
  // What `text` starts with; `length` is how much of it that is. The error does not tell the place.
  static absl::StatusOr<WhereNumber> Parse(std::string_view text, size_t& length);

  WhereDimension dimension() const { return dimension_; }
  double real() const { return real_; }  // in us, bytes, percent or 1
  // Whether it can be compared with a column of the unit. A number without a unit always can.
  bool Fits(Unit unit) const;
  WhereNumber Negated() const;

  // -1, 0 or 1: how a value of a column compares with this. Times are in picoseconds, real ones in
  // microseconds, as in a report.
  int CompareTo(Int128 value, Unit unit) const;
  int CompareTo(double value, Unit unit) const;

 private:
  // floor(number) and whether there is more behind it.
  struct Decimal {
    Int128 floor = 0;
    bool has_fraction = false;
  };
  Decimal Scaled(int power_of_ten) const;
  int CompareWith(const Decimal& decimal, Int128 value) const;
  void Settle();

  Int128 digits_ = 0;  // without sign
  int exponent_ = 0;   // of ten
  bool negative_ = false;
  WhereDimension dimension_ = WhereDimension::kAny;
  Decimal picos_, plain_;        // as a value of a time column, and of any other
  double real_ = 0, share_ = 0;  // the same of real columns, and of shares of 1
};

}  // namespace profiler

#endif  // PROFILER_QUERY_WHERE_WHERE_NUMBER_H_
