#ifndef PROFILER_ANALYSIS_PHASES_SLEEPS_H_
#define PROFILER_ANALYSIS_PHASES_SLEEPS_H_

#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// What makes Python's threads sleep, or wait for another thread or process, in steps.
struct Sleep {
  StringId caller;  // the user's innermost function around it, or what it was called by
  StringId call;    // e.g. "<built-in function sleep>" or "$time sleep"
  Int128 time = 0;  // summed over steps and threads
  // Waits of nearly one length, as those which end by their timeout, are of that call: how many
  // of how many waits that are not brief, and the shortest and longest of them. 0 if few are alike.
  int64_t alike = 0, waits = 0;
  int64_t shortest = 0, longest = 0;
};

// Whether a call sleeps for a time, rather than wait for something: "<built-in function sleep>".
inline bool IsSleep(std::string_view call) { return call.find("sleep") != std::string_view::npos; }

// By caller, the longest first, each with the call that takes most of it. Waits in code that reads
// or makes input are left out, as they are waits for input. Of these sources and steps; of all if
// none is named.
std::vector<Sleep> SleepsInSteps(const Selected& selected, const std::vector<SourceId>& sources,
                                 const std::set<StepId>& steps = {});

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_SLEEPS_H_
