#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>

#include "profiler/analysis/measures/asked_measures.h"
#include "profiler/analysis/trees/op_group_sums.h"
#include "profiler/analysis/trees/op_rows.h"
#include "profiler/base/input_shape_use.h"
#include "profiler/base/status.h"
#include "profiler/query/hidden_rows.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/notes/outside_steps_note.h"
#include "profiler/views/notes/run_notes.h"
#include "profiler/views/trees/op_groups.h"
#include "profiler/views/trees/op_ranking.h"
#include "profiler/views/trees/statistic_columns.h"
#include "profiler/views/trees/tensor_column.h"
#include "profiler/views/trees/tree_report.h"
#include "profiler/views/trees/where_rows.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

class OpRun {
 public:
  OpRun(const Selected& selected, const Query& query, const OpValues& values, RunContext& context)
      : selected_(selected),
        profile_(selected.profile()),
        query_(query),
        values_(values),
        quirks_(query.compat_tfprof),
        ranking_(profile_, query, values, context),
        op_sums_(ranking_.op_sums()),
        statistic_(values.StatisticOf(query)) {}

  absl::StatusOr<Report> Run(const OpGroups& groups) {
    Report report = StartReport(
        profile_, query_, "op",
        "op: The nodes are operation kernel type, such as MatMul, Conv2D. Graph nodes belonging to "
        "the same type are aggregated together.",
        ColumnOrder::kBytesFirst);
    report.shape = Shape::kRanked;
    report.values.shares_of = "the sum of all op types that count";
    PROFILER_ASSIGN_OR_RETURN(std::vector<RankedType> ranked, ranking_.Rank(groups));
    PROFILER_ASSIGN_OR_RETURN(Values total, ranking_.Accumulate(ranked));
    HiddenRows hidden;
    std::vector<RankedType> shown = Show(std::move(ranked), total, hidden);
    report.hidden_rows = hidden.count();
    report.hidden_reason = hidden.Reason(query_, /*is_ranked=*/true);
    if (query_.account_displayed_op_only) {
      PROFILER_ASSIGN_OR_RETURN(total, ranking_.Accumulate(shown));
    }
    AddStatistic(ranking_.StepsOf(shown), values_, report);
    for (ReportColumn& column : report.columns) FillColumn(shown, total, column);
    for (const RankedType& row : shown) {
      report.rows.push_back({std::string(row.name), {}, 0, -1, true});
    }
    AddFilterNotes(profile_, query_, report);
    AddOutsideStepsNote(selected_, query_, report);
    AddRunNotes(profile_, query_, values_.quirks, report);
    NoteNoTensorColumn(query_, report);
    if (op_sums_.overlapped()) AddQuirkNotes({Quirk::kOverlappingTypes}, report);
    if (min_differs_) AddQuirkNotes({Quirk::kMinOnAccumulated}, report);
    if (bytes_share_differs_) AddQuirkNotes({Quirk::kBytesShareZero}, report);
    return report;
  }

 private:
  bool PassesMinimum(const RankedType& row) {
    bool passes = true, passes_own = true;
    for (size_t m = 0; m < kMeasureCount; ++m) {
      const auto measure = static_cast<Measure>(m);
      const Value limit = MinimumOf(query_, measure);
      if (measure == Measure::kOccurrence) {
        const bool defined = quirks_.Has(Quirk::kOccurrenceIsDefined);
        if ((defined ? row.own.defined : OrZero(row.own[measure])) < limit) return false;
        continue;
      }
      passes = passes && OrZero(row.accumulated[measure]) >= limit;
      passes_own = passes_own && OrZero(row.own[measure]) >= limit;
    }
    if (!quirks_.Has(Quirk::kMinOnAccumulated)) return passes_own;
    min_differs_ = min_differs_ || passes != passes_own;
    return passes;
  }

  // Skips the rows before the first match of -start_name_regexes, and all from the first match of
  // -trim_name_regexes on. Rows that tfprof's options hide still count towards -max_depth.
  std::vector<RankedType> Show(std::vector<RankedType> rows, const Values& total,
                               HiddenRows& hidden) {
    const RowCondition where(query_, Shape::kRanked, ColumnOrder::kBytesFirst);
    size_t first = 0;
    if (!query_.start_names.all()) {
      while (first < rows.size() && !query_.start_names.Matches(rows[first].name)) ++first;
      hidden.Add(HiddenBy::kStartNames, static_cast<int64_t>(first));
    }
    std::vector<RankedType> shown;
    int64_t depth = 0;
    for (size_t i = first; i < rows.size(); ++i) {
      const bool is_full =
          query_.top ? static_cast<int64_t>(shown.size()) == *query_.top : depth > query_.max_depth;
      if (is_full || query_.trim_names.Matches(rows[i].name)) {
        const HiddenBy by = !is_full     ? HiddenBy::kTrimNames
                            : query_.top ? HiddenBy::kTop
                                         : HiddenBy::kMaxDepth;
        hidden.Add(by, static_cast<int64_t>(rows.size() - i));
        break;
      }
      const HiddenBy by = HiddenItself(where, rows[i], total);
      if (by != HiddenBy::kWhere) ++depth;
      if (by == HiddenBy::kNothing) {
        shown.push_back(rows[i]);
      } else {
        hidden.Add(by);
      }
    }
    return shown;
  }

  HiddenBy HiddenItself(const RowCondition& where, const RankedType& row, const Values& total) {
    if (!where.all() && !PassesWhere(where, row, total)) return HiddenBy::kWhere;
    return PassesMinimum(row) ? HiddenByName(query_, row.name) : HiddenBy::kMinimum;
  }

