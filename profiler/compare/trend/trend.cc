#include "profiler/compare/trend/trend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "profiler/base/utc_time.h"
#include "profiler/compare/stats/change_points.h"
#include "profiler/compare/trend/trend_changes.h"
#include "profiler/compare/trend/trend_sentences.h"
#include "profiler/report/column.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

constexpr char kRowsAre[] = "trend: A row is a run: a profile of its own.";

struct NumberedRun {
  const TrendRun& run;
  int64_t number = 0;
  bool shows_accelerators = false;  // not all runs are on the same
};

// "steps: median(total_us)" is steps_median_total_us.
std::string ColumnNameOf(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_word) {
      name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (name.ends_with('_')) name.pop_back();
  return name;
}

std::vector<ColumnOf<NumberedRun>> RunColumns(const std::vector<TrendMeasure>& measures) {
  using C = ColumnOf<NumberedRun>;
  using Row = const NumberedRun&;
  std::vector<C> columns = {
      C::Number("run", Unit::kCount, "run", "Its place among the runs, from 1.",
                [](Row row) { return row.number; }),
      C::Text("recorded", "recorded", "When it was recorded.",
              [](Row row) { return UtcTime(row.run.epoch_ns); }),
      C::Text("accelerators", "accelerators", "Their models, if they differ from run to run.",
              [](Row row) {
                return row.shows_accelerators ? std::string_view(row.run.accelerators)
                                              : std::string_view();
              })
          .Optional(),
  };
  std::vector<std::string> names;
  for (size_t i = 0; i < measures.size(); ++i) {
    std::string name = ColumnNameOf(measures[i].text);
    const bool is_taken = std::find(names.begin(), names.end(), name) != names.end();
    names.push_back(is_taken ? fmt::format("{}_{}", name, i + 1) : name);
    const std::string title = measures[i].text + std::string(PerStepText(measures[i]));
    columns.push_back(C::Real(
        names.back(), measures[i].unit, title, fmt::format("Of the run: {}.", title),
        [i](Row row) { return i < row.run.values.size() ? row.run.values[i] : kAbsentReal; }));
  }
  columns.push_back(C::Text("problem", "problem", "Why it lacks values.", [](Row row) {
                      return std::string_view(row.run.problem);
                    }).Optional());
  return columns;
}

std::string_view BasisName(const TrendMeasure& measure) {
  switch (measure.basis) {
    case StepBasis::kPerStep:
      return "per step";
    case StepBasis::kTotals:
      return "totals";
    case StepBasis::kNone:
      break;
  }
  return "";
}

struct ChangeRow {
  const TrendMeasure& measure;
  const TrendRun& run;
  TrendChange change;
  std::string sentence = {};
};

// A median for people, with its unit, and as a number for programs: units differ from row to row,
// which a column of numbers cannot show.
std::vector<ColumnOf<ChangeRow>> MedianColumns(std::string_view name, std::string_view text_name,
                                               const std::string& sentence,
                                               double TrendChange::*median) {
  using C = ColumnOf<ChangeRow>;
  using Row = const ChangeRow&;
  return {C::Text(text_name, name, sentence + ", with its unit.",
                  [median](Row row) { return ScaledText(row.change.*median, row.measure.unit); }),
          C::Real(name, Unit::kNone, name, sentence + "; `unit` is its unit.", [median](Row row) {
            return row.change.*median;
          }).ForPrograms()};
}

