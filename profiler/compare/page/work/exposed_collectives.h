#ifndef PROFILER_COMPARE_PAGE_WORK_EXPOSED_COLLECTIVES_H_
#define PROFILER_COMPARE_PAGE_WORK_EXPOSED_COLLECTIVES_H_

#include <string>

#include "profiler/compare/change.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// A sentence if most of the step's change is collectives that run as long as before and that
// computing hides no longer, or hides now. Else "".
std::string ExposedSentence(const Change& step, const Side& base, const Side& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_WORK_EXPOSED_COLLECTIVES_H_
