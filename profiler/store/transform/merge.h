#ifndef PROFILER_STORE_TRANSFORM_MERGE_H_
#define PROFILER_STORE_TRANSFORM_MERGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The problems found while merging.
struct MergeReport {
  int64_t repeated_facts = 0;      // executions that are equal in several files, and so count once
  int64_t conflicting_facts = 0;   // executions that differ between files, which are all kept
  std::string first_conflict;      // names the op, the step and the files
  int64_t renumbered_sources = 0;  // whose steps got other numbers (FindStepOffsets)
  std::string first_renumbered;    // names the first and says by how much
};

// Joins profiles into one. The order of `parts` does not matter, because Merge() sorts them by the
// paths of their sources.
//
// Sources belong to one run if their `run` columns are equal, or, if they have none, if they share
// - a log run: the same folder plugins/profile/RUN;
// - a recording: in one folder, of the same host and rank, with the same first and last time,
// threads and steps;
// - a distributed job: different ranks, at about the same time if their clocks tell it, with the
//   same recorded world size, or in one folder with ranks in their names or with collectives; or
//   different hosts, in one folder at the same time. They share most of their ops, and no rank is
//   there twice;
// - a process: in one folder, of the same host, with the same threads and other times and steps,
//   sharing most of their ops. For tfprof's files, which have no such facts: in one folder, sharing
//   most of their ops.
// Within a run, sources that number the same steps differently get the numbers of most ranks
// (FindStepOffsets). Ops of one kind, module and name become one op, and steps of one number count
// as one (StepRow::counts_as). If two sources of a run agree on an execution of
// an op in a step on a device, the execution counts once. If the sources disagree, the later
// source's step is not joined.
Profile Merge(std::vector<Profile> parts, MergeReport& report);

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_MERGE_H_
