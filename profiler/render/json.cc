#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "profiler/render/json_pieces.h"
#include "profiler/render/json_table.h"
#include "profiler/render/render.h"
#include "profiler/report/finding_table.h"

namespace profiler {
namespace {

constexpr int kSchemaVersion = 1;

void AppendNotes(const std::vector<Note>& notes, std::string& out) {
  AppendArray(notes, out, [&](const Note& note) {
    out += '{';
    AppendKey("id", out);
    AppendJsonText(note.id, out);
    AppendKey("severity", out);
    AppendJsonText(Name(note.severity), out);
    AppendKey("text", out);
    AppendJsonText(note.text, out);
    out += '}';
  });
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
  AppendJsonText(section.view, out);
  AppendKey("title", out);
  AppendJsonText(section.title, out);
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
  AppendJsonText(context.command, out);
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
  AppendJsonText(report.view, out);
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
    AppendJsonText(file.path, out);
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
  AppendJsonText(code, out);
  AppendKey("message", out);
  AppendJsonText(message, out);
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
