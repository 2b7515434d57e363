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
  int64_t world_size = kUnknown;
  std::set<int64_t> ranks;
  bool all_known = true;
};

MissingRanks Missing(const Job& job) {
  MissingRanks missing;
  missing.world_size = job.world_size;
  missing.recorded = static_cast<int64_t>(job.ranks.size());
  if (!job.all_known || job.world_size > kMostRanks) return missing;
  for (int64_t rank = 0; rank < job.world_size; ++rank) {
    if (job.ranks.count(rank) == 0) missing.missing.push_back(rank);
  }
  return missing;
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
    job.world_size = std::max(job.world_size, source.world_size);
    if (source.rank == kUnknown) {
      job.all_known = false;
    } else {
      job.ranks.insert(source.rank);
    }
  }
  const Runs runs = RunsOf(profile);
  std::vector<MissingRanks> all;
  for (const Job& job : jobs) {
    if (job.world_size == kUnknown) continue;
    MissingRanks missing = Missing(job);
    if (missing.recorded >= missing.world_size) continue;
    missing.run_index = runs.of_source[job.first.row()];
    if (jobs.size() > 1) missing.run = runs.names[missing.run_index];
    all.push_back(std::move(missing));
  }
  return all;
}

}  // namespace profiler
