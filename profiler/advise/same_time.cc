#include "profiler/advise/same_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace profiler {
namespace {

// Where a warning has to be for the cause that it names to be that of another one.
enum class CausePlace : uint8_t {
  kAny,   // a warning without a place may be of the whole job
  kSame,  // at its place, or of the same subject
  kOwn,   // both at one place: a warning on all ranks is of no single one
};

// A warning that describes a time, and those that tell the cause of it, the best first.
struct DescribedTime {
  std::string_view id;
  std::array<std::string_view, 17> causes;  // of fewer the rest is empty
  CausePlace place = CausePlace::kAny;
};

// Parts of a step that add up to it, such as input and host compute, explain none of each other.
constexpr DescribedTime kDescribed[] = {
    {"host_compute",
     {"start_up", "optimizer_copies", "python_work", "idle_mark", "eager_ops", "many_calls",
      "synchronizes", "allocates_again", "launch_bound", "blocking_launches"}},
    {"host_bound",
     {"start_up", "optimizer_copies", "python_work", "idle_mark", "eager_ops", "many_calls",
      "synchronizes", "allocates_again", "highly_input_bound", "moderately_input_bound", "sleeps",
      "high_compile", "recompiles", "pageable_results", "between_steps", "straggler",
      "host_compute"}},
    // Of a late rank, which waits for no other in collectives.
    {"low_utilization", {"straggler"}, CausePlace::kOwn},
    {"synchronizes", {"straggler", "waited_for"}, CausePlace::kOwn},
    {"python_work", {"straggler"}, CausePlace::kOwn},
    {"plain_on_some_ranks", {"straggler"}, CausePlace::kSame},
    {"layout_on_some_ranks", {"straggler", "waited_for"}},
    {"waited_for", {"lagging_core"}, CausePlace::kSame},
    {"underutilized",
     {"network_bound", "growing_phase", "highly_input_bound", "moderately_input_bound",
      "lagging_node"}},
    {"fluctuating",
     {"network_bound", "growing_phase", "highly_input_bound", "moderately_input_bound",
      "lagging_node"}},
    {"dips_in_each_step", {"network_bound"}, CausePlace::kSame},
    {"level_shift", {"growing_phase"}},
    // More work a step does not help GPUs that wait for input.
    {"small_batch", {"highly_input_bound", "moderately_input_bound", "network_bound"}},
    // Of GPUs of a node that are used unlike each other.
    {"uneven_load", {"unused", "underutilized"}},
};

struct ToldWarning {
  const Rule* rule;
  const Finding* finding;
};

std::vector<ToldWarning> WarningsIn(const std::vector<Judged>& judged) {
  std::vector<ToldWarning> warnings;
  for (const Judged& one : judged) {
    if (!one.verdict.ok()) continue;
    for (const Finding& finding : (*one.verdict)->findings) {
      if (finding.severity == Severity::kWarning) warnings.push_back({one.rule, &finding});
    }
  }
  return warnings;
}

// Whether they may be of one process: a finding without a place is of the whole job.
bool MayBeOfOnePlace(const FindingPlace& a, const FindingPlace& b) {
  const auto differ = [](const auto& one, const auto& other, const auto& none) {
    return one != none && other != none && one != other;
  };
  return !differ(a.rank, b.rank, kAbsent) && !differ(a.host, b.host, std::string()) &&
         !differ(a.source, b.source, std::string());
}

bool IsAtPlace(const Finding& cause, const Finding& finding, CausePlace place) {
  if (!MayBeOfOnePlace(cause.place, finding.place)) return false;
  if (place == CausePlace::kOwn) return !cause.place.empty() && !finding.place.empty();
  return place == CausePlace::kAny || !cause.place.empty() || cause.subject == finding.subject;
}

// Whether `cause` is about half of the time or more. Of a time of unknown share it has to be long.
bool IsOfMost(const Finding& cause, const Finding& finding) {
  constexpr double kMost = 0.5, kLong = 0.2;
  return cause.share >= (finding.share > 0 ? kMost * finding.share : kLong);
}

// The rule that warns of the best known cause of what the finding describes; null if none does.
const Rule* RuleOfCause(const std::vector<ToldWarning>& warnings, const Finding& finding) {
  for (const DescribedTime& time : kDescribed) {
    if (time.id != finding.id) continue;
    for (const std::string_view cause : time.causes) {
      if (cause.empty()) break;
      for (const ToldWarning& one : warnings) {
        if (one.finding->id == cause && IsAtPlace(*one.finding, finding, time.place) &&
            IsOfMost(*one.finding, finding)) {
          return one.rule;
        }
      }
    }
  }
  return nullptr;
}

}  // namespace

void TellTimesOnce(std::vector<Judged>& judged) {
  // Others may share the verdicts, so those that change are copied.
  const std::vector<Judged> originals = judged;
  const std::vector<ToldWarning> warnings = WarningsIn(originals);
  for (size_t i = 0; i < originals.size(); ++i) {
    if (!originals[i].verdict.ok()) continue;
    const Verdict& original = **originals[i].verdict;
    std::shared_ptr<Verdict> changed;
    for (size_t f = 0; f < original.findings.size(); ++f) {
      if (original.findings[f].severity != Severity::kWarning) continue;
      const Rule* const rule = RuleOfCause(warnings, original.findings[f]);
      if (rule == nullptr) continue;
      if (changed == nullptr) changed = std::make_shared<Verdict>(original);
      Finding& finding = changed->findings[f];
      finding.severity = Severity::kInfo;
      finding.saves = kAbsent;
      finding.text +=
          fmt::format(". See {} of {} first, which is likely about the same time",
                      rule == originals[i].rule ? "the other warning" : "the warning", rule->name);
    }
    if (changed != nullptr) judged[i].verdict = std::shared_ptr<const Verdict>(std::move(changed));
  }
}

}  // namespace profiler
