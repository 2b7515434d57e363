#include "profiler/compare/page/sentences/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/samples/ops_in_steps.h"
#include "profiler/compare/page/all_alike.h"
#include "profiler/compare/page/sentences/row_texts.h"
#include "profiler/compare/page/sentences/summary.h"
#include "profiler/compare/page/work/whole_functions.h"

namespace profiler {
namespace {

constexpr double kMuch = 0.5;  // of the change that is explained

// Calls `visit` with a scope's name and those of the scopes around it, the innermost first;
// 64 levels at most.
template <typename Visit>
void ForEachAround(std::string_view scope, const Visit& visit) {
  constexpr int kMostLevels = 64;
  for (int level = 0; level < kMostLevels && !scope.empty(); ++level) {
    visit(scope);
    const size_t slash = scope.rfind('/');
    scope = slash == scope.npos ? std::string_view() : scope.substr(0, slash);
  }
}

// The time of each scope, with those in it, that only one of both profiles has: the new one if the
// step became slower, else the base.
std::map<std::string_view, double> TimesOfOneSide(const std::vector<DiffRow>& scopes,
                                                  bool is_slower) {
  const auto is_there = [&](const DiffRow& row) {
    return !std::isnan(is_slower ? row.change.next : row.change.base);
  };
  const auto is_gone = [&](const DiffRow& row) {
    return std::isnan(is_slower ? row.change.base : row.change.next);
  };
  std::map<std::string_view, double> times;
  for (const DiffRow& row : scopes) {
    if (!is_there(row) || !is_gone(row) || row.is_beside || row.name == kNoScopeName) continue;
    ForEachAround(row.name, [&](std::string_view scope) { times[scope] += row.change.delta; });
  }
  for (const DiffRow& row : scopes) {
    if (!is_gone(row)) {
      ForEachAround(row.name, [&](std::string_view scope) { times.erase(scope); });
    }
  }
  return times;
}

// The time by which what is in scopes of both profiles, or in none, changed the other way than the
// step.
double TimeAgainst(const std::vector<DiffRow>& scopes, bool is_slower) {
  double time = 0;
  for (const DiffRow& row : scopes) {
    const bool is_of_one = std::isnan(row.change.base) || std::isnan(row.change.next);
    if ((is_of_one && row.name != kNoScopeName) || !row.change.is_changed()) continue;
    if (row.is_beside) continue;
    if ((row.change.delta < 0) == is_slower) time += std::abs(row.change.delta);
  }
  return time;
}

// "The scope that explains it: validate +180 ms (89%, added)": the outermost scope that only one of
// both profiles has, if with what is in it it makes up most of the change. "" where others of about
// its time went the other way, as scopes do that have a new name, or as what was in another scope
// does if the new one is around it.
std::string OneSidedScopeText(const std::vector<DiffRow>& scopes, const Change& step,
                              std::string_view what) {
  constexpr double kLeastShare = 0.5, kMostShare = 1.25, kMostAgainst = 0.25;
  const bool is_slower = step.delta > 0;
  std::string_view found;
  double most = 0, against = TimeAgainst(scopes, is_slower);
  for (const auto& [scope, time] : TimesOfOneSide(scopes, is_slower)) {
    if (IsMarkOfFramework(scope.substr(scope.rfind('/') + 1))) continue;
    if (std::abs(time) > std::abs(most)) {  // those around a scope are sorted before it
      found = scope;
      most = time;
    }
  }
  for (const auto& [scope, time] : TimesOfOneSide(scopes, !is_slower)) {
    against = std::max(against, std::abs(time));
  }
  const double share = most / step.delta;
  if (!(share >= kLeastShare && share <= kMostShare)) return "";
  if (against > kMostAgainst * std::abs(most)) return "";
  const std::string text = ShareText(share);
  return fmt::format("The scope that explains {}: {} {} ({}{})", what, found, SignedTimeText(most),
                     text.empty() ? "" : text + ", ", is_slower ? "added" : "removed");
}

// Rows that changed though the step did not, at most three of each kind.
std::string ChangedAllTheSame(const Change& step, const std::vector<DiffRow>& parts,
                              const std::vector<DiffRow>& ops, const std::vector<DiffRow>& scopes) {
  constexpr double kLeastPart = 0.01, kLeastNamed = 1e-4;  // of the step
  const auto changed = [&](const std::vector<DiffRow>& rows, double least) {
    std::vector<std::string> texts;
    for (const DiffRow& row : rows) {
      const bool is_large = std::abs(row.change.delta) >= least * std::max(step.base, step.next);
      if (row.change.is_changed() && is_large && !row.is_beside && texts.size() < 3) {
        texts.push_back(RowText(row, step, /*has_share=*/false));
      }
    }
    return texts;
  };
  std::vector<std::string> sentences;
  const auto add = [&](std::string_view what, const std::vector<std::string>& texts) {
    if (texts.empty()) return false;
    sentences.push_back(fmt::format("{} that changed all the same: {}", what, JoinedText(texts)));
    return true;
  };
  add("Parts", changed(parts, kLeastPart));
  // The own time of an op that is new may be next to nothing, and that of its scope is not.
  if (!add("Ops", changed(ops, kLeastPart)) && !add("Scopes", changed(scopes, kLeastPart)) &&
      sentences.empty()) {
    add("Ops", changed(ops, kLeastNamed));
  }
  return fmt::format("{}", fmt::join(sentences, ". "));
}

// "train.py:61 (clip), with all that it calls, explains 63% of it: -29.6 ms a step (removed)".
// Empty if no function does.
std::string WholeFunctionText(const Change& step, const std::vector<DiffRow>& functions,
                              std::string_view what) {
  const DiffRow* const function = ExplainingFunction(step, functions);
  if (function == nullptr) return "";
  const Change& change = function->change;
  const std::string share = ShareText(change.delta / step.delta);
  return fmt::format("{}, with all that it calls, explains {}{}: {} a step ({})", function->name,
                     share.empty() ? "" : share + " of ", what, SignedTimeText(change.delta),
                     Name(change.verdict));
}

// The part of the step's change that the rows' changes add up to.
double ShareOfChanged(const std::vector<DiffRow>& rows, const Change& step) {
  double delta = 0;
  for (const DiffRow& row : rows) {
    if (row.change.is_changed() && !row.is_beside) delta += row.change.delta;
  }
  return delta / step.delta;
}

// What explains the step's change where neither a function, nor a scope, nor an op does; empty if
// nothing does.
std::string WithoutOps(const Change& step, const std::vector<DiffRow>& scopes,
                       const Explanation& of_lines, const Explanation& of_parts,
                       std::string_view what, bool has_ops) {
  const Explanation of_scopes = of_lines.empty() ? Explaining(scopes, step, 2) : Explanation();
  const bool do_scopes = of_scopes.share >= kMuch;
  // What has most of the time has most of any change.
  const bool are_most = of_lines.HaveMostOf(step);
  std::vector<std::string> sentences;
  if (has_ops && are_most) {
    sentences.push_back(fmt::format(
        "Most of the step is in {}, in both profiles, and no op explains {}: look for what ops "
        "share, too, as the machine, its load and clock, or the size of the batch",
        of_lines.Text(step), what));
  } else if (!of_lines.empty()) {
    const std::string of_what =
        fmt::format("{}{}", of_lines.share >= kMuch ? "" : "some of ", what);
    sentences.push_back(
        fmt::format("{}: {}", of_lines.Heading("Lines of code", of_what), of_lines.Text(step)));
  }
  if (do_scopes) {
    sentences.push_back(
        fmt::format("{}: {}", of_scopes.Heading("Scopes", what), of_scopes.Text(step)));
  }
  if (!of_parts.empty()) {
    sentences.push_back(fmt::format("{}: {}",
                                    sentences.empty() ? of_parts.Heading("Parts", what) : "Parts",
                                    of_parts.Text(step)));
  }
  return fmt::format("{}", fmt::join(sentences, ". "));
}

}  // namespace

std::string ExplanationSentence(const Change& step, const std::vector<DiffRow>& step_parts,
                                const std::vector<DiffRow>& ops, const std::vector<DiffRow>& scopes,
                                const std::vector<DiffRow>& lines,
                                const std::vector<DiffRow>& functions, bool is_why_known,
                                std::string_view what) {
  const std::vector<DiffRow> parts = PartsInWords(step_parts);
  if (!step.is_slower_or_faster()) return ChangedAllTheSame(step, parts, ops, scopes);
  if (!is_why_known) {
    std::string alike = AllAlike("Ops", "ops", step, ops, ops);
    if (alike.empty()) alike = AllAlike("Lines of code", "lines", step, lines, ops);
    if (!alike.empty()) return alike;
  }
  const std::string of_function = WholeFunctionText(step, functions, what);
  const Explanation of_ops = ExplainingOps(ops, step, step_parts),
                    of_parts = Explaining(parts, step, 2);
  const Explanation of_lines = ExplainingLines(lines, step, 2);
  const std::string of_scope = of_function.empty() ? OneSidedScopeText(scopes, step, what) : "";
  // What is new or gone as a whole says more than the ops in it.
  const std::string& whole = of_function.empty() ? of_scope : of_function;
  if (whole.empty() && of_ops.empty()) {
    return WithoutOps(step, scopes, of_lines, of_parts, what, !ops.empty());
  }
  const bool are_lines_first =
      of_function.empty() && of_lines.share >= std::max(kMuch, 2 * of_ops.share);
  const bool are_parts_first = whole.empty() && !are_lines_first && of_parts.share >= kMuch &&
                               !of_parts.exceeds_change() && ShareOfChanged(ops, step) < kMuch;
  std::vector<std::string> sentences;
  if (!whole.empty()) sentences.push_back(whole);
  if (are_parts_first) {
    sentences.push_back(
        fmt::format("{}: {}", of_parts.Heading("Parts", what), of_parts.Text(step)));
  }
  const auto heading = [&](std::string_view rows, const Explanation& of) {
    return sentences.empty() ? of.Heading(rows, what) : std::string(rows);
  };
  if (are_lines_first) {
    sentences.push_back(
        fmt::format("{}: {}", heading("Lines of code", of_lines), of_lines.Text(step)));
  } else if (!of_ops.empty()) {
    sentences.push_back(fmt::format("{}: {}{}", heading("Ops", of_ops), of_ops.Text(step),
                                    AgainstIt(ops, of_ops, step)));
  }
  if (!are_parts_first && !of_parts.empty()) {
    sentences.push_back(fmt::format("Parts: {}", of_parts.Text(step)));
  }
  return fmt::format("{}", fmt::join(sentences, ". "));
}

std::string BesideRanksSentence(const Change& step, const std::vector<DiffRow>& ops,
                                std::string_view ranks) {
  constexpr size_t kMostNamed = 3;
  constexpr double kLeastShare = 0.01;  // little, as a mean over all ranks holds little of one
  std::vector<std::string> texts;
  for (const DiffRow& row : ops) {
    if (texts.size() == kMostNamed) break;
    if (!row.change.is_changed() || row.is_beside || row.is_collective) continue;
    if (!(row.change.delta / step.delta >= kLeastShare)) continue;
    texts.push_back(RowText(row, step, /*has_share=*/false));
  }
  if (texts.empty()) return "";
  return fmt::format("In the mean over the {} these ops changed most: {}", ranks,
                     JoinedText(texts));
}

}  // namespace profiler
