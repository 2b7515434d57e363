#include "profiler/store/transform/merge_runs.h"

#include <algorithm>
#include <map>

#include "profiler/store/transform/run_identity.h"

namespace profiler {
namespace {

bool AreDisjoint(const RunIdentity& a, const RunIdentity& b) {
  return a.end <= b.begin || b.end <= a.begin;
}

bool AreOfOneTime(const RunIdentity& a, const RunIdentity& b) {
  return a.begin <= b.end + kSameTime && b.begin <= a.end + kSameTime;
}

// Whether it is certain that both are of one run, whatever else is.
bool AreSurelyOne(const RunIdentity& a, const RunIdentity& b) {
  if (!a.named.empty() || !b.named.empty()) return a.named == b.named;
  if (a.part == b.part) return false;  // they were separated when the part was made
  if (Intersect(a.files, b.files)) return true;
  return !a.log_run.empty() && a.log_run == b.log_run;
}

// Whether both hold the same recording, to the picosecond: then their facts count once.
bool AreOneRecording(const RunIdentity& a, const RunIdentity& b) {
  const bool has_times = a.has_events && b.has_events && a.has_time == b.has_time;
  return a.folder == b.folder && has_times && a.begin == b.begin && a.end == b.end &&
         a.hosts == b.hosts && a.ranks == b.ranks && a.threads == b.threads && a.steps == b.steps &&
         a.ops == b.ops && ShareOps(a, b);
}

// Whether one process wrote both, one after the other.
bool AreOfOneProcess(const RunIdentity& a, const RunIdentity& b) {
  if (a.is_of_tfprof && b.is_of_tfprof) return a.folder == b.folder && ShareOps(a, b);
  if (a.folder != b.folder || a.hosts != b.hosts || a.ranks != b.ranks) return false;
  if (!a.has_time || !b.has_time || !AreDisjoint(a, b)) return false;
  // A process counts its steps on, and its threads keep their numbers.
  if (a.steps.empty() || b.steps.empty() || Intersect(a.steps, b.steps)) return false;
  return Intersect(a.threads, b.threads) && ShareOps(a, b);
}

// Whether both recorded other steps, one after the other: nothing that one did
// was recorded of the other, so they do not compare. Clocks may be apart, and
// ranks may number steps in their own way, but hardly both.
bool AreOfOtherSteps(const RunIdentity& a, const RunIdentity& b) {
  return a.has_time && b.has_time && AreDisjoint(a, b) && !a.steps.empty() && !b.steps.empty() &&
         !Intersect(a.steps, b.steps);
}

// Whether both are of different processes of one distributed job.
bool AreOfOneJob(const RunIdentity& a, const RunIdentity& b) {
  const bool is_one_folder = a.folder == b.folder;
  const bool are_ranks = !a.ranks.empty() && !b.ranks.empty();
  if (are_ranks) {
    if (Intersect(a.ranks, b.ranks)) return false;
    const bool are_sizes_known = !a.world_sizes.empty() && !b.world_sizes.empty();
    if (are_sizes_known && a.world_sizes != b.world_sizes) return false;
    const bool is_told = are_sizes_known || (a.is_named_by_rank && b.is_named_by_rank) ||
                         (HasCollectives(a) && HasCollectives(b));
    if (!is_told) return false;
    const bool are_timed = a.has_time && b.has_time;
    const bool is_one_time = are_timed && AreOfOneTime(a, b);
    // Files of several jobs of one size may lie in one folder.
    if (are_timed && !is_one_time) return false;
    if (AreOfOtherSteps(a, b)) return false;
    // A fleet has a folder per host.
    return (is_one_folder || (are_sizes_known && is_one_time)) && ShareOps(a, b);
  }
  const bool are_hosts = !a.hosts.empty() && !b.hosts.empty() && !Intersect(a.hosts, b.hosts);
  return is_one_folder && are_hosts && a.has_time && b.has_time && !AreDisjoint(a, b) &&
         ShareOps(a, b);
}

enum class Reason : uint8_t { kNone, kSure, kProcess, kJob };

Reason WhyOneRun(const RunIdentity& a, const RunIdentity& b) {
  if (AreSurelyOne(a, b)) return Reason::kSure;
  const bool is_known = !a.named.empty() || !b.named.empty() || a.part == b.part ||
                        !a.log_run.empty() || !b.log_run.empty();
  if (is_known) return Reason::kNone;
  if (AreOneRecording(a, b)) return Reason::kSure;
  if (AreOfOneProcess(a, b)) return Reason::kProcess;
  return AreOfOneJob(a, b) ? Reason::kJob : Reason::kNone;
}

// Numbers the runs of groups that are added one after another.
class RunNumbers {
 public:
  explicit RunNumbers(const std::vector<RunIdentity>& groups)
      : groups_(groups), run_(groups.size()) {}

  void Add(size_t i) {
    run_[i] = runs_;
    for (size_t j = 0; j < i; ++j) {
      if (run_[j] == run_[i]) continue;
      const Reason why = WhyOneRun(groups_[j], groups_[i]);
      if (why == Reason::kNone) continue;
      if (why == Reason::kJob && AreOfTwoJobs(i, run_[j])) continue;
      any_joined = true;
      if (run_[i] == runs_) {
        run_[i] = run_[j];
      } else {  // it joins two runs
        std::replace(run_.begin(), run_.begin() + static_cast<ptrdiff_t>(i), run_[j], run_[i]);
      }
    }
    if (run_[i] == runs_) ++runs_;
  }

  uint32_t of(size_t i) const { return run_[i]; }
  bool any_joined = false;

 private:
  // Whether another process of the run has a rank that group `i`, or a group of its run so far,
  // has, or counts other ranks in its job.
  bool AreOfTwoJobs(size_t i, uint32_t run) const {
    for (size_t k = 0; k < i; ++k) {
      if (run_[k] != run) continue;
      for (size_t m = 0; m <= i; ++m) {
        if (run_[m] != run_[i]) continue;
        const RunIdentity &a = groups_[k], &b = groups_[m];
        if (Intersect(a.ranks, b.ranks) && !AreOfOneProcess(a, b)) return true;
        const bool are_sizes_known = !a.world_sizes.empty() && !b.world_sizes.empty();
        if (are_sizes_known && a.world_sizes != b.world_sizes) return true;
      }
    }
    return false;
  }

  const std::vector<RunIdentity>& groups_;
  std::vector<uint32_t> run_;
  uint32_t runs_ = 0;
};

}  // namespace

MergedRuns FindRuns(const std::vector<Profile>& parts) {
  const std::vector<RunIdentity> groups = RunIdentities(parts);
  RunNumbers numbers(groups);
  MergedRuns found;
  for (size_t i = 0; i < groups.size(); ++i) numbers.Add(i);
  // Runs that were joined, and parts without sources, leave no gaps: a store relies on runs that
  // are numbered in the order of their sources.
  std::map<uint32_t, uint32_t> in_order;
  for (size_t i = 0; i < groups.size(); ++i) {
    const auto next = static_cast<uint32_t>(in_order.size());
    if (groups[i].number == 0) found.of.emplace_back();
    const bool has_sources = groups[i].part->sources.size() > 0;
    found.of.back().push_back(has_sources ? in_order.try_emplace(numbers.of(i), next).first->second
                                          : 0);
  }
  found.any_joined = numbers.any_joined;
  return found;
}

}  // namespace profiler
