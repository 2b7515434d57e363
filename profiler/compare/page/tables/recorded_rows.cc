#include "profiler/compare/page/tables/recorded_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/analysis/metrics/metric_rows.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/compare/kept_memory.h"
#include "profiler/compare/page/tables/diff_table.h"
#include "profiler/compare/stats/false_discovery.h"
#include "profiler/compare/stats/median.h"

namespace profiler {
namespace {

// Sizes and metrics are neither slow nor fast.
Verdict WithoutSpeed(Verdict verdict) {
  if (verdict == Verdict::kSlower) return Verdict::kHigher;
  return verdict == Verdict::kFaster ? Verdict::kLower : verdict;
}

// Of an allocator in each run.
struct Peaks {
  std::vector<double> values;
  std::vector<const MemoryUse*> uses;
};
using PeaksByPlace = std::map<std::string, Peaks>;

// Of what is in use, or of all that allocators got from their devices: that is what runs out.
enum class PeakOf : uint8_t { kInUse, kReserved };

PeaksByPlace PeaksOf(const Side& side, PeakOf of) {
  const Profile& profile = side.profile();
  PeaksByPlace peaks;
  for (const MemoryUse& use : side.memory.uses) {
    const Value peak = of == PeakOf::kInUse ? use.peak : use.reserved_peak;
    if (!use.device.valid() || peak == kAbsent) continue;
    std::string place(profile.strings[profile.devices[use.device].name]);
    const int64_t rank = use.source.valid() ? profile.sources[use.source].rank : kUnknown;
    if (rank != kUnknown) place += fmt::format(" of rank {}", rank);
    if (use.allocator.valid()) place += fmt::format(", {}", profile.strings[use.allocator]);
    if (of == PeakOf::kReserved) place += ", reserved by the allocator";
    peaks[place].values.push_back(static_cast<double>(peak));
    peaks[place].uses.push_back(&use);
  }
  return peaks;
}

// Whether a side whose recording lacks what was allocated before it may have had as much.
bool MayBeOfBefore(const Comparison& comparison, const Change& change, const Peaks& base,
                   const Peaks& next) {
  const double kept = change.delta > 0 ? MaybeKeptBefore(base.uses, next.uses)
                                       : MaybeKeptBefore(next.uses, base.uses);
  const double least = comparison.tolerance() * std::min(change.base, change.next);
  return kept > 0 && std::abs(change.delta) - kept <= least;
}

Change ChangeOfPeak(const Comparison& comparison, const Peaks& base, const Peaks& next) {
  if (base.values.empty()) return comparison.Added(next.values);
  if (next.values.empty()) return comparison.Removed(base.values);
  Change change;
  change.base = MedianOf(base.values);
  change.next = MedianOf(next.values);
  change.delta = change.low = change.high = change.next - change.base;
  change.p_value = 0;  // nothing varies
  comparison.Judge(change);
  change.verdict = WithoutSpeed(change.verdict);
  if (change.is_changed() && MayBeOfBefore(comparison, change, base, next)) {
    change.verdict = Verdict::kUnclear;
  }
  return change;
}

std::vector<double> SampledValues(const Side& side, const MetricRowOf& row) {
  std::vector<double> values;
  for (const auto& [time, value] : SamplesOf(side.profile(), row)) values.push_back(value);
  return values;
}

// Which host of the new profile each host of either side counts as; empty where hosts are no part
// of a row's key.
struct ComparedHosts {
  std::map<std::string, std::string> of_base, of_next;
  bool are_several = false;  // of a side
};

// Of several hosts each is compared with the one of its name, if there is one. The base may have
// run on others: of one run each, as many are compared in their order. Else all are pooled.
ComparedHosts HostsToCompare(const Side& base, const std::vector<MetricRowOf>& base_rows,
                             const Side& next, const std::vector<MetricRowOf>& new_rows) {
  std::set<std::string> base_hosts, new_hosts;
  for (const MetricRowOf& row : base_rows) base_hosts.insert(row.node);
  for (const MetricRowOf& row : new_rows) new_hosts.insert(row.node);
  const bool are_runs =
      RunsOf(base.profile()).are_several() || RunsOf(next.profile()).are_several();
  ComparedHosts hosts;
  hosts.are_several = std::max(base_hosts.size(), new_hosts.size()) > 1;
  if (!hosts.are_several) return hosts;
  for (const std::string& host : new_hosts) {
    if (base_hosts.contains(host)) hosts.of_base[host] = hosts.of_next[host] = host;
  }
  if (!hosts.of_next.empty()) return hosts;
  if (base_hosts.size() != new_hosts.size() || are_runs) return hosts;
  auto host_of_base = base_hosts.begin();
  for (const std::string& host : new_hosts) {
    hosts.of_next[host] = host;
    hosts.of_base[*host_of_base++] = host;
  }
  return hosts;
}

// `hosts` are those of the row's side. Without them the host is no part of the key.
std::string MetricKey(const std::map<std::string, std::string>& hosts, const MetricRowOf& row) {
  const auto host = hosts.find(row.node);
  return fmt::format("{}|{}|{}|{}|{}", host == hosts.end() ? "" : host->second, row.kind, row.name,
                     row.dimension, row.unit);
}

// "algo-2/gpu0: GPUUtilization".
std::string MetricTitle(const ComparedHosts& hosts, const MetricRowOf& row) {
  const std::string pooled = hosts.are_several ? "all hosts/" : "";
  std::string title = hosts.of_next.empty() ? pooled : row.node + "/";
  title += row.title();
  const bool is_other = !row.name.empty() && !row.dimension.empty() && row.dimension != row.name;
  return is_other ? fmt::format("{}: {}", title, row.dimension) : title;
}

}  // namespace

DiffRow& RecordedRows::Add(std::string name, std::string type) {
  DiffRow& row = rows_.emplace_back();
  row.name = names_.emplace_back(std::move(name));
  row.type = names_.emplace_back(std::move(type));
  return row;
}

RecordedRows CompareMemory(const Comparison& comparison, const Side& base, const Side& next) {
  const PeaksByPlace base_peaks = PeaksOf(base, PeakOf::kInUse);
  const PeaksByPlace new_peaks = PeaksOf(next, PeakOf::kInUse);
  RecordedRows of;
  const Peaks none;
  const auto add = [&](const std::string& place, const Peaks& before, const Peaks& now) {
    of.Add(place).change = ChangeOfPeak(comparison, before, now);
  };
  for (const auto& [place, peaks] : new_peaks) {
    const auto it = base_peaks.find(place);
    add(place, it == base_peaks.end() ? none : it->second, peaks);
  }
  for (const auto& [place, peaks] : base_peaks) {
    if (!new_peaks.contains(place)) add(place, peaks, none);
  }
  // Not all recorders know it: what one side lacks was not removed.
  const PeaksByPlace base_reserved = PeaksOf(base, PeakOf::kReserved);
  for (const auto& [place, peaks] : PeaksOf(next, PeakOf::kReserved)) {
    const auto it = base_reserved.find(place);
    if (it != base_reserved.end()) add(place, it->second, peaks);
  }
  SortByChange(of.rows());
  return of;
}

RecordedRows CompareMetrics(const Side& base, const Side& next, const Query& query) {
  std::map<std::string, std::pair<std::vector<double>, std::vector<double>>> of_key;
  std::map<std::string, MetricRowOf> described;
  const std::vector<MetricRowOf> base_rows = FindMetricRows(*base.selected, query);
  const std::vector<MetricRowOf> new_rows = FindMetricRows(*next.selected, query);
  const ComparedHosts hosts = HostsToCompare(base, base_rows, next, new_rows);
  const auto is_compared = [](const std::map<std::string, std::string>& of_side, const auto& row) {
    return of_side.empty() || of_side.contains(row.node);
  };
  for (const MetricRowOf& row : base_rows) {
    if (!is_compared(hosts.of_base, row)) continue;
    std::vector<double> values = SampledValues(base, row);
    std::vector<double>& all = of_key[MetricKey(hosts.of_base, row)].first;
    all.insert(all.end(), values.begin(), values.end());
  }
  for (const MetricRowOf& row : new_rows) {
    if (!is_compared(hosts.of_next, row)) continue;
    const std::string key = MetricKey(hosts.of_next, row);
    std::vector<double> values = SampledValues(next, row);
    std::vector<double>& all = of_key[key].second;
    all.insert(all.end(), values.begin(), values.end());
    described.emplace(key, row);
  }
  RecordedRows of;
  std::vector<Comparison> comparisons;
  std::vector<double> p_values;
  for (const auto& [key, values] : of_key) {
    if (values.first.empty() || values.second.empty()) continue;
    const MetricRowOf& row_of = described.at(key);
    comparisons.emplace_back(values.first, values.second);
    DiffRow& row = of.Add(MetricTitle(hosts, row_of), row_of.unit);
    row.change = comparisons.back().Of(values.first, values.second);
    p_values.push_back(row.change.p_value);
  }
  const std::vector<double> corrected = CorrectForAll(p_values);
  std::vector<DiffRow>& rows = of.rows();
  for (size_t i = 0; i < rows.size(); ++i) {
    Change& change = rows[i].change;
    change.p_value = corrected[i];
    comparisons[i].Judge(change);
    change.verdict = WithoutSpeed(change.verdict);
  }
  // Those that changed most for what they were come first, as a GPU that is not used any more.
  const auto key = [](const DiffRow& row) {
    const Change& change = row.change;
    const double most = std::max(std::abs(change.base), std::abs(change.next));
    const double part = most > 0 ? std::abs(change.next - change.base) / most : 0;
    return change.is_changed() ? std::pair(0, -part) : std::pair(1, 0.0);
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const DiffRow& a, const DiffRow& b) { return key(a) < key(b); });
  return of;
}

bool HasMetrics(const Side& side, const Query& query) {
  return !FindMetricRows(*side.selected, query).empty();
}

}  // namespace profiler
