#include "profiler/advise/rules/steps/slow_step_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/phases/compilations.h"
#include "profiler/analysis/phases/phase_times.h"
#include "profiler/analysis/phases/sleeps.h"
#include "profiler/analysis/steps/process_timings.h"
#include "profiler/analysis/steps/step_waits.h"
#include "profiler/base/status.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

// What explains less than this part of the excess is not told: 1 of 5. All that is told together
// explains at least 1 of 3.
constexpr int kLeastOfExcess = 5, kLeastInAll = 3;
constexpr size_t kMostCauses = 2;

std::string_view WhatTakes(StepPart part) {
  switch (part) {
    case StepPart::kCompile:
      return "compiling";
    case StepPart::kOutput:
      return "getting results from devices";
    case StepPart::kInput:
      return "waiting for input";
    case StepPart::kHostCompute:
      return "host compute";
    case StepPart::kHostToDevice:
      return "copying to devices";
    case StepPart::kKernelLaunch:
      return "launching kernels";
    case StepPart::kDeviceCompute16:
    case StepPart::kDeviceCompute32:
      return "device compute";
    case StepPart::kDeviceToDevice:
      return "copying on devices";
    case StepPart::kCollectives:
      return "exposed communication";
    case StepPart::kOther:
      break;
  }
  return "";
}

std::optional<OpTime> OpTimeIn(StepPart part) {
  if (part == StepPart::kHostCompute) return OpTime::kHost;
  const bool is_device = part == StepPart::kDeviceCompute16 || part == StepPart::kDeviceCompute32;
  return is_device ? std::optional(OpTime::kDevice) : std::nullopt;
}

// The functions that are compiled in the slow steps: " jit_step, jit_loss".
std::string NamesOfCompiled(const RuleInput& input, const ComparedSteps& steps) {
  constexpr size_t kMostNamed = 2;
  const auto timings = SharedStepTimings(input.selected, input.query, input.context);
  if (!timings.ok()) return "";
  std::vector<std::string> names;
  for (const StepTimings& run : **timings) {
    for (const Compilation& one : CompilationsIn(input.selected, run)) {
      const bool is_slow = std::any_of(one.steps.begin(), one.steps.end(), [&](const auto& in) {
        return std::any_of(steps.slow.begin(), steps.slow.end(), [&](const StepTime* step) {
          return std::find(step->steps.begin(), step->steps.end(), in.step) != step->steps.end();
        });
      });
      if (is_slow && names.size() < kMostNamed) names.push_back(one.function);
    }
  }
  return names.empty() ? "" : fmt::format(" {}", fmt::join(names, " and "));
}

// The type that grew most in a part, with that part's time on hosts or devices; nullopt if none
// grew, or the part is of no ops. Collectives are a part of their own.
std::optional<TypeGrowth> TypeIn(const RuleInput& input, const ComparedSteps& steps, StepPart part,
                                 SourceId source) {
  const auto time = OpTimeIn(part);
  auto type = time ? MostGrownType(input.selected, steps, *time, source) : std::nullopt;
  const bool computes = type && CommunicationOf(type->type) == Communication::kNone;
  return computes ? std::move(type) : std::nullopt;
}

// The part of a part's growth that what takes these times explains by what it grew beyond the rest
// of the part: where all of that is slower alike, nothing in it is the cause. Little rest is
// nothing to compare with.
double GrowthBeyondRest(const PartGrowth& part, Value in_slow, Value in_others) {
  constexpr double kLittle = 0.1;
  const auto others = static_cast<double>(part.in_others), of_it = static_cast<double>(in_others);
  const double rest_in_others = others - of_it;
  const double rest_in_slow = static_cast<double>(part.in_slow) - static_cast<double>(in_slow);
  if (rest_in_others <= kLittle * others || rest_in_slow <= 0) return 1;
  const double beyond = static_cast<double>(in_slow) - of_it * rest_in_slow / rest_in_others;
  return beyond / static_cast<double>(part.growth());
}

bool StandsOut(const PartGrowth& part, Value in_slow, Value in_others) {
  constexpr double kMostOfGrowth = 0.5;
  return GrowthBeyondRest(part, in_slow, in_others) >= kMostOfGrowth;
}

