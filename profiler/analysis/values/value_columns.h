// Values of many rows, stored by measure, because most reports need few measures, and loops over
// one measure then access memory sequentially.
#ifndef PROFILER_ANALYSIS_VALUES_VALUE_COLUMNS_H_
#define PROFILER_ANALYSIS_VALUES_VALUE_COLUMNS_H_

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/base/heap_bytes.h"
#include "profiler/base/value.h"
#include "profiler/query/measures.h"

namespace profiler {

// One value per measure. kOccurrence is the number of runs; `defined` is the number of ops.
struct Values {
  std::array<Value, kMeasureCount> by_measure;
  Value defined = 0;

  static Values Absent() {
    Values values;
    values.by_measure.fill(kAbsent);
    return values;
  }
  Value& operator[](Measure m) { return by_measure[static_cast<size_t>(m)]; }
  Value operator[](Measure m) const { return by_measure[static_cast<size_t>(m)]; }
  void Add(const Values& other) {
    for (size_t m = 0; m < kMeasureCount; ++m) AddValue(by_measure[m], other.by_measure[m]);
    defined += other.defined;
  }
};

using MeasureSet = std::bitset<kMeasureCount>;
inline bool Has(const MeasureSet& set, Measure m) { return set[static_cast<size_t>(m)]; }
template <typename Visitor>
void ForEach(const MeasureSet& set, Visitor visit) {
  for (size_t m = 0; m < kMeasureCount; ++m) {
    if (set[m]) visit(static_cast<Measure>(m));
  }
}

class ValueColumns {
 public:
  ValueColumns() = default;
  // Creates columns for `measures`, with all values unknown. Values of other measures are always
  // unknown.
  ValueColumns(const MeasureSet& measures, size_t rows) : measures_(measures), defined_(rows) {
    ForEach(measures, [&](Measure m) { column(m).assign(rows, kAbsent); });
  }

  size_t size() const { return defined_.size(); }
  const MeasureSet& measures() const { return measures_; }
  bool Has(Measure m) const { return profiler::Has(measures_, m); }

  // The column of a measure; empty if the measure has no column.
  std::vector<Value>& column(Measure m) { return columns_[static_cast<size_t>(m)]; }
  const std::vector<Value>& column(Measure m) const { return columns_[static_cast<size_t>(m)]; }
  // The number of ops of each row.
  std::vector<int64_t>& defined() { return defined_; }
  const std::vector<int64_t>& defined() const { return defined_; }

  // One row, e.g. for values[row][Measure::kMicros].
  class Row {
   public:
    Row(const ValueColumns& of, size_t row) : of_(of), row_(row) {}
    Value operator[](Measure m) const { return of_.Get(row_, m); }
    operator Values() const { return of_.Get(row_); }

   private:
    const ValueColumns& of_;
    const size_t row_;
  };
  Row operator[](size_t row) const { return {*this, row}; }
  Value Get(size_t row, Measure m) const { return Has(m) ? column(m)[row] : kAbsent; }
  Values Get(size_t row) const {
    Values values = Values::Absent();
    ForEach(measures_, [&](Measure m) { values[m] = column(m)[row]; });
    values.defined = defined_[row];
    return values;
  }
  // Does nothing if the measure has no column.
  void Set(size_t row, Measure m, Value value) {
    if (Has(m)) column(m)[row] = value;
  }
  void Set(size_t row, const Values& values) {
    ForEach(measures_, [&](Measure m) { column(m)[row] = values[m]; });
    defined_[row] = static_cast<int64_t>(values.defined);
  }
  void Add(size_t row, const Values& values) {
    ForEach(measures_, [&](Measure m) { AddValue(column(m)[row], values[m]); });
    defined_[row] += static_cast<int64_t>(values.defined);
  }
  void DropLast() {
    ForEach(measures_, [&](Measure m) { column(m).pop_back(); });
    defined_.pop_back();
  }

  friend uint64_t HeapBytes(const ValueColumns& columns) {
    uint64_t bytes = HeapBytes(columns.defined_);
    for (const std::vector<Value>& column : columns.columns_) bytes += HeapBytes(column);
    return bytes;
  }

 private:
  MeasureSet measures_;
  std::array<std::vector<Value>, kMeasureCount> columns_;
  std::vector<int64_t> defined_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_VALUE_COLUMNS_H_
