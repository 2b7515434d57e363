#ifndef PROFILER_REPORT_FINDING_TABLE_H_
#define PROFILER_REPORT_FINDING_TABLE_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

// The id of a section's note on what its rule could not judge.
inline constexpr std::string_view kNotJudged = "not_judged";

// The note of a section of findings as a sentence that stands below them.
std::string SentenceOf(const Note& note);

// The findings of a report as a table, for formats that show tables only. The sections of the table
// are the findings' evidence; the id of a section is the key of the finding's row, joined by '/'.
Report FindingsTable(const Report& report);

// The tables that the text format shows below a finding: the finding's own evidence, or else that
// of findings with the same id, subject and place.
std::vector<const Report*> ShownEvidence(const Report& report, const Finding& finding);

}  // namespace profiler

#endif  // PROFILER_REPORT_FINDING_TABLE_H_
