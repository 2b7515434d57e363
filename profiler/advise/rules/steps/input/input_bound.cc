#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/advise/rules/steps/input/beside_text.h"
#include "profiler/advise/rules/steps/input/input_of_ranks.h"
#include "profiler/advise/rules/steps/input/input_remedy.h"
#include "profiler/advise/rules/steps/input/input_since.h"
#include "profiler/advise/rules/steps/input/io_wait_text.h"
#include "profiler/advise/rules/steps/input/judged_input.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/input/gaps/few_gaps.h"
#include "profiler/analysis/input/input_class.h"
#include "profiler/analysis/input/input_use.h"
#include "profiler/analysis/input/pipelines/iterator_tree.h"
#include "profiler/analysis/input/pipelines/pipeline_wait.h"
#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct InputThresholds {
  Threshold moderate = {"moderate", 0.05,
                        "from this share of a step it is moderately input bound, 0 to 1", 1};
  Threshold high = {"high", 0.2, "from this share of a step it is highly input bound, 0 to 1", 1};
  Threshold unexplained = {
      "unexplained", 0.1,
      "if nothing recorded explains this share of a step, it is perhaps input bound, 0 to 1", 1};
  Threshold unknown_code = {"unknown_code", 0.2,
                            "... or this share, where it is mostly Python that is known and not "
                            "called like input, 0 to 1",
                            1};
  Threshold between = {"between", 0.1,
                       "from this share of a loop's time, time between steps is told, 0 to 1", 1};
};

// The mean over steps, without the few that are far longer and would decide it.
double TypicalOf(const JudgedInput& input, const std::vector<double>& times) {
  const std::vector<size_t> longer = input.timings.LongSteps();
  const bool are_few = !input.timings.ShareOf(times).is_of_mean();
  if (longer.empty() || !are_few) return MeanOf(times);
  std::vector<double> typical;
  for (size_t i = 0; i < times.size(); ++i) {
    if (!std::binary_search(longer.begin(), longer.end(), i)) typical.push_back(times[i]);
  }
  return MeanOf(typical);
}

// What the mean step would be shorter by: the time in which Python makes input; else the time in
// which an op waits for input and no other op runs, copies to devices that nothing hides, and input
// between steps. Of the ranks of a step the one that waits longest counts; if only one waits long,
// the others' typical time remains.
Value Saves(const JudgedInput& input) {
  if (input.judged.is_code) return static_cast<Value>(MeanOf(input.timings.input_code));
  if (RestartsWorkers(input.use)) return RestartsPerStep(input.use);
  std::vector<double> alone;
  for (const InputStep& step : input.use.steps) alone.push_back(static_cast<double>(step.alone));
  const double known = MeanOf(alone) + TypicalOf(input, input.timings.InputCopies());
  const PartShare& share = input.judged.input;
  double in_steps = share.in_steps > 0 ? share.time : TypicalOf(input, InputTimes(input.timings));
  const bool ranks_change = input.ranks != nullptr && input.ranks->change();
  if (!ranks_change) in_steps = std::min(in_steps, known);
  // A prefetch makes input while the rest of the step runs, and no faster.
  if (LacksPrefetch(input.use)) {
    in_steps = std::min(in_steps, TypicalOf(input, input.timings.totals) - in_steps);
  }
  const double between = input.judged.of_loop ? MeanOf(input.loop.input) : 0;
  auto saves = static_cast<Value>(in_steps + between);
  if (input.ranks != nullptr) {
    saves -= static_cast<Value>(input.ranks->typical * input.ranks->StepOf(input.timings));
    if (const double most = input.ranks->most_saved; !std::isnan(most)) {
      saves = std::min(saves, static_cast<Value>(most));
    }
  }
  return saves > 0 ? saves : kAbsent;
}

// Where other ranks are nearly as slow.
std::string OtherSlowRanksText(const JudgedInput& input, Value saves) {
  if (input.ranks == nullptr || std::isnan(input.ranks->most_saved)) return "";
  const double waits = input.judged.input.time;
  if (2 * (saves == kAbsent ? 0 : static_cast<double>(saves)) >= waits) return "";
  return fmt::format(
      "; other ranks are nearly as slow{}, so this alone saves "
      "little: see `steps -by rank`",
      input.ranks->others_wait ? "" : " without waiting for input");
}

std::string_view IdOf(InputClass input_class) {
  constexpr std::string_view kIds[] = {"input_bound_unknown", "not_input_bound",
                                       "potentially_input_bound", "moderately_input_bound",
                                       "highly_input_bound"};
  return kIds[static_cast<size_t>(input_class)];
}

