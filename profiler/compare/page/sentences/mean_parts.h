// Which part of the mean step made it longer.
#ifndef PROFILER_COMPARE_PAGE_SENTENCES_MEAN_PARTS_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_MEAN_PARTS_H_

#include <string>

#include "profiler/compare/change.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// Names the part of the step that takes most of what the mean step is longer. Of several hosts, the
// one on which input, its copies or compiling take so much longer while they do not on the others:
// in all else hosts may wait for each other. Empty if no part does.
std::string MeanPartSentence(const Side& base, const Side& next);

// The same where the typical step became longer: of several hosts only.
std::string GrownHostSentence(const Change& step, const Side& base, const Side& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_MEAN_PARTS_H_
