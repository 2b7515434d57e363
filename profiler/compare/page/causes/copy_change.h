// Whether copies to devices come from other memory of the host than before.
#ifndef PROFILER_COMPARE_PAGE_CAUSES_COPY_CHANGE_H_
#define PROFILER_COMPARE_PAGE_CAUSES_COPY_CHANGE_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// Where copies to devices are a good part of the step's change: that nearly all came from pinned
// memory and come from pageable memory now, or the other way. Else empty. `parts` are those of the
// step.
std::string CopySentence(const Change& step, const std::vector<DiffRow>& parts, const Side& base,
                         const Side& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_CAUSES_COPY_CHANGE_H_
