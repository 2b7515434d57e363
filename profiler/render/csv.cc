#include "profiler/render/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "profiler/base/utf8.h"
#include "profiler/render/flat_columns.h"
#include "profiler/render/tensor_text.h"

namespace profiler {
namespace {

void AppendField(std::string_view text, std::string& out) {
  const bool is_ascii = std::all_of(text.begin(), text.end(),
                                    [](char c) { return static_cast<signed char>(c) >= 0; });
  if (!is_ascii) {
    const std::string valid = ValidUtf8(text);
    if (valid != text) return AppendField(valid, out);
  }
  // A blank at either end is lost on readers that trim fields without quotes.
  const bool is_bare = text.find_first_of(",\"\r\n") == text.npos &&
                       (text.empty() || (text.front() != ' ' && text.back() != ' '));
  if (is_bare) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void AppendJoined(const std::vector<std::string>& items, char separator, std::string& out) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += separator;
    for (const char c : items[i]) {
      if (c == separator || c == '\\') out += '\\';
      out += c;
    }
  }
}

// A value that is missing is an empty item.
void AppendSeries(const std::vector<double>& values, std::string& out) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += '|';
    AppendReal(values[i], out);
  }
}

void AppendNumberOrNothing(Value value, Unit unit, std::string& out) {
  if (value != kAbsent) AppendNumber(value, unit, out);
}

void AppendUses(const std::vector<InputShapeUse>& uses, std::string& out) {
  for (size_t i = 0; i < uses.size(); ++i) {
    if (i > 0) out += "; ";
    AppendJoined(uses[i].shapes, '|', out);
    out += " (run*";
    AppendNumberOrNothing(uses[i].runs, Unit::kCount, out);
    out += "|defined*";
    AppendNumberOrNothing(uses[i].defined, Unit::kCount, out);
    out += ')';
    if (uses[i].time == kAbsent) continue;
    out += ' ';
    AppendNumber(uses[i].time, Unit::kMicros, out);
  }
}

// The values as one list, and `...` where there are more.
void AppendTensor(const std::optional<TensorValue>& tensor, std::string& out) {
  if (!tensor.has_value()) return;
  const size_t shown = FormatTensor(*tensor).shown;
  for (size_t i = 0; i < shown; ++i) {
    if (i > 0) out += '|';
    out += ExactText(*tensor, i);
  }
  if (static_cast<int64_t>(shown) < tensor->count) out += "|...";
}

void AppendRow(const Report& report, const std::vector<FlatColumn>& facets, size_t number,
               std::string& out) {
  const Row& row = report.rows[number];
  AppendField(row.name, out);
  out += ',';
  std::string joined;
  AppendJoined(KeyOf(report, number), '/', joined);
  AppendField(joined, out);
  if (report.shape == Shape::kTree) {
    fmt::format_to(std::back_inserter(out), ",{},", row.depth);
    if (row.parent >= 0) fmt::format_to(std::back_inserter(out), "{}", row.parent);
    fmt::format_to(std::back_inserter(out), ",{}", row.accounted);
  }
  for (const FlatColumn& facet : facets) {
    out += ',';
    const ReportColumn& column = *facet.source;
    joined.clear();
    switch (column.type) {
      case ColumnType::kNumber:
      case ColumnType::kReal:
      case ColumnType::kFlag:
        AppendCell(report, facet, number, joined);
        break;
      case ColumnType::kText:
        joined = column.words[number];
        break;
      case ColumnType::kList:
        AppendJoined(column.texts[number], '|', joined);
        break;
      case ColumnType::kSeries:
        AppendSeries(column.series[number], joined);
        break;
      case ColumnType::kTensor:
        AppendTensor(column.tensors[number], joined);
        break;
      case ColumnType::kInputShapeUses:
        AppendUses(column.uses[number], joined);
        break;
    }
    AppendField(joined, out);
  }
  out += '\n';
}

// One table with its heading.
void AppendTable(const Report& report, std::string& out) {
  const std::vector<FlatColumn> facets = Facets(report);
  out += "name,key";
  if (report.shape == Shape::kTree) out += ",depth,parent,accounted";
  for (const FlatColumn& column : facets) {
    out += ',';
    AppendField(column.name, out);
  }
  out += '\n';
  for (size_t number = 0; number < report.rows.size(); ++number) {
    AppendRow(report, facets, number, out);
  }
}

}  // namespace

std::string RenderCsv(const Report& report, const RenderContext&) {
  std::string out;
  if (report.sections.empty()) AppendTable(report, out);
  for (const Report& section : report.sections) {
    if (!out.empty()) out += '\n';
    AppendTable(section, out);
  }
  return out;
}

std::string RenderCsvFiles(const FilesReport& report, const RenderContext&) {
  std::string out = "path,bytes\n";
  for (const FilesReport::File& file : report.files) {
    AppendField(file.path, out);
    fmt::format_to(std::back_inserter(out), ",{}\n", file.bytes);
  }
  return out;
}

}  // namespace profiler
