#include "profiler/analysis/metrics/ends/ended_nodes.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/ends/mean_in.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

constexpr int64_t kLeastAfter = 120'000'000'000'000;  // picoseconds
constexpr size_t kLeastSamplesOfNode = 60;

// The samples of a node.
struct SampledNode {
  std::string_view node;
  int64_t first = 0, last = 0;  // from the profile's start
  size_t samples = 0;           // of the series that has most

  Int128 tick() const { return (Int128{last} - first) / static_cast<int64_t>(samples); }
};

// Sorted by their last samples.
std::vector<SampledNode> SampledNodesOf(const Profile& profile,
                                        const std::vector<MetricSeries>& series) {
  std::vector<SampledNode> nodes;
  for (const MetricSeries& one : series) {
    const Series& values = *one.series;
    const auto known = std::partition_point(values.time.begin(), values.time.end(),
                                            [](int64_t at) { return at == kUnknown; });
    if (known == values.time.end()) continue;
    const SampledNode of_series = {one.node, TimeFromStart(profile, values.source, *known),
                                   TimeFromStart(profile, values.source, values.time.back()),
                                   static_cast<size_t>(values.time.end() - known)};
    if (nodes.empty() || nodes.back().node != one.node) {
      nodes.push_back(of_series);
      continue;
    }
    SampledNode& node = nodes.back();
    node.first = std::min(node.first, of_series.first);
    node.last = std::max(node.last, of_series.last);
    node.samples = std::max(node.samples, of_series.samples);
  }
  std::stable_sort(nodes.begin(), nodes.end(),
                   [](const SampledNode& a, const SampledNode& b) { return a.last < b.last; });
  return nodes;
}

// How many of the nodes end before the longest time in which no node does.
size_t CountEnded(const std::vector<SampledNode>& nodes) {
  size_t ended = 0;
  Int128 longest = 0;
  for (size_t i = 1; i < nodes.size(); ++i) {
    const Int128 between = Int128{nodes[i].last} - nodes[i - 1].last;
    if (between > longest) {
      longest = between;
      ended = i;
    }
  }
  return ended;
}

// Whether the first `ended` nodes were sampled like the others until they end, minutes before.
bool EndEarly(const std::vector<SampledNode>& nodes, size_t ended) {
  if (ended == 0 || 2 * ended >= nodes.size()) return false;
  const Int128 last = nodes[ended - 1].last;
  const Int128 after = nodes[ended].last - last;
  if (after < kLeastAfter || 4 * (last - nodes.front().last) > after) return false;
  // Clocks that are set apart move the begin, too.
  const auto by_first = [](const SampledNode& a, const SampledNode& b) {
    return a.first < b.first;
  };
  const auto [first, latest] = std::minmax_element(nodes.begin(), nodes.end(), by_first);
  if (4 * (Int128{latest->first} - first->first) > after) return false;
  return std::all_of(nodes.begin(), nodes.end(), [&](const SampledNode& node) {
    return node.samples >= kLeastSamplesOfNode &&
           after >= static_cast<int64_t>(kLeastSamplesOfNode) * node.tick();
  });
}

// What the nodes that go on do before and after a time.
struct OthersThen {
  MeanIn network_before, network_then, use;

  void Add(const Profile& profile, const MetricSeries& series, const Interval& before,
           const Interval& then) {
    if (series.kind == "network") {
      network_before.Add(profile, *series.series, before);
      network_then.Add(profile, *series.series, then);
    } else if (series.dimension == kGpuUtilization) {
      MeanIn use_before;
      use_before.Add(profile, *series.series, before);
      if (use_before.Get().value_or(0) > 0) use.Add(profile, *series.series, then);
    }
  }
  // Whether they wait for what never comes.
  bool Hang() const {
    constexpr double kUsed = 50, kFarLess = 0.1, kLeastTraffic = 1e5;
    const double before = network_before.Get().value_or(0);
    return before >= kLeastTraffic && network_then.Get().value_or(before) <= kFarLess * before &&
           use.Get().value_or(0) >= kUsed;
  }
};

}  // namespace

std::optional<EndedNodes> FindEndedNodes(const Profile& profile,
                                         const std::vector<MetricSeries>& series,
                                         const JobTimes& job) {
  const std::vector<SampledNode> nodes = SampledNodesOf(profile, series);
  const size_t ended = CountEnded(nodes);
  const std::optional<JobSpan> steps = job.Steps();
  if (!EndEarly(nodes, ended) || !steps.has_value()) return std::nullopt;
  const Int128 last = nodes[ended - 1].last, until = nodes.back().last;
  const Int128 about = (nodes[ended].last - last) / 4;
  if (steps->end < last - about || steps->end > last + about) return std::nullopt;
  const Interval before = IntervalOf({last - 4 * about, last});
  const Interval then = IntervalOf({last + about, until});
  EndedNodes found;
  std::set<std::string_view> gone;
  for (size_t i = 0; i < ended; ++i) {
    gone.insert(nodes[i].node);
    found.nodes.emplace_back(nodes[i].node);
  }
  OthersThen others;
  for (const MetricSeries& one : series) {
    if (!gone.contains(one.node)) others.Add(profile, one, before, then);
  }
  if (!others.Hang()) return std::nullopt;
  found.others = nodes.size() - ended;
  found.last = static_cast<int64_t>(last);
  found.after = IntervalOf({0, until - last}).end;
  found.use_of_others = *others.use.Get();
  found.before = *others.network_before.Get();
  found.then = *others.network_then.Get();
  return found;
}

}  // namespace profiler
