#ifndef PROFILER_COMPARE_PAGE_SENTENCES_PRECISION_CHANGE_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_PRECISION_CHANGE_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// A sentence if the step changed because devices compute in 32 bits what they computed in 16, or
// the other way: time moved from one part of the step to the other, and ops that both profiles have
// make up most of the change. Else "".
std::string PrecisionSentence(const Change& step, const Side& base, const Side& next,
                              const std::vector<DiffRow>& ops);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_PRECISION_CHANGE_H_
