#ifndef PROFILER_COMPARE_SAMPLES_ROW_IDS_H_
#define PROFILER_COMPARE_SAMPLES_ROW_IDS_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

// A hash of a row's key, as keys of all rows would take too much memory. Rows of two reports of a
// view have equal ids if KeyOf() is equal. 128 bits, so that no two of a billion rows are ever
// confused.
struct RowId {
  uint64_t high = 0, low = 0;

  // Of the row whose key continues this row's key with `part`.
  RowId Below(std::string_view part) const;

  friend bool operator==(RowId a, RowId b) { return a.high == b.high && a.low == b.low; }
  template <typename H>
  friend H AbslHashValue(H hash, RowId id) {
    return H::combine(std::move(hash), id.high, id.low);
  }
};

// One per row of the report's own table.
std::vector<RowId> RowIdsOf(const Report& report);

}  // namespace profiler

#endif  // PROFILER_COMPARE_SAMPLES_ROW_IDS_H_
