#include "profiler/advise/rules/ranks/left_ranks.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/analysis/collectives/missing_ranks.h"
#include "profiler/analysis/collectives/waits/collective_calls.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/time/wall_span.h"
#include "profiler/base/text/listed.h"
#include "profiler/store/row_facts.h"

namespace profiler {

LeftRanks FindLeftRanks(const Profile& profile, const std::vector<SourceId>& ranks,
                        const std::vector<SourceId>& hanging, int64_t least) {
  const auto has_clock = [&](SourceId rank) { return RecordsWallClock(profile.sources[rank]); };
  if (hanging.empty() || !std::all_of(ranks.begin(), ranks.end(), has_clock)) return {};
  const std::vector<RecordedCalls> calls = RecordedCallsOf(profile);
  const auto end_of = [&](SourceId rank) {
    const int64_t end = calls[rank.row()].end;
    return end == kUnknown ? kAbsent : OnWallScale(profile, rank, end);
  };
  LeftRanks left;
  left.of_others = calls[hanging.front().row()].collectives;
  Value hang_ends = kAbsent;
  for (const SourceId rank : hanging) {
    left.of_others = std::min(left.of_others, calls[rank.row()].collectives);
    const Value end = end_of(rank);
    if (end == kAbsent) return {};
    hang_ends = hang_ends == kAbsent ? end : std::min(hang_ends, end);
  }
  left.collectives = left.of_others;
  for (const SourceId rank : ranks) {
    if (std::find(hanging.begin(), hanging.end(), rank) != hanging.end()) continue;
    const int64_t collectives = calls[rank.row()].collectives;
    const Value end = end_of(rank);
    if (end == kAbsent || hang_ends - end < least) continue;
    if (collectives > left.collectives || collectives == left.of_others) continue;
    if (collectives < left.collectives) left.ranks.clear();
    left.collectives = collectives;
    left.earlier = left.ranks.empty() ? hang_ends - end : std::min(left.earlier, hang_ends - end);
    left.ranks.push_back(rank);
  }
  return left;
}

std::string LeftRanksText(const Profile& profile, const LeftRanks& left) {
  const bool is_one = left.ranks.size() == 1;
  return fmt::format(
      "; they wait for {}, which called {}, the others {}, and whose {} {} before "
      "theirs: look at {} log, as {} may have left the loop, failed or ended",
      RanksText(profile, left.ranks), Count(static_cast<size_t>(left.collectives), "collective"),
      left.of_others, is_one ? "recording ends" : "recordings end", FormatMicros(left.earlier),
      is_one ? "its" : "their", is_one ? "it" : "they");
}

std::string NoFileText(const Profile& profile, SourceId one_of_run) {
  const uint32_t run = RunsOf(profile).of_source[one_of_run.row()];
  const std::vector<MissingRanks> jobs = FindMissingRanks(profile);
  const auto job = std::find_if(jobs.begin(), jobs.end(),
                                [&](const MissingRanks& one) { return one.run_index == run; });
  if (job == jobs.end() || job->missing.empty() || job->are_in_other_run) return "";
  if (static_cast<int64_t>(job->missing.size()) >= job->recorded) return "";
  constexpr size_t kMostNamed = 4;
  std::vector<std::string> names;
  for (const int64_t rank : job->missing) names.push_back(fmt::format("rank {}", rank));
  const bool is_one = names.size() == 1;
  return fmt::format(
      ". First look at the log of {} (of {}), which {} no file here: {} may have ended or failed",
      Listed(names, kMostNamed), job->world_size, is_one ? "has" : "have",
      is_one ? "its process" : "their processes");
}

}  // namespace profiler
