#ifndef PROFILER_COMPARE_PAGE_CAUSES_PIPELINE_CHANGE_H_
#define PROFILER_COMPARE_PAGE_CAUSES_PIPELINE_CHANGE_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"

namespace profiler {

// Names the stages of tf.data's pipelines that ran in the steps of one profile only, such as a
// cache that was dropped: they may take little time themselves, unlike the wait for what they
// saved. Empty if there are none, if one profile has no pipeline, or if the step did not change, or
// no iterator did by a tenth of that.
std::string PipelineSentence(const Change& step, const std::vector<DiffRow>& ops);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_CAUSES_PIPELINE_CHANGE_H_