// Many ops grew, so that none explains much: the part that they are in.
StepCause CauseOfMany(const PartGrowth& part, const std::optional<TypeGrowth>& type) {
  StepCause cause = {std::string(WhatTakes(part.part)), part.part, part.in_slow, part.in_others};
  if (type && kLeastOfExcess * type->growth() >= part.growth()) {
    cause.name += fmt::format(", of which {} grew most,", type->type);
  }
  return cause;
}

// A type of op says more than the part that it is in.
StepCause CauseIn(const RuleInput& input, const ComparedSteps& steps, const PartGrowth& part,
                  SourceId source) {
  const auto type = TypeIn(input, steps, part.part, source);
  if (type && kLeastInAll * type->growth() >= part.growth() &&
      StandsOut(part, type->in_slow, type->in_others)) {
    return {type->type, part.part, type->in_slow, type->in_others};
  }
  if (part.part == StepPart::kHostCompute) {
    const auto call = MostGrownCall(input.selected, steps, source);
    if (call && 2 * call->growth() >= part.growth() &&
        StandsOut(part, call->in_slow, call->in_others)) {
      const std::string_view name = call->type;
      const PythonName python = SplitPythonName(name);
      // TensorFlow's tracer records files without their folders, too.
      const bool is_of_jax = name.starts_with('$') && IsJaxFunction(python.path, python.function) &&
                             FrameworkOf(input.profile()) == Framework::kJax;
      return {fmt::format("{} itself{}", name.substr(name.starts_with('$') ? 1 : 0),
                          is_of_jax ? ", a function of JAX," : ""),
              part.part, call->in_slow, call->in_others};
    }
  }
  constexpr double kSomeOfGrowth = 0.1;
  if (type && GrowthBeyondRest(part, type->in_slow, type->in_others) >= kSomeOfGrowth) {
    return CauseOfMany(part, type);
  }
  std::string name(WhatTakes(part.part));
  if (part.part == StepPart::kCompile) name += NamesOfCompiled(input, steps);
  return {std::move(name), part.part, part.in_slow, part.in_others};
}

std::vector<PartGrowth> GrownParts(const RuleInput& input, const ComparedSteps& steps,
                                   SourceId source) {
  const auto timings = SharedStepTimings(input.selected, input.query, input.context);
  return timings.ok() ? GrowthOfParts(input.profile(), **timings, steps, source)
                      : std::vector<PartGrowth>();
}

// Some of the slow steps may compile, and the others be slow for another reason: what compiles is
// told all the same.
bool IsTold(const PartGrowth& part, Value excess) {
  const bool is_common = part.is_in_each || part.part == StepPart::kCompile;
  return part.part != StepPart::kOther && is_common && kLeastOfExcess * part.growth() >= excess;
}

std::vector<StepCause> AllCauses(const RuleInput& input, const ComparedSteps& steps, Value excess,
                                 SourceId source) {
  std::vector<StepCause> causes;
  const std::vector<PartGrowth> parts = GrownParts(input, steps, source);
  if (parts.empty()) {  // no event has a time, so steps are not split
    const auto type = MostGrownType(input.selected, steps, OpTime::kBoth, source);
    if (type) causes.push_back({type->type, StepPart::kOther, type->in_slow, type->in_others});
  }
  for (const PartGrowth& part : parts) {
    if (!IsTold(part, excess)) continue;
    StepCause cause = CauseIn(input, steps, part, source);
    // What grew in both parts of device compute may have one name: of a type of op the time is that
    // of all.
    const auto other = std::find_if(causes.begin(), causes.end(), [&](const StepCause& one) {
      return one.name == cause.name && OpTimeIn(one.part) == OpTimeIn(cause.part);
    });
    if (other == causes.end()) {
      causes.push_back(std::move(cause));
    } else if (cause.name == WhatTakes(cause.part)) {
      other->in_slow += cause.in_slow;
      other->in_others += cause.in_others;
    }
  }
  return causes;
}