const std::vector<ColumnOf<ChangeRow>>& ChangeColumns() {
  using C = ColumnOf<ChangeRow>;
  using Row = const ChangeRow&;
  static const std::vector<C> kColumns = Concat<ChangeRow>({
      C::Number("run", Unit::kCount, "since run",
                "The first run after the change, from 1; of a drift the first of all.",
                [](Row row) { return static_cast<int64_t>(row.change.run) + 1; }),
      C::Text("since", "since", "The first run after the change.",
              [](Row row) { return std::string_view(row.run.name); }),
      MedianColumns("before", "median_before",
                    "The median of the runs before it, since the change before",
                    &TrendChange::before),
      MedianColumns("after", "median_after",
                    "The median of the runs after it, up to the next change", &TrendChange::after),
      C::Text("unit", "unit", "The unit of before and after: us, B, or 1.",
              [](Row row) { return Name(row.measure.unit); })
          .ForPrograms(),
      C::Real("ratio", Unit::kNone, "in %", "after / before.",
              [](Row row) { return row.change.ratio(); })
          .As(ColumnRole::kRatio),
      C::Real("p_value", Unit::kNone, "p",
              "How likely runs in random order look as if they had changed so.",
              [](Row row) { return row.change.p_value; })
          .As(ColumnRole::kProbability),
      C::Text("sentence", "", "What changed, in a sentence.",
              [](Row row) { return std::string_view(row.sentence); })
          .ForPrograms(),  // it stands above
  });
  return kColumns;
}

struct MeasureRow {
  const TrendMeasure& measure;
  std::vector<double> values;
  size_t changes = 0;

  int64_t known() const {
    return std::count_if(values.begin(), values.end(), [](double v) { return !std::isnan(v); });
  }
  // The value of the last run that has one.
  std::string last() const {
    for (size_t i = values.size(); i > 0; --i) {
      if (!std::isnan(values[i - 1])) return ScaledText(values[i - 1], measure.unit);
    }
    return "";
  }
};

const std::vector<ColumnOf<MeasureRow>>& MeasureColumns() {
  using C = ColumnOf<MeasureRow>;
  using Row = const MeasureRow&;
  static const std::vector<C> kColumns = {
      C::Series("values", Unit::kNone, "by run, from the least",
                "Its value in each run, in order, in `unit`; drawn from the least one, not from 0.",
                [](Row row) { return row.values; })
          .As(ColumnRole::kFromLeast),
      C::Text("last", "last", "Its value in the last run that has one, with its unit.",
              &MeasureRow::last),
      C::Text("unit", "unit", "The unit of `values`: us, B, or 1.",
              [](Row row) { return Name(row.measure.unit); })
          .ForPrograms(),
      C::Text("values_are", "values are",
              "per step: what one whole step has; totals: sums over a run's steps.",
              [](Row row) { return BasisName(row.measure); })
          .Optional(),
      C::Number("runs", Unit::kCount, "runs", "How many runs have a value.", &MeasureRow::known),
      C::Number("changes", Unit::kCount, "changes", "How often it changed.",
                [](Row row) { return static_cast<int64_t>(row.changes); }),
  };
  return kColumns;
}

Report ChangesTable() {
  return StartTable("changes", "What changed", "a change of a measure", Headers(ChangeColumns()));
}
Report MeasuresTable() {
  return StartTable("measures", "Over the runs", "a measure", Headers(MeasureColumns()));
}

void AddTooFewNote(const MeasureRow& row, bool names_measure, std::vector<Note>& notes) {
  const int64_t known = row.known();
  if (known >= static_cast<int64_t>(kLeastValuesForChange)) return;
  notes.push_back({"too_few_runs", Severity::kWarning,
                   fmt::format("{}{} run{} cannot show a lasting change: at least {} are needed",
                               names_measure ? row.measure.text + ": " : "", known,
                               known == 1 ? "" : "s", kLeastValuesForChange)});
}

void AddNewestNote(const MeasureRow& row, const std::vector<TrendChange>& changes,
                   const std::vector<TrendRun>& runs, bool names_measure,
                   std::vector<Note>& notes) {
  const std::optional<NewestApart> newest = FindNewestApart(row.values, changes);
  if (!newest) return;
  const TrendChange as_change = {newest->run, newest->before, newest->value, kAbsentReal};
  notes.push_back(
      {"newest_run_apart", Severity::kWarning,
       fmt::format("{}the newest run ({}) is {} than the median of the {} before it ({}, median "
                   "{}), and beyond all of them: one run cannot be a lasting change{}",
                   names_measure ? row.measure.text + ": " : "", NameInSentence(runs, newest->run),
                   Describe(as_change, row.measure.unit), newest->count,
                   ValueText(newest->value, row.measure),
                   ScaledText(newest->before, row.measure.unit),
                   AcceleratorsChanged(runs, newest->run))});
}

}  // namespace

