#include "profiler/render/delimited.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "profiler/base/input_shape_use.h"
#include "profiler/base/text/utf8.h"
#include "profiler/render/flat_columns.h"
#include "profiler/render/row_parts.h"
#include "profiler/render/tensor_text.h"
#include "profiler/report/finding_table.h"

namespace profiler {
namespace {

void AppendJoined(const std::vector<std::string>& items, char separator, std::string& out) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += separator;
    for (const char c : items[i]) {
      if (c == separator || c == '\\') out += '\\';
      out += c;
    }
  }
}

// Appends the values as list items. A missing value is an empty item.
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

// Appends the values as a flat list, then `...` if the tensor has more values.
void AppendTensor(const std::optional<TensorValue>& tensor, std::string& out) {
  if (!tensor.has_value()) return;
  const size_t shown = FormatTensor(*tensor).shown;
  for (size_t i = 0; i < shown; ++i) {
    if (i > 0) out += '|';
    out += ExactText(*tensor, i);
  }
  if (static_cast<int64_t>(shown) < tensor->count) out += "|...";
}

// The row's value in a column that is not one of its properties.
std::string ValueText(const Report& report, const FlatColumn& facet, size_t row) {
  std::string text;
  const ReportColumn& column = *facet.source;
  switch (column.type) {
    case ColumnType::kNumber:
    case ColumnType::kReal:
    case ColumnType::kFlag:
      AppendCell(report, facet, row, text);
      break;
    case ColumnType::kText:
      return column.words[row];
    case ColumnType::kList:
      AppendJoined(column.texts[row], '|', text);
      break;
    case ColumnType::kSeries:
      AppendSeries(column.series[row], text);
      break;
    case ColumnType::kTensor:
      AppendTensor(column.tensors[row], text);
      break;
    case ColumnType::kInputShapeUses:
      AppendUses(column.uses[row], text);
      break;
  }
  return text;
}

// Writes the fields of each line in the dialect.
class Writer {
 public:
  Writer(const Dialect& dialect, std::string& out) : dialect_(dialect), out_(out) {}

  void Add(std::string_view text) {
    out_ += is_first_ ? dialect_.line_begin : dialect_.separator;
    is_first_ = false;
    const bool is_ascii = std::all_of(text.begin(), text.end(),
                                      [](char c) { return static_cast<signed char>(c) >= 0; });
    dialect_.append_field(is_ascii ? text : std::string_view(ValidUtf8(text)), out_);
  }
  void End() {
    out_ += dialect_.line_end;
    out_ += '\n';
    is_first_ = true;
  }

  // Writes the heading and, in Markdown, the rule below the heading.
  void AddHeading(const std::vector<FlatColumn>& columns) {
    for (const FlatColumn& column : columns) Add(column.name);
    End();
    if (!dialect_.has_rule) return;
    for (const FlatColumn& column : columns) {
      out_ += is_first_ ? dialect_.line_begin : dialect_.separator;
      is_first_ = false;
      out_ += column.is_number ? "---:" : "---";
    }
    End();
  }

 private:
  const Dialect& dialect_;
  std::string& out_;
  bool is_first_ = true;
};

// Writes the tables of an answer.
class Tables {
 public:
  Tables(const Dialect& dialect, const RenderContext& context)
      : dialect_(dialect), context_(context) {}

  // `section` is the value of the column `section`; empty for no such column.
  void AddTable(const Report& report, std::string_view section) {
    is_first_ = false;
    std::vector<FlatColumn> columns;
    if (!section.empty()) columns.push_back({"section", "", "string", "the table's id"});
    const std::vector<FlatColumn> properties = RowProperties(report);
    columns.insert(columns.end(), properties.begin(), properties.end());
    const std::vector<FlatColumn> facets = FlatColumns(report);
    columns.insert(columns.end(), facets.begin(), facets.end());
    Writer(dialect_, out_).AddHeading(columns);
    AppendRowParts(
        report.rows.size(), context_,
        [&](size_t first, size_t last, std::string& part) {
          Writer writer(dialect_, part);
          for (size_t row = first; row < last; ++row) AddRow(report, section, facets, row, writer);
        },
        out_);
    if (dialect_.has_rule) AddRemarks(report);
  }

  // Adds sections, each followed by its own sections.
  void AddSections(const std::vector<Report>& sections, std::string_view above, size_t level) {
    for (const Report& section : sections) AddSection(section, above, level);
  }

  std::string TakeText() { return std::move(out_); }

 private:
  void AddRemark(std::string_view text) {
    out_ += "\n*";
    dialect_.append_field(ValidUtf8(text), out_);
    out_ += "*\n";
  }

  void AddRemarks(const Report& report) {
    if (report.hidden_rows > 0) {
      AddRemark(fmt::format("and {} more: {}", report.hidden_rows, report.hidden_reason));
    }
    if (!report.values_are.empty() && !report.rows.empty()) AddRemark(report.values_are);
  }

  void AddSection(const Report& section, std::string_view above, size_t level) {
    if (section.shape == Shape::kFindings) return AddSection(FindingsTable(section), above, level);
    if (!is_first_) out_ += '\n';
    if (dialect_.has_rule) {
      out_ += std::string(level, '#') + ' ';
      dialect_.append_field(ValidUtf8(section.title.empty() ? section.view : section.title), out_);
      out_ += "\n\n";
    }
    const std::string id = above.empty() ? section.view : fmt::format("{}/{}", above, section.view);
    // In Markdown the heading names the section.
    AddTable(section, dialect_.has_rule ? "" : id);
    AddSections(section.sections, id, level + 1);
  }

  static void AddRow(const Report& report, std::string_view section,
                     const std::vector<FlatColumn>& facets, size_t number, Writer& writer) {
    const Row& row = report.rows[number];
    if (!section.empty()) writer.Add(section);
    if (!report.rows_are_unnamed) {
      writer.Add(row.name);
      std::string key;
      AppendJoined(KeyOf(report, number), '/', key);
      writer.Add(key);
    }
    if (report.shape == Shape::kTree) {
      writer.Add(fmt::format("{}", row.depth));
      writer.Add(row.parent < 0 ? "" : fmt::format("{}", row.parent));
      writer.Add(row.accounted ? "true" : "false");
    }
    for (const FlatColumn& facet : facets) writer.Add(ValueText(report, facet, number));
    writer.End();
  }

  const Dialect& dialect_;
  const RenderContext& context_;
  std::string out_;
  bool is_first_ = true;  // no table was written yet
};

}  // namespace

std::string RenderDelimited(const Report& report, const Dialect& dialect,
                            const RenderContext& context) {
  Tables tables(dialect, context);
  const bool has_own = HasOwnTable(report);
  if (has_own) tables.AddTable(report, "");
  // Programs expect one table per file; sections that explain this table are only for people.
  if (!has_own || dialect.has_rule) tables.AddSections(report.sections, "", 2);
  return tables.TakeText();
}

std::string RenderDelimitedFiles(const FilesReport& report, const Dialect& dialect) {
  std::string out;
  Writer writer(dialect, out);
  FlatColumn path, bytes;
  path.name = "path";
  bytes.name = "bytes";
  bytes.is_number = true;
  writer.AddHeading({path, bytes});
  for (const FilesReport::File& file : report.files) {
    writer.Add(file.path);
    writer.Add(fmt::format("{}", file.bytes));
    writer.End();
  }
  return out;
}

}  // namespace profiler
