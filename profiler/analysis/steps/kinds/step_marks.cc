#include "profiler/analysis/steps/kinds/step_marks.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "profiler/base/text/without_digits.h"

namespace profiler {
namespace {

// "eval" of "eval 12", "ProfilerStep" of "ProfilerStep#12".
std::string_view MarkOfStep(std::string_view name) {
  return name.substr(0, name.find_last_not_of("0123456789# ") + 1);
}

// Whether a word of the name begins so: "eval" in "run_eval" and "runEval", not in "retrieval".
bool HasWordThatBegins(std::string_view name, std::string_view begin) {
  for (size_t at = 0; at + begin.size() <= name.size(); ++at) {
    const bool is_start = at == 0 || !absl::ascii_isalpha(name[at - 1]) ||
                          (absl::ascii_isupper(name[at]) && !absl::ascii_isupper(name[at - 1]));
    if (is_start && std::equal(begin.begin(), begin.end(), name.begin() + at,
                               [](char a, char b) { return a == absl::ascii_tolower(b); })) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string NameOf(const MarkedSteps& kind) {
  return kind.mark.empty() ? "steps without a name" : kind.mark;
}

std::vector<MarkedSteps> StepsByMark(const Profile& profile, const std::vector<StepId>& steps,
                                     size_t least) {
  std::vector<MarkedSteps> kinds;
  std::map<std::string, size_t> kind_of;  // marks may count epochs, too
  for (size_t i = 0; i < steps.size(); ++i) {
    const StringId name = profile.steps[steps[i]].name;
    const std::string_view mark = name.valid() ? MarkOfStep(profile.strings[name]) : "";
    const auto [kind, is_new] = kind_of.try_emplace(WithoutDigits(mark), kinds.size());
    if (is_new) kinds.push_back({std::string(mark), {}});
    kinds[kind->second].places.push_back(i);
  }
  size_t in_large = 0;
  for (const MarkedSteps& kind : kinds) {
    if (kind.places.size() >= least) in_large += kind.places.size();
  }
  if (kinds.size() > 1 && 2 * in_large >= steps.size()) return kinds;
  MarkedSteps all;
  all.places.resize(steps.size());
  for (size_t i = 0; i < steps.size(); ++i) all.places[i] = i;
  return {std::move(all)};
}

const MarkedSteps* MainKind(const Profile& profile, const std::vector<StepId>& steps,
                            const std::vector<double>& times,
                            const std::vector<MarkedSteps>& kinds) {
  const MarkedSteps* main = nullptr;
  std::pair<bool, double> best;
  for (const MarkedSteps& kind : kinds) {
    if (kinds.size() == 1) break;
    std::set<int64_t> numbers;  // several ranks have each
    double time = 0;
    for (const size_t i : kind.places) {
      const int64_t number = profile.steps[steps[i]].number;
      numbers.insert(number == kUnknown ? -1 - static_cast<int64_t>(steps[i].row()) : number);
      time += times[i];
    }
    if (numbers.size() < kLeastOfMark) continue;
    const std::pair<bool, double> one = {PurposeOf(kind.mark) == StepPurpose::kTraining, time};
    if (main != nullptr && one <= best) continue;
    main = &kind;
    best = one;
  }
  return main;
}

StepPurpose PurposeOf(std::string_view mark) {
  for (const std::string_view word : {"eval", "valid"}) {
    if (HasWordThatBegins(mark, word)) return StepPurpose::kEvaluation;
  }
  return HasWordThatBegins(mark, "train") ? StepPurpose::kTraining : StepPurpose::kUnknown;
}

}  // namespace profiler
