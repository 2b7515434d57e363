#include "profiler/advise/rules/job/never_joined.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/job/arrivals.h"
#include "profiler/advise/rules/job/stopped_ranks.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/collectives/missing_ranks.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/steps/end_calls.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/text/listed.h"
#include "profiler/store/derive/steps/cut_files.h"

namespace profiler {
namespace {

// Whether the rank of the part did nothing after it.
bool IsLastOf(const Profile& profile, const CollectiveEvent& part) {
  return NothingBegins(profile, part.source, part.end());
}

// What an absent rank is in meanwhile, until its own recording ends: a collective of another kind
// or group in which it waits for about as long. Null if there is none.
const CollectiveEvent* WaitsElsewhere(const Profile& profile,
                                      const ComparedCollectives& collectives,
                                      const NeverJoined& one, size_t rank) {
  const RankWaits& waits = collectives.waits.ranks[rank];
  const CollectiveEvent* last = nullptr;
  for (const CollectiveEvent& event : collectives.events) {
    if (event.source != waits.source || event.device != waits.device) continue;
    if (!event.Blocks() || event.is_call || !WaitsForAll(event.kind)) continue;
    if (last == nullptr || event.end() > last->end()) last = &event;
  }
  const bool is_other = last != nullptr && (last->kind != one.kind || last->group != one.group);
  const bool is_as_long = is_other && 2 * Int128{last->duration} >= one.wait;
  return is_as_long && IsLastOf(profile, *last) ? last : nullptr;
}

// A rank that is in the collective, or absent from it.
struct RankOfCollective {
  std::string name;
  Value wait = kAbsent;
  int64_t collectives = 0;
};

Report EvidenceOfParts(const Profile& profile, const CollectiveWaits& waits,
                       const NeverJoined& one) {
  std::vector<RankOfCollective> rows;
  for (const size_t rank : one.absent) {
    rows.push_back(
        {NameOfRank(profile, waits, waits.ranks[rank]), kAbsent, waits.ranks[rank].collectives});
  }
  for (const RankPart& part : one.parts) {
    const RankWaits& rank = waits.ranks[part.rank];
    rows.push_back({NameOfRank(profile, waits, rank), part.end - part.begin, rank.collectives});
  }
  using C = ColumnOf<RankOfCollective>;
  return EvidenceOf<RankOfCollective>(
      {
          C::Number("collectives", Unit::kCount, "", "That it recorded.",
                    &RankOfCollective::collectives),
          C::Number("wait_us", Unit::kMicros, "", "In the one that some never joined.",
                    &RankOfCollective::wait),
      },
      rows, &RankOfCollective::name, "other ranks");
}

// Of a rank that waits in another collective.
std::string MismatchText(const CollectiveEvent& elsewhere, const NeverJoined& one,
                         const std::string& rank) {
  const bool is_same_group = elsewhere.group == one.group;
  return fmt::format(
      ", while {0} waits in {1} of {2}: {3}. Look for code that runs on {0} alone or on all but "
      "{0}, such as a condition on the rank or on its data (TORCH_DISTRIBUTED_DEBUG=DETAIL names "
      "the calls that differ)",
      rank, Name(elsewhere.kind), is_same_group ? "the same group" : "another group",
      is_same_group ? "the ranks call different collectives"
                    : "the ranks enter collectives of two groups in different order");
}

// What an absent rank does instead, if it calls no other collective.
std::string AbsentRankText(const Profile& profile, const NeverJoined& one, SourceId source,
                           const std::string& rank) {
  const std::optional<EndCall> call = FindEndCall(profile, source);
  if (call && 2 * Int128{call->duration} >= one.wait) {
    return fmt::format(
        "; meanwhile {} is in {} for {}, until its recording ends: look at why it "
        "stays there",
        rank, EndCallText(profile, *call), FormatMicros(call->duration));
  }
  return fmt::format(
      ". Look at the log of {}: its process may have ended, failed or left the loop early", rank);
}

Finding NeverJoinedFinding(const Profile& profile, const ComparedCollectives& collectives,
                           const NeverJoined& one) {
  const CollectiveWaits& waits = collectives.waits;
  std::vector<std::string> absent;
  for (const size_t rank : one.absent) {
    absent.push_back(NameOfRank(profile, waits, waits.ranks[rank]));
  }
  const RankPart& longest = *std::max_element(
      one.parts.begin(), one.parts.end(),
      [](const auto& a, const auto& b) { return a.end - a.begin < b.end - b.begin; });
  const bool is_last = IsLastOf(profile, collectives.events[longest.event]);
  const size_t waiting = one.parts.size();
  const CollectiveEvent* const elsewhere =
      WaitsElsewhere(profile, collectives, one, one.absent.front());
  Finding finding = Warning(
      "never_joined", absent.front(),
      fmt::format(
          "{} never {} {} #{}{}: {} {} in it for {}{}{}", Listed(absent, 3),
          absent.size() == 1 ? "joins" : "join", Name(one.kind), one.number,
          one.step == kUnknown ? "" : fmt::format(" in step {}", one.step), Count(waiting, "rank"),
          waiting == 1 ? "waits" : "wait", FormatMicros(static_cast<Value>(one.wait)),
          is_last ? ", until the recording ends" : "",
          elsewhere == nullptr
              ? AbsentRankText(profile, one, waits.ranks[one.absent.front()].source, absent.front())
              : MismatchText(*elsewhere, one, absent.front())),
      "collectives -by rank");
  finding.stops_job = true;
  finding.place = PlaceOf(profile, waits.ranks[one.absent.front()].source);
  finding.evidence.push_back(EvidenceOfParts(profile, waits, one));
  return finding;
}

// The last collective of each rank that recorded some of one kind and group.
struct LastOfGroup {
  std::map<std::pair<SourceId, DeviceId>, const CollectiveEvent*> last;
  std::vector<double> durations;  // of those before
  int64_t on_rank = 0;            // the most that a rank recorded

