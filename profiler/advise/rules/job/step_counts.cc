#include "profiler/advise/rules/job/step_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

// Recordings of ranks begin and end at slightly different times: a step more or less is usual.
constexpr int64_t kTenth = 10;

// The number of steps that most ranks recorded; of several the largest.
int64_t UsualSteps(const RanksOfRun& ranks) {
  std::map<int64_t, int64_t> ranks_with;
  for (const RankSteps* rank : ranks) ++ranks_with[rank->steps];
  int64_t usual = 0, most = 0;
  for (const auto& [steps, count] : ranks_with) {
    if (count >= most) {
      usual = steps;
      most = count;
    }
  }
  return usual;
}

bool IsCutShort(const Profile& profile, const RankSteps& rank) {
  if (!rank.source.valid()) return false;
  const std::string_view path = profile.strings[profile.sources[rank.source].path];
  return std::any_of(
      profile.import_rows.begin(), profile.import_rows.end(), [&](const ImportRow& row) {
        return profile.strings[row.problem] == "truncated" && profile.strings[row.path] == path;
      });
}

// Why they have fewer steps.
std::string Why(const Profile& profile, const RanksOfRun& fewer) {
  RanksOfRun cut;
  std::copy_if(fewer.begin(), fewer.end(), std::back_inserter(cut),
               [&](const RankSteps* rank) { return IsCutShort(profile, *rank); });
  if (cut.empty()) return "recording began later or ended earlier there, or the rank itself did";
  if (cut.size() == fewer.size()) {
    return cut.size() == 1 ? "its file was cut short" : "their files were cut short";
  }
  return fmt::format("{} of these files {} cut short", cut.size(),
                     cut.size() == 1 ? "was" : "were");
}

}  // namespace

void AddFewerSteps(const RuleInput& input, const RanksOfRun& all, Verdict& verdict) {
  constexpr size_t kMostNames = 4;
  RanksOfRun ranks;
  for (const RankSteps* rank : all) {
    if (rank->is_compared && rank->steps > 0) ranks.push_back(rank);
  }
  const int64_t usual = UsualSteps(ranks);
  RanksOfRun fewer;
  std::vector<std::string> texts;
  size_t usual_ranks = 0;
  for (const RankSteps* rank : ranks) {
    if (rank->steps == usual) ++usual_ranks;
    if (kTenth * (usual - rank->steps) <= usual) continue;
    texts.push_back(texts.empty() ? fmt::format("{} recorded {}", rank->name,
                                                Count(static_cast<size_t>(rank->steps), "step"))
                                  : fmt::format("{} {}", rank->name, rank->steps));
    fewer.push_back(rank);
  }
  if (fewer.empty()) return;
  const bool are_rest = usual_ranks + fewer.size() == ranks.size();
  const std::string rest = !are_rest ? "most ranks" : usual_ranks == 1 ? "the other" : "the others";
  Finding finding;
  finding.id = "fewer_steps";
  finding.subject = fewer.front()->name;
  finding.text = fmt::format("{}, {} {}: {}", Listed(texts, kMostNames), rest, usual,
                             Why(input.profile(), fewer));
  finding.command = "steps -by rank";
  if (fewer.size() == 1) finding.place = PlaceOf(input.profile(), fewer.front()->source);
  verdict.findings.push_back(std::move(finding));
}

}  // namespace profiler
