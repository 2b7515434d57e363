#ifndef PROFILER_COMPARE_PAGE_SENTENCES_ONE_RUN_EACH_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_ONE_RUN_EACH_H_

#include <string>

#include "profiler/compare/change.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// Of one run each, whose step changed or of which noise between steps hides whether it did: that
// noise between runs may be as large; else empty.
std::string RunsSentence(const Change& step, const Side& base, const Side& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_ONE_RUN_EACH_H_
