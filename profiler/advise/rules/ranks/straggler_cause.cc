#include "profiler/advise/rules/ranks/straggler_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/slow_launches.h"
#include "profiler/advise/rules/ranks/grown_op_text.h"
#include "profiler/advise/rules/ranks/one_device_text.h"
#include "profiler/advise/rules/ranks/rank_comparison.h"
#include "profiler/advise/rules/ranks/rank_gpus.h"
#include "profiler/advise/rules/ranks/recorded_unlike.h"
#include "profiler/advise/rules/ranks/straggler_calls.h"
#include "profiler/advise/rules/ranks/straggler_device.h"
#include "profiler/advise/rules/ranks/unlike/one_sided_text.h"
#include "profiler/advise/rules/ranks/unlike/slow_copies.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/phases/compilations.h"
#include "profiler/analysis/step_split/step_split.h"
#include "profiler/analysis/steps/code/python_threads.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

constexpr char kUnknownCause[] = ". Compare its input, its hardware and what else runs there";

// How much longer the rank works in the mean step than the others do on their median; NaN if that
// is not known. Parts of steps are compared by means: of a rank that is slow in some steps only,
// they grow by less than its median step does.
double MeanExcess(const RankSteps& slow, const RanksOfRun& others) {
  const auto mean = [](const RankSteps& rank) {
    double sum = 0;
    for (const auto& [number, own] : rank.own_of_steps) sum += own;
    return sum / static_cast<double>(rank.own_of_steps.size());
  };
  std::vector<double> means;
  for (const RankSteps* rank : others) {
    if (!rank->own_of_steps.empty()) means.push_back(mean(*rank));
  }
  if (slow.own_of_steps.empty() || means.empty()) return std::nan("");
  return mean(slow) - UpperMedian(means);
}

// Looks for a cause that explains half of what the rank takes longer.
class CauseSearch {
 public:
  // `all` are the slow ranks, of which the first stands for all.
  CauseSearch(const RuleInput& input, const RanksOfRun& all, const RanksOfRun& others,
              const RankComparison& comparison, double excess)
      : input_(input),
        all_(all),
        slow_(*all.front()),
        others_(others),
        comparison_(comparison),
        parts_(comparison.Parts()),
        excess_(excess) {}

  // Empty if no cause is known.
  std::string Find() const {
    if (parts_.empty()) return "";
    const Compared& copying = Part(StepPart::kHostToDevice);
    const Compared loading = Sum(StepPart::kInput, StepPart::kHostToDevice);
    if (Explains(copying)) {
      return fmt::format(". Copying to its device {}: {}", copying.Text(),
                         WhyCopyingIsSlow(input_.profile(), slow_, others_));
    }
    if (Explains(Part(StepPart::kInput))) {
      return fmt::format(". Waiting for input {}: look at its input",
                         Part(StepPart::kInput).Text());
    }
    if (Explains(loading)) {
      return fmt::format(". Waiting for input and copying it {}: look at its input",
                         loading.Text());
    }
    if (Explains(Part(StepPart::kCompile))) return CompileText(Part(StepPart::kCompile));
    if (Explains(Sum(StepPart::kDeviceCompute16, StepPart::kDeviceCompute32))) {
      if (std::string one = OneDeviceText(input_, slow_); !one.empty()) return one;
      return DeviceCause(input_.profile(), comparison_,
                         {slow_, all_, others_, excess_, loading,
                          DifferencesOfGpus(input_.selected, all_, others_)});
    }
    // What follows is of the host, which a recorder slows; but not while it sleeps.
    const auto sleeps = comparison_.Sleeps();
    RecordedMore more;
    if (!sleeps || !Explains(*sleeps)) more = FindRecordedMore(input_.profile(), all_, others_);
    return more.has_stacks ? more.text : HostCause() + more.text;
  }

 private:
  std::string HostCause() const {
    const Compared& launching = Part(StepPart::kKernelLaunch);
    const Compared host = Sum(StepPart::kHostCompute, StepPart::kKernelLaunch);
    if (std::string calls = CallsCause(input_, slow_, others_, comparison_, excess_);
        !calls.empty()) {
      return calls;
    }
    if (std::string one_sided = OneSidedOpsText(input_.profile(), comparison_, OpPlace::kHosts,
                                                excess_, all_.size() > 1);
        !one_sided.empty()) {
      return one_sided;
    }
    if (Explains(launching)) {
      return fmt::format(
          ". Launching kernels {}: look at its host's CPUs and what else runs there, and at what "
          "makes each launch slow (CUDA_LAUNCH_BLOCKING, a debugger, a second profiler)",
          launching.Text());
    }
    if (const auto mark = comparison_.MarkThatGrew(excess_ / 2)) return MarkText(*mark);
    if (std::string launches = SlowLaunchText(); !launches.empty()) return launches;
    if (Explains(host)) return HostText(host);
    if (Explains(Part(StepPart::kOther))) return OtherText(Part(StepPart::kOther));
    return "";
  }

