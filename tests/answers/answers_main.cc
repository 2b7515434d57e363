// Runs each case in the given files, and prints the differences between expected and actual
// answers.
//
// usage: answers_test FILE...
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <string>

#include "cli/arguments.h"
#include "profiler/base/status.h"
#include "profiler/catalog/renderers.h"
#include "profiler/engine/engine.h"
#include "tests/answers/case_file.h"
#include "tests/answers/profile_text.h"

namespace profiler {
namespace {

using Lines = std::vector<std::string>;

// Implements `| SECTION`, which keeps one section of a report. The name of the report itself keeps
// the report's own table.
absl::Status LeaveSection(std::string name, Report& report) {
  name.resize(std::min(name.size(), name.find(' ')));  // a comment may follow
  std::vector<Report> sections = std::move(report.sections);
  report.sections.clear();
  if (report.view == name) return absl::OkStatus();
  report.columns.clear();
  report.rows.clear();
  std::vector<std::string> names;
  for (Report& section : sections) {
    names.push_back(section.view);
    if (section.view != name) continue;
    report.notes = section.notes;
    report.sections.push_back(std::move(section));
    return absl::OkStatus();
  }
  return absl::NotFoundError(fmt::format("no section '{}' ({})", name, fmt::join(names, ", ")));
}

// The program's output for a command: the answer, then the notes.
absl::StatusOr<std::string> Ask(const std::string& line, Engine& engine,
                                const ProfileHandle& profile) {
  PROFILER_ASSIGN_OR_RETURN(const Command command, ParseLine(line, Options()));
  if (command.kind != CommandKind::kView) {
    return absl::InvalidArgumentError("only commands that answer about a profile can be asked");
  }
  const Query& query = command.options.query;
  Question question;
  question.command = command.view->name;
  question.query = query;
  question.statistic_is_given = command.gives_statistic;
  question.compat = CompatOf(command.options.compat);
  RunContext context;
  PROFILER_ASSIGN_OR_RETURN(Report report, engine.Answer(profile, question, context));
  if (command.redirect.kind == Redirect::Kind::kPipe) {
    PROFILER_RETURN_IF_ERROR(LeaveSection(command.redirect.target, report));
  }
  RenderContext about;
  about.command = command.text;
  about.order_by = query.order_by.name;
  const Renderer& renderer = *FindRenderer(command.options.format);
  std::string text = renderer.render(report, about);
  if (renderer.render_error != nullptr) return text;  // the text includes the notes
  for (const Note& note : report.notes) text += fmt::format("note: {}\n", note.text);
  return text;
}

// Prints ` ` before common lines, `-` before expected ones and `+` before actual ones, after a
// longest common subsequence.
void ShowDifference(const Lines& expected, const Lines& actual) {
  const size_t n = expected.size(), m = actual.size();
  std::vector<std::vector<size_t>> common(n + 1, std::vector<size_t>(m + 1));
  for (size_t i = n; i-- > 0;) {
    for (size_t j = m; j-- > 0;) {
      common[i][j] = expected[i] == actual[j] ? common[i + 1][j + 1] + 1
                                              : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  for (size_t i = 0, j = 0; i < n || j < m;) {
    if (i < n && j < m && expected[i] == actual[j]) {
      fmt::print("  {}\n", expected[i]);
      ++i, ++j;
    } else if (j == m || (i < n && common[i + 1][j] >= common[i][j + 1])) {
      fmt::print("- {}\n", expected[i++]);
    } else {
      fmt::print("+ {}\n", actual[j++]);
    }
  }
}

// Whether all answers of the case are as expected.
bool Check(const std::string& path, const Case& one) {
  absl::StatusOr<Profile> made = ProfileOf(one.profile);
  if (!made.ok()) {
    fmt::print("{}: {}\n", path, Message(made.status()));
    return false;
  }
  Engine engine;
  const ProfileHandle profile = engine.Adopt(std::make_shared<const Profile>(*std::move(made)));
  bool is_same = true;
  for (const auto& [command, expected] : one.expectations) {
    const absl::StatusOr<std::string> answer = Ask(command.text, engine, profile);
    const Lines actual =
        LinesOf(answer.ok() ? *answer : fmt::format("error: {}", Message(answer.status())));
    if (actual == expected) continue;
    is_same = false;
    fmt::print("--- {}:{}: {}\n+++ answer of: {}\n", path, command.number, one.name.text,
               command.text);
    ShowDifference(expected, actual);
    fmt::print("the answer as it is, to paste where it is right:\n{}\n", fmt::join(actual, "\n"));
  }
  return is_same;
}

// The cases in a file. In a Markdown page, the lines that are indented by four spaces are cases.
absl::StatusOr<std::vector<Case>> CasesOf(const std::string& path) {
  std::ifstream file(path);
  const bool is_page = path.size() > 3 && path.substr(path.size() - 3) == ".md";
  std::string text;
  for (std::string line; std::getline(file, line);) {
    if (is_page) line.replace(0, line.rfind("    ", 0) == 0 ? 4 : line.size(), "");
    text += line + "\n";
  }
  return ReadCases(text);
}

int Main(const Lines& paths) {
  int passed = 0, failed = 0;
  for (const std::string& path : paths) {
    const absl::StatusOr<std::vector<Case>> cases = CasesOf(path);
    if (!cases.ok()) {
      fmt::print("{}: {}\n", path, Message(cases.status()));
      ++failed;
      continue;
    }
    for (const Case& one : *cases) ++(Check(path, one) ? passed : failed);
  }
  fmt::print("{} passed, {} failed\n", passed, failed);  // .ci/count.py reads this line
  return failed == 0 && passed > 0 ? 0 : 1;
}

}  // namespace
}  // namespace profiler

int main(int argc, char** argv) { return profiler::Main({argv + 1, argv + argc}); }
