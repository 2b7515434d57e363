#include "profiler/open/hosts_of_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/base/int128.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

using GpuMetric = std::pair<std::string_view, std::string_view>;  // names of the GPU and its metric

// A table without hosts that has metrics of GPUs.
struct GpuTable {
  Profile* part = nullptr;
  std::string_view path;
  std::map<GpuMetric, const Series*> series;
  std::set<std::string_view> metrics;
};

bool MayBeOfAnyHost(const Profile& part) {
  const auto& sources = part.sources.values();
  return !sources.empty() && std::all_of(sources.begin(), sources.end(), [&](const SourceRow& one) {
    return one.is_beside_profile && part.strings[one.host].empty() && RecordsWallClock(one);
  });
}

std::vector<GpuTable> TablesWithoutHost(std::vector<Profile>& parts) {
  std::vector<GpuTable> tables;
  for (Profile& part : parts) {
    if (!MayBeOfAnyHost(part)) continue;
    GpuTable table = {&part, part.strings[part.sources[SourceId(0)].path], {}, {}};
    for (const Series& series : part.series) {
      if (!series.device.valid() || !series.source.valid()) continue;
      const DeviceRow& device = part.devices[series.device];
      if (device.kind != DeviceKind::kGpu || !part.strings[device.host].empty()) continue;
      const std::string_view metric = part.strings[part.metrics[series.metric].name];
      table.series.try_emplace({part.strings[device.name], metric}, &series);
      table.metrics.insert(metric);
    }
    if (!table.series.empty()) tables.push_back(std::move(table));
  }
  std::sort(tables.begin(), tables.end(),
            [](const GpuTable& a, const GpuTable& b) { return a.path < b.path; });
  return tables;
}

struct Compared {
  size_t same = 0, other = 0;

  bool are_unlike() const {
    constexpr size_t kLeastPart = 10;
    return other > 0 && kLeastPart * other >= same + other;
  }
  // Whether more values will hardly say otherwise. Jobs on many hosts have many pairs of tables.
  bool are_clear() const {
    constexpr size_t kMany = 100;
    return other >= kMany && are_unlike();
  }
};

// The index of the first known value after that time or, with `or_at`, at it.
size_t FirstAfter(const Profile& profile, const Series& series, Int128 time, bool or_at) {
  const auto is_until = [&](int64_t own) {
    if (own == kUnknown) return true;  // these come first
    const Int128 at = profile.time_axis.At(series.source, own);
    return or_at ? at < time : at <= time;
  };
  const auto found = std::partition_point(series.time.begin(), series.time.end(), is_until);
  return static_cast<size_t>(found - series.time.begin());
}

// Each value of `b` within the time of `a` with the last one of `a` until then, until it is clear
// whether they are alike.
void Compare(const Profile& of_a, const Series& a, const Profile& of_b, const Series& b,
             Compared& compared) {
  const auto at_a = [&](size_t index) { return of_a.time_axis.At(a.source, a.time[index]); };
  const auto known = static_cast<size_t>(std::upper_bound(a.time.begin(), a.time.end(), kUnknown) -
                                         a.time.begin());
  if (known == a.size()) return;
  size_t next = known;
  for (size_t i = FirstAfter(of_b, b, at_a(known), true); i < b.size(); ++i) {
    const Int128 time = of_b.time_axis.At(b.source, b.time[i]);
    if (next == known) next = FirstAfter(of_a, a, time, false);
    while (next < a.size() && at_a(next) <= time) ++next;
    if (next == a.size() || compared.are_clear()) return;
    ++(a.value[next - 1] == b.value[i] ? compared.same : compared.other);
  }
}

// Whether values at the same time show that the tables are of two hosts. Other tools record other
// metrics, so one may be of the same host. Copies of a table have the same values.
bool AreOfTwoHosts(const GpuTable& a, const GpuTable& b) {
  if (a.metrics != b.metrics) return false;
  Compared compared;
  for (const auto& [metric, series] : b.series) {
    const auto same = a.series.find(metric);
    if (same != a.series.end()) Compare(*a.part, *same->second, *b.part, *series, compared);
    if (compared.are_clear()) return true;
  }
  return compared.are_unlike();
}

using Host = std::vector<const GpuTable*>;

// How many characters at both ends of the paths are equal.
size_t Likeness(std::string_view a, std::string_view b) {
  const auto front = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  const auto back = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin();
  return static_cast<size_t>(front + back);
}

std::vector<Host> HostsOf(const std::vector<GpuTable>& tables) {
  std::vector<Host> hosts;
  for (const GpuTable& table : tables) {
    Host* its = nullptr;
    for (Host& host : hosts) {
      const bool is_other = std::any_of(host.begin(), host.end(), [&](const GpuTable* one) {
        return AreOfTwoHosts(*one, table);
      });
      if (is_other) continue;
      const bool is_liker = its == nullptr || Likeness(host.front()->path, table.path) >
                                                  Likeness(its->front()->path, table.path);
      if (is_liker) its = &host;
    }
    if (its == nullptr) its = &hosts.emplace_back();
    its->push_back(&table);
  }
  return hosts;
}

std::string_view PathOfFolder(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

// The name of the file or folder without what is before it, and without the ends of names of
// tables.
std::string_view BareName(std::string_view path) {
  path = path.substr(path.rfind('/') + 1);
  for (const std::string_view end : {".gz", ".zst", ".csv", ".tsv", ".txt", ".json", ".jsonl"}) {
    if (path.size() > end.size() && path.ends_with(end)) path.remove_suffix(end.size());
  }
  return path;
}

// By the files' names, or where these are equal by their folders'.
std::vector<std::string> NamesOf(const std::vector<Host>& hosts) {
  std::vector<std::string> names;
  for (const auto& name_of : {+[](std::string_view path) { return BareName(path); },
                              +[](std::string_view path) { return BareName(PathOfFolder(path)); },
                              +[](std::string_view path) { return path; }}) {
    names.clear();
    for (const Host& host : hosts) names.emplace_back(name_of(host.front()->path));
    const std::set<std::string_view> unlike(names.begin(), names.end());
    if (unlike.size() == names.size() && !unlike.contains("")) break;
  }
  return names;
}

void NameHost(std::string_view name, Profile& part) {
  const StringId host = part.strings.Intern(name);
  for (uint32_t s = 0; s < part.sources.size(); ++s) part.sources[SourceId(s)].host = host;
  for (uint32_t d = 0; d < part.devices.size(); ++d) {
    DeviceRow& device = part.devices[DeviceId(d)];
    if (!part.strings[device.host].empty()) continue;
    device.host = host;
    device.name = part.strings.Intern(fmt::format("{}/{}", name, part.strings[device.name]));
  }
}

}  // namespace

void NameHostsByFile(std::vector<Profile>& parts) {
  const std::vector<GpuTable> tables = TablesWithoutHost(parts);
  const std::vector<Host> hosts = HostsOf(tables);
  if (hosts.size() < 2) return;
  const std::vector<std::string> names = NamesOf(hosts);
  for (size_t h = 0; h < hosts.size(); ++h) {
    for (const GpuTable* table : hosts[h]) NameHost(names[h], *table->part);
  }
}

}  // namespace profiler
