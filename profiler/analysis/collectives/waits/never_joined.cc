#include "profiler/analysis/collectives/waits/never_joined.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "profiler/analysis/steps/step_patterns.h"

namespace profiler {
namespace {

// A recording that ends earlier on one rank leaves the others with collectives of usual length.
constexpr double kFarLonger = 5;

// The collectives of one kind and group.
struct OfGroup {
  std::map<size_t, std::vector<Int128>> begins;  // by rank, in ascending order
  double usual = 0;  // the median duration of those that all ranks joined; 0: there is none
};
using Groups = std::map<std::pair<CollectiveKind, std::string_view>, OfGroup>;

std::pair<CollectiveKind, std::string_view> GroupOf(const CollectiveKey& key) {
  return {std::get<0>(key), std::get<1>(key)};
}

Groups GroupsOf(const CollectiveMatches& matches) {
  Groups groups;
  for (const auto& [key, parts] : matches) {
    for (const RankPart& part : parts) groups[GroupOf(key)].begins[part.rank].push_back(part.begin);
  }
  for (auto& [key, group] : groups) {
    for (auto& [rank, begins] : group.begins) std::sort(begins.begin(), begins.end());
  }
  std::map<const OfGroup*, std::vector<double>> usual;
  for (const auto& [key, parts] : matches) {
    const OfGroup& group = groups[GroupOf(key)];
    if (parts.size() < group.begins.size()) continue;
    for (const RankPart& part : parts) {
      usual[&group].push_back(static_cast<double>(part.end - part.begin));
    }
  }
  for (auto& [key, group] : groups) {
    if (const auto it = usual.find(&group); it != usual.end()) {
      group.usual = SummaryOf(std::move(it->second)).median;
    }
  }
  return groups;
}

// How many of the group's collectives the rank began before this part.
size_t CountBefore(const OfGroup& group, const RankPart& part) {
  const std::vector<Int128>& begins = group.begins.at(part.rank);
  return static_cast<size_t>(std::lower_bound(begins.begin(), begins.end(), part.begin) -
                             begins.begin());
}

// The ranks of the group that are in no part; none if one of them recorded a later collective.
std::vector<size_t> AbsentFrom(const OfGroup& group, const CollectiveParts& parts) {
  size_t before = SIZE_MAX;
  for (const RankPart& part : parts) before = std::min(before, CountBefore(group, part));
  std::vector<size_t> absent;
  for (const auto& [rank, begins] : group.begins) {
    const bool is_in = std::any_of(parts.begin(), parts.end(),
                                   [rank = rank](const auto& part) { return part.rank == rank; });
    if (is_in) continue;
    if (begins.size() > before) return {};
    absent.push_back(rank);
  }
  return absent;
}

// Whether a step began in the file of the collective after it had ended there. Ops alone may be
// what a program saves when the collective has failed.
bool StepFollows(const Profile& profile, const CollectiveEvent& collective) {
  const auto& steps = profile.steps.values();
  return std::any_of(steps.begin(), steps.end(), [&](const StepRow& step) {
    return step.source == collective.source && step.begin != kUnknown &&
           step.begin >= collective.end();
  });
}

// When each rank began its last collective of a group, of any kind.
using LastBegins = std::map<std::pair<std::string_view, size_t>, Int128>;

LastBegins LastBeginsOf(const CollectiveMatches& matches) {
  LastBegins last;
  for (const auto& [key, parts] : matches) {
    for (const RankPart& part : parts) {
      const auto [it, is_new] = last.try_emplace({std::get<1>(key), part.rank}, part.begin);
      it->second = std::max(it->second, part.begin);
    }
  }
  return last;
}

bool HasEnded(const Profile& profile, const std::vector<CollectiveEvent>& events,
              std::string_view group, const CollectiveParts& parts, const LastBegins& last) {
  const bool others_follow = std::any_of(parts.begin(), parts.end(), [&](const RankPart& part) {
    return last.at({group, part.rank}) >= part.end;
  });
  return others_follow || std::all_of(parts.begin(), parts.end(), [&](const RankPart& part) {
           return StepFollows(profile, events[part.event]);
         });
}

}  // namespace

std::vector<NeverJoined> TakeNeverJoined(const Profile& profile,
                                         const std::vector<CollectiveEvent>& events, uint32_t run,
                                         CollectiveMatches& matches) {
  std::vector<NeverJoined> all;
  const Groups groups = GroupsOf(matches);
  const LastBegins last = LastBeginsOf(matches);
  for (auto it = matches.begin(); it != matches.end();) {
    const auto& [key, parts] = *it;
    const OfGroup& group = groups.at(GroupOf(key));
    std::vector<size_t> absent;
    if (parts.size() < group.begins.size() && group.usual > 0 &&
        static_cast<double>(ShortestOf(parts)) >= kFarLonger * group.usual) {
      absent = AbsentFrom(group, parts);
    }
    if (absent.empty() || HasEnded(profile, events, std::get<1>(key), parts, last)) {
      ++it;
      continue;
    }
    NeverJoined& one = all.emplace_back();
    one.run = run;
    std::tie(one.kind, one.group, one.step, std::ignore) = key;
    one.number = static_cast<int64_t>(CountBefore(group, parts[0])) + 1;
    one.absent = std::move(absent);
    for (const RankPart& part : parts) {
      one.wait = std::max(one.wait, part.end - part.begin);
    }
    one.parts = std::move(it->second);
    it = matches.erase(it);
  }
  const auto begin = [](const NeverJoined& one) {
    return std::min_element(one.parts.begin(), one.parts.end(),
                            [](const auto& a, const auto& b) { return a.begin < b.begin; })
        ->begin;
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const NeverJoined& a, const NeverJoined& b) { return begin(a) < begin(b); });
  return all;
}

}  // namespace profiler
