#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/how_to_record.h"
#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/advise/rules/steps/input/input_remedy.h"
#include "profiler/advise/rules/steps/input/judged_input.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

// The Python in steps that most time passes in, of what reads or makes input, or may.
struct InputCode {
  StringId function;      // invalid if no event tells it
  bool is_input = false;  // whether its name says that it reads or makes input
  bool waits = false;     // and it mainly waits for another thread or process
};

InputCode CodeOf(const InputUse& use) {
  if (!use.is_named()) return {use.python, false};
  const auto most =
      std::max_element(use.functions.begin(), use.functions.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto asleep = use.asleep.find(most->first);
  return {most->first, true, asleep != use.asleep.end() && 2 * asleep->second > most->second};
}

bool IsAnyPositive(const std::vector<double>& times) {
  return std::any_of(times.begin(), times.end(), [](double time) { return time > 0; });
}

// Whether steps hardly wait for input, but for its copies to devices.
bool AreMostlyCopies(const JudgedInput& input) {
  constexpr double kHardly = 0.1;
  const double waits = MeanOf(input.timings.Of(StepPart::kInput));
  const double copies = MeanOf(input.timings.InputCopies());
  return copies > 0 && waits < kHardly * (waits + copies);
}

// Text such as "waiting for input, in IteratorGetNext".
std::string Delays(const JudgedInput& input) {
  if (AreMostlyCopies(input)) return "copying input to devices";
  std::string text;
  if (!input.use.waits.empty()) {
    text = fmt::format(
        "{}, in {}", MostlyPins(input.use) ? "copying input to pinned memory" : "waiting for input",
        MostWaiting(input.use));
  } else if (IsAnyPositive(input.timings.Of(StepPart::kInput))) {
    text = "waiting for input";
  }
  if (!IsAnyPositive(input.timings.InputCopies())) return text;
  return text.empty() ? "copying to devices" : text + ", and copying to devices";
}

// With what the mean step says where it says otherwise, unless the share is less than `least`.
std::string OfStepOrLoop(const JudgedInput& input, const PartShare& part, double least) {
  if (input.judged.of_loop) return OfLoop(input, part);
  return OfStep(input.timings, part, MeanOtherwise(input.profile, input.timings, part, least));
}

// The call that takes most of a part of the time between steps: ", in loader.py:12 __next__". Calls
// do not overlap, so a call and the part share at least what they take together beyond all of the
// time.
std::string InCall(const JudgedInput& input, const std::vector<double>& part) {
  if (input.loop.calls.empty()) return "";
  const auto& [name, time] = input.loop.calls.front();
  const double all = std::accumulate(part.begin(), part.end(), 0.0);
  if (2 * (time + all - input.loop.calls_total()) < all) return "";
  return fmt::format(", in {}", CallText(input.profile, name));
}

// What the judged time is, by where it is spent: between steps, in them, or both.
std::string BetweenAndIn(const JudgedInput& input, const std::string& in_steps) {
  constexpr double kTold = 0.01;
  const InputJudgement& judged = input.judged;
  const double within = judged.input.share - judged.between_input.share;
  if (judged.between_input.time <= 0 && !in_steps.empty()) return in_steps + " in steps";
  std::string between = "waiting for input between steps" + InCall(input, input.loop.input);
  if (in_steps.empty() || within < kTold) return between;
  if (judged.between_input.share < kTold) return in_steps + " in steps";
  return fmt::format("input: {:.1f}% {}, and {:.1f}% {} in steps", 100 * judged.between_input.share,
                     between, 100 * within, in_steps);
}

// Text such as ", most of it in the code of train.py(10): main itself, between its calls".
std::string WhereUnexplained(const JudgedInput& input) {
  if (input.is_mostly_between()) {
    return ", most of it between steps" + InCall(input, input.loop.unexplained);
  }
  if (input.judged.of_loop || !IsLoopItself(input.timings, input.use, input.judged.unexplained)) {
    return "";
  }
  return fmt::format(", most of it in the code of {} itself, between what it calls",
                     CallText(input.profile, input.use.loop));
}

// The share of the time that the sentence tells which the function takes, unless it is all of it:
// "73% of it ".
std::string PartIn(const JudgedInput& input, const InputCode& code) {
  constexpr double kAlmostAll = 0.8;
  if (code.is_input) return "";
  const auto& totals = input.timings.totals;
  const double told =
      input.judged.unexplained.mean_share * std::accumulate(totals.begin(), totals.end(), 0.0);
  const double share = static_cast<double>(input.use.of_python) /
                       std::max(told, static_cast<double>(input.use.python_time));
  return share >= kAlmostAll ? "" : fmt::format("{:.0f}% of it ", 100 * share);
}

std::string_view WhatCodeDoes(const InputCode& code) {
  if (code.waits) return "sleeps or waits for another thread or process to make input";
  return code.is_input ? "reads or makes input" : "may make input";
}
std::string_view CodeRemedy(const InputCode& code) {
  if (code.waits) return "make batches faster there, or in more threads or processes";
  return code.is_input ? "make the next batch ahead, in a thread or in processes"
                       : "look at what it does: what needs no result of the model can be made "
                         "ahead, in a thread or in processes";
}

// Text such as ", mostly Python in train.py(10): shard,", of the time that is not known.
std::string MostOfTheUnknown(const JudgedInput& input) {
  constexpr double kTold = 0.05;
  const InputUse& use = input.use;
  const double code = input.timings.ShareOf(input.timings.input_code).time;
  const bool is_code = use.waits.empty() && 2 * code >= input.judged.unexplained.time &&
                       2 * use.of_python >= use.python_time;
  if (!is_code || !use.python.valid() || input.judged.unexplained.share < kTold) return "";
  return fmt::format(", mostly Python in {},", CallText(input.profile, use.python));
}

// Text such as "; whether 8.0% of a step is input was not recorded", unless nearly all is known.
std::string Unknown(const JudgedInput& input) {
  constexpr double kRoundsToNone = 0.0005;
  const double share = input.judged.unexplained.share;
  if (share <= kRoundsToNone) return "";
  const std::string_view whole = input.timings.is_whole ? "the recording"
                                 : input.judged.of_loop ? "the loop around the steps"
                                                        : "a step";
  return fmt::format("; whether {:.1f}% of {}{} is input was not recorded", 100 * share, whole,
                     MostOfTheUnknown(input));
}

// Whether ops of a backward pass ran, as far as names tell that.
bool MayRunBackward(const Profile& profile) {
  return FrameworkOf(profile) != Framework::kPyTorch || TrainsInPyTorch(profile);
}

// JAX has no loader of its own.
std::string_view WhatMakesAhead(Framework framework) {
  if (framework == Framework::kPyTorch) return "a DataLoader with workers";
  if (framework == Framework::kTensorFlow) return "tf.data with prefetch";
  return "tf.data with prefetch, grain, a DataLoader with workers";
}

// What of the known time is in no other part of a step, where it is worth telling: "; the part
// `other` of a step includes 3.6% waiting for results".
std::string KnownOther(const JudgedInput& input) {
  constexpr double kTold = 0.01;
  const bool has_python = input.profile.strings.Find(kPythonFunctionType).valid();
  const std::string gaps =
      fmt::format("{}short gaps between ops{}", has_python ? "Python in " : "",
                  MayRunBackward(input.profile) ? " and gaps in the backward pass" : "");
  const std::pair<const std::vector<double>&, std::string_view> parts[] = {
      {input.timings.waits, "waiting for results"},
      {input.timings.sleeps, "sleep, or waiting for a thread"},
      {input.timings.elsewhere, "work of other threads"},
      {input.timings.short_gaps, gaps}};
  std::vector<std::string> told;
  for (const auto& [times, name] : parts) {
    const double share = input.timings.ShareOf(times).share;
    if (share >= kTold) told.push_back(fmt::format("{:.1f}% {}", 100 * share, name));
  }
  if (told.empty()) return "";
  return fmt::format("; the part `other` of {} includes {}",
                     input.timings.is_whole ? "the recording" : "a step", fmt::join(told, ", "));
}

}  // namespace

