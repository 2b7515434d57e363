#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/catalog/views.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/part_options.h"
#include "profiler/report/compared/compared_columns.h"
#include "profiler/report/row_filter.h"
#include "profiler/views/trees/columns.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

using Names = std::vector<std::string>;

// Each table shows its rows' names, so -select may name them, too.
constexpr std::string_view kRowName = "name";

bool HasName(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Whether the command has columns of its own. Other commands accept the columns of ops, although
// their sections do not obey -select, -order_by and -where.
bool HasTable(const View& view) {
  return view.columns != nullptr && !view.obeys.Has(OptionUse::kTree);
}

// The parts of a measure in a comparison, of scope, graph, code and op.
Names PartsOfMeasure(const OpColumn& column) {
  ReportColumn number;
  number.name = column.name;
  number.measure = column.measure;
  Names names;
  for (const ReportColumn& part : ComparedHeaders(Shape::kTree, {number})) {
    names.push_back(part.name);
  }
  return names;
}

// The distinct names for -select in the view; in all views if it is null. scope, graph, code and op
// accept all columns of tfprof, also columns that the view lacks.
Names ColumnsOf(const View* view, bool is_compared) {
  Names names;
  const auto add = [&](std::string_view name) {
    if (!HasName(names, name)) names.emplace_back(name);
  };
  const auto add_all = [&](const View& one) {
    if (!HasTable(one)) {
      for (const OpColumn& column : OpColumns()) add(column.name);
      for (const OpColumn& column : OpColumns()) {
        if (!is_compared || !column.measure) continue;
        for (const std::string& name : PartsOfMeasure(column)) add(name);
      }
      return;
    }
    const std::vector<ReportColumn> columns = one.columns();
    for (const ReportColumn& column : columns) add(column.name);
    if (!is_compared) return;
    for (const ReportColumn& column : ComparedHeaders(one.shape, columns)) add(column.name);
  };
  if (view != nullptr) {
    add_all(*view);
  } else {
    for (const View& one : AllViews()) add_all(one);
  }
  return names;
}

// The columns of the command's table and of its sections.
Names SelectableColumns(const View& view, bool is_compared) {
  Names columns = ColumnsOf(&view, is_compared);
  if (!HasTable(view) || view.sections == nullptr) return columns;
  for (const Report& section : view.sections()) {
    for (const ReportColumn& column : section.columns) {
      if (!HasName(columns, column.name)) columns.push_back(column.name);
    }
  }
  return columns;
}

bool HasAll(const std::vector<WhereColumn>& columns, const Names& names) {
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const WhereColumn& column) { return column.name == name; });
  });
}

// The names for -order_by. Rows of ops are sorted by measures only.
Names OrderKeys(const View* view, bool is_compared) {
  Names keys = ColumnsOf(view, is_compared);
  std::erase_if(keys, [](const std::string& key) {
    return std::any_of(OpColumns().begin(), OpColumns().end(), [&](const OpColumn& column) {
      return !column.measure && column.name == key;
    });
  });
  keys.insert(keys.begin(), std::string(kRowName));
  return keys;
}

// Fails if the view lacks a column or the column has an unsuitable type. If the view is null, fails
// if every view fails; the error is preferably that of a view which has the columns.
absl::Status CheckWhere(const View* view, const Query& query, bool is_compared) {
  const Where& where = query.where;
  if (where.all()) return absl::OkStatus();
  if (view != nullptr) return where.Check(WhereColumns(*view, is_compared));
  std::vector<WhereColumn> any;
  absl::Status wrong;
  for (const View& one : AllViews()) {
    const std::vector<WhereColumn> columns = WhereColumns(one, is_compared);
    absl::Status status = where.Check(columns);
    if (status.ok()) return status;
    if (wrong.ok() && HasAll(columns, where.columns())) wrong = status;
    for (const WhereColumn& column : columns) {
      if (!HasAll(any, {column.name})) any.push_back(column);
    }
  }
  if (!wrong.ok()) return wrong;
  PROFILER_RETURN_IF_ERROR(where.Check(any));
  return absl::InvalidArgumentError(fmt::format("-where: no command has all of the columns {}",
                                                fmt::join(where.columns(), ", ")));
}

// Fails if -select has a name that is not in `any`; the error lists `columns`.
absl::Status CheckSelect(const Names& any, const Names& columns, const Query& query) {
  for (const auto& [name, measure] : query.select) {
    if (HasName(any, name) || name == kRowName) continue;
    const std::vector<std::string_view> views(columns.begin(), columns.end());
    Names given;
    for (const ColumnName& column : query.select) given.push_back(column.name);
    return BadValue("select", fmt::format("{}", fmt::join(given, ",")),
                    fmt::format(": '{}' is no column{} (columns: {})", name,
                                DidYouMean(name, views), fmt::join(columns, ", ")));
  }
  return absl::OkStatus();
}

}  // namespace

bool HasOrderColumn(const View& view, const Query& query, bool is_compared) {
  return query.order_by.empty() || HasName(OrderKeys(&view, is_compared), query.order_by.name);
}

bool HasSelectedColumn(const View& view, const Query& query, bool is_compared) {
  const Names columns = SelectableColumns(view, is_compared);
  return std::any_of(query.select.begin(), query.select.end(),
                     [&](const ColumnName& column) { return HasName(columns, column.name); });
}

absl::Status CheckOwnSelect(const View& view, const Query& query, bool is_compared) {
  if (!HasTable(view) || view.takes_tfprof_options) return absl::OkStatus();
  const Names columns = SelectableColumns(view, is_compared);
  return CheckSelect(columns, columns, query);
}

absl::Status CheckColumns(const View* view, const Query& query, bool is_compared) {
  if (view != nullptr && view->obeys.Has(OptionUse::kSql)) return absl::OkStatus();
  const bool is_table = view != nullptr && HasTable(*view);
  if (query.orders_tables() ||
      (is_table && !view->takes_tfprof_options && !HasOrderColumn(*view, query, is_compared))) {
    const std::string& key = query.order_by.name;
    const Names keys = OrderKeys(view, is_compared);
    if (!HasName(keys, key)) {
      const std::vector<std::string_view> views(keys.begin(), keys.end());
      const std::string list =
          fmt::format("schema{}", view == nullptr ? "" : fmt::format(" {}", view->name));
      return NoChoice("order_by", key, views, list);
    }
  }
  const Names columns = ColumnsOf(view, is_compared);
  PROFILER_RETURN_IF_ERROR(
      CheckSelect(is_table ? ColumnsOf(nullptr, is_compared) : columns, columns, query));
  return CheckWhere(view, query, is_compared);
}

absl::Status CheckQuery(const View* view, const Query& query, bool is_compared) {
  PROFILER_RETURN_IF_ERROR(CheckColumns(view, query, is_compared));
  PROFILER_RETURN_IF_ERROR(CheckAdvice(query.advice));
  return CheckWindow(query.selection);
}

std::vector<WhereColumn> WhereColumns(const View& view, bool is_compared) {
  const bool has_columns = view.columns != nullptr;
  Shape shape = has_columns ? view.shape : Shape::kTree;
  std::vector<ReportColumn> columns =
      has_columns ? view.columns() : TreeColumns(ColumnOrder::kBytesFirst);
  if (is_compared) {
    columns = ComparedHeaders(shape, columns);
    shape = ComparedShape(shape);
  }
  std::vector<WhereColumn> named;
  for (FilterColumn& column : FilterColumns(shape, columns)) {
    named.push_back(std::move(column.named));
  }
  return named;
}

}  // namespace profiler
