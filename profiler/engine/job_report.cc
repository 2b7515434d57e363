#include "profiler/engine/job_report.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/advise.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/analysis/steps/phase_times.h"
#include "profiler/base/status.h"
#include "profiler/catalog/views.h"
#include "profiler/engine/job_report_parts.h"
#include "profiler/report/table.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

// A table of a view's answer.
struct Taken {
  std::string_view section;  // its id there; empty: the view's own table
  std::string_view id, title;
  std::vector<std::string_view> columns;      // empty: all
  bool whole = false;                         // all its rows
  bool (*applies)(const Profile&) = nullptr;  // null: to all
};

// How a view is asked, and what of its answer is shown.
struct Part {
  std::string_view view;
  std::string by, order_by;
  int64_t rows;  // unless -top says
  std::vector<Taken> taken;
};

// The tables of the view's answers, without values.
std::vector<Report> TablesOf(const View& view) {
  if (view.sections != nullptr) return view.sections();
  return {StartTable("", "", "what the row is", view.columns())};
}

const std::vector<Part>& PartsOfViews() {
  static const std::vector<Part> kParts = {
      {"metrics",
       "node",
       "",
       24,
       {{"",
         "system",
         "System metrics",
         {"node", "kind", "origin", "unit", "count", "mean", "p5", "p50", "p95", "max"}}}},
      {"phases",
       "",
       "total_us",
       10,
       {{"",
         "steps",
         "Steps, and the time around them",
         {"count", "total_us", "mean_us", "min_us", "p50_us", "p95_us", "max_us"}},
        {"job", "job", "Before, in and after the steps", {}, /*whole=*/true, HasSystemUse}}},
      {"steps",
       "",
       "total_us",
       5,
       {{"statistics", "step_parts", "What the time of a step goes to", {}, /*whole=*/true},
        {"",
         "slowest_steps",
         "The longest steps",
         {"number", "host", "total_us", "against_median", "outlier", "cpu_us", "accelerator_us",
          "partial"}}}},
      {"phases",
       "process",
       "total_us",
       10,
       {{"",
         "phases",
         "Phases, by time in steps",
         {"count", "total_us", "mean_us", "p50_us", "p95_us", "max_us"},
         /*whole=*/false,
         HasPhases}}},
      {"utilization",
       "",
       "",
       16,
       {{"",
         "accelerators",
         "What accelerators did",
         {"rank", "host", "span_us", "busy_share", "compute_us", "communication_us", "copy_us",
          "exposed_communication_us"}}}},
      {"ops",
       "",
       "self_us",
       10,
       {{"",
         "ops",
         "Ops that took most time",
         {"placement", "type", "occurrences", "self_us", "avg_us", "self_share", "source"}}}},
      {"kernels",
       "",
       "total_us",
       10,
       {{"",
         "kernels",
         "Kernels that took most time",
         {"op", "occurrences", "total_us", "avg_us", "max_us"}}}},
      {"memory",
       "",
       "peak_bytes",
       10,
       {{"",
         "memory",
         "Memory at its peak",
         {"allocator", "step", "host", "peak_bytes", "peak_us", "device_bytes", "unfreed_bytes"}}}},
      {"info",
       "",
       "",
       20,
       {{"files", "files", "What was read", {"format", "host", "rank", "role", "steps"}},
        {"problems",
         "problems",
         "What reading met",
         {"severity", "count", "file", "first_detail", "sentence"}}}},
  };
  return kParts;
}

Query QueryOf(const Query& query) {
  Query all;
  all.selection = query.selection;
  all.advice = query.advice;
  all.collectives = query.collectives;
  all.compat_tfprof = query.compat_tfprof;
  return all;
}

bool HasValue(const ReportColumn& column) {
  const auto known = [](Value value) { return value != kAbsent; };
  const auto filled = [](const auto& item) { return !item.empty(); };
  switch (column.type) {
    case ColumnType::kNumber:
    case ColumnType::kFlag:
      return std::any_of(column.own.begin(), column.own.end(), known);
    case ColumnType::kReal:
      return std::any_of(column.reals.begin(), column.reals.end(),
                         [](double value) { return !std::isnan(value); });
    case ColumnType::kText:
      return std::any_of(column.words.begin(), column.words.end(), filled);
    case ColumnType::kList:
      return std::any_of(column.texts.begin(), column.texts.end(), filled);
    default:
      return true;
  }
}

// What is left of a view's table in the report.
Report Take(const Taken& taken, Report table, bool drop_empty) {
  table.view = taken.id;
  if (taken.section != "problems" || table.title.empty()) table.title = taken.title;
  table.sections.clear();
  table.notes.clear();
  std::erase_if(table.columns, [&](const ReportColumn& column) {
    const bool is_taken =
        taken.columns.empty() ||
        std::find(taken.columns.begin(), taken.columns.end(), column.name) != taken.columns.end();
    return !is_taken || (drop_empty && !HasValue(column));
  });
  return table;
}

