#include "profiler/compare/views/view_diff.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profiler/analysis/measures/asked_measures.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/step_statistic.h"
#include "profiler/base/status.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/compare/cut_profiles.h"
#include "profiler/compare/views/compared_cells.h"
#include "profiler/compare/views/compared_table.h"
#include "profiler/compare/views/comparison_notes.h"
#include "profiler/compare/views/fill_compared.h"
#include "profiler/compare/views/means_of_runs.h"
#include "profiler/report/compared/compared_columns.h"
#include "profiler/report/compared/measured.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// Samples of more cells than this are taken of the judged column only: 256 MiB.
constexpr size_t kMostCells = size_t{1} << 25;
// Series of all measures are asked for only if they have fewer values: they are in memory twice.
constexpr size_t kMostOfSeries = size_t{1} << 24;

constexpr int64_t kAllRows = int64_t{1} << 50;

// What the view is asked: all rows, as options about rows and columns apply to the comparison.
Query AskedOfBoth(const SampledView& view, const Query& query) {
  Query asked = WholeTable(query);
  const Query standard;
  if (view.shape != Shape::kTree) {
    asked.show_names = standard.show_names;
    asked.hide_names = standard.hide_names;
  }
  if (view.shape == Shape::kTable) {
    asked.select = standard.select;  // all columns
    asked.top = kAllRows;            // without it, some views limit their rows
    return asked;
  }
  if (view.shape == Shape::kRanked) asked.max_depth = std::numeric_limits<int32_t>::max();
  // The measures that -select, -order_by and -where name, or a part of: base_micros, total_micros.
  std::vector<std::string> names = query.where.columns();
  names.push_back(query.order_by.name);
  for (const ColumnName& column : query.select) names.push_back(column.name);
  for (const std::string& name : names) {
    for (size_t m = 0; m < kMeasureCount; ++m) {
      const ColumnName measure = static_cast<Measure>(m);
      const bool is_named = name == measure.name || name.ends_with('_' + measure.name) ||
                            (measure.measure == Measure::kOccurrence && name.ends_with("_count"));
      if (is_named && !asked.Selects(measure.name)) asked.select.push_back(measure);
    }
  }
  return asked;
}

// Both answers or samples: [0] of the base, [1] of the new profile.
template <typename T>
using Both = std::array<absl::StatusOr<T>, 2>;

template <typename T>
absl::Status StatusOf(const Both<T>& both) {
  PROFILER_RETURN_IF_ERROR(both[0].status());
  return both[1].status();
}

size_t CellsOf(const Report& report, size_t samples) {
  const auto measured = std::count_if(report.columns.begin(), report.columns.end(), IsMeasured);
  return report.rows.size() * samples * static_cast<size_t>(measured);
}

bool HasComparedRows(const Report& report) {
  return !report.rows.empty() ||
         std::any_of(report.sections.begin(), report.sections.end(),
                     [](const Report& section) { return !section.rows.empty(); });
}

class ViewDiffer {
 public:
  ViewDiffer(Answerer& answerer, const SampledView& view, const Selected& next,
             const Selected& base, const Query& query, const CompareOptions& compare,
             RunContext& context)
      : answerer_(answerer),
        view_(view),
        selected_{&base, &next},
        query_(query),
        compare_(compare),
        asked_(AskedOfBoth(view, query)),
        context_(context) {
    view_.rows_are_steps = view.rows_are_steps && query.by.empty();
    for (const Selected* const side : selected_) {
      const std::string cut = CutFilesText(*side);
      if (!cut.empty()) cut_files_ += (cut_files_.empty() ? "" : "; ") + cut;
    }
  }

