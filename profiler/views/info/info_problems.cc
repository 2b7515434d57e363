#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/store/import_ids.h"
#include "profiler/views/common/kind_names.h"
#include "profiler/views/info/info_sections.h"

namespace profiler {
namespace {

std::vector<ReportColumn> ProblemColumns() {
  using enum ColumnType;
  return {
      TableColumn("severity", kText, Unit::kNone, "severity",
                  "info (nothing that anyone would miss), repaired (wrong and mended, nothing is "
                  "lost), loss (a part could not be used or was not recorded) or error (the file "
                  "is damaged)"),
      TableColumn("count", kNumber, Unit::kCount, "count", "how often it was met"),
      TableColumn("file", kText, Unit::kNone, "file", "the input in which it was met"),
      TableColumn("first_offset", kNumber, Unit::kNone, "first at byte",
                  "where in the file it was met first"),
      TableColumn("first_detail", kText, Unit::kNone, "first", "what was met first"),
      TableColumn("sentence", kText, Unit::kNone, "what it is",
                  "what was met, and what was done about it"),
  };
}

// "1 error, 2 info", the worst first.
std::string SeveritySummary(const std::vector<const ImportRow*>& rows) {
  if (rows.empty()) return "nothing";
  std::string text;
  for (size_t i = 0; i < rows.size();) {
    const ImportSeverity severity = rows[i]->severity;
    size_t end = i;
    while (end < rows.size() && rows[end]->severity == severity) ++end;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", end - i, Name(severity));
    i = end;
  }
  return text;
}

}  // namespace

Report ProblemSection(const Profile& profile) {
  std::vector<const ImportRow*> rows;
  for (const ImportRow& row : profile.import_rows) {
    if (profile.strings[row.problem] != kPartOfRun) rows.push_back(&row);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const ImportRow* a, const ImportRow* b) {
    return a->severity > b->severity;
  });
  Report report = StartTable("problems", "What reading met: " + SeveritySummary(rows),
                             "the counter's id", ProblemColumns());
  for (const ImportRow* row : rows) {
    const std::string id(profile.strings[row->problem]);
    const std::string file(profile.strings[row->path]);
    TableRow(report, id, {file, id})
        .Text(Name(row->severity))
        .Number(row->count)
        .Text(file)
        .Number(Known(row->first_offset))
        .Text(profile.strings[row->first_detail])
        .Text(profile.strings[row->sentence]);
  }
  return report;
}

}  // namespace profiler
