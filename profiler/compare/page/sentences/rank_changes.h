// Which ranks of a job changed themselves, while the others only wait for them.
#ifndef PROFILER_COMPARE_PAGE_SENTENCES_RANK_CHANGES_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_RANK_CHANGES_H_

#include <string>

#include "profiler/compare/change.h"
#include "profiler/compare/page/side.h"

namespace profiler {

struct RankChanges {
  std::string sentence;
  // Whether that is most of the change of the typical step: then the waits of other ranks in
  // collectives follow from it.
  bool explain_step = false;
};

// Names the ranks that take longer, or less, than before outside of collectives, if these are fewer
// than half of the ranks and this is a good part of the change of the typical step. Where ranks are
// not numbered, as on TPUs, hosts are. Empty if there is none.
RankChanges FindRankChanges(const Change& step, const Side& base, const Side& next,
                            double tolerance);

// Whether the part of the collectives in which no rank waits for another changed by little of what
// the typical step did.
bool IsExchangeAsBefore(const Change& step, const Side& base, const Side& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_RANK_CHANGES_H_
