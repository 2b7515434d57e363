// What takes more time in some steps than in others. Times are means over steps, of each process
// that recorded them, in picoseconds.
#ifndef PROFILER_ANALYSIS_STEPS_SLOW_STEP_GROWTH_H_
#define PROFILER_ANALYSIS_STEPS_SLOW_STEP_GROWTH_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/step_split/step_split.h"
#include "profiler/analysis/steps/step_times.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/value.h"

namespace profiler {

// The steps that are compared.
struct ComparedSteps {
  std::vector<const StepTime*> slow, others;
};

struct PartGrowth {
  StepPart part;
  Value in_slow = 0, in_others = 0;
  // Nearly each of the slow steps has a fair part of the growth, so that it may be their common
  // cause: a mean over steps is large where one of them alone is.
  bool is_in_each = true;

  Value growth() const { return in_slow - in_others; }
};
// The parts of the steps' wall time, of which each moment counts for one part. Empty if the steps
// are not split. `timings` must be of the same selection. If `source` is valid, only the steps of
// its rank count.
std::vector<PartGrowth> GrowthOfParts(const Profile& profile,
                                      const std::vector<StepTimings>& timings,
                                      const ComparedSteps& steps, SourceId source = {});

// Parts of kOther: in which Python sleeps or waits for threads, and in which hosts wait for
// devices. The same rules hold; without parts nothing grew.
struct WaitGrowth {
  PartGrowth sleeps = {StepPart::kOther}, devices = {StepPart::kOther};
};
WaitGrowth GrowthOfWaits(const Profile& profile, const std::vector<StepTimings>& timings,
                         const ComparedSteps& steps, SourceId source = {});

// The type of a framework's op, or a user's mark.
struct TypeGrowth {
  std::string type;
  Value in_slow = 0, in_others = 0;
  bool communicates = false;  // its time is of exchange, and of waits for others

  Value growth() const { return in_slow - in_others; }
};
enum class OpTime : uint8_t { kHost, kDevice, kBoth };
// Returns the type whose self time grows most, of those that grow in each of the slow steps as
// PartGrowth::is_in_each; nullopt if none does. Calls of a runtime and
// functions of Python are no types, as they only hold others, and neither are waits for input,
// which are a part of a step by themselves. If `source` is valid, only the steps of its rank count.
std::optional<TypeGrowth> MostGrownType(const Selected& selected, const ComparedSteps& steps,
                                        OpTime time, SourceId source = {});
// The same of any call of a host, by its own name: of a runtime, a function, an annotation.
std::optional<TypeGrowth> MostGrownCall(const Selected& selected, const ComparedSteps& steps,
                                        SourceId source = {});

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_SLOW_STEP_GROWTH_H_
