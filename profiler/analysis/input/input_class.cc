#include "profiler/analysis/input/input_class.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace profiler {
namespace {

// The share of a loop from which the time between its steps counts, and of a recording without
// steps from which what nothing explains does.
constexpr double kLittle = 0.03;

std::vector<double> SumOf(std::vector<double> times, const std::vector<double>& more) {
  std::transform(times.begin(), times.end(), more.begin(), times.begin(), std::plus<>());
  return times;
}

// Whether most of the unexplained time is in Python functions that are known and do not look like
// input: a loss, a metric, the training loop itself.
bool IsUnknownCode(const StepTimings& timings, const InputUse& use, const PartShare& unexplained) {
  if (IsLoopItself(timings, use, unexplained)) return true;
  return use.waits.empty() && use.python.valid() && !use.is_named() &&
         2 * timings.ShareOf(timings.input_code).time >= unexplained.time;
}

// Whether most of the time in which Python sleeps is waiting for threads that may make input.
bool HasThreadWaits(const StepTimings& timings, const InputUse& use) {
  const double sleeps = std::accumulate(timings.sleeps.begin(), timings.sleeps.end(), 0.0);
  return use.waits.empty() && !use.has_data_loader && sleeps > 0 &&
         2 * static_cast<double>(use.thread_waits) >= sleeps;
}

// The share of a step in which Python makes input while nothing else works, where it is most of
// what is unexplained and its functions' names tell what it does.
double NamedCode(const StepTimings& timings, const InputUse& use, const PartShare& unexplained) {
  if (!use.waits.empty() || !use.is_named() || timings.is_whole) return 0;
  const PartShare code = timings.ShareOf(timings.input_code);
  return 2 * code.time >= unexplained.time ? code.share : 0;
}

InputClass ClassOf(double input, double unexplained, double least, const InputLimits& limits) {
  if (input >= limits.moderate) {
    return input >= limits.high ? InputClass::kHighly : InputClass::kModerately;
  }
  return unexplained >= least ? InputClass::kPerhaps : InputClass::kNot;
}

// The values of the steps that follow another one, each with what is before the step.
std::vector<double> WithGaps(const LoopTimings& loop, const std::vector<double>& of_steps,
                             const std::vector<double>& of_gaps) {
  std::vector<double> sums = of_gaps;
  for (size_t i = 0; i < sums.size(); ++i) sums[i] += of_steps[loop.steps[i]];
  return sums;
}

}  // namespace

std::string_view Name(InputClass input_class) {
  constexpr std::string_view kNames[] = {"unknown", "not", "perhaps", "moderately", "highly"};
  return kNames[static_cast<size_t>(input_class)];
}

// Both as in xprof: input that a host waits for, and copies of it that nothing hides, delay the
// step alike.
std::vector<double> InputTimes(const StepTimings& timings) {
  return SumOf(timings.Of(StepPart::kInput), timings.InputCopies());
}

bool IsLoopItself(const StepTimings& timings, const InputUse& use, const PartShare& unexplained) {
  return use.loop.valid() && 2 * static_cast<double>(use.loop_time) >=
                                 unexplained.time * static_cast<double>(timings.totals.size());
}

std::vector<double> UnexplainedTimes(const StepTimings& timings, const InputUse& use) {
  if (use.records_all_waits()) return std::vector<double>(timings.totals.size());
  // Without a recorded wait, Python that makes input may be what the step waits for.
  if (use.waits.empty()) return SumOf(timings.Unexplained(), timings.input_code);
  return timings.Unexplained();
}

InputJudgement ClassifyInput(const StepTimings& timings, const InputUse& use,
                             const LoopTimings& loop, const InputLimits& limits) {
  InputJudgement judged;
  if (timings.is_damaged) judged.unknown = InputUnknown::kDamaged;
  if (!timings.is_known()) return judged;
  judged.of_loop = !loop.empty() && loop.ShareOf(loop.totals).share >= kLittle;
  if (judged.of_loop) {
    const std::vector<double> unexplained =
        use.records_all_waits() ? std::vector<double>(loop.totals.size()) : loop.unexplained;
    judged.between_input = loop.ShareOf(loop.input);
    judged.between_unexplained = loop.ShareOf(unexplained);
    judged.input = loop.ShareOf(WithGaps(loop, InputTimes(timings), loop.input));
    judged.unexplained = loop.ShareOf(WithGaps(loop, UnexplainedTimes(timings, use), unexplained));
  } else {
    judged.input = timings.ShareOf(InputTimes(timings));
    if (judged.input.mean_share >= limits.high) {
      judged.input = timings.RecurringShareOf(InputTimes(timings), limits.moderate);
    }
    judged.unexplained = timings.ShareOf(UnexplainedTimes(timings, use));
  }
  const bool is_little = judged.input.share < limits.moderate;
  if (is_little && use.is_fed && use.waits.empty()) {
    judged.unknown = InputUnknown::kFed;
    return judged;
  }
  const double least = timings.is_whole                                  ? kLittle
                       : IsUnknownCode(timings, use, judged.unexplained) ? limits.unknown_code
                                                                         : limits.unexplained;
  InputClass input_class = ClassOf(judged.input.share, judged.unexplained.share, least, limits);
  if (input_class == InputClass::kNot && HasThreadWaits(timings, use)) {
    const PartShare waits = timings.ShareOf(timings.sleeps);
    judged.waits_for_threads = waits.share >= limits.unknown_code;
    if (judged.waits_for_threads) {
      judged.unexplained = waits;
      input_class = InputClass::kPerhaps;
    }
  }
  if (input_class == InputClass::kPerhaps && !judged.of_loop && !judged.waits_for_threads) {
    const double code = NamedCode(timings, use, judged.unexplained);
    judged.is_code = code >= limits.moderate;
    if (judged.is_code) input_class = ClassOf(code, 0, 1, limits);
  }
  // What a whole recording does not explain is also before and after the work.
  if (timings.is_whole && input_class == InputClass::kPerhaps) return judged;
  judged.unknown = InputUnknown::kIsKnown;
  judged.input_class = input_class;
  return judged;
}

}  // namespace profiler
