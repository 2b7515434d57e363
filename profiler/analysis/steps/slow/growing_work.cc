#include "profiler/analysis/steps/slow/growing_work.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

struct TypeUse {
  Int128 host = 0, device = 0;
  std::vector<double> runs;  // by step
};

// A file may have as many types as steps: with more runs to count than these none are.
constexpr size_t kMostRuns = 10'000'000;

// The use of each type of a framework's op in the steps. In a sorted map, so
// that ties are resolved deterministically. Empty if there are too many.
std::map<StringId, TypeUse> UsesOfTypes(const Selected& selected,
                                        const std::vector<const StepTime*>& steps) {
  const Profile& profile = selected.profile();
  absl::flat_hash_map<StepId, size_t> index;
  for (size_t i = 0; i < steps.size(); ++i) {
    for (const StepId id : steps[i]->steps) index[id] = i;
  }
  std::map<StringId, TypeUse> uses;
  for (const ExecRow& exec : profile.execs().row.values()) {
    if (!exec.step.valid() || !exec.op.valid() || !IsFrameworkOp(profile, exec.op)) continue;
    const auto at = index.find(exec.step);
    if (at == index.end() || !selected.source_filter().Has(exec.step, exec.device)) continue;
    TypeUse& use = uses[profile.ops.row[exec.op].type];
    if (uses.size() * steps.size() > kMostRuns) return {};
    use.runs.resize(steps.size());
    use.host += exec.cpu_time;
    use.device += exec.accelerator_time;
    // An op that launches kernels runs once, on the host.
    const bool counts = exec.runs > 0 && (exec.cpu_time != 0 || exec.accelerator_time == 0);
    if (!counts) continue;
    use.runs[at->second] +=
        static_cast<double>(exec.runs) / static_cast<double>(steps[at->second]->steps.size());
  }
  return uses;
}

// Whether nearly each value is more than the one before.
bool GrowsSteadily(const std::vector<double>& values) {
  constexpr double kOfFirst = 1.5;
  if (values.empty() || values.front() <= 0) return false;
  if (values.back() < kOfFirst * values.front()) return false;
  size_t more = 0;
  for (size_t i = 1; i < values.size(); ++i) more += values[i] > values[i - 1] ? 1 : 0;
  return 10 * more >= 9 * (values.size() - 1);
}

}  // namespace

std::optional<GrowingWork> FindGrowingWork(const Selected& selected,
                                           const std::vector<const StepTime*>& steps) {
  constexpr size_t kLeastToGrow = 6;  // steps
  if (steps.size() < kLeastToGrow) return std::nullopt;
  Int128 all = 0, growing = 0, most = 0;
  std::optional<GrowingWork> work;
  for (const auto& [type, use] : UsesOfTypes(selected, steps)) {
    const Int128 time = use.host + use.device;
    all += time;
    if (!type.valid() || !GrowsSteadily(use.runs)) continue;
    growing += time;
    if (work && time <= most) continue;
    most = time;
    const double first = use.runs.front(), last = use.runs.back();
    work = {std::string(selected.profile().strings[type]),
            steps.front()->number,
            steps.back()->number,
            first,
            last,
            (last - first) / static_cast<double>(steps.size() - 1)};
  }
  return 10 * growing >= all ? work : std::nullopt;
}

bool AllOpsAreSlower(const Selected& selected, const std::vector<const StepTime*>& earlier,
                     const std::vector<const StepTime*>& later) {
  return SlowdownOfAllOps(selected, earlier, later) > 0;
}

Int128 SlowdownOfAllOps(const Selected& selected, const std::vector<const StepTime*>& usual,
                        const std::vector<const StepTime*>& slow, bool of_most) {
  constexpr double kSlower = 1.1, kAsManyRuns = 0.02, kLeastShare = 0.02;
  // The part of the time that types take which are slower.
  constexpr double kNearlyAllTime = 0.9, kManyTime = 0.7, kMostTime = 0.5;
  constexpr double kHardlyMore = 1.25, kMostOfOne = 2.0 / 3, kFarSlower = 1.5;
  constexpr size_t kLeastTypes = 4, kLeastFarSlower = 3;
  const auto before = UsesOfTypes(selected, usual);
  const auto after = UsesOfTypes(selected, slow);
  const auto runs_per_step = [](const TypeUse& use) {
    double sum = 0;
    for (const double runs : use.runs) sum += runs;
    return use.runs.empty() ? 0 : sum / static_cast<double>(use.runs.size());
  };
  double all = 0, slower = 0, more = 0, expected_of_all = 0;
  double most_time = 0, most_expected = 0;  // of the type that grew most
  double most_more = 0;                     // by how much the slower type that grew most did
  size_t types = 0, slower_types = 0;
  for (const auto& [type, use] : after) all += static_cast<double>(use.host);
  for (const auto& [type, use] : after) {
    const auto was = before.find(type);
    if (use.device != 0 || was == before.end() || was->second.device != 0) return 0;
    const double runs = runs_per_step(use), ran = runs_per_step(was->second);
    // What runs in some steps only, as an optimizer does, may run in the slow ones.
    const std::vector<double>& each = was->second.runs;
    const double most = each.empty() ? 0 : *std::max_element(each.begin(), each.end());
    if (runs > (1 + kAsManyRuns) * most) return 0;
    const double time = static_cast<double>(use.host) / static_cast<double>(slow.size());
    const double took = static_cast<double>(was->second.host) / static_cast<double>(usual.size());
    const double expected = ran > 0 ? took * runs / ran : took;  // of as many runs
    const size_t counts = static_cast<double>(use.host) >= kLeastShare * all ? 1 : 0;
    types += counts;
    expected_of_all += expected;
    if (time - expected > most_time - most_expected) most_time = time, most_expected = expected;
    if (time < kSlower * expected) continue;
    slower += static_cast<double>(use.host);
    more += time - expected;
    most_more = std::max(most_more, time - expected);
    slower_types += counts;
  }
  if (all <= 0) return 0;
  // Of many it is all where the type that grew most did so hardly more than the others, which are
  // slower, too.
  const double time_of_others = all / static_cast<double>(slow.size()) - most_time;
  const double expected_of_others = expected_of_all - most_expected;
  // Most of it may be of the largest: its cause is no other than that of the rest.
  const bool are_others_far_slower =
      of_most && 4 * slower_types >= 3 * types && time_of_others >= kFarSlower * expected_of_others;
  if (slower_types < (are_others_far_slower ? kLeastFarSlower : kLeastTypes)) return 0;
  const bool are_alike =
      time_of_others >= kSlower * expected_of_others &&
      most_time * expected_of_others <= kHardlyMore * most_expected * time_of_others;
  const bool are_all = slower >= (are_alike ? kManyTime : kNearlyAllTime) * all;
  const bool are_most = of_most && 2 * slower_types > types && slower >= kMostTime * all &&
                        (most_more <= kMostOfOne * more || are_others_far_slower);
  return are_all || are_most ? static_cast<Int128>(more) : Int128{0};
}

}  // namespace profiler
