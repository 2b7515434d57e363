#include "profiler/advise/rules/ranks/recorded_unlike.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/kept/recorded_details.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

using DetailNames = std::vector<std::string_view>;

std::string TextOf(const DetailNames& names) {
  return names.size() > 2 ? Listed(names, names.size())
                          : fmt::format("{}", fmt::join(names, " and "));
}

// What all of the slow ranks have and none of the others.
DetailNames MoreDetails(const Profile& profile, const RanksOfRun& slow, const RanksOfRun& others) {
  if (LacksEvents(profile)) return {};  // which show what was recorded
  const std::vector<RecordedDetails> all = DetailsOfSources(profile);
  DetailNames names;
  for (const RecordedDetail& detail : kRecordedDetails) {
    const auto has = [&](const RankSteps* rank) {
      return rank->source.valid() && all[rank->source.row()].*detail.is_there;
    };
    const bool is_more = std::all_of(slow.begin(), slow.end(), has) &&
                         std::none_of(others.begin(), others.end(), has);
    if (is_more) names.push_back(detail.name);
  }
  return names;
}

// The sources that have a detail, and what they have. What only a few lack, such as files that were
// cut, is no matter of the others.
std::map<std::vector<SourceId>, DetailNames> RanksByDetails(const std::vector<RecordedDetails>& all,
                                                            const std::vector<SourceId>& ranks) {
  std::map<std::vector<SourceId>, DetailNames> found;
  for (const RecordedDetail& detail : kRecordedDetails) {
    std::vector<SourceId> with;
    for (const SourceId rank : ranks) {
      if (all[rank.row()].*detail.is_there) with.push_back(rank);
    }
    if (!with.empty() && 2 * with.size() <= ranks.size()) found[with].push_back(detail.name);
  }
  return found;
}

// Files of one format with steps of their own.
std::vector<SourceId> RanksOf(const Profile& profile, const std::vector<SourceId>& sources,
                              const std::set<SourceId>& have_steps) {
  std::vector<SourceId> ranks;
  for (const SourceId source : sources) {
    if (!have_steps.contains(source) || profile.sources[source].rank == kUnknown) continue;
    if (!ranks.empty() && !(profile.sources[source].format == profile.sources[ranks[0]].format)) {
      return {};
    }
    ranks.push_back(source);
  }
  return ranks;
}

}  // namespace

RecordedMore FindRecordedMore(const Profile& profile, const RanksOfRun& slow,
                              const RanksOfRun& others) {
  const DetailNames names = MoreDetails(profile, slow, others);
  if (names.empty() || slow.empty() || others.empty()) return {};
  const bool is_one = slow.size() == 1;
  RecordedMore more;
  more.has_stacks = std::count(names.begin(), names.end(), kStacks) > 0;
  more.text = fmt::format(
      ". Only {} recorded with {}: that slows {}, so it may be the recorder that makes {} late. "
      "Record all ranks alike before you look for another cause",
      is_one ? "this rank was" : "these ranks were", TextOf(names),
      is_one ? "its host" : "their hosts", is_one ? "it" : "them");
  return more;
}

void AddRecordedUnlike(const Profile& profile, Verdict& verdict) {
  if (LacksEvents(profile)) return;  // which show what was recorded
  const Runs runs = RunsOf(profile);
  std::set<SourceId> have_steps;
  for (const StepRow& step : profile.steps.values()) have_steps.insert(step.source);
  std::vector<std::vector<SourceId>> ranks;  // by run
  bool are_any = false;
  for (uint32_t run = 0; run < runs.names.size(); ++run) {
    ranks.push_back(RanksOf(profile, runs.SourcesOf(run), have_steps));
    are_any = are_any || ranks.back().size() > 1;
  }
  if (!are_any) return;
  const std::vector<RecordedDetails> all = DetailsOfSources(profile);
  for (uint32_t run = 0; run < ranks.size(); ++run) {
    for (const auto& [with, names] : RanksByDetails(all, ranks[run])) {
      Finding finding;
      finding.id = "recorded_unlike";
      finding.subject = runs.are_several() ? runs.names[run] : "";
      finding.text = fmt::format(
          "only {} {} recorded with {}: that slows hosts, so what takes longer there may be the "
          "recorder's. Record all ranks alike",
          RanksText(profile, with), with.size() == 1 ? "was" : "were", TextOf(names));
      finding.command = "info";
      verdict.findings.push_back(std::move(finding));
    }
  }
}

}  // namespace profiler
