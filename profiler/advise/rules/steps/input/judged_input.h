#ifndef PROFILER_ADVISE_RULES_STEPS_INPUT_JUDGED_INPUT_H_
#define PROFILER_ADVISE_RULES_STEPS_INPUT_JUDGED_INPUT_H_

#include <string>

#include "profiler/advise/rules/steps/input/input_of_ranks.h"
#include "profiler/analysis/input/gaps/few_gaps.h"
#include "profiler/analysis/input/input_class.h"
#include "profiler/analysis/input/input_use.h"
#include "profiler/analysis/input/pipelines/work_beside.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/value.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// What a finding rests on: the run that waits longest, or the rank of it for whose input the others
// wait.
struct JudgedInput {
  const Profile& profile;
  const StepTimings& timings;
  const InputUse& use;
  const LoopTimings& loop;
  bool has_accelerators;
  InputLimits limits;
  InputJudgement judged;
  const InputOfRanks* ranks = nullptr;  // null if no rank's input differs from that of the others
  std::string iterator = {};            // of tf.data, that limits the only pipeline; else empty
  InputWorkBeside beside = {};

  bool is_bound() const { return judged.input_class >= InputClass::kModerately; }
  bool is_perhaps() const { return judged.input_class == InputClass::kPerhaps; }
  // Whether most of what no op explains is Python in steps that reads or makes input, or may.
  bool is_mostly_code() const {
    const double code = use.waits.empty() ? timings.ShareOf(timings.input_code).time : 0;
    return (is_perhaps() || judged.is_code) && code > 0 && 2 * code >= judged.unexplained.time;
  }
  // Whether most of the judged time is between steps.
  bool is_mostly_between() const {
    const PartShare& all = is_perhaps() ? judged.unexplained : judged.input;
    const PartShare& between = is_perhaps() ? judged.between_unexplained : judged.between_input;
    return judged.of_loop && between.time > 0 && 2 * between.time >= all.time;
  }
};

// What InputChecker says of it: what takes the time, what to do, and the command that shows it.
std::string InputSentence(const JudgedInput& input);
std::string RemedyOf(const JudgedInput& input);
std::string CommandOf(const JudgedInput& input);

// Text such as "64.0% of the loop (median of 7 steps; on average 41.5 ms of 64.8 ms)".
std::string OfLoop(const JudgedInput& input, const PartShare& part);

// What a loop does between its steps, whatever it is: nothing hides that time. `share` is its share
// of the loop.
Finding BetweenFinding(const JudgedInput& input, const PartShare& share);
// The same where few gaps hold most of that time, so that the median is next to nothing.
Finding FewGapsFinding(const JudgedInput& input, const PartShare& share, const FewGaps& few);

// A table of the steps.
Report InputEvidence(const JudgedInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_INPUT_JUDGED_INPUT_H_
