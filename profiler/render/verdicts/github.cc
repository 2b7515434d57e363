#include <fmt/format.h>

#include <string>
#include <string_view>

#include "profiler/base/text/utf8.h"
#include "profiler/render/render.h"
#include "profiler/render/verdicts/judgement.h"

namespace profiler {
namespace {

using Outcome = Judgement::Outcome;

// As the runner demands: a workflow command is one line, and a property ends at a comma or colon.
// Control characters are dropped.
std::string GithubText(std::string_view text, bool is_property) {
  std::string out;
  for (const char c : ValidUtf8(text)) {
    const bool is_separator = is_property && (c == ':' || c == ',');
    if (c == '%' || c == '\r' || c == '\n' || is_separator) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) {
      out += c;
    }
  }
  return out;
}

// A line of the log that is no workflow command: the runner shows it as it is, so nothing is
// escaped. It must not begin with the text of a profile, which may look like a command.
std::string LogLine(std::string_view text) {
  std::string out;
  for (const char c : ValidUtf8(text)) {
    if (c == '\n' || c == '\t') {
      out += ' ';
    } else if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) {
      out += c;
    }
  }
  return out + '\n';
}

std::string WorkflowCommand(std::string_view command, std::string_view title,
                            std::string_view message) {
  return fmt::format("::{} title={}::{}\n", command, GithubText(title, true),
                     GithubText(message, false));
}

std::string RenderGithub(const Report& report, const RenderContext&) {
  std::string out;
  for (const Judgement& one : JudgementsOf(report)) {
    std::string_view details = one.details;
    if (details.ends_with('\n')) details.remove_suffix(1);
    const std::string message =
        details.empty() ? one.message : fmt::format("{}\n{}", one.message, details);
    switch (one.outcome) {
      case Outcome::kFailed:
      case Outcome::kNotJudged:
        out += WorkflowCommand("error", one.name, message);
        break;
      case Outcome::kWarned:
        out += WorkflowCommand("warning", one.name, message);
        break;
      case Outcome::kUnclear:
        out += WorkflowCommand("notice", one.name, message);
        break;
      case Outcome::kPassed:  // a line of the log
        out += LogLine(fmt::format("{}: {}: {}", report.checks.empty() ? "info" : "ok", one.name,
                                   one.message));
        break;
    }
  }
  for (const Note& note : report.notes) {
    if (!report.checks.empty() && note.severity == Severity::kWarning) {
      out += WorkflowCommand("warning", report.view, note.text);
      continue;
    }
    out += LogLine(fmt::format("note: {}", note.text));
  }
  return out + LogLine(SumUp(report) + ".");
}

std::string RenderGithubFiles(const FilesReport& report, const RenderContext&) {
  return LogLine(report.banner);
}

std::string RenderGithubError(std::string_view /*code*/, std::string_view message,
                              const RenderContext& context) {
  return WorkflowCommand("error", "profiler " + context.command, message);
}

}  // namespace

// Workflow commands of GitHub Actions, which annotate a run: an error for what fails the command, a
// warning for other broken requirements and findings, a notice for what is unclear.
extern const Renderer kGithubRenderer = {
    .name = "github",
    .render = RenderGithub,
    .render_files = RenderGithubFiles,
    .render_error = RenderGithubError,
    .shows_verdicts_only = true,
};

}  // namespace profiler
