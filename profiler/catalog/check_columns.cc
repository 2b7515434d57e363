#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "profiler/advise/rule.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/catalog/views.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/part_options.h"
#include "profiler/views/trees/where_rows.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

using Names = std::vector<std::string>;

bool HasName(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Of tfprof's views the fields, of others their columns; each name once.
Names ColumnsOf(const View* view) {
  Names names;
  const auto add = [&](std::string_view name) {
    if (!HasName(names, name)) names.emplace_back(name);
  };
  const auto add_all = [&](const View& one) {
    if (one.columns == nullptr) {
      for (const FieldInfo& field : AllFields()) add(field.name);
    } else {
      for (const ReportColumn& column : one.columns()) add(column.name);
    }
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

// What -order_by takes: a field that is no measure sorts nothing.
Names OrderKeys(const View* view) {
  Names keys = ColumnsOf(view);
  std::erase_if(keys, [](const std::string& key) {
    for (const FieldInfo& field : AllFields()) {
      if (field.name == key) return static_cast<size_t>(field.field) >= kMeasureCount;
    }
    return false;
  });
  keys.insert(keys.begin(), "name");
  return keys;
}

// Of a view, what is wrong there. Of no view: nothing where any has these columns, else what a view
// that has them finds wrong, else that none has them.
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

// Whether -select names columns out of `any`; the error lists those that there are.
absl::Status CheckSelect(const Names& any, const Names& columns, const Query& query) {
  for (const std::string& name : query.select_columns) {
    if (HasName(any, name)) continue;
    const std::vector<std::string_view> views(columns.begin(), columns.end());
    return BadValue("select", fmt::format("{}", fmt::join(query.select_columns, ",")),
                    fmt::format(": '{}' is no column{} (columns: {})", name,
                                DidYouMean(name, views), fmt::join(columns, ", ")));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckOwnSelect(const View& view, const Query& query) {
  if (view.columns == nullptr) return absl::OkStatus();
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
  const bool is_table = view != nullptr && view->columns != nullptr;
  if (const std::string& key = query.order_by_column; !key.empty()) {
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
  if (view.columns != nullptr) {
    for (const ReportColumn& column : view.columns()) {
      named.push_back({column.name, WhereKindOf(column.type), column.unit});
    }
    const auto is_name = [](const WhereColumn& column) { return column.name == "name"; };
    if (std::none_of(named.begin(), named.end(), is_name)) {
      named.push_back({"name", WhereColumn::Kind::kText, Unit::kNone});
    }
    return named;
  }
  const bool ranked = view.row_names == RowNames::kOpTypes;
  const bool of_ops = view.row_names == RowNames::kOps;
  return RowCondition::ColumnsOf(ranked ? Shape::kRanked : Shape::kTree,
                                 of_ops ? ColumnOrder::kCountsFirst : ColumnOrder::kBytesFirst);
}

}  // namespace profiler
