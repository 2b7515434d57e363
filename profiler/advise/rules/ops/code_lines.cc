#include "profiler/advise/rules/ops/code_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/trees/code_tree.h"
#include "profiler/analysis/trees/waiting_threads.h"

namespace profiler {
namespace {

// The file and function of a row's name, e.g. "train.py:12:step".
std::pair<std::string_view, std::string_view> FrameOf(std::string_view name) {
  const size_t file = name.find(':'), line = name.rfind(':');
  if (file == name.npos || file == line) return {};
  return {name.substr(0, file), name.substr(line + 1)};
}

class CodeLines {
 public:
  CodeLines(const Report& report, const CostText& text, const CodeLinesShown& shown)
      : report_(report), costs_(report), text_(text), shown_(shown), children_(report.rows.size()) {
    for (size_t row = 1; row < report.rows.size(); ++row) {
      children_[static_cast<size_t>(report.rows[row].parent)].push_back(row);
    }
  }

  bool Add(Verdict& verdict) {
    if (!report_.rows.empty()) AddBelow(0, 0, verdict);
    return is_deep_enough_;
  }

 private:
  // The lines that a row calls, those that cost most first. What only passes a call on is no line
  // of its own; rows that are no line are left out.
  std::vector<size_t> LinesBelow(size_t row) {
    std::vector<size_t> open = children_[row], lines;
    while (!open.empty()) {
      const size_t child = open.back();
      open.pop_back();
      const std::string_view name = report_.rows[child].name;
      if (name == kNoTrace || name == kWaitingThreads || name == kOutsideSteps) continue;
      const auto [file, function] = FrameOf(name);
      if (!PassesCallOn(file, function)) {
        lines.push_back(child);
        continue;
      }
      CheckDepth(child);
      open.insert(open.end(), children_[child].begin(), children_[child].end());
    }
    std::stable_sort(lines.begin(), lines.end(), [&](size_t a, size_t b) {
      const Value of_a = costs_.Of(a).all, of_b = costs_.Of(b).all;
      return of_a == of_b ? a < b : of_a > of_b;
    });
    return lines;
  }

  void CheckDepth(size_t row) {  // the root is at 1
    if (report_.rows[row].depth >= shown_.max_depth - 1) is_deep_enough_ = false;
  }

  // Adds the lines below `row`. Levels with a single frame are skipped.
  void AddBelow(size_t row, int32_t level, Verdict& verdict) {
    if (level >= shown_.levels) return;
    std::vector<size_t> lines = LinesBelow(row);
    // Rows that are no line, such as ops without a stack, count: what they call is not skipped.
    while (children_[row].size() == 1 && lines.size() == 1 && WaitText(lines[0]).empty()) {
      row = lines[0];
      lines = LinesBelow(row);
    }
    CheckDepth(row);
    for (size_t i = 0; i < std::min(lines.size(), shown_.most); ++i) {
      const Costs costs = costs_.Of(lines[i]);
      if (costs.all < shown_.least) continue;
      const std::string wait = WaitText(lines[i]);
      AddFinding(lines[i], wait.empty() ? report_.rows[lines[i]].name : wait, level, costs,
                 verdict);
      if (wait.empty()) AddBelow(lines[i], level + 1, verdict);
    }
  }

  // What a line that needs a result says, with the line that calls it, if that was recorded:
  // "train.py:20:run waits for a result, in float()". Empty for all others.
  std::string WaitText(size_t row) const {
    const auto [file, function] = FrameOf(report_.rows[row].name);
    const std::string_view call = ResultCall(file, function);
    if (call.empty()) return "";
    auto caller = static_cast<size_t>(report_.rows[row].parent);
    while (caller != 0 && IsPassed(caller))
      caller = static_cast<size_t>(report_.rows[caller].parent);
    const size_t line = caller == 0 ? row : caller;
    return fmt::format("{} waits for a result, in {}", report_.rows[line].name, call);
  }

  bool IsPassed(size_t row) const {
    const auto [file, function] = FrameOf(report_.rows[row].name);
    return PassesCallOn(file, function) || !ResultCall(file, function).empty();
  }

  void AddFinding(size_t row, std::string_view line, int32_t level, const Costs& costs,
                  Verdict& verdict) {
    const std::vector<std::string> key = KeyOf(report_, row);
    Finding finding;
    finding.id = "code";
    finding.subject = fmt::format("{}", fmt::join(key, " > "));
    finding.text = fmt::format("{}, {}", line, text_(costs));
    if (level == 0) finding.command = shown_.command;
    finding.level = level;
    verdict.findings.push_back(std::move(finding));
  }

  const Report& report_;
  const CostReader costs_;
  const CostText& text_;
  const CodeLinesShown& shown_;
  bool is_deep_enough_ = true;
  std::vector<std::vector<size_t>> children_;
};

}  // namespace

bool AddCodeLines(const Report& report, const CostText& text, const CodeLinesShown& shown,
                  Verdict& verdict) {
  return CodeLines(report, text, shown).Add(verdict);
}

}  // namespace profiler
