#include "profiler/views/launches.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/base/status.h"
#include "profiler/views/device_walk.h"
#include "profiler/views/launched_by.h"
#include "profiler/views/table.h"
#include "profiler/views/table_row.h"

namespace profiler {
namespace {

struct Launches {
  StringId op;
  int64_t calls = 0, kernels = 0, short_kernels = 0;
  Int128 call_time = 0, kernel_time = 0, delay = 0;
  int64_t longest_delay = 0;
};

class Table {
 public:
  explicit Table(const Profile& profile) : profile_(profile), launched_by_(profile) {}

  void Add(TrackId track, uint32_t e) {
    const EventId call = launched_by_(track, e);
    if (!call.valid()) {
      ++without_call_;
      return;
    }
    const Events& events = profile_.events[track];
    const Events& calls = profile_.events[call.track];
    Launches& launches = Find(OpOfEvent(profile_, events, e));
    const int64_t call_time = calls.duration[call.row], time = events.duration[e];
    ++launches.kernels;
    launches.kernel_time += time;
    if (time < call_time) ++launches.short_kernels;
    // One call may start a whole graph of kernels.
    if (seen_.insert({call.track, call.row}).second) {
      ++launches.calls;
      launches.call_time += call_time;
    }
    const int64_t delay =
        std::max<int64_t>(events.begin[e] - (calls.begin[call.row] + call_time), 0);
    launches.delay += delay;
    launches.longest_delay = std::max(launches.longest_delay, delay);
  }

  // What costs the host most first, then by name.
  std::vector<Launches> Sorted() && {
    std::sort(rows_.begin(), rows_.end(), [this](const Launches& a, const Launches& b) {
      if (a.call_time != b.call_time) return a.call_time > b.call_time;
      return profile_.strings[a.op] < profile_.strings[b.op];
    });
    return std::move(rows_);
  }
  int64_t without_call() const { return without_call_; }

 private:
  Launches& Find(StringId op) {
    const auto [it, is_new] = index_.try_emplace(op, rows_.size());
    if (is_new) {
      rows_.emplace_back();
      rows_.back().op = op;
    }
    return rows_[it->second];
  }

  const Profile& profile_;
  const LaunchedBy launched_by_;
  absl::flat_hash_map<StringId, size_t> index_;
  absl::flat_hash_set<std::pair<TrackId, uint32_t>> seen_;
  std::vector<Launches> rows_;
  int64_t without_call_ = 0;
};

void AddRow(const Profile& profile, const Launches& launches, Report& report) {
  const std::string_view name = launches.op.valid() ? profile.strings[launches.op] : "<no op>";
  TableRow row(report, name);
  row.Number(launches.calls).Number(launches.kernels);
  row.Number(launches.call_time).Number(launches.kernel_time);
  row.Number(launches.delay / launches.kernels).Number(launches.longest_delay);
  row.Number(launches.short_kernels);
  row.Real(static_cast<double>(launches.short_kernels) / static_cast<double>(launches.kernels));
}

}  // namespace

std::vector<ReportColumn> LaunchesColumns() {
  using enum ColumnType;
  return {
      TableColumn("calls", kNumber, Unit::kCount, "calls",
                  "Calls on the host that started work on an accelerator for it."),
      TableColumn("kernels", kNumber, Unit::kCount, "kernels", "The work that they started."),
      TableColumn("call_us", kNumber, Unit::kMicros, "call time", "The calls' time, added up."),
      TableColumn("kernel_us", kNumber, Unit::kMicros, "kernel time",
                  "The time of that work, added up."),
      TableColumn("delay_avg_us", kNumber, Unit::kMicros, "mean delay",
                  "From the end of a call to the begin of its work, 0 where it began before."),
      TableColumn("delay_max_us", kNumber, Unit::kMicros, "longest delay", "The longest of them."),
      TableColumn("short_kernels", kNumber, Unit::kCount, "short kernels",
                  "Work that took less time than the call that started it: where most is so, the "
                  "host is what limits."),
      TableColumn("short_share", kReal, Unit::kShare, "short share", "short_kernels / kernels."),
  };
}

absl::StatusOr<Report> LaunchesView(const Profile& profile, const Query& query,
                                    RunContext& context) {
  Table table(profile);
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      profile, query, [&](TrackId track, uint32_t event) { table.Add(track, event); }, context));
  Report report = StartTable("launches", "Launches", "the op", LaunchesColumns());
  const int64_t without_call = table.without_call();
  for (const Launches& launches : std::move(table).Sorted()) AddRow(profile, launches, report);
  if (without_call > 0) {
    report.notes.push_back({"work_without_launch", Severity::kInfo,
                            "work on accelerators whose launch was not recorded is left out: " +
                                std::to_string(without_call)});
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  return report;
}

}  // namespace profiler
