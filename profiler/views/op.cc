#include "profiler/views/op.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/views/filter_notes.h"
#include "profiler/views/op_rows.h"
#include "profiler/views/picked.h"
#include "profiler/views/run_rules.h"
#include "profiler/views/tensor_column.h"
#include "profiler/views/tree.h"
#include "profiler/views/tree_report.h"

namespace profiler {
namespace {

// The op types by name, each with its ops in the order of their names.
struct OpGroups {
  std::vector<std::string_view> name;
  std::vector<std::vector<int32_t>> items;
};

OpGroups BuildGroups(const Profile& profile, const OpValues& values) {
  std::map<std::string_view, std::vector<int32_t>> by_type;
  for (int32_t item : OpNames(profile, values).Sorted()) {
    const auto op = static_cast<uint32_t>(item);
    by_type[op < profile.op_count() ? profile.strings[profile.ops.row[OpId(op)].type]
                                    : kOutsideSteps]
        .push_back(item);
  }
  OpGroups groups;
  for (auto& [name, items] : by_type) {
    groups.name.push_back(name);
    groups.items.push_back(std::move(items));
  }
  return groups;
}

// One op type with at least one op that counts.
struct Ranked {
  std::string_view name;
  std::vector<int32_t> picked;
  Values own = Values::Absent();
  Values accumulated = Values::Absent();
};

class OpRun {
 public:
  OpRun(const Profile& profile, const Query& query, const OpValues& values)
      : profile_(profile),
        query_(query),
        values_(values),
        quirks_(query.compat_tfprof),
        picker_(profile, query, values) {}

  Report Run(const OpGroups& groups) {
    Report report = StartReport(
        profile_, query_, "op",
        "op: The nodes are operation kernel type, such as MatMul, Conv2D. Graph nodes belonging to "
        "the same type are aggregated together.",
        ColumnOrder::kBytesFirst);
    report.shape = Shape::kRanked;
    std::vector<Ranked> ranked = Rank(groups);
    Values total = Accumulate(ranked);
    const size_t accounted = ranked.size();
    std::vector<Ranked> shown = Show(std::move(ranked));
    report.hidden_rows = static_cast<int64_t>(accounted - shown.size());
    if (report.hidden_rows > 0) {
      report.hidden_reason = fmt::format(
          "ranked after -max_depth {} or left out by the name and -min options", query_.max_depth);
    }
    if (query_.account_displayed_op_only) total = Accumulate(shown);
    for (ReportColumn& column : report.columns) FillColumn(shown, total, column);
    for (const Ranked& row : shown) {
      report.rows.push_back({std::string(row.name), {std::string(row.name)}, 0, -1, true});
    }
    AddFilterNotes(profile_, query_, report);
    AddRunNotes(profile_, query_, values_.quirks, report);
    NoteNoTensorColumn(query_, report);
    if (picker_.overlapped()) AddQuirkNotes({Quirk::kOverlappingTypes}, report);
    if (min_differs_) AddQuirkNotes({Quirk::kMinOnAccumulated}, report);
    if (bytes_share_differs_) AddQuirkNotes({Quirk::kBytesShareZero}, report);
    return report;
  }

 private:
  std::vector<Ranked> Rank(const OpGroups& groups) {
    std::vector<Ranked> ranked;
    for (size_t g = 0; g < groups.name.size(); ++g) {
      Ranked row;
      row.picked = picker_.Pick(groups.items[g]);
      if (row.picked.empty()) continue;
      row.name = groups.name[g];
      row.own = picker_.Sum(row.picked);
      Settle(quirks_, row.own);
      ranked.push_back(std::move(row));
    }
    if (!query_.order_by) return ranked;  // by name already
    const Measure key = *query_.order_by;
    const bool by_defined = key == Measure::kOccurrence && quirks_.Has(Quirk::kOccurrenceIsDefined);
    std::stable_sort(ranked.begin(), ranked.end(), [=](const Ranked& a, const Ranked& b) {
      if (by_defined) return a.own.defined > b.own.defined;
      return OrZero(a.own[key]) > OrZero(b.own[key]);
    });
    return ranked;
  }

  // Returns the sum of all rows.
  Values Accumulate(std::vector<Ranked>& rows) const {
    Values sum = Values::Absent();
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
      sum.Add(row->own);
      Settle(quirks_, sum);
      row->accumulated = sum;
    }
    return sum;
  }

