#ifndef PROFILER_COMPARE_PAGE_SENTENCES_IDLE_OF_WAITS_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_IDLE_OF_WAITS_H_

#include <string>

#include "profiler/compare/change.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// Where accelerators are idle longer until work is launched, by a hundredth of the step or more,
// and hosts wait longer for them, too: that waits cost that. The ops that wait take little
// themselves. Empty if it is not so. A slower host launches later, too, but waits less.
std::string IdleOfWaitsSentence(const Comparison& comparison, const Change& step, const Side& base,
                                const Side& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_IDLE_OF_WAITS_H_
