// Ranks that were recorded with other settings than the rest of their run: a recorder that collects
// more slows its host.
#ifndef PROFILER_ADVISE_RULES_RANKS_RECORDED_UNLIKE_H_
#define PROFILER_ADVISE_RULES_RANKS_RECORDED_UNLIKE_H_

#include <string>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ranks/stragglers.h"

namespace profiler {

// Where the slow ranks were recorded with what none of the others has.
struct RecordedMore {
  std::string text;         // a sentence after ". "; else ""
  bool has_stacks = false;  // which slow a host more than all else
};
RecordedMore FindRecordedMore(const Profile& profile, const RanksOfRun& slow,
                              const RanksOfRun& others);

// Adds which ranks of a run were recorded with more than others.
void AddRecordedUnlike(const Profile& profile, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_RECORDED_UNLIKE_H_
