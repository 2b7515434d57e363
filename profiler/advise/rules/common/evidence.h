// Helpers to write findings.
#ifndef PROFILER_ADVISE_RULES_COMMON_EVIDENCE_H_
#define PROFILER_ADVISE_RULES_COMMON_EVIDENCE_H_

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/value.h"
#include "profiler/report/column.h"

namespace profiler {

inline constexpr size_t kMostEvidence = 10, kLittleEvidence = 5;

// A table of the first `most` rows, with the number of other rows. `order` describes the order in
// words. `name` is a getter of the row's name.
template <typename RowT, typename NameGetter>
Report EvidenceOf(const std::vector<ColumnOf<RowT>>& columns, const std::vector<RowT>& rows,
                  NameGetter name, std::string_view order = "", size_t most = kMostEvidence) {
  Report table;
  table.shape = Shape::kTable;
  table.columns = Headers(columns);
  for (size_t i = 0; i < std::min(rows.size(), most); ++i) {
    const std::string row_name(std::invoke(name, rows[i]));
    AppendRow(columns, row_name, {row_name}, rows[i], table);
  }
  if (rows.size() > most) {
    table.hidden_rows = static_cast<int64_t>(rows.size() - most);
    table.hidden_reason = order;
  }
  return table;
}

Finding Warning(std::string id, std::string subject, std::string text, std::string command);
inline Severity WarningIf(bool is_bad) { return is_bad ? Severity::kWarning : Severity::kInfo; }

// The part's share of the whole; 0 if the whole is not positive.
inline double Share(Value part, Value whole) { return whole > 0 ? ShareOf(part, whole) : 0; }

// The share in percent; 0 if the whole is 0 or unknown, or the part is unknown.
double Percentage(Value part, Value whole);

// Text such as "12%", or "less than 1%" of what is not 0; "0%" if the whole is 0.
std::string Percent(double part, double whole = 1);
std::string FormatMicros(Value picos);
std::string FormatBytesOf(Value bytes);
// Bytes per second; unknown if the bytes are unknown or the time is not positive.
Value BytesPerSecond(Value bytes, Value picos);
std::string FormatRate(Value bytes, Value picos);
// What the largest of several parts is of their sum: "most of it", or "the largest part of it"
// where the others together are as large.
std::string_view MostOfIt(Int128 part, Int128 whole);
// Text such as "1 step" or "3 steps".
std::string Count(size_t count, const std::string& noun);

// The command that shows the longest events whose names match.
std::string TraceCommand(const std::string& name_regex);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_EVIDENCE_H_
