#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/store/import_ids.h"
#include "profiler/store/kind_names.h"
#include "profiler/views/info/info_sections.h"

namespace profiler {
namespace {

struct ProblemRow {
  const Profile& profile;
  const ImportRow& problem;

  std::string id() const { return std::string(profile.strings[problem.problem]); }
  std::string file() const { return std::string(profile.strings[problem.path]); }
};

const std::vector<ColumnOf<ProblemRow>>& ProblemColumns() {
  using C = ColumnOf<ProblemRow>;
  using Row = const ProblemRow&;
  static const std::vector<C> kColumns = {
      C::Text("severity", "severity",
              "info (nothing that anyone would miss), repaired (wrong and mended, nothing is "
              "lost), loss (a part could not be used or was not recorded) or error (the file is "
              "damaged)",
              [](Row row) { return Name(row.problem.severity); })
          .In(Detail::kReport),
      C::Number("count", Unit::kCount, "count", "how often it was met",
                [](Row row) { return row.problem.count; })
          .In(Detail::kReport),
      C::Text("file", "file", "the input file", &ProblemRow::file)
          .In(Detail::kReport)
          .As(ColumnRole::kPath),
      C::Number("first_offset", Unit::kNone, "first at byte", "where it occurs first in the file",
                [](Row row) { return Known(row.problem.first_offset); }),
      C::Text("first_detail", "first", "what was met first",
              [](Row row) { return row.profile.strings[row.problem.first_detail]; })
          .In(Detail::kReport),
      C::Text("sentence", "what it is", "the problem, and what was done about it",
              [](Row row) { return row.profile.strings[row.problem.sentence]; })
          .In(Detail::kReport),
  };
  return kColumns;
}

// Counts rows by severity, highest first, e.g. "1 error, 2 info".
std::string SeveritySummary(const std::vector<const ImportRow*>& rows) {
  if (rows.empty()) return "none";
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
  Report report = StartTable("problems", "Import problems: " + SeveritySummary(rows),
                             "the counter's id", Headers(ProblemColumns()));
  for (const ImportRow* problem : rows) {
    const ProblemRow row{profile, *problem};
    AppendRow(ProblemColumns(), row.id(), {row.file(), row.id()}, row, report);
  }
  return report;
}

}  // namespace profiler