std::string OfLoop(const JudgedInput& input, const PartShare& part) {
  const double period = MeanOf(input.loop.periods);
  return fmt::format("{:.1f}% of the loop ({} of {}; on average {} of {}{})", 100 * part.share,
                     part.is_of_mean() ? "mean" : "median", Count(input.loop.steps.size(), "step"),
                     FormatMicros(static_cast<Value>(part.mean_share * period)),
                     FormatMicros(static_cast<Value>(period)), OfRun(input.timings));
}

std::string CommandOf(const JudgedInput& input) {
  constexpr double kMuch = 1.5;
  const PartShare& share = input.judged.input;
  if (input.is_mostly_between()) return "phases";
  if (const InputCode code = CodeOf(input.use); input.is_mostly_code() && code.function.valid()) {
    return TraceCommand(".*" + NameRegex(CallText(input.profile, code.function)));
  }
  if (input.is_perhaps()) {
    return "steps -select total_us,input_us,host_compute_us,other_us -order_by other_us";
  }
  const bool is_by_some = share.mean_share > kMuch * share.share;
  const bool names_call = !input.use.waits.empty() && !AreMostlyCopies(input);
  if (!names_call || (is_by_some && !input.is_bound())) {
    return "steps -select total_us,input_us,host_to_device_us -order_by total_us";
  }
  return InputCommand(input.use);
}

