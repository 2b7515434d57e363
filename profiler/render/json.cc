#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <optional>
#include <vector>

#include "profiler/base/input_shape_use.h"
#include "profiler/base/output_text.h"
#include "profiler/render/flat_columns.h"
#include "profiler/render/render.h"
#include "profiler/render/row_parts.h"
#include "profiler/render/tensor_text.h"
#include "profiler/report/finding_table.h"

namespace profiler {
namespace {

constexpr int kSchemaVersion = 1;

constexpr auto& AppendText = AppendJsonText;

void AppendTextOrNull(std::string_view text, std::string& out) {
  if (text.empty()) {
    out += "null";
  } else {
    AppendText(text, out);
  }
}

// Appends `key` as the next member of an object.
void AppendKey(std::string_view key, std::string& out) {
  if (out.back() != '{') out += ',';
  AppendText(key, out);
  out += ':';
}

template <typename Items, typename AppendItem>
void AppendArray(const Items& items, std::string& out, AppendItem append_item) {
  out += '[';
  bool is_first = true;
  for (const auto& item : items) {
    if (!is_first) out += ',';
    is_first = false;
    append_item(item);
  }
  out += ']';
}

void AppendTexts(const std::vector<std::string>& texts, std::string& out) {
  AppendArray(texts, out, [&](const std::string& text) { AppendText(text, out); });
}

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
  AppendText(tensor->dtype, out);
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
      AppendText(text, out);
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
    AppendText(column.name, out);
    AppendKey("unit", out);
    AppendTextOrNull(column.unit, out);
    AppendKey("type", out);
    AppendText(column.type, out);
    AppendKey("description", out);
    AppendText(column.description, out);
    out += '}';
  });
}

void AppendRow(const Report& report, const std::vector<FlatColumn>& facets, size_t number,
               std::string& out) {
  const Row& row = report.rows[number];
  out += '{';
  if (!report.rows_are_unnamed) {
    AppendKey("name", out);
    AppendText(row.name, out);
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
          AppendText(facet.source->words[number], out);
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

void AppendNotes(const std::vector<Note>& notes, std::string& out) {
  AppendArray(notes, out, [&](const Note& note) {
    out += '{';
    AppendKey("id", out);
    AppendText(note.id, out);
    AppendKey("severity", out);
    AppendText(Name(note.severity), out);
    AppendKey("text", out);
    AppendText(note.text, out);
    out += '}';
  });
}

// Appends the members that reports and sections have in common.
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
  AppendText(report.values_are, out);
}

void AppendJsonSections(const std::vector<Report>& sections, const RenderContext& context,
                        std::string& out);

void AppendJsonSection(const Report& section, const RenderContext& context, std::string& out) {
  if (section.shape == Shape::kFindings) {
    AppendJsonSection(FindingsTable(section), context, out);
    return;
  }
  out += '{';
  AppendKey("id", out);
  AppendText(section.view, out);
  AppendKey("title", out);
  AppendText(section.title, out);
  AppendJsonTable(section, context, out);
  if (!section.sections.empty()) {
    AppendKey("sections", out);
    AppendJsonSections(section.sections, context, out);
  }
  AppendKey("notes", out);
  AppendNotes(section.notes, out);
  out += '}';
}

void AppendJsonSections(const std::vector<Report>& sections, const RenderContext& context,
                        std::string& out) {
  AppendArray(sections, out,
              [&](const Report& section) { AppendJsonSection(section, context, out); });
}

void AppendHead(const RenderContext& context, std::string& out) {
  fmt::format_to(std::back_inserter(out), R"({{"schema_version":{},"command":)", kSchemaVersion);
  AppendText(context.command, out);
}

void AppendInputs(const RenderContext& context, std::string& out) {
  AppendKey("inputs", out);
  AppendTexts(context.inputs, out);
  if (context.base.empty()) return;
  AppendKey("base", out);
  AppendTexts(context.base, out);
}

std::string RenderJson(const Report& report, const RenderContext& context) {
  std::string out;
  AppendHead(context, out);
  AppendKey("view", out);
  AppendText(report.view, out);
  if (!report.summary.empty()) {
    AppendKey("summary", out);
    AppendTexts(report.summary, out);
  }
  if (HasOwnTable(report)) AppendJsonTable(report, context, out);
  if (!report.sections.empty()) {
    AppendKey("sections", out);
    AppendJsonSections(report.sections, context, out);
  }
  AppendInputs(context, out);
  AppendKey("notes", out);
  AppendNotes(report.notes, out);
  out += "}\n";
  return out;
}

std::string RenderJsonFiles(const FilesReport& report, const RenderContext& context) {
  std::string out;
  AppendHead(context, out);
  AppendKey("files", out);
  AppendArray(report.files, out, [&](const FilesReport::File& file) {
    out += '{';
    AppendKey("path", out);
    AppendText(file.path, out);
    AppendKey("bytes", out);
    fmt::format_to(std::back_inserter(out), "{}}}", file.bytes);
  });
  AppendInputs(context, out);
  AppendKey("notes", out);
  AppendNotes(report.notes, out);
  out += "}\n";
  return out;
}

std::string RenderJsonError(std::string_view code, std::string_view message,
                            const RenderContext& context) {
  std::string out;
  AppendHead(context, out);
  AppendKey("error", out);
  out += '{';
  AppendKey("code", out);
  AppendText(code, out);
  AppendKey("message", out);
  AppendText(message, out);
  // Always null, because the message includes the hint.
  AppendKey("hint", out);
  out += "null}}\n";
  return out;
}

}  // namespace

// One object on one line. Numbers have all their digits, unknown values are null, and text is valid
// UTF-8.
extern const Renderer kJsonRenderer = {
    .name = "json",
    .render = RenderJson,
    .render_files = RenderJsonFiles,
    .render_error = RenderJsonError,
};

}  // namespace profiler
