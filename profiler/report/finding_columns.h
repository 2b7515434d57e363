#ifndef PROFILER_REPORT_FINDING_COLUMNS_H_
#define PROFILER_REPORT_FINDING_COLUMNS_H_

#include <vector>

#include "profiler/report/column.h"
#include "profiler/report/finding.h"

namespace profiler {

// The columns of a table of findings.
struct FindingColumns {
  std::vector<ColumnOf<Finding>> columns;
};

// The columns of Finding::place, which tables without such findings leave out.
std::vector<ColumnOf<Finding>> FindingPlaceColumns();
// The columns for findings of one rule: severity, subject, text, command, saves_us.
const FindingColumns& RuleFindingColumns();
// The columns for findings of several rules, which add the column `rule`.
const FindingColumns& AllFindingColumns();

}  // namespace profiler

#endif  // PROFILER_REPORT_FINDING_COLUMNS_H_
