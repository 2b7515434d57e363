#include "profiler/advise/rules/steps/slow_step_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/steps/input/input_remedy.h"
#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/input/input_use.h"
#include "profiler/analysis/steps/process_timings.h"
#include "profiler/analysis/steps/step_waits.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// One source of each process that recorded one of the slow steps.
std::vector<SourceId> ProcessesOf(const Profile& profile, const ComparedSteps& steps) {
  std::vector<SourceId> processes;
  for (const StepTime* step : steps.slow) {
    for (const StepId id : step->steps) {
      const SourceId source = profile.steps[id].source;
      const bool is_known = std::any_of(processes.begin(), processes.end(), [&](SourceId one) {
        return AreOfOneRank(profile, one, source);
      });
      if (!is_known) processes.push_back(source);
    }
  }
  return processes;
}

// The processes of which alone a part of the step grew by most of the excess.
// Time in the exchange of data may be a wait for others.
std::vector<SourceId> GrownAlone(const RuleInput& input, const ComparedSteps& steps, Value excess,
                                 const std::vector<SourceId>& processes) {
  std::map<StepPart, std::vector<std::pair<Value, SourceId>>> by_part;
  for (const SourceId process : processes) {
    for (const PartGrowth& part : GrownParts(input, steps, process)) {
      by_part[part.part].emplace_back(part.growth(), process);
    }
  }
  std::vector<SourceId> alone;
  for (auto& [part, growths] : by_part) {
    if (part == StepPart::kOther || part == StepPart::kCollectives) continue;
    std::stable_sort(growths.begin(), growths.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    const auto [most, process] = growths.front();
    const Value next = growths.size() > 1 ? growths[1].first : 0;
    const bool is_alone = 2 * most > excess && 2 * next < most;
    if (is_alone && std::find(alone.begin(), alone.end(), process) == alone.end()) {
      alone.push_back(process);
    }
  }
  return alone;
}

// What to do where no cause is known: the slow steps may have several.
std::string_view WithoutCause(const RuleInput& input, const ComparedSteps& steps, Value excess) {
  const std::vector<PartGrowth> parts = GrownParts(input, steps, {});
  const bool are_unlike = std::any_of(parts.begin(), parts.end(), [&](const PartGrowth& part) {
    return !part.is_in_each && kLeastOfExcess * part.growth() >= excess;
  });
  return are_unlike ? "; nothing takes longer in all of them, so look at each by itself"
                    : "; no type of op accounts for it, so look at what runs between ops and steps";
}

}  // namespace

std::string CauseText(const std::vector<StepCause>& causes, const ComparedSteps& steps) {
  // Several ranks may have recorded one step.
  const bool is_one = std::all_of(steps.slow.begin(), steps.slow.end(), [&](const StepTime* step) {
    return step->number == steps.slow.front()->number;
  });
  return CauseText(causes, steps, {is_one ? "in it" : "in them", "in the others"});
}

std::string CauseText(const std::vector<StepCause>& causes, const ComparedSteps& steps,
                      const SideWords& words) {
  // A little more is rounding.
  const double wall = 1.01 * static_cast<double>(MeanWall(steps.slow));
  std::string text;
  for (const StepCause& cause : causes) {
    text +=
        text.empty()
            ? fmt::format(
                  "{} takes {} {}{}, {} {}", cause.name, FormatMicros(cause.in_slow), words.in_slow,
                  static_cast<double>(cause.in_slow) > wall ? " (added up over threads)" : "",
                  FormatMicros(cause.in_others), words.in_others)
            : fmt::format(", and {} {} and {}", cause.name, FormatMicros(cause.in_slow),
                          FormatMicros(cause.in_others));
  }
  return text;
}

// Where no collectives show who waits, the only process in which something
// takes longer; without text if there is none or there are several.
static SlowStepCause CauseOfOneProcess(const RuleInput& input, const ComparedSteps& steps,
                                       Value excess) {
  const std::vector<SourceId> processes = ProcessesOf(input.profile(), steps);
  if (processes.size() < 2) return {};
  SlowStepCause found;
  for (const SourceId process : GrownAlone(input, steps, excess, processes)) {
    const std::vector<StepCause> own = CausesOfSlowSteps(input, steps, excess, process);
    const std::string name = ProcessName(input.profile(), process);
    if (own.empty() || name.empty()) continue;
    if (found.waited_for.valid()) return {};
    found = {fmt::format("; on {}, {}", name, CauseText(own, steps)), process, "",
             own.front().part == StepPart::kCompile};
  }
  return found;
}

