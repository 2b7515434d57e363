#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/input/input_class.h"
#include "profiler/analysis/input/input_use.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

struct InputThresholds {
  Threshold moderate = {"moderate", 0.05,
                        "from this share of a step it is moderately input bound, 0 to 1", 1};
  Threshold high = {"high", 0.2, "from this share of a step it is highly input bound, 0 to 1", 1};
  Threshold unexplained = {
      "unexplained", 0.03,
      "if nothing recorded explains this share of a step, it is perhaps input bound, 0 to 1", 1};
};

// What a finding rests on: the run that waits longest.
struct JudgedInput {
  const Profile& profile;
  const StepTimings& timings;
  const InputUse& use;
  InputLimits limits;
  InputJudgement judged;

  bool is_bound() const { return judged.input_class >= InputClass::kModerately; }
  bool is_perhaps() const { return judged.input_class == InputClass::kPerhaps; }
};

struct InputStepRow {
  std::string name;
  double total, waiting, copying, unexplained;  // picoseconds
  Value alone = kAbsent;

  double share() const { return total > 0 ? (waiting + copying) / total : 0; }
  double unexplained_share() const { return total > 0 ? unexplained / total : 0; }
};

std::vector<InputStepRow> RowsOf(const JudgedInput& input) {
  absl::flat_hash_map<StepId, Value> alone;
  for (const InputStep& step : input.use.steps) {
    for (StepId id : step.ids) alone[id] = static_cast<Value>(step.alone);
  }
  const StepTimings& timings = input.timings;
  const std::vector<double> unexplained = UnexplainedTimes(timings, input.use);
  std::vector<InputStepRow> rows;
  for (size_t i = 0; i < timings.ids.size(); ++i) {
    InputStepRow& row = rows.emplace_back();
    const int64_t number = input.profile.steps[timings.ids[i]].number;
    row.name = timings.is_whole ? "the recording" : fmt::format("step {}", number);
    row.total = timings.totals[i];
    row.waiting = timings.Of(StepPart::kInput)[i];
    row.copying = timings.Of(StepPart::kHostToDevice)[i];
    row.unexplained = unexplained[i];
    if (const auto it = alone.find(timings.ids[i]); it != alone.end()) row.alone = it->second;
  }
  return rows;
}

Report Evidence(const JudgedInput& input) {
  std::vector<InputStepRow> rows = RowsOf(input);
  const auto share = [&](const InputStepRow& row) {
    return input.is_perhaps() ? row.unexplained_share() : row.share();
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const InputStepRow& a, const InputStepRow& b) {
    return share(a) > share(b);
  });
  using C = ColumnOf<InputStepRow>;
  return EvidenceOf<InputStepRow>(
      {
          C::Number("step_us", Unit::kMicros, "", "How long the step took.", &InputStepRow::total),
          C::Number("waiting_us", Unit::kMicros, "",
                    "While an op waited for input, and no device worked.", &InputStepRow::waiting),
          C::Number("alone_us", Unit::kMicros, "",
                    "While an op waited for input, and no other op ran.", &InputStepRow::alone),
          C::Number("copying_us", Unit::kMicros, "",
                    "Copies to devices while nothing else was recorded.", &InputStepRow::copying),
          C::Real("share", Unit::kShare, "", "waiting_us and copying_us over step_us.",
                  &InputStepRow::share),
          C::Number("unexplained_us", Unit::kMicros, "",
                    "What may be input that was not recorded as such.", &InputStepRow::unexplained),
      },
      rows, &InputStepRow::name, "steps with a smaller share");
}

