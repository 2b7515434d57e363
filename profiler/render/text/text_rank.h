// The rows of tfprof's ranks (op) as text.
#ifndef PROFILER_RENDER_TEXT_TEXT_RANK_H_
#define PROFILER_RENDER_TEXT_TEXT_RANK_H_

#include <string>

#include "profiler/report/report.h"

namespace profiler {

// Appends a line for each row: its name, then its values, each with its two shares in brackets; and
// input shapes below.
void AppendTextRank(const Report& report, std::string& out);
// Appends tfprof's output for a profile without any op: a root of zeros.
void AppendTextRankOfNoOps(const Report& report, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_TEXT_TEXT_RANK_H_
