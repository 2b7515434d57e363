#ifndef PROFILER_COMPARE_PAGE_SHAPE_USE_H_
#define PROFILER_COMPARE_PAGE_SHAPE_USE_H_

#include <string>
#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// How two profiles differ in the input shapes of the ops of one name, and in how often these ran;
// both texts are empty if they do not. Of several shapes the ones that differ are shown, with their
// share of the runs.
struct ShapeDifference {
  std::string base, next;
};
ShapeDifference CompareShapes(const Profile& base, std::string_view base_name, const Profile& next,
                              std::string_view name);
// The same of an op that has no shape in common in both, and on each side few, or the same ones in
// nearly each step: as of another batch, and not of sequences of any length. Of several shapes that
// run as often those are shown that are most alike.
ShapeDifference CompareFewShapes(const Profile& base, const Profile& next, std::string_view name);
// How they differ in the types of these inputs, e.g. "float" and "BFloat16", likewise.
ShapeDifference CompareTypes(const Profile& base, std::string_view base_name, const Profile& next,
                             std::string_view name);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SHAPE_USE_H_
