#ifndef PROFILER_ADVISE_RULES_STEPS_INPUT_INPUT_OF_RANKS_H_
#define PROFILER_ADVISE_RULES_STEPS_INPUT_INPUT_OF_RANKS_H_

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/analysis/input/input_class.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/steps/process_timings.h"

namespace profiler {

// The input of a run's ranks, where one waits for it far longer than is typical, or another one in
// each step: medians over all ranks hide that, while that input delays all of them.
struct InputOfRanks {
  std::vector<ProcessTimings> ranks;  // those that wait for the largest part of a step first
  // Of each step the rank that waits longest. Empty where that is one rank, ranks.front().
  StepTimings longest;
  InputJudgement worst_judged;
  std::string name;   // of the worst rank
  std::string host;   // on which are the worst rank and those like it, and no other
  std::string other;  // of two ranks, the other one; else empty
  // If shares are of the loops around the ranks' steps, the time between these; else null.
  const BetweenSteps* between = nullptr;
  double typical = 0;          // the median rank's share of a step; of an even number the lower
  size_t more = 0;             // ranks besides the worst that are as far from typical
  std::string alike;           // of one such rank, its name
  bool records_waits = false;  // else code that makes input counts
  // Shares and times of all ranks are of their mean steps: on a rank so many
  // steps take more than twice the median that none is typical.
  bool are_means = false;
  bool others_wait = false;    // some of the ranks that are not like it wait for input, too
  bool is_waited_for = false;  // collectives show that the others wait for the worst rank
  // What a step could be shorter by, as other ranks' own steps leave it, in picoseconds; NaN if
  // unknown.
  double most_saved = std::nan("");

  double StepOf(const StepTimings& timings) const {
    return are_means ? timings.mean() : timings.median();
  }
  bool change() const { return !longest.empty(); }
  const ProcessTimings& worst() const { return ranks.front(); }
  const StepTimings& judged_timings() const { return change() ? longest : worst().timings; }
};

// Finds a rank whose own steps are input bound, and whose input takes a far larger part of them
// than that of the typical rank. nullopt if there is none, or if collectives show that no other
// rank waits for it: then its input does not limit the job. Where steps say nothing, the loops
// around them count, with the time between steps; `between` must outlive the answer. The same of
// the ranks that wait longest in each step, if collectives were compared. `use` is that of the
// whole run.
absl::StatusOr<std::optional<InputOfRanks>> UnlikeInputOfRanks(
    const RuleInput& input, const Runs& runs, const StepTimings& run, const InputUse& use,
    const BetweenSteps& between, const InputLimits& limits);

// How much longer than the typical rank the one that waits longest for input does so in each step
// of the run: the median, in picoseconds. 0 if ranks are not known, or one waits longest in most
// steps.
double InputOfLastRank(const RuleInput& input, const Runs& runs, const StepTimings& run);

// Text such as " (typical rank: 1.6%), and the other ranks wait for it"; of two ranks
// " (algo-1: 1.6%), and algo-1 waits for it".
std::string OthersText(const InputOfRanks& ranks);

// A table of the ranks.
Report RanksEvidence(const Profile& profile, const InputOfRanks& ranks);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_INPUT_INPUT_OF_RANKS_H_
