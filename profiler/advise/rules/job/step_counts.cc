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

RanksOfRun CutShort(const RanksOfRun& ranks) {
  RanksOfRun cut;
  std::copy_if(ranks.begin(), ranks.end(), std::back_inserter(cut),
               [](const RankSteps* rank) { return rank->is_cut_short; });
  return cut;
}

// Why they have fewer steps.
std::string Why(const RanksOfRun& fewer) {
  const RanksOfRun cut = CutShort(fewer);
  if (cut.empty()) return "recording began later or ended earlier there, or the rank itself did";
  if (cut.size() == fewer.size()) {
    return cut.size() == 1 ? "its file was cut short" : "their files were cut short";
  }
  return fmt::format("{} of these files {} cut short", cut.size(),
                     cut.size() == 1 ? "was" : "were");
}

}  // namespace

void AddCutFiles(const Profile& profile, const RanksOfRun& ranks, Verdict& verdict) {
  constexpr size_t kMostFiles = 4;
  const RanksOfRun cut = CutShort(ranks);
  if (cut.empty() || ranks.size() < 2) return;
  std::vector<std::string> files;
  for (const RankSteps* rank : cut) {
    const std::string_view path = profile.strings[profile.sources[rank->source].path];
    files.push_back(fmt::format("{} ({})", rank->name, path));
  }
  const bool is_one = cut.size() == 1;
  Finding finding;
  finding.id = "cut_files";
  finding.subject = cut.front()->name;
  finding.text = fmt::format(
      "the {} of {} {} cut short, so any step there may lack work: {} steps are compared with no "
      "other rank's. Record {} again, or look at why writing ended (disk full, process killed)",
      is_one ? "file" : "files", Listed(files, kMostFiles), is_one ? "was" : "were",
      is_one ? "its" : "their", is_one ? "it" : "them");
  finding.command = "info";
  if (is_one) finding.place = PlaceOf(profile, cut.front()->source);
  verdict.findings.push_back(std::move(finding));
}

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
  finding.text = fmt::format("{}, {} {}: {}", Listed(texts, kMostNames), rest, usual, Why(fewer));
  finding.command = "steps -by rank";
  if (fewer.size() == 1) finding.place = PlaceOf(input.profile(), fewer.front()->source);
  verdict.findings.push_back(std::move(finding));
}

}  // namespace profiler