  bool PassesWhere(const RowCondition& where, const RankedType& ranked, const Values& total) const {
    WhereRow row;
    row.name = ranked.name;
    row.own = &ranked.own;
    row.total = &ranked.accumulated;
    row.texts = [&](const ReportColumn& column) {
      if (column.role != ColumnRole::kInputShapes) {
        return op_sums_.Texts(ranked.picked, TextOf(column));
      }
      std::vector<std::string> texts;
      for (const InputShapeUse& use : ShapeUses(ranked)) {
        texts.insert(texts.end(), use.shapes.begin(), use.shapes.end());
      }
      return texts;
    };
    row.share = [&](const ReportColumn& column, bool of_total) {
      const Shares shares = SharesOf(ranked, column, ValueOf(column, total));
      return of_total ? shares.accumulated : shares.own;
    };
    return where.Holds(row);
  }

  void FillColumn(const std::vector<RankedType>& rows, const Values& total, ReportColumn& column) {
    if (column.role == ColumnRole::kInputShapes) {
      column.type = ColumnType::kInputShapeUses;
      for (const RankedType& row : rows) column.uses.push_back(ShapeUses(row));
    } else if (column.type == ColumnType::kList) {
      for (const RankedType& row : rows) {
        column.texts.push_back(op_sums_.Texts(row.picked, TextOf(column)));
      }
    } else if (column.type == ColumnType::kSeries) {
      for (const RankedType& row : rows) {
        StepSeries series = values_.steps->Empty();
        op_sums_.AddSteps(row.picked, *column.measure, series);
        column.series.push_back(ReportedSeries(series, column.unit));
      }
    } else {
      column.grand_total = ValueOf(column, total);
      for (const RankedType& row : rows) {
        column.own.push_back(ValueOf(column, row.own));
        if (column.measure != Measure::kOccurrence) AddShares(row, column);
      }
    }
  }

  struct Shares {
    double own = 0, accumulated = 0;
    bool is_zeroed = false;  // Quirk::kBytesShareZero changed the accumulated share
  };
  Shares SharesOf(const RankedType& row, const ReportColumn& column, Value total) const {
    const Value own = ValueOf(column, row.own), accumulated = ValueOf(column, row.accumulated);
    const auto share = [total](Value part) {
      if (total == kAbsent || part == kAbsent) return std::nan("");
      if (total == 0) return 0.0;
      return static_cast<double>(part) / static_cast<double>(total);
    };
    if (row.is_apart) return {std::nan(""), std::nan("")};
    const bool has_share = OrZero(accumulated) > 0 || own == kAbsent;
    Shares shares;
    if (has_share) shares = {share(own), share(accumulated)};
    if (column.unit == Unit::kBytes && OrZero(own) == 0 && quirks_.Has(Quirk::kBytesShareZero)) {
      shares.is_zeroed = shares.accumulated != 0;
      shares.accumulated = 0;
    }
    return shares;
  }

  void AddShares(const RankedType& row, ReportColumn& column) {
    const Shares shares = SharesOf(row, column, column.grand_total);
    bytes_share_differs_ = bytes_share_differs_ || shares.is_zeroed;
    column.total.push_back(ValueOf(column, row.accumulated));
    column.share.push_back(shares.own);
    column.share_total.push_back(shares.accumulated);
  }

  std::vector<InputShapeUse> ShapeUses(const RankedType& row) const {
    return profiler::ShapeUses(profile_, quirks_, values_, statistic_, row.picked);
  }

  const Selected& selected_;
  const Profile& profile_;
  const Query& query_;
  const OpValues& values_;
  const Quirks quirks_;
  OpRanking ranking_;
  const OpGroupSums& op_sums_;
  const Statistic statistic_;
  bool min_differs_ = false, bytes_share_differs_ = false;
};

absl::StatusOr<Report> AnswerOp(const Selected& selected, const Query& query, RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const auto values, GetOpValues(selected, query, context));
  const bool is_compat = query.compat_tfprof;
  const auto groups = context.memo().Get<OpGroups>(
      profile.identity, fmt::format("op groups, compat {} {}", is_compat, values->ItemsKey()),
      [&] { return GroupByType(profile, *values, is_compat); });
  PROFILER_RETURN_IF_ERROR(context.Check());
  return OpRun(selected, query, *values, context).Run(*groups);
}

std::vector<ReportColumn> OpColumnsOfView() {
  std::vector<ReportColumn> columns = TreeColumns(ColumnOrder::kBytesFirst);
  for (ReportColumn& column : columns) {
    if (column.role == ColumnRole::kInputShapes) column.type = ColumnType::kInputShapeUses;
  }
  return columns;
}

}  // namespace

// Ops by type, ranked. The accumulated values of a type include those of all types ranked after
// that type.
extern const View kOpView = {
    .name = "op",
    .summary = "ops by type (MatMul, Conv2D, ...), ranked",
    .details =
        "A row is an op type. Values are its sum, then in brackets the share of this row and all "
        "after it, and its own share of the total.",
    .run = AnswerOp,
    .rows = RowKind::kOpTypes,
    .columns = OpColumnsOfView,
    .shape = Shape::kRanked,
    .obeys = kOpTreeUses | kBaseUses,
    .takes_tfprof_options = true,
    .has_tfprof_text = true,
    .has_step_series = true,
};

}  // namespace profiler