// The op type with the longest input wait.
std::string_view MostWaiting(const InputUse& use) {
  if (use.waits.empty()) return "";
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

// The command that shows what the finding says.
std::string CommandOf(const JudgedInput& input) {
  constexpr double kMuch = 1.5;
  const PartShare& share = input.judged.input;
  if (input.is_perhaps()) {
    return "steps -select total_us,input_us,host_compute_us,other_us -order_by other_us";
  }
  const bool is_by_some = share.mean_share > kMuch * share.share;
  if (input.use.waits.empty() || (is_by_some && !input.is_bound())) {
    return "steps -select total_us,input_us,host_to_device_us -order_by total_us";
  }
  return Command(input.use, MostWaiting(input.use));
}

bool IsAnyPositive(const std::vector<double>& times) {
  return std::any_of(times.begin(), times.end(), [](double time) { return time > 0; });
}

// Text such as "waiting for input, in IteratorGetNext".
std::string Delays(const JudgedInput& input) {
  std::string text;
  if (!input.use.waits.empty()) {
    text = fmt::format("waiting for input, in {}", MostWaiting(input.use));
  } else if (IsAnyPositive(input.timings.Of(StepPart::kInput))) {
    text = "waiting for input";
  }
  if (!IsAnyPositive(input.timings.Of(StepPart::kHostToDevice))) return text;
  return text.empty() ? "copying to devices" : text + ", and copying to devices";
}

std::string Sentence(const JudgedInput& input) {
  const auto [input_class, unknown, share, unexplained] = input.judged;
  const std::string delays = Delays(input);
  std::string text = fmt::format("{} input bound: ", Name(input_class));
  if (input_class == InputClass::kPerhaps) {
    text += fmt::format(
        "no recorded op explains {}{}; it may be reading or making input, in Python",
        OfStep(input.timings, unexplained),
        MeanOtherwise(input.profile, input.timings, unexplained, input.limits.unexplained));
    if (!delays.empty()) text += fmt::format(". {:.1f}% is {}", 100 * share.share, delays);
    return text;
  }
  if (delays.empty()) {
    return text + fmt::format(
                      "no op ran that waits for input, and what was recorded explains "
                      "{:.1f}% of {}",
                      100 * (1 - unexplained.share),
                      input.timings.is_whole ? "the recording" : "a step");
  }
  return text +
         fmt::format("{} is {}{}", OfStep(input.timings, share), delays,
                     MeanOtherwise(input.profile, input.timings, share, input.limits.moderate));
}

std::string RemedyOf(const JudgedInput& input) {
  const bool waits = input.timings.ShareOf(input.timings.Of(StepPart::kInput)).share >=
                     input.timings.ShareOf(input.timings.Of(StepPart::kHostToDevice)).share;
  if (!waits) return "; copy the next batch while devices compute: from pinned memory, ahead";
  if (!input.use.has_pipeline && !input.use.has_data_loader) return "";
  return std::string(Remedy(input.use));
}

// The median, over the steps of the run, of the time in which an op waits for input and no other op
// runs.
Value Saves(const JudgedInput& input) {
  std::vector<double> alone;
  for (const InputStepRow& row : RowsOf(input)) {
    if (row.alone != kAbsent) alone.push_back(static_cast<double>(row.alone));
  }
  if (alone.empty()) return kAbsent;
  const auto saves = static_cast<Value>(CenterOf(std::move(alone)).median);
  return saves > 0 ? saves : kAbsent;
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
      return "the input is fed from Python, and what that takes lies outside the recorded steps: "
             "compare the time between steps with theirs, or feed through tf.data";
    case InputUnknown::kDamaged:
      return "the file is damaged and has no steps, so what is left tells too little";
    case InputUnknown::kNoSteps:
    case InputUnknown::kIsKnown:
      break;
  }
  return "no step of known length was recorded";
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
  finding.text = Sentence(input);
  if (input.is_bound()) {
    finding.text += RemedyOf(input);
    finding.saves = Saves(input);
  }
  finding.command = CommandOf(input);
  finding.evidence.push_back(Evidence(input));
  return finding;
}

absl::StatusOr<Verdict> JudgeInput(const InputOf<InputThresholds>& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const auto runs,
                            SharedStepTimings(input.selected, input.query, input.context));
  const auto timed = SharedStepTimes(input);
  const InputThresholds& of = input.thresholds;
  const InputLimits limits = {of.moderate, of.high, of.unexplained};
  // Means over several runs mean nothing, so the run that is worst stands for the job.
  const StepTimings* worst = nullptr;
  InputUse use;
  InputJudgement judged;
  for (const StepTimings& run : *runs) {
    InputUse use_of_run =
        runs->size() == 1 ? InputUseOf(input.selected, timed->times)
                          : InputUseOfRun(input.selected, timed->times, timed->runs, run.run_index);
    const InputJudgement one = ClassifyInput(run, use_of_run, limits);
    if (worst != nullptr && std::pair(one.input_class, one.input.share) <=
                                std::pair(judged.input_class, judged.input.share)) {
      continue;
    }
    worst = &run;
    use = std::move(use_of_run);
    judged = one;
  }
  Verdict verdict;
  verdict.findings.push_back(FindingOf({input.profile(), *worst, use, limits, judged}));
  return verdict;
}

}  // namespace

extern const Rule kInputChecker = RuleOf<InputThresholds>{
    .name = "InputChecker",
    .summary = "how much of a step is waiting for input",
    .run = JudgeInput,
    .is_in_overview = true,
};

}  // namespace profiler
