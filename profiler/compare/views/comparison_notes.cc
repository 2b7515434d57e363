#include "profiler/compare/views/comparison_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace profiler {
namespace {

std::string StepsOrRuns(SampleKind kind, size_t count) {
  const std::string_view word = kind == SampleKind::kRuns ? "run" : "whole step";
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string WhyNoSamples(const ComparisonFacts& facts) {
  if (facts.view.rows_are_steps) {
    return fmt::format(
        "Rows are steps, paired by their number, so there is no p, and no verdict but `same` "
        "within {}; `diff` says whether the typical step changed",
        facts.compare.tolerance_text);
  }
  if (!facts.view.takes_steps) {
    return fmt::format("{} has no values per step, so there is no p", facts.view.name);
  }
  const auto& [before, after] = facts.whole_steps;
  return fmt::format(
      "{} no whole steps, so there is no p: rows whose values differ by more than {} are unclear",
      before == 0 ? (after == 0 ? "Both profiles have" : "The base has") : "The new profile has",
      facts.compare.tolerance_text);
}

class NoteAdder {
 public:
  NoteAdder(const ComparisonFacts& facts, std::vector<Note>& notes)
      : facts_(facts), notes_(notes) {}

  void AddAll() {
    if (!facts_.cut_files.empty()) {
      Add("cut_files", Severity::kWarning,
          fmt::format("{}: what differs may be what is missing", facts_.cut_files));
    }
    if (!facts_.has_rows) return;
    if (facts_.kind == SampleKind::kNone) {
      Add("compared_by_value", Severity::kInfo, WhyNoSamples(facts_));
    } else {
      AddSampleNotes();
    }
    AddValueNotes();
    if (facts_.renamed > 0) {
      Add("rows_renamed", Severity::kInfo,
          fmt::format(
              "{} row{} paired with a row of another name (base_name); -match exact compares "
              "rows of the same key only",
              facts_.renamed, facts_.renamed == 1 ? " is" : "s are"));
    }
    if (!facts_.only_sampled.empty()) {
      Add("one_column_sampled", Severity::kInfo,
          fmt::format("So many rows have p for {} only", facts_.only_sampled));
    }
  }

 private:
  void Add(std::string id, Severity severity, std::string text) {
    notes_.push_back({std::move(id), severity, std::move(text)});
  }

  void AddSampleNotes() {
    const auto& [before, after] = facts_.samples;
    Add("compared_by", Severity::kInfo,
        fmt::format("Verdicts and p are by {} of the base and {} of the new profile",
                    StepsOrRuns(facts_.kind, before), StepsOrRuns(facts_.kind, after)) +
            (facts_.knows_noise_of_runs ? fmt::format(", and by what the {} runs of the {} differ",
                                                      std::max(facts_.runs[0], facts_.runs[1]),
                                                      facts_.runs[0] > 1 ? "base" : "new profile")
                                        : ""));
    constexpr size_t kLeast = 4;
    if (std::min(before, after) < kLeast) {
      Add("too_few_samples", Severity::kWarning,
          fmt::format("Noise cannot be judged with fewer than {} {} in each profile", kLeast,
                      facts_.kind == SampleKind::kRuns ? "runs" : "whole steps"));
    }
    const size_t most = std::max(facts_.whole_steps[0], facts_.whole_steps[1]);
    if (!facts_.view.has_series && most > kMostStepsAsked) {
      Add("steps_sampled", Severity::kInfo,
          fmt::format("Of {} whole steps {}, evenly spread, are compared", most, kMostStepsAsked));
    }
  }

  void AddValueNotes() {
    const auto& [base_runs, new_runs] = facts_.runs;
    if (std::max(base_runs, new_runs) > 1 && !facts_.view.rows_are_steps) {
      Add("means_of_runs", Severity::kInfo,
          fmt::format("Values are those of one run: means over {} of the base and {} of the new "
                      "profile",
                      StepsOrRuns(SampleKind::kRuns, base_runs),
                      StepsOrRuns(SampleKind::kRuns, new_runs)));
    }
    const auto& [base_steps, new_steps] = facts_.whole_steps;
    const bool have_steps = facts_.kind != SampleKind::kNone;
    if (have_steps && facts_.are_sums && base_steps * new_runs != new_steps * base_runs) {
      Add("other_number_of_steps", Severity::kWarning,
          fmt::format(
              "Values are sums over {} whole steps of the base and {} of the new profile: p "
              "and verdicts compare single steps; -step selects as many of both",
              base_steps / std::max<size_t>(1, base_runs),
              new_steps / std::max<size_t>(1, new_runs)));
    }
  }

  const ComparisonFacts& facts_;
  std::vector<Note>& notes_;
};

}  // namespace

void AddComparisonNotes(const ComparisonFacts& facts, std::vector<Note>& notes) {
  NoteAdder(facts, notes).AddAll();
}

}  // namespace profiler
