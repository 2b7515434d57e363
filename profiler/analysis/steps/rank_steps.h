// How long steps take on each rank of a job, against the other ranks.
#ifndef PROFILER_ANALYSIS_STEPS_RANK_STEPS_H_
#define PROFILER_ANALYSIS_STEPS_RANK_STEPS_H_

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// The steps of a rank: of a task of a TensorFlow cluster, of a rank, or of a host; or of all ranks
// of a host, where a step counts once and its times are the means over the ranks. Times are in
// picoseconds, and NaN if unknown.
struct RankSteps {
  std::string name;  // "rank 3", "worker:1" or a host's name; without these its file
  std::string host;  // where no host was recorded, the folder of its file, if the run has several
  std::string run;   // empty if the profile has one run
  uint32_t run_index = 0;  // in Runs
  SourceId source;         // its first file; invalid if unknown
  int64_t rank = kUnknown;
  std::string model;        // of its accelerators that did work; of several all models
  bool is_shown = false;    // whether anything of it is selected
  bool is_compared = true;  // false for parameter servers, which wait by design
  bool communicates = false;
  // A file of it was cut (CutFiles), so that its steps may lack work: its times are not compared.
  bool is_cut_short = false;

  int64_t steps = 0;  // with partial ones
  Summary whole;      // durations of whole steps
  double own =
      std::nan("");  // the median of the same steps without communication that nothing hides
  std::vector<std::pair<int64_t, double>> own_of_steps;  // of whole steps, sorted by their number
  // Over the middle rank of the run; of an even number of ranks the lower one.
  double against_middle = std::nan(""), own_against_middle = std::nan("");
  double middle = std::nan(""), middle_own = std::nan("");

  // Collectives that other ranks recorded, too, and those of them to which it came last. Of a host,
  // each counts once.
  int64_t compared = 0, last = 0;
  double wait = std::nan("");  // per step: until the last rank arrived
  // Per step, while nothing else ran: waiting for other ranks (WorkerUse::exposed_wait), of that in
  // sends and receives, and the rest of communication.
  double exposed_wait = std::nan(""), exposed_sends = 0, exchange = std::nan("");
  // Whether nearly all its communication was compared, or is sends, so that `exchange` is one.
  bool knows_exchange = true;
  double unmet = 0;              // in collectives that some rank did not record: either of both
  double late = std::nan("");    // per step: after the first rank
  double latest = std::nan("");  // the most of one collective
  double waited_for = 0;         // the waits of others in those to which it came last
  // The steps with compared collectives in its run, and those in which most waiting was for it.
  int64_t compared_steps = 0, waited_for_steps = 0;
  std::vector<int64_t> main_waited_for;  // numbers of the fewest steps with over 90% of it
  // The number of one step with two thirds of it or more; kUnknown if there is none.
  int64_t single_waited_for = kUnknown;
  double middle_wait = std::nan("");  // the median `wait` of the run's ranks
  bool is_mostly_last = false;        // no other rank of the run came last as often

  // Numbers of the groups, smaller than the run, in whose collectives it was compared.
  std::vector<uint32_t> groups;

  // Whether it hands data to other ranks in steps, as a stage of a pipeline does.
  bool is_in_pipeline() const { return exposed_sends > 0; }
  // Whether collectives show that other ranks wait for it.
  bool lets_others_wait() const { return wait < middle_wait || is_mostly_last; }
};

uint64_t HeapBytes(const RankSteps& rank);

// The mean of what `own` is the median of; NaN where a step has no number.
double OwnMean(const RankSteps& steps);

enum class RankGroups : uint8_t { kRanks, kHosts };

// Sorted by run, length of the name, and name. A rank of the job without steps is included. All
// places are compared, also those that are not selected, and only ranks of one run. Recordings that
// count as one step (StepFoundBy::kWhole) are no steps.
absl::StatusOr<std::vector<RankSteps>> StepsByRank(const Selected& selected, RankGroups groups,
                                                   RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_RANK_STEPS_H_