absl::StatusOr<SlowStepCause> CauseByRank(const RuleInput& input, const ComparedSteps& steps,
                                          Value excess, const SideWords* words) {
  const auto text_of = [&](const std::vector<StepCause>& causes) {
    return words == nullptr ? CauseText(causes, steps) : CauseText(causes, steps, *words);
  };
  if (const auto slow = OnlySlowSource(input.profile(), steps, excess)) {
    const std::vector<StepCause> own = CausesOfSlowSteps(input, steps, excess, slow->source);
    const std::string rank = ProcessName(input.profile(), slow->source);
    if (!own.empty() && !rank.empty()) {
      const std::string text =
          slow->are_others_slower
              ? fmt::format("; {} is slower by far than the others, where {}", rank, text_of(own))
              : fmt::format("; only {} is slow, where {}", rank, text_of(own));
      return SlowStepCause{text, slow->source, "", own.front().part == StepPart::kCompile};
    }
  }
  PROFILER_ASSIGN_OR_RETURN(const auto collectives,
                            SharedCollectives(input.selected, input.context));
  const auto wait = MostWaitedFor(input.profile(), *collectives, steps);
  if (!wait || kLeastInAll * wait->growth() < excess) return SlowStepCause{};
  const std::vector<StepCause> own = CausesOfSlowSteps(input, steps, excess, wait->source);
  const std::string rank = ProcessName(input.profile(), wait->source);
  if (rank.empty() || (own.empty() && wait->host.valid())) return SlowStepCause{};
  if (own.empty()) {
    return SlowStepCause{
        fmt::format("; the other ranks wait for {}, where no recorded op takes longer: it idles, "
                    "or runs Python that was not traced",
                    rank),
        wait->source, ""};
  }
  const bool compiles = own.front().part == StepPart::kCompile;
  if (!wait->host.valid()) {
    return SlowStepCause{fmt::format("; the other ranks wait for {}, where {}", rank, text_of(own)),
                         wait->source, "", compiles};
  }
  const std::string host(input.profile().strings[wait->host]);
  return SlowStepCause{
      fmt::format("; the other ranks wait for those of {}: on {}, {}", host, rank, text_of(own)),
      {},
      host,
      compiles};
}

// Where the slow steps wait for input as a DataLoader starts its workers anew: that, as a clause.
static std::string RestartText(const RuleInput& input, const ComparedSteps& steps, Value excess,
                               const std::vector<StepCause>& causes) {
  if (causes.empty() || causes.front().part != StepPart::kInput) return "";
  const InputUse use = InputUseOf(input.selected, SharedStepTimes(input)->times);
  if (!RestartsWorkers(use) || use.restarts.count > steps.slow.size()) return "";
  const Int128 each = use.restarts.time / Int128{use.restarts.count};
  return 2 * each >= Int128{excess} ? InputRemedy(input.profile(), use, "") : "";
}

absl::StatusOr<SlowStepCause> CauseOfSlowSteps(const RuleInput& input, const ComparedSteps& steps,
                                               Value excess) {
  PROFILER_ASSIGN_OR_RETURN(SlowStepCause by_rank, CauseByRank(input, steps, excess));
  if (by_rank.text.empty()) by_rank = CauseOfOneProcess(input, steps, excess);
  if (!by_rank.text.empty()) return by_rank;
  const std::vector<StepCause> causes = CausesOfSlowSteps(input, steps, excess);
  return SlowStepCause{
      causes.empty() ? std::string(WithoutCause(input, steps, excess))
                     : "; " + CauseText(causes, steps) + RestartText(input, steps, excess, causes),
      {},
      "",
      !causes.empty() && causes.front().part == StepPart::kCompile,
      !causes.empty()};
}

}  // namespace profiler
