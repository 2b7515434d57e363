#include "profiler/store/derive/repeated_samples.h"

#include <cstring>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"

namespace profiler {
namespace {

uint64_t BitsOf(double value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// Returns for each value whether an equal value precedes it at the same time. Empty if there are no
// repeated values.
std::vector<char> FindRepeated(const Series& series) {
  std::vector<char> repeated;
  absl::flat_hash_set<uint64_t> here;  // the values at one time, if there are several
  for (size_t i = 1; i < series.size(); ++i) {
    if (series.time[i] != series.time[i - 1] || series.time[i] == kUnknown) {
      here.clear();
      continue;
    }
    if (here.empty()) here.insert(BitsOf(series.value[i - 1]));
    if (here.insert(BitsOf(series.value[i])).second) continue;
    repeated.resize(series.size());
    repeated[i] = 1;
  }
  return repeated;
}

}  // namespace

RepeatedSamples DropRepeatedSamples(Profile& profile) {
  RepeatedSamples dropped;
  SampleTimes before;  // series that share times before mostly share them again after
  for (uint32_t s = 0; s < profile.series.size(); ++s) {
    Series& series = profile.series[s];
    const std::vector<char> repeated = FindRepeated(series);
    if (repeated.empty()) continue;
    if (dropped.count == 0) dropped.first_series = s;
    SampleTimes time = SampleTimes::Beside(before);
    std::vector<double> value;
    for (size_t i = 0; i < series.size(); ++i) {
      if (repeated[i] != 0) {
        ++dropped.count;
        continue;
      }
      time.Append(series.time[i]);
      value.push_back(series.value[i]);
    }
    before = time;
    series.time = std::move(time);
    series.value = std::move(value);
  }
  for (Series& series : profile.series) series.time.Freeze();
  return dropped;
}

}  // namespace profiler