bool SortByTime(std::vector<TrendRun>& runs) {
  std::vector<TrendRun> timed, others;
  for (const TrendRun& run : runs) {
    const bool is_opened = run.problem.empty() || run.epoch_ns != kUnknown;
    if (is_opened && run.epoch_ns == kUnknown) return false;
    (is_opened ? timed : others).push_back(run);
  }
  if (timed.size() < 2) return false;
  std::stable_sort(timed.begin(), timed.end(),
                   [](const TrendRun& a, const TrendRun& b) { return a.epoch_ns < b.epoch_ns; });
  for (TrendRun& run : others) timed.push_back(std::move(run));
  runs = std::move(timed);
  return true;
}

std::vector<ReportColumn> TrendColumns(const std::vector<TrendMeasure>& measures) {
  return Headers(RunColumns(measures));
}

std::vector<Report> TrendTables() { return {ChangesTable(), MeasuresTable()}; }

Report TrendReport(const std::vector<TrendMeasure>& measures, const std::vector<TrendRun>& runs,
                   bool is_by_time) {
  const std::vector<ColumnOf<NumberedRun>> columns = RunColumns(measures);
  Report report = StartTable("trend", "Runs", kRowsAre, Headers(columns));
  report.values_are = "Each row is one run";
  const bool shows_accelerators = HaveUnlikeAccelerators(runs);
  for (size_t i = 0; i < runs.size(); ++i) {
    AppendRow(columns, runs[i].name, {std::to_string(i + 1), runs[i].name},
              NumberedRun{runs[i], static_cast<int64_t>(i) + 1, shows_accelerators}, report);
  }
  DropEmptyColumns(report);
  Report changes = ChangesTable(), over_runs = MeasuresTable();
  bool is_long_enough = false;
  for (size_t m = 0; m < measures.size(); ++m) {
    MeasureRow row{measures[m], {}};
    for (const TrendRun& run : runs) {
      row.values.push_back(m < run.values.size() ? run.values[m] : kAbsentReal);
    }
    std::vector<TrendChange> changes_of = ChangesOf(row.values);
    // Other accelerators make steps.
    if (!shows_accelerators) changes_of = DriftOr(std::move(changes_of), row.values);
    std::string sentence;
    for (const TrendChange& change : changes_of) {
      const TrendRun& run = runs[change.run];
      sentence = SentenceOf(measures[m], runs, change, /*names_measure=*/measures.size() > 1);
      AppendRow(ChangeColumns(), measures[m].text,
                {measures[m].text, std::to_string(change.run + 1)},
                ChangeRow{measures[m], run, change, sentence}, changes);
      report.summary.push_back(sentence);
      ++row.changes;
    }
    AddLastChange(measures[m], changes_of, runs, std::move(sentence), report);
    is_long_enough |= row.known() >= static_cast<int64_t>(kLeastValuesForChange);
    AddTooFewNote(row, measures.size() > 1, report.notes);
    AddNewestNote(row, changes_of, runs, measures.size() > 1, report.notes);
    AppendRow(MeasureColumns(), measures[m].text, row, over_runs);
  }
  report.notes.push_back({"runs_in_order", Severity::kInfo,
                          is_by_time ? "Runs are in the order of their recording times"
                                     : "Runs are in the order in which they were given"});
  if (changes.rows.empty()) {
    changes.folded =
        is_long_enough ? "No lasting change was found" : "Too few runs to show a lasting change";
  }
  DropEmptyColumns(over_runs);
  report.sections.push_back(std::move(changes));
  report.sections.push_back(std::move(over_runs));
  return report;
}

}  // namespace profiler
