// What the rules share in telling a finding.
#ifndef PROFILER_ADVISE_RULES_COMMON_EVIDENCE_H_
#define PROFILER_ADVISE_RULES_COMMON_EVIDENCE_H_

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/base/int128.h"

namespace profiler {

// A column of an evidence table; the description is a sentence.
ReportColumn EvidenceNumber(std::string name, Unit unit, std::string description);
ReportColumn EvidenceReal(std::string name, Unit unit, std::string description);
ReportColumn EvidenceText(std::string name, std::string description);

// A table that is filled row by row.
class EvidenceTable {
 public:
  using Cell = std::variant<Value, double, std::string>;

  explicit EvidenceTable(std::vector<ReportColumn> columns) { table_.columns = std::move(columns); }

  // One cell per column: a Value of a number, a double of a real, a string of a text. The name is
  // unique in the table. Past kMostRows rows are only counted.
  void Add(const std::string& name, const std::vector<Cell>& cells);
  // `order` says in words which rows come first.
  Report Take(const std::string& order);

  static constexpr size_t kMostRows = 10;

 private:
  Report table_;
};

// Of a whole that is 0: 0.
double Share(Int128 part, Int128 whole);

// Of 100, and 0 of a whole that is 0; what is not known counts as 0.
double Percentage(Value part, Value whole);

// "12%"; of a whole that is 0: "0%".
std::string Percent(double part, double whole);
std::string FormatMicros(Value picos);
std::string FormatBytesOf(Value bytes);
std::string FormatRate(Value bytes, Value picos);  // bytes in that time, per second
// "1 step", "3 steps".
std::string Count(size_t count, const std::string& noun);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_EVIDENCE_H_