std::string_view WhyUnknown(InputUnknown unknown) {
  switch (unknown) {
    case InputUnknown::kFed:
      return "the input is fed from Python, outside the recorded steps: compare the time between "
             "steps with the steps' own, or feed through tf.data";
    case InputUnknown::kDamaged:
      return "the file is damaged and has no steps, so too little is left to judge";
    case InputUnknown::kNoSteps:
    case InputUnknown::kIsKnown:
      break;
  }
  return "no recorded step says what its time goes to";
}

Finding FindingOf(const JudgedInput& input) {
  Finding finding;
  finding.id = IdOf(input.judged.input_class);
  finding.input_class = Name(input.judged.input_class);
  finding.severity = WarningIf(input.is_bound());
  if (input.judged.input_class == InputClass::kUnknown) {
    finding.text =
        fmt::format("whether input limits a step is unknown: {}", WhyUnknown(input.judged.unknown));
    finding.command = input.judged.unknown == InputUnknown::kFed
                          ? "steps -select total_us,host_compute_us,other_us -order_by total_us"
                          : "info";
    return finding;
  }
  finding.text = InputSentence(input);
  if (input.is_bound()) {
    finding.text += RemedyOf(input);
    finding.saves = Saves(input);
    finding.text += OtherSlowRanksText(input, finding.saves);
  }
  if (const std::string beside = InputBesideText(input); !beside.empty()) {
    finding.text += beside;
    finding.saves = kAbsent;  // waits are not all that a cheaper pipeline saves
  }
  if (input.judged.input_class != InputClass::kNot) {
    const bool is_code = input.judged.is_code || input.is_perhaps();
    finding.share = is_code ? input.judged.unexplained.share : input.judged.input.share;
  }
  finding.command = CommandOf(input);
  finding.evidence.push_back(InputEvidence(input));
  if (input.ranks != nullptr) {
    if (!input.ranks->change()) {
      finding.subject = input.ranks->name;
      SetPlace(input.profile, input.ranks->worst().sources.front(), finding);
    }
    finding.evidence.push_back(RanksEvidence(input.profile, *input.ranks));
  }
  return finding;
}

// Whether the finding on input tells all that there is between steps.
bool IsToldAsInput(const JudgedInput& input, const PartShare& between) {
  constexpr double kAlmostAll = 0.9;
  return input.is_bound() && input.judged.of_loop &&
         input.judged.between_input.share >= kAlmostAll * between.share;
}

// What a run's steps spend in what nothing recorded explains; nullopt if that is little.
std::optional<Finding> UnexplainedFinding(const Profile& profile, const StepTimings& timings) {
  constexpr double kHigh = 0.15, kModerate = 0.03;  // of a step
  const PartShare unexplained = timings.ShareOf(timings.Unexplained());
  if (!timings.is_known() || unexplained.share < kModerate) return std::nullopt;
  Finding finding;
  finding.id = unexplained.share >= kHigh ? "high_other" : "moderate_other";
  finding.subject = timings.run;
  finding.text =
      OfStep(timings, unexplained) +
      (LacksDeviceTimes(profile)
           ? " is what nothing recorded explains: devices, whose times were not recorded, "
             "waiting, or Python"
           : " is what nothing recorded explains: idle, waiting, or Python that was not traced");
  finding.command = "steps -select total_us,other_us -order_by other_us";
  return finding;
}

struct JudgedRun {
  const StepTimings* timings = nullptr;
  InputUse use;
  InputJudgement judged;

  std::pair<InputClass, double> badness() const { return {judged.input_class, judged.input.share}; }
};

// Of the only pipeline of tf.data, if most of what its consumer waits for is of one iterator.
absl::StatusOr<std::string> LimitingIterator(const RuleInput& input, const JudgedRun& run) {
  const InputUse& use = run.use;
  if (run.judged.input_class < InputClass::kModerately) return "";
  if (!use.has_iterators || !use.has_prefetch) return "";
  PROFILER_ASSIGN_OR_RETURN(const std::vector<PipelineIterator> iterators,
                            PipelineIterators(input.selected, input.context));
  const auto is_root = [](const PipelineIterator& one) { return one.parent < 0; };
  if (std::count_if(iterators.begin(), iterators.end(), is_root) != 1) return "";
  const int32_t most = BottleneckOf(iterators, 0), filling = FillingShuffleOf(iterators, 0);
  const Int128 all = WaitOf(iterators, 0).all;
  if (filling >= 0 && 2 * iterators[filling].fills >= all) {
    return std::string(iterators[filling].label());
  }
  if (most < 0 || iterators[most].hands_to_device()) return "";
  const Int128 known = iterators[most].limits - iterators[most].unseen;
  return 2 * known < all ? "" : std::string(iterators[most].label());
}

