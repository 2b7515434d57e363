#include "tests/answers/case_file.h"

#include <fmt/format.h>

#include <utility>

#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr std::string_view kCase = "== ", kCommand = "> ", kLike = "like ";

bool StartsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

std::string_view WithoutBlanksAtEnd(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \r\t") + 1);
}

void DropBlankLinesAtEnd(std::vector<std::string>& lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
}

// Prepends the profile of an earlier case to the profile of the last case.
absl::Status AddLike(const TextLine& line, std::vector<Case>& cases) {
  const std::string name = line.text.substr(kLike.size());
  for (size_t i = 0; i + 1 < cases.size(); ++i) {
    if (cases[i].name.text != name) continue;
    std::vector<TextLine>& to = cases.back().profile;
    to.insert(to.end(), cases[i].profile.begin(), cases[i].profile.end());
    return absl::OkStatus();
  }
  return AtLine(line, fmt::format("no case above is named '{}'", name));
}

absl::Status AddLine(TextLine line, std::vector<Case>& cases) {
  if (StartsWith(line.text, kCase)) {
    if (!cases.empty() && cases.back().expectations.empty()) {
      return AtLine(cases.back().name, "the case asks nothing: a line '> COMMAND' is missing");
    }
    line.text.erase(0, kCase.size());
    cases.push_back({std::move(line), {}, {}});
    return absl::OkStatus();
  }
  if (cases.empty()) {
    if (line.text.empty() || line.text[0] == '#') return absl::OkStatus();
    return AtLine(line, "a file begins with a line '== NAME OF THE CASE', or comments");
  }
  Case& last = cases.back();
  if (StartsWith(line.text, kCommand)) {
    line.text.erase(0, kCommand.size());
    last.expectations.push_back({std::move(line), {}});
  } else if (!last.expectations.empty()) {
    last.expectations.back().answer.push_back(std::move(line.text));
  } else if (StartsWith(line.text, kLike)) {
    return AddLike(line, cases);
  } else {
    last.profile.push_back(std::move(line));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status AtLine(const TextLine& line, std::string_view problem) {
  return absl::InvalidArgumentError(fmt::format("line {}: {}", line.number, problem));
}

std::vector<std::string> LinesOf(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.emplace_back(WithoutBlanksAtEnd(text.substr(0, end)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  DropBlankLinesAtEnd(lines);
  return lines;
}

absl::StatusOr<std::vector<Case>> ReadCases(std::string_view text) {
  std::vector<Case> cases;
  int number = 0;
  for (std::string& line : LinesOf(text)) {
    PROFILER_RETURN_IF_ERROR(AddLine({++number, std::move(line)}, cases));
  }
  if (cases.empty()) return absl::InvalidArgumentError("the file has no case");
  // Ends the last case, by starting another one.
  PROFILER_RETURN_IF_ERROR(AddLine({number, std::string(kCase)}, cases));
  cases.pop_back();
  for (Case& one : cases) {
    for (Expectation& expectation : one.expectations) DropBlankLinesAtEnd(expectation.answer);
  }
  return cases;
}

}  // namespace profiler
