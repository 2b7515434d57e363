#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/input/input_use.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

struct InputThresholds {
  Threshold moderate = {"moderate", 0.05,
                        "above this share of a step it is moderately input bound, 0 to 1", 1};
  Threshold high = {"high", 0.2, "above this share of a step it is highly input bound, 0 to 1", 1};
};

double WaitingShare(const InputStep& step) { return ShareOf(step.waiting, step.span); }

// If the mean share exceeds the median share by this factor, outliers cause it.
constexpr double kDrawnAway = 1.5;

double MeanShare(const InputUse& use) {
  double waiting = 0, span = 0;
  for (const InputStep& step : use.steps) {
    waiting += static_cast<double>(step.waiting);
    span += static_cast<double>(step.span);
  }
  return waiting / span;
}

Report Evidence(const InputUse& use) {
  std::vector<InputStep> steps = use.steps;
  std::stable_sort(steps.begin(), steps.end(), [](const InputStep& a, const InputStep& b) {
    return WaitingShare(a) > WaitingShare(b);
  });
  using C = ColumnOf<InputStep>;
  return EvidenceOf<InputStep>(
      {
          C::Number("step_us", Unit::kMicros, "", "How long the step took.", &InputStep::span),
          C::Number("waiting_us", Unit::kMicros, "", "While an op waited for input.",
                    &InputStep::waiting),
          C::Number("alone_us", Unit::kMicros, "", "Of that, while no other op ran.",
                    &InputStep::alone),
          C::Real("share", Unit::kShare, "", "waiting_us over step_us.", WaitingShare),
      },
      steps, [](const InputStep& step) { return fmt::format("step {}", step.number); },
      "steps that wait for a smaller share");
}

// The op type with the longest input wait.
std::string_view MostWaiting(const InputUse& use) {
  const auto most =
      std::max_element(use.waits.begin(), use.waits.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most->first;
}

std::string_view Remedy(const InputUse& use) {
  if (use.loads_in_process) {
    return "; the DataLoader loads in the process that trains: give it workers (num_workers), keep "
           "them (persistent_workers=True), and pin_memory=True where a GPU trains";
  }
  if (use.in_phases) {
    return "; give the DataLoader more workers (num_workers) and let them fetch further ahead "
           "(prefetch_factor), do less for each sample, or have the files on a faster disk";
  }
  if (use.has_data_loader) {
    return "; the DataLoader's workers are too slow: more of them (num_workers), more batches "
           "ahead (prefetch_factor), less work for each sample, files on a faster disk";
  }
  if (use.calls_python) {
    return "; the job runs Python in graph ops (PyFunc), one at a time: a pipeline is faster with "
           "TensorFlow's own ops";
  }
  return use.has_prefetch
             ? "; the pipeline prefetches and is still too slow: look at its maps and reads"
             : "; the pipeline has no prefetch: end it with dataset.prefetch";
}

// The command that shows more. It shows iterators if they were recorded, because they explain more
// than the op that waited for input.
std::string Command(const InputUse& use, std::string_view type) {
  if (use.has_iterators) return "ops -show_name_regexes 'Iterator::.*,PyFunc' -order_by self_us";
  if (use.in_phases) {
    return fmt::format("phases -by process -show_name_regexes {}", QuoteWord(NameRegex(type)));
  }
  if (use.has_data_loader) {
    return fmt::format("ops -show_name_regexes {} -order_by total_us", QuoteWord(NameRegex(type)));
  }
  return fmt::format("scope -account_type_regexes {}.* -order_by micros -max_depth 100",
                     QuoteWord(NameRegex(type)));
}

bool TracesPython(const Profile& profile) {
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(),
                     [&](const OpRow& op) { return profile.strings[op.type] == "PythonFunction"; });
}

Finding Judge(const InputThresholds& thresholds, const InputUse& use) {
  std::vector<double> shares, waiting;
  std::vector<double> alone;
  for (const InputStep& step : use.steps) {
    shares.push_back(WaitingShare(step));
    waiting.push_back(static_cast<double>(step.waiting));
    alone.push_back(static_cast<double>(step.alone));
  }
  // Medians are used, because the first step fills the pipeline.
  const double share = CenterOf(std::move(shares)).median;
  const bool is_high = share > thresholds.high, is_bound = share > thresholds.moderate;
  const std::string_view type = MostWaiting(use);
  Finding finding;
  finding.id = is_high    ? "highly_input_bound"
               : is_bound ? "moderately_input_bound"
                          : "not_input_bound";
  finding.severity = WarningIf(is_bound);
  finding.text = fmt::format(
      "{} input bound: {} of a step ({} in the middle one of {}) is waiting for input, in {}",
      is_high    ? "highly"
      : is_bound ? "moderately"
                 : "not",
      Percent(share), FormatMicros(static_cast<Value>(CenterOf(std::move(waiting)).median)),
      Count(use.steps.size(), "step"), type);
  const double mean = MeanShare(use);
  if (mean > kDrawnAway * share && mean > thresholds.moderate) {
    finding.text +=
        fmt::format("; of the mean step {}, as some steps wait much longer", Percent(mean));
  }
  if (is_bound && (use.has_pipeline || use.has_data_loader)) finding.text += Remedy(use);
  if (is_bound) finding.saves = static_cast<Value>(CenterOf(std::move(alone)).median);
  finding.command = Command(use, type);
  finding.evidence.push_back(Evidence(use));
  return finding;
}

absl::StatusOr<Verdict> JudgeInput(const InputOf<InputThresholds>& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  const InputUse use = InputUseOf(input.selected, SharedStepTimes(input)->times);
  Verdict verdict;
  if (use.steps.empty()) {
    verdict.lacks = "no step of known length was recorded";
  } else if (use.waits.empty() && use.is_fed) {
    verdict.lacks =
        "the input is fed from Python, and what that takes lies outside the recorded steps: "
        "compare the time between steps with theirs, or feed through tf.data";
  } else if (use.waits.empty()) {
    verdict.lacks = "no op ran that waits for input";
    if (TracesPython(input.profile())) {
      verdict.lacks +=
          "; batches that Python itself makes in a step look like its other code: `code` has the "
          "time by line";
    }
  } else {
    verdict.findings.push_back(Judge(input.thresholds, use));
  }
  return verdict;
}

}  // namespace

extern const Rule kInputChecker = RuleOf<InputThresholds>{
    .name = "InputChecker",
    .summary = "how much of a step is waiting for input",
    .run = JudgeInput,
};

}  // namespace profiler