  absl::StatusOr<Report> Run() && {
    PROFILER_RETURN_IF_ERROR(FindAxes());
    PROFILER_RETURN_IF_ERROR(Ask());
    PROFILER_RETURN_IF_ERROR(Sample());
    std::optional<Comparison> comparison;
    if (samples_[0]->lengths.size() > 0 && samples_[1]->lengths.size() > 0) {
      comparison.emplace(samples_[0]->lengths, samples_[1]->lengths, compare_.tolerance,
                         samples_[0]->kind == SampleKind::kRuns);
      comparison = comparison->OfRuns(samples_[0]->run_ends, samples_[1]->run_ends);
      if (!cut_files_.empty()) comparison = comparison->WithoutVerdicts();
    }
    const Comparison* const judge = comparison ? &*comparison : nullptr;
    PROFILER_ASSIGN_OR_RETURN(Report report, CompareAll(judge));
    AddNotes(judge, report);
    return report;
  }

 private:
  // A view with series, whose values are means, answers both values and samples.
  bool HasMeansAndSeries() const {
    return view_.has_series && query_.statistic == Statistic::kMean &&
           std::all_of(axes_.begin(), axes_.end(), [](const absl::StatusOr<SampleAxis>& axis) {
             return axis->kind == SampleKind::kSteps && axis->runs.size() == 1;
           });
  }

  // Whether series of all measures would take too much memory, as far as can be told before the
  // view is asked: a tree has about as many rows as there are ops.
  bool IsLargeTree() const {
    if (view_.shape != Shape::kTree) return false;
    const auto measures = std::count_if(kStepMeasures.begin(), kStepMeasures.end(),
                                        [&](Measure one) { return IsShown(asked_, one); });
    const size_t rows =
        std::max(selected_[0]->profile().ops.row.size(), selected_[1]->profile().ops.row.size());
    const size_t steps = std::max(whole_steps_[0], whole_steps_[1]);
    return rows * steps * static_cast<size_t>(measures) > kMostOfSeries;
  }

  absl::Status FindAxes() {
    InParallel(2, context_.threads(),
               [&](size_t i) { axes_[i] = SampleAxisOf(*selected_[i], asked_, context_); });
    // Without steps, as in a folder of metrics, rows are compared by their values.
    for (absl::StatusOr<SampleAxis>& axis : axes_) {
      PROFILER_RETURN_IF_ERROR(context_.Check());
      if (!axis.ok()) axis = SampleAxis();
    }
    UseOneKind(*axes_[0], *axes_[1]);
    for (size_t i = 0; i < 2; ++i) {
      whole_steps_[i] = axes_[i]->steps.size();
      runs_[i] = axes_[i]->runs.size();
    }
    return absl::OkStatus();
  }

  absl::Status Ask() {
    asks_once_ = HasMeansAndSeries() && !IsLargeTree();
    if (HasMeansAndSeries()) asked_.statistic = Statistic::kPerStep;
    if (!asks_once_) asked_.series_of.emplace();
    InParallel(2, context_.threads(), [&](size_t i) {
      reports_[i] = answerer_.Ask(view_.name, *selected_[i], asked_, context_);
    });
    PROFILER_RETURN_IF_ERROR(StatusOf(reports_));
    for (size_t i = 0; i < 2; ++i) TakeMeansOfRuns(runs_[i], *reports_[i]);
    return absl::OkStatus();
  }

  absl::Status Sample() {
    std::vector<std::string> columns;
    for (size_t i = 0; i < 2; ++i) {
      if (CellsOf(*reports_[i], whole_steps_[i]) <= kMostCells || !columns.empty()) continue;
      columns = {JudgedColumn(*reports_[0], *reports_[1], query_)};
      only_sampled_ = columns[0];
    }
    if (asks_once_) {
      InParallel(2, context_.threads(), [&](size_t i) {
        samples_[i] = SamplesOfAnswer(*axes_[i], *reports_[i], columns);
        std::erase_if(reports_[i]->columns, [](const ReportColumn& column) {
          return column.type == ColumnType::kSeries;
        });
        std::erase_if(reports_[i]->notes, [](const Note& note) { return note.id == "per_step"; });
      });
      return absl::OkStatus();
    }
    asked_.series_of.reset();
    if (const ReportColumn* const judged = ColumnNamed(*reports_[1], only_sampled_);
        judged != nullptr && judged->measure) {
      asked_.series_of = {*judged->measure};
    }
    for (size_t i = 0; i < 2; ++i) {
      samples_[i] = SampleView(answerer_, view_, *std::move(axes_[i]), asked_, columns, context_);
    }
    return StatusOf(samples_);
  }

