#include "profiler/advise/rules/ranks/rank_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

constexpr size_t kMostParts = 8;

// Text such as "0", "2" and "4 to 7". `numbers` are sorted and distinct.
std::vector<std::string> RangesOf(const std::vector<int64_t>& numbers) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < numbers.size();) {
    size_t end = i + 1;
    while (end < numbers.size() && numbers[end] - numbers[end - 1] == 1) ++end;
    if (end - i > 2) {
      parts.push_back(fmt::format("{} to {}", numbers[i], numbers[end - 1]));
    } else {
      end = i + 1;
      parts.push_back(fmt::format("{}", numbers[i]));
    }
    i = end;
  }
  return parts;
}

}  // namespace

std::string RanksText(const Profile& profile, const std::vector<SourceId>& ranks) {
  std::vector<int64_t> numbers;
  std::vector<std::string> names;
  for (const SourceId rank : ranks) {
    numbers.push_back(rank.valid() ? profile.sources[rank].rank : kUnknown);
    names.push_back(rank.valid() ? ProcessName(profile, rank) : "");
  }
  if (ranks.size() == 1) return names.front();
  std::sort(numbers.begin(), numbers.end());
  const bool are_distinct = std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end();
  const bool are_known = std::count(numbers.begin(), numbers.end(), kUnknown) == 0;
  if (!are_distinct || !are_known) return Listed(names, kMostParts);
  return "ranks " + Listed(RangesOf(numbers), kMostParts);
}

std::string HostOfAll(const RanksOfRun& some, const RanksOfRun& others) {
  if (some.size() < 2 || others.empty()) return "";
  const std::string& host = some.front()->host;
  const auto is_there = [&](const RankSteps* rank) { return rank->host == host; };
  const bool is_host = !host.empty() && std::all_of(some.begin(), some.end(), is_there) &&
                       std::none_of(others.begin(), others.end(), is_there);
  return is_host ? host : "";
}

std::string NameOfRanks(const Profile& profile, const RanksOfRun& some, const RanksOfRun& others) {
  if (some.size() == 1) return some.front()->name;
  const std::string host = HostOfAll(some, others);
  if (!host.empty()) {
    const std::string noun(NounOf(*some.front()));
    return fmt::format("the {} of {}", Count(some.size(), noun), host);
  }
  std::vector<SourceId> sources;
  sources.reserve(some.size());
  for (const RankSteps* rank : some) sources.push_back(rank->source);
  const auto is_there = [&](const RankSteps* rank) { return rank->host == some.front()->host; };
  const bool is_on_one = !some.front()->host.empty() &&
                         std::all_of(some.begin(), some.end(), is_there) &&
                         !std::all_of(others.begin(), others.end(), is_there);
  return RanksText(profile, sources) + (is_on_one ? " on " + some.front()->host : "");
}

std::string_view NounOf(const RankSteps& rank) { return rank.rank == kUnknown ? "worker" : "rank"; }

}  // namespace profiler
