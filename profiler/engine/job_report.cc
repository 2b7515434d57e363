#include "profiler/engine/job_report.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/metrics/system_use.h"
#include "profiler/analysis/phases/phase_times.h"
#include "profiler/base/status.h"
#include "profiler/engine/job_report_parts.h"
#include "profiler/report/finding_table.h"
#include "profiler/report/table.h"
#include "profiler/views/view.h"

namespace profiler {

// Views of catalog/views.cc that the report shows or takes findings of.
extern const View kAdviseView, kInfoView, kKernelsView, kMemoryView, kMetricsView, kOpsView,
    kOverviewView, kPhasesView, kStepsView, kUtilizationView;

namespace {

// A table in a view's answer that the report includes.
struct Taken {
  std::string_view section;                   // its id in the answer; empty for the own table
  std::string_view id, title;                 // if empty, the view's title is used
  Detail detail = Detail::kReport;            // the columns to include
  bool whole = false;                         // whether to include all rows
  bool (*applies)(const Profile&) = nullptr;  // null if for all profiles
};

// A query to a view, and the tables of the answer to include.
struct Part {
  const View& view;
  std::string by, order_by;
  int64_t rows;  // the default number of rows, without -top
  std::vector<Taken> taken;
};

// The tables of the view, without values.
std::vector<Report> TablesOf(const View& view) {
  if (view.sections != nullptr) return view.sections();
  return {StartTable("", "", "what the row is", view.columns())};
}

const std::vector<Part>& PartsOfViews() {
  constexpr Detail kBrief = Detail::kBrief, kFull = Detail::kFull;
  constexpr bool kWhole = true;
  static const std::vector<Part> kParts = {
      {kMetricsView, "node", "", 24, {{"", "system", "System metrics"}}},
      {kPhasesView,
       "",
       "total_us",
       10,
       {{"", "steps", "Steps, and the time around them"},
        {"job", "job", "Before, in and after the steps", kFull, kWhole, HasSystemUse}}},
      {kStepsView,
       "",
       "total_us",
       5,
       {{"statistics", "step_parts", "What the time of a step goes to", kFull, kWhole},
        {"", "slowest_steps", "The longest steps"}}},
      {kPhasesView,
       "process",
       "total_us",
       10,
       {{"", "phases", "Phases, by time in steps", kBrief, !kWhole, HasPhases}}},
      {kUtilizationView, "", "", 16, {{"", "accelerators", "What accelerators did"}}},
      {kOpsView, "", "self_us", 10, {{"", "ops", "Ops that took most time"}}},
      {kKernelsView, "", "total_us", 10, {{"", "kernels", "Kernels that took most time"}}},
      {kMemoryView, "", "peak_bytes", 10, {{"", "memory", "Memory at its peak"}}},
      {kInfoView, "", "", 20, {{"files", "files", "What was read"}, {"problems", "problems", ""}}},
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

// The part of a view's table that the report shows. A table of one run of several keeps its number
// and its title, which names the run.
Report Take(const Taken& taken, Report table, bool drop_empty) {
  const bool is_of_a_run = !taken.section.empty() && table.view.size() > taken.section.size();
  table.view = std::string(taken.id) + (is_of_a_run ? table.view.substr(taken.section.size()) : "");
  if (!taken.title.empty() && !is_of_a_run) table.title = taken.title;
  table.sections.clear();
  table.notes.clear();
  DropDetails(taken.detail, table);
  if (drop_empty) {
    std::erase_if(table.columns, [](const ReportColumn& column) { return !HasValues(column); });
  }
  return table;
}

// The tables with that id: none, one, or one per run, whose ids end in the run's number.
std::vector<Report*> FindTables(std::string_view id, Report& answer) {
  if (id.empty()) return {&answer};
  std::vector<Report*> tables;
  for (Report& section : answer.sections) {
    if (section.view == id || section.view.starts_with(std::string(id) + "_")) {
      tables.push_back(&section);
    }
  }
  return tables;
}

// Keeps the first rows. If the view hid rows itself, its own hint about them is replaced.
void Cut(int64_t rows, Report& table) {
  Query top;
  top.top = rows;
  const int64_t hidden = table.hidden_rows;
  // Cannot fail, because only -top is set.
  if (!FinishTable(top, table).ok()) return;
  table.hidden_rows += hidden;
  if (table.hidden_rows > 0) table.hidden_reason = "-top shows more";
}

void AddWarnings(const std::vector<Note>& notes, Report& report) {
  for (const Note& note : notes) {
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
  query.order_by = part.order_by;
  query.top = rows;
  absl::StatusOr<Report> answer = answerer.Ask(part.view.name, selected, query, context);
  // Views that cannot answer for this profile are left out.
  if (absl::IsFailedPrecondition(answer.status())) return absl::OkStatus();
  PROFILER_RETURN_IF_ERROR(answer.status());
  const std::vector<Note> notes = answer->notes;
  bool is_shown = false;
  for (const Taken& taken : part.taken) {
    if (taken.applies != nullptr && !taken.applies(selected.profile())) continue;
    for (const Report* const table : FindTables(taken.section, *answer)) {
      if (table->rows.empty()) continue;
      report.sections.push_back(Take(taken, *table, /*drop_empty=*/true));
      if (!taken.whole) Cut(rows, report.sections.back());
      is_shown = true;
    }
  }
  if (is_shown) AddWarnings(notes, report);
  return absl::OkStatus();
}

absl::StatusOr<Report> Findings(Answerer& answerer, const Selected& selected, const Query& query,
                                RunContext& context) {
  absl::StatusOr<Report> advice = answerer.Ask(kAdviseView.name, selected, query, context);
  if (absl::IsFailedPrecondition(advice.status())) return NoFindingsPart(Message(advice.status()));
  PROFILER_RETURN_IF_ERROR(advice.status());
  absl::StatusOr<Report> overview = answerer.Ask(kOverviewView.name, selected, query, context);
  const bool has_overview = overview.ok() && query.advice.checkers.empty();
  return FindingsPart(*std::move(advice), has_overview ? *std::move(overview) : Report());
}

}  // namespace

std::vector<Report> JobReportParts() {
  std::vector<Report> parts = {SummaryPart(Profile()), FindingsTable(NoFindingsPart(""))};
  // Cannot fail, because the profile is empty.
  const Profile none;
  if (auto use = UsePart({none, Selection()}); use.ok()) parts.push_back(*std::move(use));
  for (const Part& part : PartsOfViews()) {
    Report all;
    all.sections = TablesOf(part.view);
    for (const Taken& taken : part.taken) {
      const std::vector<Report*> tables = taken.section.empty()
                                              ? std::vector<Report*>{&all.sections.front()}
                                              : FindTables(taken.section, all);
      for (const Report* const table : tables) {
        parts.push_back(Take(taken, *table, /*drop_empty=*/false));
      }
    }
  }
  return parts;
}

absl::StatusOr<Report> JobReport(Answerer& answerer, const std::vector<const Selected*>& of,
                                 const Query& query, const CompareOptions& /*compare*/,
                                 RunContext& context) {
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
