#include "profiler/export/timeline/graph/timeline_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

constexpr Int128 kFromTheStart = -(static_cast<Int128>(1) << 126);
// tfprof drops samples that follow the previous one after a shorter interval.
constexpr Int128 kLeastDistance = 100 * static_cast<Int128>(kPicosPerMicro);
constexpr int kMostShown = 10;

// The ops that hold memory, in descending order of bytes.
class Holders {
 public:
  explicit Holders(const Profile& profile) : profile_(profile) {}

  void Add(OpId op, Int128 delta) {
    Int128& bytes = bytes_[op];
    if (bytes > 0) by_size_.erase(KeyOf(op, bytes));
    bytes += delta;
    if (bytes > 0) by_size_.insert(KeyOf(op, bytes));
  }

  // The largest holders in tfprof's format, without those larger than the rest of `bytes`.
  TraceArgs Top(int64_t bytes) const {
    Int128 rest = bytes;
    std::vector<std::string> shown;
    auto next = by_size_.begin();
    while (shown.size() < kMostShown) {
      const Key fits{-rest, {}, OpId(0)};
      if (next == by_size_.end()) break;
      if (*next < fits) next = by_size_.lower_bound(fits);
      if (next == by_size_.end()) break;
      const auto& [negative, name, op] = *next++;
      shown.push_back(fmt::format("{:g} MB from {}", static_cast<double>(-negative) / 1e6, name));
      rest += negative;
    }
    TraceArgs args;
    args.Text("Not Displayed", fmt::format("{:.2f} MB", static_cast<double>(rest) / 1e6));
    for (size_t i = 0; i < kMostShown; ++i) {
      if (i == 0 && shown.empty()) continue;
      args.Text(fmt::format("Top Allocation {:02}", i), i < shown.size() ? shown[i] : "N/A");
    }
    return args;
  }

 private:
  using Key = std::tuple<Int128, std::string_view, OpId>;
  Key KeyOf(OpId op, Int128 bytes) const {
    return {-bytes, profile_.strings[profile_.ops.row[op].name], op};
  }

  const Profile& profile_;
  absl::flat_hash_map<OpId, Int128> bytes_;
  std::set<Key> by_size_;
};

}  // namespace

MemoryDrawer::MemoryDrawer(const TimelineSource& source, TraceWriter& writer,
                           TimelineProcesses& processes)
    : source_(source), profile_(source.profile), writer_(writer), processes_(processes) {
  Collect();
}

void MemoryDrawer::Collect() {
  TakeSamples();
  TakeChanges();
  for (auto it = devices_.begin(); it != devices_.end();) {
    Device& device = it->second;
    for (const auto& [number, series] : device.steps) {
      for (const Sample& sample : series.samples) {
        device.peak = std::max(device.peak, sample.bytes);
      }
    }
    // The allocators of most hosts do not report their memory.
    const bool is_unused = device.is_cpu && device.peak == 0;
    it = is_unused ? devices_.erase(it) : std::next(it);
  }
}

MemoryDrawer::Series* MemoryDrawer::SeriesOf(DeviceId id, StepId step) {
  if (!id.valid() || !step.valid()) return nullptr;
  const StepRow& row = profile_.steps[step];
  std::string name(profile_.strings[profile_.devices[id].name]);
  const auto [it, is_new] = devices_.try_emplace({std::move(name), id});
  if (is_new) {
    it->second.source = row.source;
    it->second.is_cpu = profile_.devices[id].kind == DeviceKind::kCpu;
  }
  return &it->second.steps[row.number];
}

void MemoryDrawer::TakeSamples() {
  PackedTable<SnapshotId, SnapshotRow>::Reader snapshots(profile_.snapshots);
  for (SnapshotId id : source_.part.snapshots) {
    const SnapshotRow& row = snapshots[id.row()];
    if (!row.op.valid() || !source_.ops.Has(row.op)) continue;
    Series* series = SeriesOf(row.device, row.step);
    if (series == nullptr) continue;
    if (row.time != kUnknown && row.allocator_bytes_in_use != kUnknown) {
      const SourceId from = profile_.steps[row.step].source;
      series->samples.push_back({source_.clock.At(from, row.time), source_.ops.RankOf(row.op),
                                 row.allocator_bytes_in_use});
    }
    const int64_t held = row.accelerator_persistent_bytes;
    if (held != kUnknown && held != 0) series->changes.push_back({kFromTheStart, row.op, held});
  }
}

void MemoryDrawer::TakeChanges() {
  for (uint32_t i : source_.part.allocations) {
    const AllocationRow& row = profile_.allocations[i];
    if (!row.op.valid() || !source_.ops.Has(row.op) || row.delta == kUnknown) continue;
    Series* series = SeriesOf(row.device, row.step);
    if (series == nullptr) continue;
    const SourceId from = profile_.steps[row.step].source;
    // The total in run metadata covers only these allocators.
    const std::string_view allocator = profile_.strings[row.allocator];
    if (IsTensorFlowRun(profile_.sources[from]) && allocator.find("GPU") == std::string_view::npos)
      continue;
    const Int128 time = row.time == kUnknown ? kFromTheStart : source_.clock.At(from, row.time);
    series->changes.push_back({time, row.op, row.delta});
  }
}

void MemoryDrawer::NameProcesses() {
  for (auto& [key, device] : devices_) {
    const std::string name =
        fmt::format("mem usage on:{}{}", key.first, source_.groups.PlaceText(device.source));
    const auto sort_key = [&, from = device.source, id = key.second](std::string_view rest) {
      return source_.groups.SortKey(from, id, rest);
    };
    device.pid = processes_.Add(name, sort_key("2"));
    processes_.Add(name + " allocations", sort_key("3"));
  }
}

void MemoryDrawer::Draw() {
  for (auto& [key, device] : devices_) {
    for (auto& [number, series] : device.steps) DrawSeries(device.pid, series);
  }
}

void MemoryDrawer::DrawSeries(int64_t pid, Series& series) {
  std::stable_sort(series.samples.begin(), series.samples.end(),
                   [](const Sample& a, const Sample& b) {
                     return std::tie(a.time, a.rank) < std::tie(b.time, b.rank);
                   });
  std::stable_sort(series.changes.begin(), series.changes.end(),
                   [](const Change& a, const Change& b) { return a.time < b.time; });
  Holders holders(profile_);
  auto change = series.changes.begin();
  Int128 last_drawn = kFromTheStart;
  for (size_t i = 0; i < series.samples.size(); ++i) {
    const Sample& sample = series.samples[i];
    // If several samples have the same time, the last one is drawn.
    if (i + 1 < series.samples.size() && series.samples[i + 1].time == sample.time) continue;
    if (sample.time - last_drawn < kLeastDistance) continue;
    last_drawn = sample.time;
    for (; change != series.changes.end() && change->time < sample.time; ++change) {
      holders.Add(change->op, change->delta);
    }
    writer_.Counter(pid, sample.time, "Memory", "Allocated Bytes",
                    TraceArgs().Integer("Allocator Bytes in Use", sample.bytes));
    writer_.Counter(pid + 1, sample.time, "Memory", "Top Allocations", holders.Top(sample.bytes));
  }
}

std::vector<MemoryDrawer::Peak> MemoryDrawer::Peaks() const {
  std::vector<Peak> peaks;
  for (const auto& [key, device] : devices_) {
    if (!device.is_cpu) peaks.push_back({key.first, device.peak});
  }
  return peaks;
}

}  // namespace profiler
