#include "profiler/advise/rules/steps/grown_causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/phases/compilations.h"
#include "profiler/analysis/phases/phase_times.h"
#include "profiler/analysis/phases/sleeps.h"
#include "profiler/analysis/step_split/timed_phases.h"
#include "profiler/analysis/steps/process_timings.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

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

// The name of a part as a cause.
std::string PartName(const Profile& profile, StepPart part) {
  const bool are_phases = part == StepPart::kHostCompute && AreTimedPhases(profile);
  return are_phases ? fmt::format("the sum of {}", kTimedPhases) : std::string(WhatTakes(part));
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
StepCause CauseOfMany(const Profile& profile, const PartGrowth& part,
                      const std::optional<TypeGrowth>& type) {
  StepCause cause = {PartName(profile, part.part), part.part, part.in_slow, part.in_others};
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
      if (call->communicates) {
        return {fmt::format("{}, in which devices or ranks exchange data or wait for each other,",
                            name),
                part.part, call->in_slow, call->in_others};
      }
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
    return CauseOfMany(input.profile(), part, type);
  }
  std::string name = PartName(input.profile(), part.part);
  if (part.part == StepPart::kCompile) name += NamesOfCompiled(input, steps);
  return {std::move(name), part.part, part.in_slow, part.in_others};
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
    } else if (cause.name == PartName(input.profile(), cause.part)) {
      other->in_slow += cause.in_slow;
      other->in_others += cause.in_others;
    }
  }
  return causes;
}

// "waiting for another thread or process, in train.py(12): join_all": what Python waits for most in
// the slow steps, in which it takes longer.
StepCause CauseOfSleeps(const RuleInput& input, const ComparedSteps& steps, SourceId source,
                        const PartGrowth& grown) {
  std::set<StepId> ids;
  for (const StepTime* step : steps.slow) {
    for (const StepId id : step->steps) {
      const SourceId of = input.profile().steps[id].source;
      if (!source.valid() || AreOfOneRank(input.profile(), of, source)) ids.insert(id);
    }
  }
  const std::vector<Sleep> sleeps = SleepsInSteps(input.selected, {}, ids);
  StepCause cause = {"waiting in Python", grown.part, grown.in_slow, grown.in_others};
  if (sleeps.empty()) return cause;
  const std::string_view call = CallText(input.profile(), sleeps.front().call);
  cause.is_sleep = IsSleep(call);
  cause.name = fmt::format("{} in {} ({})",
                           cause.is_sleep ? "sleep" : "waiting for another thread or process",
                           CallText(input.profile(), sleeps.front().caller), call);
  return cause;
}

// The parts that grew, whatever is in them, and waits.
std::vector<StepCause> PartsAndWaits(const RuleInput& input, const ComparedSteps& steps,
                                     Value excess, SourceId source) {
  std::vector<StepCause> causes;
  for (const PartGrowth& part : GrownParts(input, steps, source)) {
    if (IsTold(part, excess)) {
      causes.push_back(CauseOfMany(input.profile(), part, TypeIn(input, steps, part.part, source)));
    }
  }
  const auto timings = SharedStepTimings(input.selected, input.query, input.context);
  if (!timings.ok()) return causes;
  const auto [sleeps, devices] = GrowthOfWaits(input.profile(), **timings, steps, source);
  if (sleeps.is_in_each && kLeastOfExcess * sleeps.growth() >= excess) {
    causes.push_back(CauseOfSleeps(input, steps, source, sleeps));
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

// Whether `a` grew more than `b` against what it usually takes: what grows with
// the step is rather an effect than the cause.
bool GrewMore(const StepCause& a, const StepCause& b) {
  return static_cast<double>(a.in_slow) * static_cast<double>(b.in_others) >
         static_cast<double>(b.in_slow) * static_cast<double>(a.in_others);
}

}  // namespace

std::vector<PartGrowth> GrownParts(const RuleInput& input, const ComparedSteps& steps,
                                   SourceId source) {
  const auto timings = SharedStepTimings(input.selected, input.query, input.context);
  return timings.ok() ? GrowthOfParts(input.profile(), **timings, steps, source)
                      : std::vector<PartGrowth>();
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

}  // namespace profiler