  absl::StatusOr<Report> CompareAll(const Comparison* comparison) {
    Report& base = *reports_[0];
    Report& next = *reports_[1];
    Report report;
    if (HasOwnTable(next)) {
      PROFILER_ASSIGN_OR_RETURN(report, CompareOne(base, next, comparison));
    } else {
      report.view = next.view;
      report.title = next.title;
      report.description = next.description;
      report.shape = next.shape;
    }
    for (const Report& section : next.sections) {
      const Report* const other = SectionOf(base, section.view);
      Report none = section;
      TakeRows({}, none);
      PROFILER_ASSIGN_OR_RETURN(Report compared,
                                CompareOne(other == nullptr ? none : *other, section, comparison));
      report.sections.push_back(std::move(compared));
    }
    for (const Report& section : base.sections) {
      if (SectionOf(next, section.view) != nullptr) continue;
      Report none = section;
      TakeRows({}, none);
      PROFILER_ASSIGN_OR_RETURN(Report compared, CompareOne(section, none, comparison));
      report.sections.push_back(std::move(compared));
    }
    return report;
  }

  static const Report* SectionOf(const Report& report, std::string_view id) {
    for (const Report& section : report.sections) {
      if (section.view == id) return &section;
    }
    return nullptr;
  }

  absl::StatusOr<Report> CompareOne(const Report& base, const Report& next,
                                    const Comparison* comparison) {
    const ComparedTables tables{base, next, samples_[0]->Find(base.view),
                                samples_[1]->Find(next.view), view_.rows_are_steps};
    PROFILER_ASSIGN_OR_RETURN(ComparedReport compared,
                              CompareTables(tables, comparison, query_, compare_, context_));
    renamed_ += compared.renamed;
    return std::move(compared.report);
  }

  // Notes of both answers, and those about the comparison.
  void AddNotes(const Comparison* comparison, Report& report) {
    report.notes = std::move(reports_[1]->notes);
    for (const Note& note : reports_[0]->notes) {
      const bool is_known = std::any_of(report.notes.begin(), report.notes.end(),
                                        [&](const Note& one) { return one.text == note.text; });
      if (!is_known) report.notes.push_back({note.id, note.severity, "base: " + note.text});
    }
    ComparisonFacts facts{view_, compare_, whole_steps_, runs_, renamed_, only_sampled_};
    if (comparison != nullptr) {
      facts.kind = samples_[0]->kind;
      facts.samples = {samples_[0]->lengths.size(), samples_[1]->lengths.size()};
      facts.knows_noise_of_runs = comparison->knows_noise_of_runs();
    }
    facts.cut_files = cut_files_;
    const Basis basis = reports_[1]->values.basis;
    facts.are_sums = basis == Basis::kTotals || basis == Basis::kWholeTotals;
    facts.has_rows = HasComparedRows(report);
    AddComparisonNotes(facts, report.notes);
  }

  Answerer& answerer_;
  SampledView view_;
  const std::array<const Selected*, 2> selected_;
  const Query& query_;
  const CompareOptions& compare_;
  Query asked_;
  RunContext& context_;
  Both<SampleAxis> axes_;
  Both<Report> reports_;
  Both<ViewSamples> samples_;
  std::array<size_t, 2> whole_steps_ = {}, runs_ = {};
  bool asks_once_ = false;  // for values and samples
  std::string only_sampled_;
  size_t renamed_ = 0;
  std::string cut_files_;  // of both sides
};

}  // namespace

absl::StatusOr<Report> DiffView(Answerer& answerer, const SampledView& view, const Selected& next,
                                const Selected& base, const Query& query,
                                const CompareOptions& compare, RunContext& context) {
  return ViewDiffer(answerer, view, next, base, query, compare, context).Run();
}

}  // namespace profiler
