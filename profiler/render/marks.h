// Pictures of numbers, in characters.
#ifndef PROFILER_RENDER_MARKS_H_
#define PROFILER_RENDER_MARKS_H_

#include <cstddef>
#include <string>
#include <vector>

namespace profiler {

// As much of `cells` columns as `share`, 0..1, of them; to an eighth of one with `unicode`. Nothing
// for what is not known.
std::string ShareBar(double share, size_t cells, bool unicode);

// A mark per value, the higher the greater, from zero (or the least, where some are negative) to
// the greatest. A value that is not known is a gap. More than `cells` values: the means of runs of
// them.
std::string Sparkline(const std::vector<double>& values, size_t cells, bool unicode);

}  // namespace profiler

#endif  // PROFILER_RENDER_MARKS_H_
