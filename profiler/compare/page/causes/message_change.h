// What collectives send: the type of its elements, and how many bytes.
#ifndef PROFILER_COMPARE_PAGE_CAUSES_MESSAGE_CHANGE_H_
#define PROFILER_COMPARE_PAGE_CAUSES_MESSAGE_CHANGE_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// Of kinds whose time changed as the step's did, where collectives have a part in that: how a
// step's messages differ. Empty if they do not. `parts` are those of the step, `collectives` the
// rows of their table.
std::string MessageSentence(const Change& step, const std::vector<DiffRow>& parts,
                            const std::vector<DiffRow>& collectives, const Side& base,
                            const Side& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_CAUSES_MESSAGE_CHANGE_H_
