#include "profiler/analysis/input/results/results_code.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/time/intervals.h"

namespace profiler {
namespace {

constexpr int64_t kNotYet = std::numeric_limits<int64_t>::max();

struct OfStep {
  int64_t done = kNotYet;         // the end of the last work that makes results
  int64_t results = kNotYet;      // from when on Python gets results
  std::vector<Interval> modules;  // the calls after it that run code of modules, in order

  bool Has(int64_t begin) const {
    if (begin >= results) return true;
    const auto after =
        std::upper_bound(modules.begin(), modules.end(), begin,
                         [](int64_t time, const Interval& call) { return time < call.begin; });
    return after != modules.begin() && begin < std::prev(after)->end;
  }
};

// What makes results: the step of an optimizer, or a module where nothing trains.
void TakeWork(int64_t end, OfStep& of) {
  // A module in another one ends before it.
  of = {of.done == kNotYet ? end : std::max(of.done, end), kNotYet, {}};
}

bool GivesPythonValues(std::string_view name) {
  constexpr std::string_view kMethods[] = {"<built-in method tolist of Tensor",
                                           "<built-in method item of Tensor",
                                           "<built-in method numpy of Tensor"};
  return std::any_of(std::begin(kMethods), std::end(kMethods),
                     [&](std::string_view method) { return name.starts_with(method); });
}

bool RecordsFunctions(const Profile& profile) {
  return profile.strings.Find(kPythonFunctionType).valid();
}

// Functions without state, such as F.pad, may make input, too.
bool IsCodeOfModule(std::string_view name) {
  constexpr std::string_view kOthers[] = {"torch/nn/functional", "torch/nn/utils", "torch/optim/"};
  return IsModule(name) &&
         std::none_of(std::begin(kOthers), std::end(kOthers), [&](std::string_view other) {
           return name.find(other) != std::string_view::npos;
         });
}

// The outermost call around the event that begins at `least` or later.
Interval OutermostCall(const Events& events, uint32_t event, int64_t least) {
  uint32_t outermost = event;
  for (uint32_t a = event; a != Events::kNoParent && events.begin[a] >= least;
       a = events.ParentOf(a)) {
    outermost = a;
  }
  return {events.begin[outermost], events.begin[outermost] + events.duration[outermost]};
}

}  // namespace

ResultsCode::ResultsCode(const Profile& profile) {
  const auto ops = profile.ops.row.values();
  const auto optimizes = [&](const OpRow& op) {
    return profile.strings[op.name].starts_with(kOptimizerStep);
  };
  const bool has_optimizer = std::any_of(ops.begin(), ops.end(), optimizes);
  // As most profiles have neither, and the other tests search all names.
  if (!has_optimizer && (!RecordsFunctions(profile) || TrainsInPyTorch(profile))) return;
  const Fact of_module = has_optimizer ? Fact::kIsOfModule : Fact::kMakesResults;
  facts_.reserve(ops.size());
  for (const OpRow& op : ops) {
    const std::string_view name = profile.strings[op.name];
    facts_.push_back(optimizes(op)             ? Fact::kMakesResults
                     : GivesPythonValues(name) ? Fact::kGivesValues
                     : IsCodeOfModule(name)    ? of_module
                                               : Fact::kOther);
  }
  const bool has_results = std::any_of(facts_.begin(), facts_.end(), [](Fact fact) {
    return fact == Fact::kGivesValues || fact == Fact::kIsOfModule;
  });
  if (!has_results) facts_.clear();
}

std::vector<char> ResultsCode::Of(const Events& events) const {
  std::vector<char> is_of_results;
  if (facts_.empty()) return is_of_results;
  absl::flat_hash_map<StepId, OfStep> steps;
  for (uint32_t e = 0; e < events.size(); ++e) {
    const StepId step = events.step[e];
    if (!step.valid() || !events.op[e].valid()) continue;
    const Fact fact = facts_[events.op[e].row()];
    if (fact == Fact::kOther) continue;
    OfStep& of = steps[step];
    if (fact == Fact::kMakesResults) {
      TakeWork(events.begin[e] + events.duration[e], of);
      continue;
    }
    if (events.begin[e] < of.done || of.Has(events.begin[e])) continue;
    const Interval call = OutermostCall(events, e, of.done);
    if (fact == Fact::kGivesValues) {
      of.results = call.begin;
    } else {
      of.modules.push_back(call);
    }
  }
  const bool has_results = std::any_of(steps.begin(), steps.end(), [](const auto& step) {
    return step.second.results != kNotYet || !step.second.modules.empty();
  });
  if (!has_results) return is_of_results;
  is_of_results.resize(events.size());
  for (uint32_t e = 0; e < events.size(); ++e) {
    const auto step = steps.find(events.step[e]);
    if (step != steps.end() && step->second.Has(events.begin[e])) is_of_results[e] = 1;
  }
  return is_of_results;
}

}  // namespace profiler