// Without the steps of kinds that are not judged.
std::vector<StepTime> TimesOfJudged(const std::vector<StepTime>& times,
                                    const std::vector<StepTimings>& runs) {
  std::set<uint32_t> narrowed;
  std::set<StepId> judged;
  for (const StepTimings& run : runs) {
    if (!run.is_of_mark) continue;
    narrowed.insert(run.run_index);
    judged.insert(run.ids.begin(), run.ids.end());
  }
  std::vector<StepTime> some;
  std::copy_if(times.begin(), times.end(), std::back_inserter(some), [&](const StepTime& time) {
    return !narrowed.contains(time.run) ||
           std::any_of(time.steps.begin(), time.steps.end(),
                       [&](StepId step) { return judged.contains(step); });
  });
  return some;
}

absl::StatusOr<Verdict> JudgeInput(const InputOf<InputThresholds>& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const auto runs,
                            SharedMainTimings(input.selected, input.query, input.context));
  PROFILER_ASSIGN_OR_RETURN(const auto between, TimesBetween(input.selected, input.context));
  const auto timed = SharedStepTimes(input);
  const std::vector<StepTime> times = TimesOfJudged(timed->times, *runs);
  const InputThresholds& of = input.thresholds;
  const InputLimits limits = {of.moderate, of.high, of.unexplained, of.unknown_code};
  // Means over several runs mean nothing, so the run that is worst stands for the job. Within a run
  // the rank that is worst does, if the others wait for it.
  JudgedRun worst;
  std::optional<InputOfRanks> ranks_of_worst;
  for (const StepTimings& run : *runs) {
    JudgedRun one = {&run,
                     runs->size() == 1 ? InputUseOf(input.selected, times)
                                       : InputUseOfSources(input.selected, times,
                                                           timed->runs.SourcesOf(run.run_index)),
                     {}};
    one.judged = ClassifyInput(run, one.use, LoopOf(run, *between), limits);
    PROFILER_ASSIGN_OR_RETURN(
        auto ranks, UnlikeInputOfRanks(input, timed->runs, run, one.use, *between, limits));
    if (ranks) one.judged = ranks->worst_judged;
    if (worst.timings != nullptr && one.badness() <= worst.badness()) continue;
    worst = std::move(one);
    ranks_of_worst = std::move(ranks);
  }
  if (ranks_of_worst) {
    worst.timings = &ranks_of_worst->judged_timings();
    if (!ranks_of_worst->change()) {
      worst.use = InputUseOfSources(input.selected, times, ranks_of_worst->worst().sources);
    }
  }
  const LoopTimings loop = LoopOf(*worst.timings, *between);
  PROFILER_ASSIGN_OR_RETURN(std::string iterator, LimitingIterator(input, worst));
  const JudgedInput judged = {input.profile(),
                              *worst.timings,
                              worst.use,
                              loop,
                              ListsAccelerators(input.profile()),
                              limits,
                              worst.judged,
                              ranks_of_worst ? &*ranks_of_worst : nullptr,
                              std::move(iterator),
                              InputWorkBesideSteps(input.selected, *worst.timings)};
  Verdict verdict;
  Finding& of_input = verdict.findings.emplace_back(FindingOf(judged));
  if (judged.is_bound()) of_input.text += IoWaitText(input.selected, of_input.place.host);
  if (judged.judged.input_class == InputClass::kNot && !judged.judged.of_loop) {
    of_input.text += InputSinceText(input, timed->runs, *worst.timings, limits);
  }
  const PartShare share = loop.ShareOf(loop.totals);
  if (!loop.empty() && share.share >= of.between && !IsToldAsInput(judged, share)) {
    verdict.findings.push_back(BetweenFinding(judged, share));
  } else if (!loop.empty() && share.share < of.between && share.mean_share >= of.between) {
    const auto few = FindFewGaps(input.profile(), *worst.timings, loop);
    if (few) verdict.findings.push_back(FewGapsFinding(judged, share, *few));
  }
  if (judged.is_perhaps()) return verdict;  // it is about that time
  for (const StepTimings& run : *runs) {
    if (auto finding = UnexplainedFinding(input.profile(), run)) {
      verdict.findings.push_back(*std::move(finding));
    }
  }
  return verdict;
}

}  // namespace

extern const Rule kInputChecker = RuleOf<InputThresholds>{
    .name = "InputChecker",
    .summary = "how much of a step, and of the time between steps, is waiting for input",
    .run = JudgeInput,
};

}  // namespace profiler
