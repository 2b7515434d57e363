// Whether the mean step changed though the typical one did not, as when some steps became slow.
#ifndef PROFILER_COMPARE_PAGE_SENTENCES_MEAN_CHANGE_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_MEAN_CHANGE_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// Says how much the mean step changed if that is not what the typical step did, and how many steps
// did so; empty if both changed alike. `step` is the change of the typical step.
std::string MeanSentence(const Change& step, const Side& base, const Side& next);

// Says since when steps take longer or shorter, of a single run that changes so, or that they get
// longer or shorter all the time; empty of others.
std::string ShiftSentence(const Side& side);

// Names rows whose medians changed the other way than the typical difference says, which noise can
// make: the largest ones. Empty if there are none.
std::string ContradictionSentence(const Change& step, const std::vector<DiffRow>& rows);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_MEAN_CHANGE_H_
