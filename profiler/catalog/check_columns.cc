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
#include "profiler/report/row_filter.h"
#include "profiler/views/trees/columns.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

using Names = std::vector<std::string>;

bool HasName(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Whether the command has a table of its own. Other commands accept the columns of ops, although
// their sections do not obey -select, -order_by and -where.
bool HasTable(const View& view) { return view.columns != nullptr && view.shape == Shape::kTable; }

// The distinct names for -select in the view; in all views if it is null. scope, graph, code and op
// accept all columns of tfprof, also columns that the view lacks.
Names ColumnsOf(const View* view) {
  Names names;
  const auto add = [&](std::string_view name) {
    if (!HasName(names, name)) names.emplace_back(name);
  };
  const auto add_all = [&](const View& one) {
    if (!HasTable(one)) {
      for (const OpColumn& column : OpColumns()) add(column.name);
      return;
    }
    for (const ReportColumn& column : one.columns()) add(column.name);
  };
  if (view != nullptr) {
    add_all(*view);
  } else {
    for (const View& one : AllViews()) add_all(one);
  }
  return names;
}

bool HasAll(const std::vector<WhereColumn>& columns, const Names& names) {
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const WhereColumn& column) { return column.name == name; });
  });
}

// The names for -order_by. Rows of ops are sorted by measures only.
Names OrderKeys(const View* view) {
  Names keys = ColumnsOf(view);
  std::erase_if(keys, [](const std::string& key) {
    return std::any_of(OpColumns().begin(), OpColumns().end(), [&](const OpColumn& column) {
      return !column.measure && column.name == key;
    });
  });
  keys.insert(keys.begin(), "name");
  return keys;
}

// Fails if the view lacks a column or the column has an unsuitable type. If the view is null, fails
// if every view fails; the error is preferably that of a view which has the columns.
absl::Status CheckWhere(const View* view, const Where& where) {
  if (where.all()) return absl::OkStatus();
  if (view != nullptr) return where.Check(WhereColumns(*view));
  std::vector<WhereColumn> any;
  absl::Status wrong;
  for (const View& one : AllViews()) {
    const std::vector<WhereColumn> columns = WhereColumns(one);
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
    if (HasName(any, name)) continue;
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

absl::Status CheckOwnSelect(const View& view, const Query& query) {
  if (!HasTable(view)) return absl::OkStatus();
  Names columns = ColumnsOf(&view);
  if (view.sections != nullptr) {
    for (const Report& section : view.sections()) {
      for (const ReportColumn& column : section.columns) {
        if (!HasName(columns, column.name)) columns.push_back(column.name);
      }
    }
  }
  return CheckSelect(columns, columns, query);
}

absl::Status CheckColumns(const View* view, const Query& query) {
  const bool is_table = view != nullptr && HasTable(*view);
  if (query.orders_tables()) {
    const std::string& key = query.order_by.name;
    const Names keys = OrderKeys(view);
    if (!HasName(keys, key)) {
      const std::vector<std::string_view> views(keys.begin(), keys.end());
      return NoChoice("order_by", key, views);
    }
  }
  const Names columns = ColumnsOf(view);
  PROFILER_RETURN_IF_ERROR(CheckSelect(is_table ? ColumnsOf(nullptr) : columns, columns, query));
  return CheckWhere(view, query.where);
}

absl::Status CheckQuery(const View* view, const Query& query) {
  PROFILER_RETURN_IF_ERROR(CheckColumns(view, query));
  PROFILER_RETURN_IF_ERROR(CheckAdvice(query.advice));
  return CheckWindow(query.selection);
}

std::vector<WhereColumn> WhereColumns(const View& view) {
  std::vector<WhereColumn> named;
  std::vector<FilterColumn> columns =
      view.columns == nullptr ? FilterColumns(Shape::kTree, TreeColumns(ColumnOrder::kBytesFirst))
                              : FilterColumns(view.shape, view.columns());
  named.reserve(columns.size());
  for (FilterColumn& column : columns) named.push_back(std::move(column.named));
  return named;
}

}  // namespace profiler