// "waiting for another thread or process, in train.py(12): join_all": what Python waits for most in
// the slow steps.
std::string NameOfSleep(const RuleInput& input, const ComparedSteps& steps, SourceId source) {
  std::set<StepId> ids;
  for (const StepTime* step : steps.slow) {
    for (const StepId id : step->steps) {
      const SourceId of = input.profile().steps[id].source;
      if (!source.valid() || AreOfOneRank(input.profile(), of, source)) ids.insert(id);
    }
  }
  const std::vector<Sleep> sleeps = SleepsInSteps(input.selected, {}, ids);
  if (sleeps.empty()) return "waiting in Python";
  const std::string_view call = CallText(input.profile(), sleeps.front().call);
  const bool is_sleep = call.find("sleep") != std::string_view::npos;
  return fmt::format("{} in {} ({})", is_sleep ? "sleep" : "waiting for another thread or process",
                     CallText(input.profile(), sleeps.front().caller), call);
}

// The parts that grew, whatever is in them, and waits.
std::vector<StepCause> PartsAndWaits(const RuleInput& input, const ComparedSteps& steps,
                                     Value excess, SourceId source) {
  std::vector<StepCause> causes;
  for (const PartGrowth& part : GrownParts(input, steps, source)) {
    if (IsTold(part, excess)) {
      causes.push_back(CauseOfMany(part, TypeIn(input, steps, part.part, source)));
    }
  }
  const auto timings = SharedStepTimings(input.selected, input.query, input.context);
  if (!timings.ok()) return causes;
  const auto [sleeps, devices] = GrowthOfWaits(input.profile(), **timings, steps, source);
  if (sleeps.is_in_each && kLeastOfExcess * sleeps.growth() >= excess) {
    causes.push_back(
        {NameOfSleep(input, steps, source), sleeps.part, sleeps.in_slow, sleeps.in_others});
  }
  if (devices.is_in_each && kLeastOfExcess * devices.growth() >= excess) {
    causes.push_back({"waiting for devices", devices.part, devices.in_slow, devices.in_others});
  }
  return causes;
}

// A type that grew though the part that it is in did not, as other work of that part shrank.
std::vector<StepCause> TypeAlone(const RuleInput& input, const ComparedSteps& steps, Value excess,
                                 SourceId source) {
  for (const StepPart part : {StepPart::kHostCompute, StepPart::kDeviceCompute32}) {
    const auto type = TypeIn(input, steps, part, source);
    if (type && 2 * type->growth() >= excess) {
      return {{type->type, part, type->in_slow, type->in_others}};
    }
  }
  return {};
}

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

// Whether `a` grew more than `b` against what it usually takes: what grows with
// the step is rather an effect than the cause.
bool GrewMore(const StepCause& a, const StepCause& b) {
  return static_cast<double>(a.in_slow) * static_cast<double>(b.in_others) >
         static_cast<double>(b.in_slow) * static_cast<double>(a.in_others);
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

std::vector<StepCause> CausesOfSlowSteps(const RuleInput& input, const ComparedSteps& steps,
                                         Value excess, SourceId source) {
  const bool are_several = HasPhases(input.profile()) && !IsOfOneProcess(input.profile());
  for (const auto& causes_of : {AllCauses, PartsAndWaits, TypeAlone}) {
    std::vector<StepCause> causes = causes_of(input, steps, excess, source);
    // On one of several nodes, a longer backward pass may be a wait for another node.
    if (are_several) {
      std::erase_if(causes, [](const StepCause& cause) { return ExchangesGradients(cause.name); });
    }
    Value explained = 0;
    for (const StepCause& cause : causes) explained += cause.growth();
    if (kLeastInAll * explained < excess) continue;
    std::stable_sort(causes.begin(), causes.end(), GrewMore);
    causes.resize(std::min(causes.size(), kMostCauses));
    return causes;
  }
  return {};
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

absl::StatusOr<SlowStepCause> CauseOfSlowSteps(const RuleInput& input, const ComparedSteps& steps,
                                               Value excess) {
  PROFILER_ASSIGN_OR_RETURN(SlowStepCause by_rank, CauseByRank(input, steps, excess));
  if (by_rank.text.empty()) by_rank = CauseOfOneProcess(input, steps, excess);
  if (!by_rank.text.empty()) return by_rank;
  const std::vector<StepCause> causes = CausesOfSlowSteps(input, steps, excess);
  return SlowStepCause{causes.empty() ? std::string(WithoutCause(input, steps, excess))
                                      : "; " + CauseText(causes, steps),
                       {},
                       "",
                       !causes.empty() && causes.front().part == StepPart::kCompile,
                       !causes.empty()};
}

}  // namespace profiler