  const Compared& Part(StepPart part) const { return parts_[static_cast<size_t>(part)]; }
  Compared Sum(StepPart a, StepPart b) const {
    return {Part(a).slow + Part(b).slow, Part(a).others + Part(b).others, Part(a).other};
  }
  bool Explains(const Compared& time) const { return 2 * time.growth() >= excess_; }
  // Of an op that the others do not run.
  bool IsOwn(const std::optional<RankComparison::GrownOp>& op) const {
    return op && op->time.others <= 0 && Explains(op->time);
  }

  std::string CompileText(const Compared& compiling) const {
    const std::string function = FunctionThatCompilesMost();
    return fmt::format(
        ". Compiling {}: {}see what changes there from step to step, such as shapes of its input",
        compiling.Text(), function.empty() ? "" : fmt::format("most of it {}; ", function));
  }

  // A function of JAX in the steps of the slow rank; empty if none is known.
  std::string FunctionThatCompilesMost() const {
    const Profile& profile = input_.profile();
    const auto timings = SharedStepTimings(input_.selected, input_.query, input_.context);
    if (!timings.ok()) return "";
    std::string function;
    Int128 most = 0;
    for (const StepTimings& run : **timings) {
      for (const Compilation& one : CompilationsIn(input_.selected, run)) {
        Int128 time = 0;
        for (const CompiledIn& in : one.steps) {
          if (profile.steps[in.step].source == slow_.source) time += in.time;
        }
        if (time > most) function = one.function;
        most = std::max(most, time);
      }
    }
    return function;
  }

  // Where each launch takes several times as long as on the others, so does all that its host does
  // between launches, and work on the device waits for it.
  std::string SlowLaunchText() const {
    Compared host = Sum(StepPart::kHostCompute, StepPart::kKernelLaunch);
    host.slow += Part(StepPart::kOther).slow;
    host.others += Part(StepPart::kOther).others;
    if (!Explains(host)) return "";
    const auto calls = comparison_.Launches();
    if (!calls || !IsSlower(calls->each.slow, calls->each.others)) return "";
    if (4 * calls->a_step.growth() < excess_) return "";
    return fmt::format(
        ". Its host launches as many kernels, but {:.1f} times slower: a call that launches takes "
        "{} there, {} on the {}, which is {} more a step: {}",
        calls->each.slow / calls->each.others, FormatMicros(static_cast<Value>(calls->each.slow)),
        FormatMicros(static_cast<Value>(calls->each.others)), calls->each.OnOthers(),
        FormatMicros(static_cast<Value>(calls->a_step.growth())), kSlowLaunchRemedy);
  }

  std::string MarkText(const RankComparison::GrownMark& mark) const {
    std::string rare;
    if (2 * mark.in < mark.of) {
      const double each = mark.time.slow * static_cast<double>(mark.of) /
                          std::fmax(1, static_cast<double>(mark.in));
      rare = fmt::format("; it runs in {} of its {} steps, for {} each", mark.in, mark.of,
                         FormatMicros(static_cast<Value>(each)));
    }
    return fmt::format(". {} {}{}: look at that code there", input_.profile().strings[mark.name],
                       mark.time.Text(), rare);
  }

  // Python of other threads that only the slow rank has, during its steps; "" if there is none.
  std::string ThreadText() const {
    constexpr double kLeastOfSteps = 0.1;
    const Profile& profile = input_.profile();
    std::map<StringId, PythonOfThreads> times = PythonBesideSteps(profile, slow_.source);
    if (times.empty()) return "";
    for (const RankSteps* other : others_) {
      if (!other->source.valid()) continue;
      for (const auto& [function, time] : PythonBesideSteps(profile, other->source)) {
        times.erase(function);
      }
    }
    const auto less = [](const auto& a, const auto& b) { return a.second.time < b.second.time; };
    const auto most = std::max_element(times.begin(), times.end(), less);
    if (most == times.end()) return "";
    const auto [function, of_function] = *most;
    const double share = static_cast<double>(of_function.time) /
                         static_cast<double>(SpanOfSteps(profile, slow_.source));
    if (share < kLeastOfSteps) return "";
    const bool is_one = of_function.threads == 1;
    // Each thread is in it while it waits for its turn, so sums can exceed the time.
    const double of_each = std::min(1.0, share / static_cast<double>(of_function.threads));
    return fmt::format(
        ", while {} there {} {} for {} of the time{}, and none on the others: Python's threads run "
        "one at a time (the GIL), so do that in a process of its own",
        is_one ? "another thread" : fmt::format("{} other threads", of_function.threads),
        is_one ? "runs" : "run", CallText(profile, function), Percent(of_each),
        is_one ? "" : " each on average");
  }

