// Whether a value beyond a bound of the base is worse by more than noise.
#ifndef PROFILER_COMPARE_CHECK_NOISE_NOISE_H_
#define PROFILER_COMPARE_CHECK_NOISE_NOISE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/unit.h"
#include "profiler/base/value.h"
#include "profiler/compare/measure/expression.h"
#include "profiler/report/check_result.h"

namespace profiler {

// What a sample of a measure is.
enum class NoiseOf : uint8_t {
  kSteps,  // noise between runs is unknown
  kRuns,
  kNothing,  // the value alone is known
  kCount,    // the value alone, a count or bytes that are the same in all samples, or have none
};

// A measure in each step (or run) of both profiles, in order.
struct NoiseSamples {
  std::vector<double> base, next;
  NoiseOf of = NoiseOf::kSteps;
  // Of kCount: where the value is always the same: kSteps or kRuns, or kNothing if unknown.
  NoiseOf counted_in = NoiseOf::kNothing;
  size_t base_runs = 1, new_runs = 1;  // that steps are of
  // Of steps: the measure in each run, if that tells more: KnowsNoiseOfRuns(). Else empty.
  std::vector<double> base_in_runs = {}, new_in_runs = {};
  // Of kCount: that of the values, a count or bytes.
  Unit unit = Unit::kCount;
  // Of steps: what the measure takes of them. A mean, an extreme or a percentile is judged by
  // itself, as the typical step need not change with it.
  MeasureFunction function = MeasureFunction::kMedian;
};

struct NoiseVerdict {
  CheckStatus status = CheckStatus::kUnclear;
  bool is_exact = false;         // nothing varies on either side: there is no noise
  double p_value = kAbsentReal;  // NaN if the samples are no worse than the bound
  std::string reason;            // a sentence
  // Of samples that were tested, for a requirement about many rows (row_verdicts.h): the p-value of
  // Welch's test, NaN without it, and the least that samples of these sizes can have by ranks.
  double spread_p = kAbsentReal, least_p = 0;
  std::string_view word = "value";  // what a sample is
  std::string counts;               // "5 runs against 5"
};

// Compares the new samples with those of the base, moved to the bound: the bound's factor and
// offset are applied to each (`offset` in the samples' unit). For a value that is beyond the bound.
NoiseVerdict JudgeNoise(NoiseSamples samples, RequiredSign sign, double factor, double offset);

// Which noise is known, for a value that is not beyond its bound: a sentence.
// `samples` are only counted.
struct NoiseCounts {
  size_t base = 1, next = 1, base_runs = 1, new_runs = 1;
  std::string base_spread = {};  // SpreadOfRuns()
};
std::string KnownNoise(NoiseOf of, const NoiseCounts& counts);

// Of runs whose values lie far apart: that a smaller change would not be seen; else empty.
std::string SpreadOfRuns(const std::vector<double>& base, Unit unit);

// Whether samples of these sizes can differ so much that p < 0.05.
bool CanBeSignificant(size_t base_size, size_t new_size);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_NOISE_NOISE_H_