// The table of that id among those of an answer; null where it has none.
Report* FindTable(std::string_view id, Report& answer) {
  if (id.empty()) return &answer;
  for (Report& section : answer.sections) {
    if (section.view == id) return &section;
  }
  return nullptr;
}

// The first rows. A view has cut its own table already, and tells why in words of its options.
void Cut(int64_t rows, Report& table) {
  Query top;
  top.top = rows;
  const int64_t hidden = table.hidden_rows;
  // Nothing else is asked of it, so it can only succeed.
  if (!FinishTable(top, table).ok()) return;
  table.hidden_rows += hidden;
  if (table.hidden_rows > 0) table.hidden_reason = "-top shows more";
}

void AddWarnings(const Report& answer, Report& report) {
  for (const Note& note : answer.notes) {
    const bool is_told = std::any_of(report.notes.begin(), report.notes.end(),
                                     [&](const Note& told) { return told.text == note.text; });
    if (note.severity == Severity::kWarning && !is_told) report.notes.push_back(note);
  }
}

absl::Status AddPart(const Part& part, Answerer& answerer, const Selected& selected, Query query,
                     RunContext& context, Report& report) {
  PROFILER_RETURN_IF_ERROR(context.Check());
  const int64_t rows = query.top.value_or(part.rows);
  query.by = part.by;
  query.order_by_column = part.order_by;
  query.top = rows;
  absl::StatusOr<Report> answer = answerer.Ask(part.view, selected, query, context);
  // A view that cannot answer of such a profile has no part in its report.
  if (absl::IsFailedPrecondition(answer.status())) return absl::OkStatus();
  PROFILER_RETURN_IF_ERROR(answer.status());
  const Report notes = *answer;
  bool is_shown = false;
  for (const Taken& taken : part.taken) {
    Report* table = FindTable(taken.section, *answer);
    if (taken.applies != nullptr && !taken.applies(selected.profile())) continue;
    if (table == nullptr || table->rows.empty()) continue;
    report.sections.push_back(Take(taken, *table, /*drop_empty=*/true));
    if (!taken.whole) Cut(rows, report.sections.back());
    is_shown = true;
  }
  if (is_shown) AddWarnings(notes, report);
  return absl::OkStatus();
}

absl::StatusOr<Report> Findings(Answerer& answerer, const Selected& selected, const Query& query,
                                RunContext& context) {
  absl::StatusOr<Report> advice = answerer.Ask("advise", selected, query, context);
  if (absl::IsFailedPrecondition(advice.status())) return NoFindingsPart(Message(advice.status()));
  PROFILER_RETURN_IF_ERROR(advice.status());
  std::string failed_check = advice->failed_check;
  const absl::StatusOr<Report> overview = answerer.Ask("overview", selected, query, context);
  const bool has_overview = overview.ok() && query.advice.checkers.empty();
  Report findings = FindingsPart(*std::move(advice), has_overview ? &*overview : nullptr);
  findings.failed_check = std::move(failed_check);
  return findings;
}

}  // namespace

std::vector<Report> JobReportParts() {
  std::vector<Report> parts = {SummaryPart(Profile()), NoFindingsPart("")};
  // Of no profile nothing can fail.
  const Profile none;
  if (auto use = UsePart({none, Selection()}); use.ok()) parts.push_back(*std::move(use));
  for (const Part& part : PartsOfViews()) {
    Report all;
    all.sections = TablesOf(*FindView(part.view));
    for (const Taken& taken : part.taken) {
      Report* table = taken.section.empty() ? &all.sections.front() : FindTable(taken.section, all);
      if (table != nullptr) parts.push_back(Take(taken, *table, /*drop_empty=*/false));
    }
  }
  return parts;
}

absl::StatusOr<Report> JobReport(Answerer& answerer, const std::vector<const Selected*>& of,
                                 const Query& query, RunContext& context) {
  const Selected& selected = *of.front();
  const Profile& profile = selected.profile();
  Query asked = QueryOf(query);
  Report report;
  report.view = "report";
  report.title = "Profile report";
  report.description = "report: A document of what views and rules say of the job.";
  report.shape = Shape::kDocument;
  report.sections.push_back(SummaryPart(profile));
  PROFILER_ASSIGN_OR_RETURN(Report findings, Findings(answerer, selected, asked, context));
  report.failed_check = findings.failed_check;
  report.sections.push_back(std::move(findings));
  PROFILER_ASSIGN_OR_RETURN(Report use, UsePart(selected));
  if (!use.rows.empty()) report.sections.push_back(std::move(use));
  asked.top = query.top;
  for (const Part& part : PartsOfViews()) {
    PROFILER_RETURN_IF_ERROR(AddPart(part, answerer, selected, asked, context, report));
  }
  return report;
}

}  // namespace profiler