std::string InputSentence(const JudgedInput& input) {
  const InputJudgement& judged = input.judged;
  const std::string delays = Delays(input);
  constexpr double kLeastTold = 0.0005;  // what rounds to 0.0 % is nothing
  const bool is_told = !delays.empty() && judged.input.share >= kLeastTold;
  std::string text = fmt::format("{} input bound: ", Name(judged.input_class));
  if (judged.waits_for_threads) {
    return text + fmt::format(
                      "{} is Python that waits for another thread or process, or for the network, "
                      "which may make input; if it does, make batches faster there, or ahead",
                      OfStep(input.timings, judged.unexplained));
  }
  if (const InputCode code = CodeOf(input.use); input.is_mostly_code() && code.function.valid()) {
    text +=
        fmt::format("{}{} is code that {}, {}in {} (counted as host_compute){}; {}",
                    input.ranks == nullptr ? "" : fmt::format("on {}, ", input.ranks->name),
                    OfStepOrLoop(input, judged.unexplained, input.limits.unexplained),
                    WhatCodeDoes(code), PartIn(input, code), CallText(input.profile, code.function),
                    input.ranks == nullptr ? "" : OthersText(*input.ranks), CodeRemedy(code));
    if (is_told) text += fmt::format(". {:.1f}% is {}", 100 * judged.input.share, delays);
    return text;
  }
  if (judged.input_class == InputClass::kPerhaps) {
    const std::string share = OfStepOrLoop(input, judged.unexplained, input.limits.unexplained);
    if (input.is_mostly_between() && !InCall(input, input.loop.unexplained).empty()) {
      // The finding about the time between steps names the call, too, as what takes it.
      text += fmt::format("{} may be reading or making input{}, whose name does not say so", share,
                          WhereUnexplained(input));
    } else {
      text += fmt::format(
          "no recorded op explains {}{}; it may be reading or making input, in Python{}", share,
          WhereUnexplained(input), HowToRecordPython(input.profile));
    }
    if (is_told) text += fmt::format(". {:.1f}% is {}", 100 * judged.input.share, delays);
    return text;
  }
  const bool is_between = judged.of_loop && judged.between_input.time > 0;
  if (delays.empty() && !is_between) {
    return text + "no recorded op waits for input" + Unknown(input) + KnownOther(input);
  }
  if (!judged.of_loop && judged.input.share < kLeastTold) {
    const bool names_op = !input.use.waits.empty() && !IsAnyPositive(input.timings.InputCopies());
    return text + fmt::format("{}{} takes less than 0.1% of {}{}", delays, names_op ? "," : "",
                              input.timings.is_whole ? "the recording" : "a step",
                              KnownOther(input));
  }
  return text + fmt::format("{}{} is {}{}",
                            input.ranks == nullptr ? "" : fmt::format("on {}, ", input.ranks->name),
                            OfStepOrLoop(input, judged.input, input.limits.moderate),
                            judged.of_loop ? BetweenAndIn(input, delays) : delays,
                            input.ranks == nullptr ? "" : OthersText(*input.ranks));
}

std::string RemedyOf(const JudgedInput& input) {
  if (input.is_mostly_code()) return "";  // the sentence has it
  const bool waits = input.timings.ShareOf(input.timings.Of(StepPart::kInput)).share >=
                     input.timings.ShareOf(input.timings.InputCopies()).share;
  const bool is_known = input.use.has_pipeline || input.use.has_data_loader;
  if (input.is_mostly_between() && !is_known) {
    return fmt::format(
        "; make the next batch ahead, in a thread or in processes, while devices compute ({})",
        WhatMakesAhead(FrameworkOf(input.profile)));
  }
  if (!waits) {
    return input.has_accelerators
               ? CopyRemedy(input.profile, input.use, input.ranks)
               : "; copy the next batch while the step runs: start its copy before the step";
  }
  return is_known || MostlyPins(input.use) ? InputRemedy(input.profile, input.use, input.iterator)
                                           : "";
}

}  // namespace profiler
