#include "profiler/analysis/collectives/missing_ranks.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "profiler/analysis/selection/runs.h"

namespace profiler {
namespace {

constexpr int64_t kMostRanks = 1 << 20;  // a larger world size means a damaged file

// What the files of a run say about its ranks.
struct Job {
  SourceId first;
  std::set<int64_t> world_sizes;
  std::set<int64_t> ranks;
  bool all_known = true;
};

MissingRanks Missing(const Job& job) {
  MissingRanks missing;
  missing.world_size = *job.world_sizes.begin();
  missing.recorded = static_cast<int64_t>(job.ranks.size());
  if (!job.all_known || missing.world_size > kMostRanks) return missing;
  for (int64_t rank = 0; rank < missing.world_size; ++rank) {
    if (job.ranks.count(rank) == 0) missing.missing.push_back(rank);
  }
  return missing;
}

// The ranks of all jobs of as many ranks, by that number.
using RanksBySize = std::map<std::set<int64_t>, std::set<int64_t>>;

RanksBySize RanksOfAll(const std::vector<Job>& jobs) {
  RanksBySize ranks;
  for (const Job& job : jobs) ranks[job.world_sizes].insert(job.ranks.begin(), job.ranks.end());
  return ranks;
}

// Whether each rank that the job lacks has a file of another job of as many ranks.
bool AreInOtherJobs(const Job& job, const RanksBySize& all, const MissingRanks& missing) {
  const std::set<int64_t>& ranks = all.at(job.world_sizes);
  return !missing.missing.empty() &&
         std::all_of(missing.missing.begin(), missing.missing.end(),
                     [&](int64_t rank) { return ranks.contains(rank); });
}

}  // namespace

std::vector<MissingRanks> FindMissingRanks(const Profile& profile) {
  std::vector<Job> jobs;
  std::map<uint32_t, size_t> job_of_group;
  for (uint32_t i = 0; i < profile.sources.size(); ++i) {
    const SourceRow& source = profile.sources[SourceId(i)];
    if (source.is_beside_profile) continue;
    const auto [at, is_new] = job_of_group.try_emplace(source.run_group, jobs.size());
    if (is_new) jobs.emplace_back().first = SourceId(i);
    Job& job = jobs[at->second];
    if (source.world_size != kUnknown) job.world_sizes.insert(source.world_size);
    if (source.rank == kUnknown) {
      job.all_known = false;
    } else {
      job.ranks.insert(source.rank);
    }
  }
  const Runs runs = RunsOf(profile);
  const RanksBySize ranks = RanksOfAll(jobs);
  std::vector<MissingRanks> all;
  for (const Job& job : jobs) {
    // Files of several jobs that were named one run have no common number of ranks.
    if (job.world_sizes.size() != 1) continue;
    MissingRanks missing = Missing(job);
    if (missing.recorded >= missing.world_size) continue;
    missing.are_in_other_run = AreInOtherJobs(job, ranks, missing);
    missing.run_index = runs.of_source[job.first.row()];
    if (jobs.size() > 1) missing.run = runs.names[missing.run_index];
    all.push_back(std::move(missing));
  }
  return all;
}

}  // namespace profiler