  bool PassesMinimum(const Ranked& row) {
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

  // Rows before the first -start match are passed over; from a -trim match on, all. Rows that are
  // hidden by other options still use up depth.
  std::vector<Ranked> Show(std::vector<Ranked> rows) {
    size_t first = 0;
    if (!query_.start_names.all()) {
      while (first < rows.size() && !query_.start_names.Matches(rows[first].name)) ++first;
    }
    std::vector<Ranked> shown;
    for (size_t i = first; i < rows.size(); ++i) {
      const auto depth = static_cast<int64_t>(i - first);
      if (depth > query_.max_depth || query_.trim_names.Matches(rows[i].name)) break;
      if (PassesMinimum(rows[i]) && query_.show_names.Matches(rows[i].name) &&
          !query_.hide_names.Matches(rows[i].name)) {
        shown.push_back(std::move(rows[i]));
      }
    }
    return shown;
  }

  void FillColumn(const std::vector<Ranked>& rows, const Values& total, ReportColumn& column) {
    if (column.type == ColumnType::kList && column.field == Field::kInputShapes) {
      column.type = ColumnType::kInputShapeUses;
      for (const Ranked& row : rows) column.uses.push_back(ShapeUses(row));
    } else if (column.type == ColumnType::kList) {
      for (const Ranked& row : rows) column.texts.push_back(picker_.Texts(row.picked, column));
    } else {
      column.grand_total = ValueOf(column, total);
      for (const Ranked& row : rows) {
        column.own.push_back(ValueOf(column, row.own));
        if (column.field != Field::kOccurrence) AddShares(row, column);
      }
    }
  }

  void AddShares(const Ranked& row, ReportColumn& column) {
    const Value own = ValueOf(column, row.own), accumulated = ValueOf(column, row.accumulated);
    const Value total = column.grand_total;
    const auto share = [total](Value part) {
      if (total == kAbsent || part == kAbsent) return std::nan("");
      if (total == 0) return 0.0;
      return static_cast<double>(part) / static_cast<double>(total);
    };
    double share_total = OrZero(accumulated) > 0 || own == kAbsent ? share(accumulated) : 0;
    if (column.unit == Unit::kBytes && OrZero(own) == 0 && quirks_.Has(Quirk::kBytesShareZero)) {
      bytes_share_differs_ = bytes_share_differs_ || share_total != 0;
      share_total = 0;
    }
    column.total.push_back(accumulated);
    column.share.push_back(OrZero(accumulated) > 0 || own == kAbsent ? share(own) : 0);
    column.share_total.push_back(share_total);
  }

  // The ops of a row, by their inputs' shapes; those that ran most first, equal ones by text.
  std::vector<InputShapeUse> ShapeUses(const Ranked& row) const {
    std::map<std::string, InputShapeUse> by_text;
    for (int32_t item : row.picked) {
      const auto op = static_cast<uint32_t>(item);
      if (op >= profile_.op_count()) continue;
      std::vector<std::string> shapes = InputShapes(profile_, quirks_, OpId(op));
      InputShapeUse& use = by_text[fmt::format("{}", fmt::join(shapes, ",\t"))];
      use.shapes = std::move(shapes);
      use.defined += 1;
      AddValue(use.runs, values_.of[item][Measure::kOccurrence]);
      AddValue(use.time, values_.of[item][Measure::kMicros]);
    }
    std::vector<InputShapeUse> uses;
    for (auto& [text, use] : by_text) uses.push_back(std::move(use));
    std::stable_sort(uses.begin(), uses.end(), [](const InputShapeUse& a, const InputShapeUse& b) {
      return a.runs > b.runs;
    });
    return uses;
  }

  const Profile& profile_;
  const Query& query_;
  const OpValues& values_;
  const Quirks quirks_;
  const Picker picker_;
  bool min_differs_ = false, bytes_share_differs_ = false;
};

}  // namespace

absl::StatusOr<Report> OpView(const Profile& profile, const Query& query, RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const auto values, GetOpValues(profile, query, context));
  const auto groups = context.Cached<OpGroups>("op groups" + values->ItemsKey(),
                                               [&] { return BuildGroups(profile, *values); });
  PROFILER_RETURN_IF_ERROR(context.Check());
  return OpRun(profile, query, *values).Run(*groups);
}

}  // namespace profiler
