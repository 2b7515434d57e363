// How findings name several ranks.
#ifndef PROFILER_ADVISE_RULES_RANKS_RANK_NAMES_H_
#define PROFILER_ADVISE_RULES_RANKS_RANK_NAMES_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/store/profile.h"

namespace profiler {

// What to do before a finding that ranks which were not opened may explain.
inline constexpr std::string_view kOpenAllRanks = "open all ranks before you change anything";

// The ranks of a job that a run lacks.
struct LackedRanks {
  std::string who;                // "rank 6 is" or "3 of 8 ranks are"; empty if it lacks none
  bool are_in_other_run = false;  // they were opened, and recorded at another time

  bool empty() const { return who.empty(); }
  // What follows `who`.
  std::string_view state() const {
    return are_in_other_run ? "in another run, recorded at another time," : "not opened";
  }
  std::string_view remedy() const {
    return are_in_other_run ? "record all ranks at the same time before you change anything"
                            : kOpenAllRanks;
  }
};

// Text such as "rank 3" or "ranks 0, 2, 4 to 7"; without distinct numbers, the names of processes.
std::string RanksText(const Profile& profile, const std::vector<SourceId>& ranks);

// The host of which `some` are all ranks and that has none of the `others`; "" if there is none.
std::string HostOfAll(const RanksOfRun& some, const RanksOfRun& others);

// Text such as "rank 3", "the 8 ranks of node2", "ranks 2, 6 on node1" or "ranks 2, 6".
std::string NameOfRanks(const Profile& profile, const RanksOfRun& some, const RanksOfRun& others);

// "rank", or "worker" if it has no number.
std::string_view NounOf(const RankSteps& rank);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_RANK_NAMES_H_
