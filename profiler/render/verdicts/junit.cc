#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/text/utf8.h"
#include "profiler/render/render.h"
#include "profiler/render/verdicts/judgement.h"

namespace profiler {
namespace {

using Outcome = Judgement::Outcome;

// Whether XML 1.0 allows the character.
bool IsXmlCharacter(uint32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code != 0xfffe && code != 0xffff && !(code >= 0x7f && code < 0xa0);
}

// For texts and attributes. Control characters, which XML cannot hold, are dropped.
std::string Xml(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character first = FirstCharacter(text);
    const std::string_view bytes = text.substr(0, first.length);
    text.remove_prefix(first.length);
    if (!first.is_valid) {
      AppendCharacter(first.code, out);
      continue;
    }
    if (!IsXmlCharacter(first.code)) continue;
    switch (first.code) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";  // a newline in an attribute would become a blank
        break;
      case '\r':
        out += "&#13;";
        break;
      default:
        out += bytes;
    }
  }
  return out;
}

struct SuiteCounts {
  size_t tests = 0, failures = 0, skipped = 0, errors = 0;
};

// CI systems follow a suite by its name, which options must not change.
std::string Suite(std::string_view command, const SuiteCounts& counts, std::string_view cases) {
  const std::string name = fmt::format("profiler {}", command.substr(0, command.find(' ')));
  const std::string attributes =
      fmt::format(R"(name="{}" tests="{}" failures="{}" errors="{}" skipped="{}" time="0")",
                  Xml(name), counts.tests, counts.failures, counts.errors, counts.skipped);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n<testsuite {0}>\n"
      "{1}</testsuite>\n</testsuites>\n",
      attributes, cases);
}

std::string CaseStart(std::string_view group, std::string_view name) {
  return fmt::format(R"(<testcase classname="{}" name="{}" time="0">)", Xml(group), Xml(name));
}

std::string Case(const Judgement& one) {
  std::string out = CaseStart(one.group, one.name);
  const std::string message = Xml(one.message), details = Xml(one.message + "\n" + one.details);
  switch (one.outcome) {
    case Outcome::kFailed:
      out += fmt::format(R"(<failure message="{}" type="{}">{}</failure>)", message, one.word,
                         details);
      break;
    case Outcome::kNotJudged:
      out += fmt::format(R"(<error message="{}" type="not judged">{}</error>)", message, details);
      break;
    case Outcome::kWarned:
      out += fmt::format(R"(<skipped message="warning: {0}"/><system-out>{1}</system-out>)",
                         message, details);
      break;
    case Outcome::kUnclear:
    case Outcome::kPassed:
      out += fmt::format("<system-out>{}{}</system-out>",
                         one.outcome == Outcome::kUnclear ? "unclear: " : "", details);
      break;
  }
  return out + "</testcase>\n";
}

std::string RenderJunit(const Report& report, const RenderContext& context) {
  const std::vector<Judgement> judgements = JudgementsOf(report);
  SuiteCounts counts;
  std::string cases;
  for (const Judgement& one : judgements) {
    ++counts.tests;
    counts.failures += one.outcome == Outcome::kFailed;
    counts.errors += one.outcome == Outcome::kNotJudged;
    counts.skipped += one.outcome == Outcome::kWarned;
    cases += Case(one);
  }
  if (judgements.empty()) {  // some CI systems refuse a suite without tests
    counts.tests = 1;
    cases = CaseStart(report.view, "nothing found") + "</testcase>\n";
  }
  std::string notes;
  for (const Note& note : report.notes) notes += fmt::format("note: {}\n", note.text);
  if (!notes.empty()) cases += fmt::format("<system-out>{}</system-out>\n", Xml(notes));
  return Suite(context.command, counts, cases);
}

std::string RenderJunitFiles(const FilesReport& report, const RenderContext& context) {
  const std::string cases = fmt::format("{}<system-out>{}</system-out></testcase>\n",
                                        CaseStart("export", context.command), Xml(report.banner));
  return Suite(context.command, {1, 0, 0, 0}, cases);
}

std::string RenderJunitError(std::string_view code, std::string_view message,
                             const RenderContext& context) {
  const std::string cases =
      fmt::format(R"({}<error message="{}" type="{}">{}</error></testcase>)"
                  "\n",
                  CaseStart("profiler", context.command), Xml(message), Xml(code), Xml(message));
  return Suite(context.command, {1, 0, 0, 1}, cases);
}

}  // namespace

// JUnit's XML as GitLab and Jenkins read it: a test case per requirement or finding. What is broken
// fails, if it fails the command; warnings that do not are skipped cases.
extern const Renderer kJunitRenderer = {
    .name = "junit",
    .render = RenderJunit,
    .render_files = RenderJunitFiles,
    .render_error = RenderJunitError,
    .is_safe_to_show = true,
    .shows_verdicts_only = true,
};

}  // namespace profiler
