#include "profiler/render/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

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

}  // namespace

std::string RenderCsv(const Report& report, const RenderContext&) {
  const std::vector<FlatColumn> facets = Facets(report);
  std::string out;
  for (const FlatColumn& column : RowProperties(report)) {
    if (!out.empty()) out += ',';
    AppendField(column.name, out);
  }
  for (const FlatColumn& column : facets) {
    out += ',';
    AppendField(column.name, out);
  }
  out += '\n';

  std::string joined;
  for (size_t number = 0; number < report.rows.size(); ++number) {
    const Row& row = report.rows[number];
    AppendField(row.name, out);
    out += ',';
    joined.clear();
    AppendJoined(KeyOf(report, number), '/', joined);
    AppendField(joined, out);
    if (report.shape == Shape::kTree) {
      fmt::format_to(std::back_inserter(out), ",{},", row.depth);
      if (row.parent >= 0) fmt::format_to(std::back_inserter(out), "{}", row.parent);
      fmt::format_to(std::back_inserter(out), ",{}", row.accounted);
    }
    for (const FlatColumn& facet : facets) {
      out += ',';
      if (facet.source->type == ColumnType::kNumber) {
        AppendCell(report, facet, number, out);
        continue;
      }
      joined.clear();
      if (facet.source->type == ColumnType::kList) {
        AppendJoined(facet.source->texts[number], '|', joined);
      } else if (facet.source->type == ColumnType::kTensor) {
        AppendTensor(facet.source->tensors[number], joined);
      } else {
        AppendUses(facet.source->uses[number], joined);
      }
      AppendField(joined, out);
    }
    out += '\n';
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
