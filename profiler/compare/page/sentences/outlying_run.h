#ifndef PROFILER_COMPARE_PAGE_SENTENCES_OUTLYING_RUN_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_OUTLYING_RUN_H_

#include <string>

#include "profiler/compare/page/side.h"

namespace profiler {

// Of several runs that are compared as samples: the run whose steps take far longer than those of
// all others, by more than these differ. Empty if there is none. One such run moves no typical
// difference, and a job that is slow now and then is what it shows.
std::string OutlyingRunSentence(const Side& side);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_OUTLYING_RUN_H_