  // The shortest of the last ones.
  Int128 Wait() const {
    Int128 wait = last.begin()->second->duration;
    for (const auto& [rank, event] : last) wait = std::min(wait, Int128{event->duration});
    return wait;
  }
};
using LastByGroup = std::map<std::pair<CollectiveKind, std::string_view>, LastOfGroup>;

LastByGroup LastOfGroups(const Profile& profile, const ComparedCollectives& collectives,
                         uint32_t run) {
  const Runs runs = RunsOf(profile);
  LastByGroup groups;
  std::map<std::tuple<CollectiveKind, std::string_view, SourceId, DeviceId>, int64_t> counts;
  for (const CollectiveEvent& event : collectives.events) {
    if (runs.of_source[event.source.row()] != run || !event.Blocks() || event.is_call) continue;
    if (!WaitsForAll(event.kind)) continue;
    LastOfGroup& group = groups[{event.kind, event.group}];
    const CollectiveEvent*& last = group.last[{event.source, event.device}];
    // Events of a rank come in the order in which they began.
    if (last != nullptr) group.durations.push_back(static_cast<double>(last->duration));
    last = &event;
    const int64_t count = ++counts[{event.kind, event.group, event.source, event.device}];
    group.on_rank = std::max(group.on_rank, count);
  }
  return groups;
}

// The ranks of the group that have no file; empty if all have one or that is not known.
std::string AbsentText(const Profile& profile, uint32_t run, const LastOfGroup& group) {
  const std::vector<MissingRanks> jobs = FindMissingRanks(profile);
  const auto job = std::find_if(jobs.begin(), jobs.end(),
                                [&](const MissingRanks& one) { return one.run_index == run; });
  const int64_t world_size = job == jobs.end() ? kUnknown : job->world_size;
  const int64_t recorded_size = group.last.begin()->second->group_size;
  const int64_t size = recorded_size == kUnknown ? world_size : recorded_size;
  const auto present = static_cast<int64_t>(group.last.size());
  if (size == kUnknown || size <= present) return "";
  // Ranks of a part of the job may have a file without this collective.
  if (size != world_size || job->missing.empty()) return "";
  std::vector<std::string> names;
  for (const int64_t rank : job->missing) names.push_back(fmt::format("rank {}", rank));
  return fmt::format("{} {}", Listed(names, 4), names.size() == 1 ? "has" : "have");
}

std::string WhoWaits(size_t ranks, bool are_all) {
  if (!are_all) return Count(ranks, "rank");
  return ranks == 2 ? "both ranks" : fmt::format("all {}", Count(ranks, "rank"));
}

Finding UnendedFinding(const Profile& profile, uint32_t run, CollectiveKind kind,
                       const LastOfGroup& group, double usual) {
  const CollectiveEvent& first = *group.last.begin()->second;
  const size_t ranks = group.last.size();
  const int64_t step = first.step.valid() ? profile.steps[first.step].number : kUnknown;
  const std::string absent = AbsentText(profile, run, group);
  const std::string what =
      absent.empty()
          ? "no rank is missing, so the exchange itself hangs: look for a failed GPU or "
            "link (Xid errors in dmesg, NCCL_DEBUG=INFO) and for ranks that give it unlike sizes "
            "(TORCH_DISTRIBUTED_DEBUG=DETAIL)"
          : fmt::format(
                "{} no file here and may never have joined: look at the log, whether the "
                "process ended or failed",
                absent);
  Finding finding = Warning(
      "unended_collective", std::string(Name(kind)),
      fmt::format("{} {} in {} #{}{} for {}, until the recording ends; usually it takes {}; {}",
                  WhoWaits(ranks, absent.empty()), ranks == 1 ? "is" : "are", Name(kind),
                  group.on_rank, step == kUnknown ? "" : fmt::format(" in step {}", step),
                  FormatMicros(static_cast<Value>(group.Wait())),
                  FormatMicros(static_cast<Value>(usual)), what),
      "collectives -by rank");
  finding.stops_job = true;
  return finding;
}

}  // namespace

void JudgeUnended(const RuleInput& input, const ComparedCollectives& collectives, uint32_t run,
                  const RanksOfRun& ranks, Verdict& verdict) {
  constexpr double kFarLonger = 10;
  constexpr size_t kLeastBefore = 3;
  const Profile& profile = input.profile();
  double step = 0;
  for (const RankSteps* rank : ranks) {
    if (!std::isnan(rank->whole.median)) step = std::fmax(step, rank->whole.median);
  }
  for (const auto& [key, group] : LastOfGroups(profile, collectives, run)) {
    if (group.durations.size() < kLeastBefore) continue;
    const double usual = SummaryOf(group.durations).median;
    const auto wait = static_cast<double>(group.Wait());
    if (wait < kFarLonger * usual || wait <= 2 * step) continue;
    const bool all_end = std::all_of(group.last.begin(), group.last.end(), [&](const auto& one) {
      return IsLastOf(profile, *one.second);
    });
    // A rank alone may wait for others of which nothing is known.
    const bool is_known = group.last.size() > 1 || !AbsentText(profile, run, group).empty();
    if (!all_end || !is_known) continue;
    verdict.findings.push_back(UnendedFinding(profile, run, key.first, group, usual));
    return;  // others of the ranks hang with it
  }
}

void JudgeNeverJoined(const RuleInput& input, const ComparedCollectives& collectives, uint32_t run,
                      const RanksOfRun& ranks, Verdict& verdict) {
  double step = 0;
  for (const RankSteps* rank : ranks) step = std::fmax(step, rank->middle);
  std::set<std::vector<size_t>> named;  // a group hangs in several at a time
  const std::vector<char> are_cut = CutFiles(input.profile());
  for (const NeverJoined& found : collectives.waits.never_joined) {
    if (found.run != run || static_cast<double>(found.wait) <= step) continue;
    NeverJoined one = found;
    // Where the file was cut, the rank may have joined.
    std::erase_if(one.absent, [&](size_t rank) {
      return are_cut[collectives.waits.ranks[rank].source.row()] != 0;
    });
    if (one.absent.empty() || !named.insert(one.absent).second) continue;
    verdict.findings.push_back(NeverJoinedFinding(input.profile(), collectives, one));
  }
}

}  // namespace profiler
