// Which processes of a run a finding on precision tells of.
#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_PRECISION_TOLD_PROCESSES_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_PRECISION_TOLD_PROCESSES_H_

#include <string>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/analysis/ops/precision/compute_precision.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

using Precisions = std::vector<const ComputePrecision*>;

// Puts the process with the least part in 16 bit first: of those with about as little the first one
// with the most time in products without tensor cores.
void PutWorstFirst(Precisions& processes);

// The processes that a finding on the first one tells of, as they are like it, and the others.
struct ToldProcesses {
  Precisions alike, others;

  explicit ToldProcesses(const Precisions& processes);

  std::string Name(const Profile& profile) const;
  // Their known times: "83 ms", or "83 ms to 112 ms" where some take longer than others.
  std::string Times() const;
  // Of some of several: their host, if they are all of it.
  void SetPlace(const Profile& profile, Finding& finding) const;
  // Where the others multiply on tensor cores what these do not: that they do. `low`: the share
  // from which on it counts.
  std::string OthersAsTf32(double low) const;
};

// A row for each process.
Report ProcessEvidence(const Profile& profile, const Precisions& found);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_PRECISION_TOLD_PROCESSES_H_
