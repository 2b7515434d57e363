#ifndef PROFILER_ADVISE_RULES_STEPS_HOST_HOST_COMPUTE_TEXT_H_
#define PROFILER_ADVISE_RULES_STEPS_HOST_HOST_COMPUTE_TEXT_H_

#include <string>
#include <string_view>

#include "profiler/advise/rules/steps/host/host_facts.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// What is said of a run's steps that are host compute, while accelerators are idle, or all host
// time if there are none.
class HostComputeText {
 public:
  // All must outlive this object. `facts` are those of all runs together.
  HostComputeText(const Profile& profile, const HostFacts& facts, const StepTimings& timings,
                  bool is_only_run)
      : profile_(profile), facts_(facts), timings_(timings), is_only_run_(is_only_run) {}

  // `share` is such as "96.4% of a step".
  std::string Sentence(const std::string& share) const;
  // What shows more.
  std::string Command() const;
  // Whether the program waits for a callback into Python, long enough to tell.
  bool CallsBack() const;
  // The steps that ops, marks and functions take a share of.
  std::string TheseSteps() const;

 private:
  std::string ShareText(const std::string& share) const;
  bool IsInPhases() const;
  bool IsMostlyMarks() const;
  std::string InMarkText() const;
  std::string MarkText() const;
  std::string_view AroundOps() const;
  bool OnlyReadsValues() const;
  bool IsRuntimeCallTold() const;
  std::string RuntimeCallText() const;
  std::string TopOpText() const;
  bool IsFunctionTold() const;
  std::string TopFunctionText() const;
  std::string InnerFunctionText() const;
  std::string InputText() const;
  std::string SeldomOpText() const;

  const Profile& profile_;
  const HostFacts& facts_;
  const StepTimings& timings_;
  const bool is_only_run_;
};

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_HOST_HOST_COMPUTE_TEXT_H_
