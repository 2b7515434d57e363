// A table as a list of columns. Each column is declared with its meaning (name, unit, type, role,
// sentence) and the getter for its cells, so code never refers to a cell by position or by name:
//
//   using C = ColumnOf<Kernel>;
//   const std::vector<C> columns = {
//       C::Text("op", "op", "The op that launched it.", [](const Kernel& k) { return k.op; }),
//       C::Number("total_us", Unit::kMicros, "total", "Its time, summed.", &Kernel::total),
//   };
#ifndef PROFILER_REPORT_COLUMN_H_
#define PROFILER_REPORT_COLUMN_H_

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

// A column without values.
std::shared_ptr<ReportColumn> ColumnHeader(ColumnType type, std::string_view name, Unit unit,
                                           std::string_view title, std::string_view sentence);

// One column of a table whose rows are made from values of `RowT`. A getter is a lambda that takes
// a row, or a pointer to a member. `title` is the header in text; the sentence describes one cell.
template <typename RowT>
class ColumnOf {
 public:
  // The getter returns kAbsent if the value is unknown; times are in picoseconds.
  template <typename Getter>
  static ColumnOf Number(std::string_view name, Unit unit, std::string_view title,
                         std::string_view sentence, Getter get) {
    return ColumnOf(ColumnType::kNumber, name, unit, title, sentence,
                    [get](const RowT& row, ReportColumn& to) {
                      to.own.push_back(static_cast<Value>(std::invoke(get, row)));
                    });
  }
  // The getter returns NaN if the value is unknown; times are in microseconds.
  template <typename Getter>
  static ColumnOf Real(std::string_view name, Unit unit, std::string_view title,
                       std::string_view sentence, Getter get) {
    return ColumnOf(ColumnType::kReal, name, unit, title, sentence,
                    [get](const RowT& row, ReportColumn& to) {
                      to.reals.push_back(static_cast<double>(std::invoke(get, row)));
                    });
  }
  // The getter returns a bool, or 0, 1 or kAbsent.
  template <typename Getter>
  static ColumnOf Flag(std::string_view name, std::string_view title, std::string_view sentence,
                       Getter get) {
    return ColumnOf(ColumnType::kFlag, name, Unit::kNone, title, sentence,
                    [get](const RowT& row, ReportColumn& to) {
                      to.own.push_back(static_cast<Value>(std::invoke(get, row)));
                    });
  }
  // The getter returns an empty text if the value is unknown.
  template <typename Getter>
  static ColumnOf Text(std::string_view name, std::string_view title, std::string_view sentence,
                       Getter get) {
    return ColumnOf(
        ColumnType::kText, name, Unit::kNone, title, sentence,
        [get](const RowT& row, ReportColumn& to) { to.words.emplace_back(std::invoke(get, row)); });
  }
  // The getter returns a vector of strings.
  template <typename Getter>
  static ColumnOf List(std::string_view name, std::string_view title, std::string_view sentence,
                       Getter get) {
    return ColumnOf(
        ColumnType::kList, name, Unit::kNone, title, sentence,
        [get](const RowT& row, ReportColumn& to) { to.texts.push_back(std::invoke(get, row)); });
  }
  // The getter returns one double per moment or step, NaN if there is none.
  template <typename Getter>
  static ColumnOf Series(std::string_view name, Unit unit, std::string_view title,
                         std::string_view sentence, Getter get) {
    return ColumnOf(
        ColumnType::kSeries, name, unit, title, sentence,
        [get](const RowT& row, ReportColumn& to) { to.series.push_back(std::invoke(get, row)); });
  }
  // A column about a part of the row. The getter returns that part.
  template <typename PartT, typename Getter>
  static ColumnOf Of(const ColumnOf<PartT>& part, Getter get) {
    ColumnOf column;
    column.header_ = part.header_;
    column.append_ = [append = part.append_, get](const RowT& row, ReportColumn& to) {
      append(std::invoke(get, row), to);
    };
    return column;
  }

