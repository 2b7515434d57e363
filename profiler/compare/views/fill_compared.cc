#include "profiler/compare/views/fill_compared.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "profiler/compare/views/united_cells.h"
#include "profiler/report/compared/measured.h"

namespace profiler {
namespace {

using OptionalRow = std::optional<size_t>;

// The columns of both reports, those of the new one first.
std::vector<ReportColumn> BothHeaders(const Report& base, const Report& next) {
  std::vector<ReportColumn> headers;
  const auto add = [&](const ReportColumn& column) {
    ReportColumn header = column;
    for (auto* values : {&header.own, &header.total}) values->clear();
    for (auto* values : {&header.share, &header.share_total, &header.reals}) values->clear();
    header.words.clear();
    header.texts.clear();
    header.series.clear();
    header.uses.clear();
    header.tensors.clear();
    header.grand_total = kAbsent;
    headers.push_back(std::move(header));
  };
  for (const ReportColumn& column : next.columns) add(column);
  for (const ReportColumn& column : base.columns) {
    if (ColumnNamed(next, column.name) == nullptr) add(column);
  }
  return headers;
}

// A number column of both sides. Without the column on a side nothing is known of it there.
struct NumberSides {
  const ReportColumn* base;
  const ReportColumn* next;
  const Report& base_report;
  const Report& next_report;
  bool adds_up;

  static Value At(const ReportColumn* column, OptionalRow row, bool of_total) {
    if (column == nullptr || !row) return kAbsent;
    const std::vector<Value>& values = of_total ? column->total : column->own;
    return values.empty() ? kAbsent : values[*row];
  }
  // A row that is not there, or a tree's row whose own values do not count, counts 0.
  static bool CountsZero(const Report& report, const ReportColumn* column, OptionalRow row,
                         bool of_total) {
    return column != nullptr && (!row || (!of_total && !report.rows[*row].accounted));
  }
  Value Delta(const UnitedRow& row, bool of_total) const {
    Value before = At(base, row.base, of_total), after = At(next, row.next, of_total);
    if (before == kAbsent && after == kAbsent) return kAbsent;
    if (adds_up && before == kAbsent && CountsZero(base_report, base, row.base, of_total)) {
      before = 0;
    }
    if (adds_up && after == kAbsent && CountsZero(next_report, next, row.next, of_total)) after = 0;
    return before == kAbsent || after == kAbsent ? kAbsent : after - before;
  }
  double Ratio(const UnitedRow& row, bool of_total) const {
    const Value before = At(base, row.base, of_total), after = At(next, row.next, of_total);
    if (before == kAbsent || after == kAbsent || before <= 0) return kAbsentReal;
    return static_cast<double>(after) / static_cast<double>(before);
  }
};

double RealAt(const ReportColumn* column, OptionalRow row) {
  return column == nullptr || !row || column->reals.empty() ? kAbsentReal : column->reals[*row];
}

void FillReals(ComparedPart part, const ReportColumn* base, const ReportColumn* next,
               const std::vector<UnitedRow>& rows, std::vector<double>& to) {
  for (const UnitedRow& row : rows) {
    const double before = RealAt(base, row.base), after = RealAt(next, row.next);
    switch (part) {
      case ComparedPart::kBase:
        to.push_back(before);
        break;
      case ComparedPart::kNew:
        to.push_back(after);
        break;
      case ComparedPart::kDelta:
        to.push_back(after - before);
        break;
      default:
        to.push_back(before > 0 ? after / before : kAbsentReal);
        break;
    }
  }
}

void FillNumbers(ComparedPart part, const NumberSides& sides, const std::vector<UnitedRow>& rows,
                 bool of_total, std::vector<Value>& to) {
  to.reserve(rows.size());
  for (const UnitedRow& row : rows) {
    switch (part) {
      case ComparedPart::kBase:
        to.push_back(NumberSides::At(sides.base, row.base, of_total));
        break;
      case ComparedPart::kNew:
        to.push_back(NumberSides::At(sides.next, row.next, of_total));
        break;
      default:
        to.push_back(sides.Delta(row, of_total));
        break;
    }
  }
}

Value GrandTotal(ComparedPart part, const NumberSides& sides) {
  const Value before = sides.base == nullptr ? kAbsent : sides.base->grand_total;
  const Value after = sides.next == nullptr ? kAbsent : sides.next->grand_total;
  if (part == ComparedPart::kBase) return before;
  if (part == ComparedPart::kNew) return after;
  return before == kAbsent || after == kAbsent ? kAbsent : after - before;
}

class ComparedFiller {
 public:
  ComparedFiller(const ComparedTables& tables, const std::vector<UnitedRow>& rows,
                 const ColumnChanges& changes, const std::vector<Change>& verdicts)
      : base_(tables.base),
        next_(tables.next),
        rows_(rows),
        changes_(changes),
        verdicts_(verdicts) {}