  std::string HostText(const Compared& host) const {
    const auto op = comparison_.MostGrownOp(OpPlace::kHosts);
    if (IsOwn(op)) return OwnOpText(input_.profile(), *op);
    // Of work that is not alike, what grew is only a part of what the others do not have.
    if (op && !op->inputs.empty() && 10 * op->time.growth() >= excess_) {
      return OtherInputsText(input_.profile(), *op);
    }
    if (const std::string thread = ThreadText(); !thread.empty()) {
      return fmt::format(". Host compute {}{}", host.Text(), thread);
    }
    if (const auto function = comparison_.FunctionThatGrew(excess_ / 2)) {
      const bool has_waits = function->time.slow > slow_.own;  // which holds no waits for others
      return fmt::format(
          ". {} {}{}: look at that code there", CallText(input_.profile(), function->name),
          function->time.Text(),
          has_waits ? ", with what it waits for results and so for other ranks" : "");
    }
    if (std::string runtime = GrownRuntimeText(input_.profile(), comparison_, excess_);
        !runtime.empty()) {
      return runtime;
    }
    if (comparison_.RunsSameOps()) {
      return fmt::format(
          ". Host compute {}, with as many calls of each op as on other ranks: look at its host's "
          "CPUs and at what else runs there, such as more processes than it has cores, and for "
          "Python that was not traced",
          host.Text());
    }
    const bool is_host_shared =
        std::any_of(others_.begin(), others_.end(),
                    [&](const RankSteps* other) { return other->host == slow_.host; });
    return fmt::format(". Host compute {}: look at work that this rank alone does{}", host.Text(),
                       is_host_shared ? "" : ", at its host's CPUs and at what else runs there");
  }

  std::string OtherText(const Compared& other) const {
    const auto sleeps = comparison_.Sleeps();
    if (!sleeps || !Explains(*sleeps)) {
      if (std::string runtime = GrownRuntimeText(input_.profile(), comparison_, excess_);
          !runtime.empty()) {
        return runtime;
      }
      if (const std::string thread = ThreadText(); !thread.empty()) {
        return fmt::format(". What no recorded op explains {}{}", other.Text(), thread);
      }
      return fmt::format(
          ". What no recorded op explains {}: it idles, or runs Python that was not traced, such "
          "as reading or making input",
          other.Text());
    }
    const auto op = comparison_.MostGrownOp(OpPlace::kHosts);
    const std::string where = IsOwn(op) ? fmt::format(", in {}, which does not run on the others",
                                                      input_.profile().strings[op->name])
                                        : "";
    return fmt::format(". Sleeping or waiting for a thread in Python {}{}: look at that code there",
                       sleeps->Text(), where);
  }

  const RuleInput& input_;
  const RanksOfRun& all_;
  const RankSteps& slow_;
  const RanksOfRun& others_;
  const RankComparison& comparison_;
  const std::vector<Compared> parts_;  // of StepPart; empty if not known
  const double excess_;                // picoseconds a step
};

}  // namespace

std::string StragglerRemedy(const RuleInput& input, const RankSteps& slow,
                            const RanksOfRun& others) {
  return StragglersRemedy(input, {&slow}, others);
}

std::string StragglersRemedy(const RuleInput& input, const RanksOfRun& all,
                             const RanksOfRun& others) {
  const RankSteps& slow = *all.front();
  double excess = slow.own - slow.middle_own;
  if (!slow.source.valid() || excess <= 0) return kUnknownCause;
  if (const double mean = MeanExcess(slow, others); mean > 0) excess = std::min(excess, mean);
  const RankComparison comparison(input, all, others);
  if (!comparison.has_others()) return kUnknownCause;
  const std::string cause = CauseSearch(input, all, others, comparison, excess).Find();
  return cause.empty() ? kUnknownCause : cause;
}

}  // namespace profiler
