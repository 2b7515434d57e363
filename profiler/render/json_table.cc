#include "profiler/render/json_table.h"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <optional>
#include <vector>

#include "profiler/base/input_shape_use.h"
#include "profiler/render/flat_columns.h"
#include "profiler/render/json_pieces.h"
#include "profiler/render/row_parts.h"
#include "profiler/render/tensor_text.h"

namespace profiler {
namespace {

void AppendJsonUses(const std::vector<InputShapeUse>& uses, std::string& out) {
  const auto append_number = [&](std::string_view key, Value value, Unit unit) {
    AppendKey(key, out);
    if (value == kAbsent) {
      out += "null";
    } else {
      AppendNumber(value, unit, out);
    }
  };
  AppendArray(uses, out, [&](const InputShapeUse& use) {
    out += '{';
    AppendKey("shapes", out);
    AppendTexts(use.shapes, out);
    append_number("run_count", use.runs, Unit::kCount);
    append_number("defined_count", use.defined, Unit::kCount);
    append_number("micros", use.time, Unit::kMicros);
    out += '}';
  });
}

// Complex and non-finite numbers are strings, because JSON has no such numbers.
void AppendJsonTensor(const std::optional<TensorValue>& tensor, std::string& out) {
  if (!tensor.has_value()) {
    out += "null";
    return;
  }
  const size_t shown = FormatTensor(*tensor).shown;
  out += '{';
  AppendKey("dtype", out);
  AppendJsonText(tensor->dtype, out);
  AppendKey("shape", out);
  AppendArray(tensor->shape, out,
              [&](int64_t dim) { fmt::format_to(std::back_inserter(out), "{}", dim); });
  AppendKey("values", out);
  out += '[';
  for (size_t i = 0; i < shown; ++i) {
    if (i > 0) out += ',';
    const std::string text = ExactText(*tensor, i);
    const bool is_number = text.find_first_not_of("0123456789.e+-") == std::string::npos;
    if (is_number) {
      out += text;
    } else {
      AppendJsonText(text, out);
    }
  }
  out += ']';
  fmt::format_to(std::back_inserter(out), R"(,"truncated":{}}})",
                 static_cast<int64_t>(shown) < tensor->count);
}

void AppendColumns(const std::vector<FlatColumn>& columns, std::string& out) {
  AppendArray(columns, out, [&](const FlatColumn& column) {
    out += '{';
    AppendKey("name", out);
    AppendJsonText(column.name, out);
    AppendKey("unit", out);
    AppendTextOrNull(column.unit, out);
    AppendKey("type", out);
    AppendJsonText(column.type, out);
    AppendKey("description", out);
    AppendJsonText(column.description, out);
    out += '}';
  });
}

void AppendRow(const Report& report, const std::vector<FlatColumn>& facets, size_t number,
               std::string& out) {
  const Row& row = report.rows[number];
  out += '{';
  if (!report.rows_are_unnamed) {
    AppendKey("name", out);
    AppendJsonText(row.name, out);
    AppendKey("key", out);
    AppendTexts(KeyOf(report, number), out);
  }
  if (report.shape == Shape::kTree) {
    fmt::format_to(std::back_inserter(out), R"(,"depth":{},"parent":)", row.depth);
    if (row.parent < 0) {
      out += "null";
    } else {
      fmt::format_to(std::back_inserter(out), "{}", row.parent);
    }
    fmt::format_to(std::back_inserter(out), R"(,"accounted":{})", row.accounted);
  }
  for (const FlatColumn& facet : facets) {
    AppendKey(facet.name, out);
    switch (facet.source->type) {
      case ColumnType::kNumber:
      case ColumnType::kReal:
      case ColumnType::kFlag:
        if (!AppendCell(report, facet, number, out)) out += "null";
        break;
      case ColumnType::kText:
        if (facet.source->keeps_empty) {
          AppendJsonText(facet.source->words[number], out);
        } else {
          AppendTextOrNull(facet.source->words[number], out);
        }
        break;
      case ColumnType::kSeries:
        AppendArray(facet.source->series[number], out, [&](double value) {
          if (!AppendReal(value, out)) out += "null";
        });
        break;
      case ColumnType::kList:
        AppendTexts(facet.source->texts[number], out);
        break;
      case ColumnType::kInputShapeUses:
        AppendJsonUses(facet.source->uses[number], out);
        break;
      case ColumnType::kTensor:
        AppendJsonTensor(facet.source->tensors[number], out);
        break;
    }
  }
  out += '}';
}

void AppendTotals(const Report& report, std::string& out) {
  out += '{';
  for (const ReportColumn& column : report.columns) {
    if (column.type != ColumnType::kNumber || column.not_available) continue;
    AppendKey(column.name, out);
    if (column.grand_total == kAbsent) {
      out += "null";
    } else {
      AppendNumber(column.grand_total, column.unit, out);
    }
  }
  out += '}';
}

}  // namespace

void AppendJsonTable(const Report& report, const RenderContext& context, std::string& out) {
  std::vector<FlatColumn> columns = RowProperties(report);
  const std::vector<FlatColumn> facets = FlatColumns(report);
  columns.insert(columns.end(), facets.begin(), facets.end());
  AppendKey("columns", out);
  AppendColumns(columns, out);
  AppendKey("rows", out);
  out += '[';
  AppendRowParts(
      report.rows.size(), context,
      [&](size_t first, size_t last, std::string& part) {
        for (size_t row = first; row < last; ++row) {
          if (row > 0) part += ',';
          AppendRow(report, facets, row, part);
        }
      },
      out);
  out += ']';
  AppendKey("totals", out);
  AppendTotals(report, out);
  fmt::format_to(std::back_inserter(out), R"(,"hidden_rows":{{"count":{},"reason":)",
                 report.hidden_rows);
  AppendTextOrNull(report.hidden_reason, out);
  out += '}';
  if (report.values_are.empty()) return;
  AppendKey("values_are", out);
  AppendJsonText(report.values_are, out);
}

}  // namespace profiler