  FilledReport Run(const std::string& judged) && {
    FilledReport filled{HeadOf(), {}};
    Report& report = filled.report;
    const std::vector<ReportColumn> headers = BothHeaders(base_, next_);
    const auto judged_at = std::find_if(headers.begin(), headers.end(),
                                        [&](const auto& header) { return header.name == judged; });
    is_time_ = judged_at == headers.end() || judged_at->unit == Unit::kMicros;
    std::vector<ComparedColumn> columns = ComparedColumns(next_.shape, headers);
    // The judged column and its verdict come first, as columns on the right may not fit; before
    // them, what other tables have as the rows' names.
    const auto place = [&](const ComparedColumn& one) {
      if (one.of && NamesRows(headers[*one.of])) return 0;
      return !one.of || headers[*one.of].name == judged ? 1 : 2;
    };
    std::stable_sort(columns.begin(), columns.end(),
                     [&](const auto& a, const auto& b) { return place(a) < place(b); });
    for (ComparedColumn& one : columns) {
      Fill(one, one.of ? &headers[*one.of] : nullptr);
      report.columns.push_back(std::move(one.column));
      filled.places.push_back({one.part, one.of});
    }
    FillRows(report);
    return filled;
  }

 private:
  // Whether the column says which row it is, in a table whose rows have no names.
  bool NamesRows(const ReportColumn& column) const {
    return next_.rows_are_unnamed && !IsMeasured(column);
  }

  Report HeadOf() const {
    Report report;
    report.view = next_.view;
    report.title = next_.title;
    report.description = next_.description;
    report.shape = ComparedShape(next_.shape);
    if (next_.shape == Shape::kTree) report.doc = next_.doc;
    report.name_role = next_.name_role;
    report.keys = next_.keys;
    report.rows_are_unnamed = next_.rows_are_unnamed;
    report.keeps =
        std::make_shared<std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(
            base_.keeps, next_.keeps);
    report.no_ops = next_.no_ops && base_.no_ops;
    report.values = next_.values;
    report.values_are = next_.values_are;
    return report;
  }

  void Fill(ComparedColumn& to, const ReportColumn* of) const {
    ReportColumn& column = to.column;
    if (of == nullptr) return FillRowText(to);
    const ReportColumn* const base = ColumnNamed(base_, of->name);
    const ReportColumn* const next = ColumnNamed(next_, of->name);
    if (to.part == ComparedPart::kOther) return CopyColumn(base, next, rows_, column);
    if (to.part == ComparedPart::kPValue) return FillPValues(of->name, column);
    if (of->type == ColumnType::kSeries) return FillBaseSeries(base, rows_, column.series);
    if (of->type == ColumnType::kReal) {
      return FillReals(to.part, base, next, rows_, column.reals);
    }
    const NumberSides sides{base, next, base_, next_, AddsUp(*of)};
    if (to.part == ComparedPart::kRatio || to.part == ComparedPart::kTotalRatio) {
      for (const UnitedRow& row : rows_) {
        column.reals.push_back(sides.Ratio(row, to.part == ComparedPart::kTotalRatio));
      }
      return;
    }
    FillNumbers(to.part, sides, rows_, false, column.own);
    if (next_.shape == Shape::kTree) FillNumbers(to.part, sides, rows_, true, column.total);
    column.grand_total = GrandTotal(to.part, sides);
  }

  void FillPValues(const std::string& name, ReportColumn& column) const {
    const auto it = changes_.find(name);
    for (size_t i = 0; i < rows_.size(); ++i) {
      column.reals.push_back(it == changes_.end() ? kAbsentReal : it->second[i].p_value);
    }
    column.is_optional = true;
  }

  void FillRowText(ComparedColumn& to) const {
    for (size_t i = 0; i < rows_.size(); ++i) {
      const Change& change = verdicts_[i];
      if (to.part == ComparedPart::kMoreSteps) {
        to.column.reals.push_back(change.more_steps);
      } else if (to.part == ComparedPart::kMoreRuns) {
        to.column.reals.push_back(change.more_runs);
      } else if (to.part == ComparedPart::kVerdict) {
        to.column.words.emplace_back(is_time_ ? Name(change.verdict)
                                              : NameOfAmount(change.verdict));
      } else {
        to.column.words.emplace_back(
            rows_[i].is_renamed ? std::string_view(base_.rows[*rows_[i].base].name) : "");
      }
    }
  }

  void FillRows(Report& report) const {
    const bool ranks = next_.shape == Shape::kRanked;
    for (const UnitedRow& united : rows_) {
      const auto& from = united.next ? next_.rows[*united.next] : base_.rows[*united.base];
      auto& to = report.rows.emplace_back(from);
      if (ranks && to.key.empty()) to.key = {std::string(std::string_view(from.name))};
      to.parent = united.parent;
      to.depth = united.parent < 0 ? 0 : report.rows[static_cast<size_t>(united.parent)].depth + 1;
      if (united.base && united.next) {
        to.accounted = from.accounted || base_.rows[*united.base].accounted;
      }
    }
  }

  const Report& base_;
  const Report& next_;
  const std::vector<UnitedRow>& rows_;
  const ColumnChanges& changes_;
  const std::vector<Change>& verdicts_;
  bool is_time_ = true;
};

}  // namespace

const ReportColumn* ColumnNamed(const Report& report, std::string_view name) {
  for (const ReportColumn& column : report.columns) {
    if (column.name == name) return &column;
  }
  return nullptr;
}

FilledReport FillCompared(const ComparedTables& tables, const std::vector<UnitedRow>& rows,
                          const ColumnChanges& changes, const std::vector<Change>& verdicts,
                          const std::string& judged) {
  return ComparedFiller(tables, rows, changes, verdicts).Run(judged);
}

}  // namespace profiler
