#include "profiler/render/marks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace profiler {
namespace {

constexpr std::string_view kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
constexpr std::string_view kLevels[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::string_view kAsciiLevels[] = {"_", ".", ":", "-", "=", "+", "*", "#"};

// The mean of the known values, or NaN.
double MeanOf(const std::vector<double>& values, size_t begin, size_t end) {
  double sum = 0;
  size_t known = 0;
  for (size_t i = begin; i < end; ++i) {
    if (!std::isfinite(values[i])) continue;
    sum += values[i];
    ++known;
  }
  return known == 0 ? std::nan("") : sum / static_cast<double>(known);
}

std::vector<double> Resample(const std::vector<double>& values, size_t count) {
  count = std::min(count, values.size());
  std::vector<double> means;
  for (size_t i = 0; i < count; ++i) {
    means.push_back(MeanOf(values, i * values.size() / count, (i + 1) * values.size() / count));
  }
  return means;
}

}  // namespace

std::string ShareBar(double share, size_t cells, bool unicode) {
  if (!std::isfinite(share) || share <= 0) return "";
  const size_t steps = unicode ? 8 : 1;
  const auto filled =
      static_cast<size_t>(std::lround(std::min(share, 1.0) * static_cast<double>(cells * steps)));
  std::string bar;
  for (size_t i = 0; i < filled / steps; ++i) bar += unicode ? "█" : "#";
  if (unicode) bar += kEighths[filled % steps];
  return bar;
}

std::string Sparkline(const std::vector<double>& values, size_t cells, bool unicode,
                      bool from_least) {
  constexpr double kLeastSpan = 0.1;  // of the greatest value
  const std::vector<double> means = Resample(values, cells);
  double least = from_least ? std::numeric_limits<double>::infinity() : 0,
         greatest = -std::numeric_limits<double>::infinity();
  for (const double value : means) {
    if (std::isnan(value)) continue;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  const double span = std::max(greatest - least, from_least ? kLeastSpan * std::abs(greatest) : 0);
  std::string line;
  for (const double value : means) {
    if (std::isnan(value)) {
      line += ' ';
      continue;
    }
    double height = span > 0 ? (value - least) / span : 0;
    if (!std::isfinite(height)) height = 0;  // the scale overflows for the largest doubles
    const auto level = static_cast<size_t>(std::clamp(std::lround(height * 7), 0L, 7L));
    line += unicode ? kLevels[level] : kAsciiLevels[level];
  }
  return line;
}

}  // namespace profiler