  ColumnOf As(ColumnRole role) && {
    OwnHeader().role = role;
    return std::move(*this);
  }
  // An empty text is a value, not an unknown one.
  ColumnOf KeepsEmpty() && {
    OwnHeader().keeps_empty = true;
    return std::move(*this);
  }
  // Only machine formats show the column, because it repeats the row's name.
  ColumnOf RepeatsName() && {
    OwnHeader().repeats_name = true;
    return std::move(*this);
  }
  // Only machine formats show the column, because another one shows the same for people.
  ColumnOf ForPrograms() && { return std::move(*this).RepeatsName(); }
  ColumnOf In(Detail detail) && {
    OwnHeader().detail = detail;
    return std::move(*this);
  }
  // DropEmptyColumns() (report/table.h) drops the column if no row has a value.
  ColumnOf Optional() && {
    OwnHeader().is_optional = true;
    return std::move(*this);
  }
  // A mean, an extreme, a percentile or a property: values of rows or steps do not add up.
  ColumnOf Typical() && {
    OwnHeader().is_typical = true;
    return std::move(*this);
  }
  ColumnOf GrandTotal(Value value) && {
    OwnHeader().grand_total = value;
    return std::move(*this);
  }
  // Empty unless `is_shown`; for columns that depend on options or on the profile.
  std::vector<ColumnOf> If(bool is_shown) && {
    return is_shown ? std::vector<ColumnOf>{std::move(*this)} : std::vector<ColumnOf>();
  }

  const ReportColumn& header() const { return *header_; }  // without values
  void Append(const RowT& row, ReportColumn& to) const { append_(row, to); }

 private:
  template <typename OtherRowT>
  friend class ColumnOf;

  ColumnOf() = default;
  ColumnOf(ColumnType type, std::string_view name, Unit unit, std::string_view title,
           std::string_view sentence, std::function<void(const RowT&, ReportColumn&)> append)
      : header_(ColumnHeader(type, name, unit, title, sentence)), append_(std::move(append)) {}

  ReportColumn& OwnHeader() {
    if (header_.use_count() > 1) header_ = std::make_shared<ReportColumn>(*header_);
    return *header_;
  }

  std::shared_ptr<ReportColumn> header_;  // copies of the column share the header
  std::function<void(const RowT&, ReportColumn&)> append_;
};

// The columns without values, for a new Report and for `schema`.
template <typename RowT>
std::vector<ReportColumn> Headers(const std::vector<ColumnOf<RowT>>& columns) {
  std::vector<ReportColumn> headers;
  headers.reserve(columns.size());
  for (const ColumnOf<RowT>& column : columns) headers.push_back(column.header());
  return headers;
}

// Columns about a part of the row. The getter returns that part.
template <typename RowT, typename PartT, typename Getter>
std::vector<ColumnOf<RowT>> PartColumns(const std::vector<ColumnOf<PartT>>& parts, Getter get) {
  std::vector<ColumnOf<RowT>> columns;
  columns.reserve(parts.size());
  for (const ColumnOf<PartT>& part : parts) columns.push_back(ColumnOf<RowT>::Of(part, get));
  return columns;
}

// One column, or several.
template <typename RowT>
struct ColumnPart {
  std::vector<ColumnOf<RowT>> columns;

  ColumnPart(ColumnOf<RowT> column) : columns{std::move(column)} {}
  ColumnPart(std::vector<ColumnOf<RowT>> list) : columns(std::move(list)) {}
  ColumnPart(std::initializer_list<ColumnOf<RowT>> list) : columns(list) {}
};

// The columns of all parts, in order.
template <typename RowT>
std::vector<ColumnOf<RowT>> Concat(std::initializer_list<ColumnPart<RowT>> parts) {
  std::vector<ColumnOf<RowT>> columns;
  for (const auto& part : parts) {
    columns.insert(columns.end(), part.columns.begin(), part.columns.end());
  }
  return columns;
}

// Appends a row to a report whose columns are Headers(columns). The key is unique in the report.
template <typename RowT>
void AppendRow(const std::vector<ColumnOf<RowT>>& columns, std::string_view name,
               std::vector<std::string> key, const RowT& row, Report& report) {
  report.rows.push_back({name, std::move(key), 0, -1, true});
  for (size_t c = 0; c < columns.size(); ++c) columns[c].Append(row, report.columns[c]);
}

// Appends a row whose key is its name.
template <typename RowT>
void AppendRow(const std::vector<ColumnOf<RowT>>& columns, std::string_view name, const RowT& row,
               Report& report) {
  AppendRow(columns, name, {std::string(name)}, row, report);
}

}  // namespace profiler

#endif  // PROFILER_REPORT_COLUMN_H_
