// How the time between steps changed, which is no part of a step's time.
#ifndef PROFILER_COMPARE_PAGE_SENTENCES_BETWEEN_CHANGE_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_BETWEEN_CHANGE_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"

namespace profiler {

struct BetweenChange {
  // `between_us`; nullopt unless both sides know the time between steps (TimesBetweenSteps) and it
  // changed by more than the tolerance of `step`, the time of the step.
  std::optional<DiffRow> row;
  // Where it did not change: a sentence about the longest time between steps, if that differs by
  // much of all steps' time; else empty.
  std::string longest;
};
absl::StatusOr<BetweenChange> CompareBetween(const Comparison& comparison, const Change& step,
                                             const Side& base, const Side& next,
                                             RunContext& context);

// Text such as "The time between steps is 9.64 ms, before 239.5 us: a step with the time before it
// takes 19.5 ms, before 10.1 ms (+93.3%)". Empty if nothing changed.
std::string BetweenSentence(const BetweenChange& change, const Change& step);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_BETWEEN_CHANGE_H_
