#ifndef PROFILER_ANALYSIS_INPUT_PIPELINE_END_H_
#define PROFILER_ANALYSIS_INPUT_PIPELINE_END_H_

#include <string_view>

namespace profiler {

// How the names of transformations of tf.data that prefetch begin.
inline constexpr std::string_view kPrefetch = "Prefetch";

// The last stage of a pipeline that does more than pass elements on, by the name of one of its
// iterators: "Prefetch" for "Iterator::Root::FiniteTake::Prefetch::Map[0]". Empty if the name has
// none, or is of no iterator.
std::string_view LastStage(std::string_view iterator);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_PIPELINE_END_H_
