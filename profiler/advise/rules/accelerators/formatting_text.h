#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_FORMATTING_TEXT_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_FORMATTING_TEXT_H_

#include "profiler/analysis/instructions/data_formatting.h"
#include "profiler/report/report.h"

namespace profiler {

// Of changes of layout that take much of the time of TPUs. `busy` is the share of the time in which
// devices work; from `busy_high` on it is a warning.
Finding FormattingFinding(const DataFormatting& formatting, double busy, double busy_high);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_FORMATTING_TEXT_H_
