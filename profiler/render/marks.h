// Bars and sparklines, in characters.
#ifndef PROFILER_RENDER_MARKS_H_
#define PROFILER_RENDER_MARKS_H_

#include <cstddef>
#include <string>
#include <vector>

namespace profiler {

// A bar whose length is `share` (0..1) of `cells` columns; with `unicode` it is exact to 1/8
// column. Empty if the share is unknown.
std::string ShareBar(double share, size_t cells, bool unicode);

// One mark per value. Its height shows the value on a scale from zero (or the minimum, if negative)
// to the maximum. An unknown value is a gap. If there are more than `cells` values, each mark is
// the mean of several. With `from_least` the scale begins at the least value, and spans at least a
// tenth of the greatest, so that noise does not fill it.
std::string Sparkline(const std::vector<double>& values, size_t cells, bool unicode,
                      bool from_least = false);
inline constexpr size_t kWidestSparkline = 80;  // cells, in tables that do not fit a terminal

}  // namespace profiler

#endif  // PROFILER_RENDER_MARKS_H_
