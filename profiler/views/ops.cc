#include "profiler/views/ops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/status.h"
#include "profiler/views/op_events.h"
#include "profiler/views/table.h"

namespace profiler {
namespace {

constexpr double kUnknownReal = std::numeric_limits<double>::quiet_NaN();

struct Use {
  bool on_device = false;
  OpId op;
  int64_t occurrences = 0;
  Int128 total = 0, self = 0;
  Int128 flops = 0, bytes = 0;  // summed over the occurrences
  bool has_flops = false, has_bytes = false;
};

// What the user wrote: of an instruction the framework op it came from, where that is known.
OpId WrittenOp(const Profile& profile, OpId op) {
  const OpId framework = profile.ops.row[op].framework_op;
  return framework.valid() ? framework : op;
}

class Table {
 public:
  explicit Table(const Profile& profile) : profile_(profile) {}

  void Add(const OpEvent& event) {
    const OpId op = WrittenOp(profile_, event.op);
    // Runs that are not of one job may have ops of equal names.
    const OpRow& written = profile_.ops.row[op];
    auto [it, is_new] =
        index_.try_emplace({event.on_device, written.name, written.type}, uses_.size());
    if (is_new) {
      uses_.emplace_back();
      uses_.back().on_device = event.on_device;
      uses_.back().op = op;
    }
    Use& use = uses_[it->second];
    // An op that was compiled to several instructions ran as often as the one that ran most.
    const int64_t runs = ++runs_[{event.on_device, event.op}];
    int64_t& most = most_runs_[{event.on_device, op}];
    if (runs > most) {
      most = runs;
      ++use.occurrences;
    }
    use.total += event.duration;
    use.self += event.self;
    const OpRow& row = profile_.ops.row[event.op];
    if (row.float_ops != kUnknown) {
      use.flops += row.float_ops;
      use.has_flops = true;
    }
    if (row.bytes_accessed != kUnknown) {
      use.bytes += row.bytes_accessed;
      use.has_bytes = true;
    }
  }

  // Devices first, what took most time itself first, then by name.
  std::vector<Use> Sorted() && {
    const auto name = [&](const Use& use) {
      return profile_.strings[profile_.ops.row[use.op].name];
    };
    std::sort(uses_.begin(), uses_.end(), [&](const Use& a, const Use& b) {
      if (a.on_device != b.on_device) return a.on_device;
      if (a.self != b.self) return a.self > b.self;
      return name(a) != name(b) ? name(a) < name(b) : a.op < b.op;
    });
    return std::move(uses_);
  }

 private:
  const Profile& profile_;
  absl::flat_hash_map<std::tuple<bool, StringId, StringId>, size_t> index_;
  absl::flat_hash_map<std::pair<bool, OpId>, int64_t> runs_;       // by what ran
  absl::flat_hash_map<std::pair<bool, OpId>, int64_t> most_runs_;  // by what was written
  std::vector<Use> uses_;
};

// Amount per second of self time.
double PerSecond(bool known, Int128 amount, Int128 picos) {
  if (!known || picos <= 0) return kUnknownReal;
  return static_cast<double>(amount) / (static_cast<double>(picos) * 1e-12);
}

// Which of an accelerator's limits an op's intensity meets first.
std::string BoundBy(const Profile& profile, const Use& use) {
  if (!use.on_device || !use.has_flops || !use.has_bytes || use.bytes <= 0) return "";
  for (const DeviceRow& device : profile.devices.values()) {
    if (device.peak_flops_per_second == kUnknown || device.memory_bytes_per_second == kUnknown ||
        device.memory_bytes_per_second == 0) {
      continue;
    }
    const double ridge = static_cast<double>(device.peak_flops_per_second) /
                         static_cast<double>(device.memory_bytes_per_second);
    return static_cast<double>(use.flops) / static_cast<double>(use.bytes) < ridge ? "memory"
                                                                                   : "compute";
  }
  return "";
}

enum Column : size_t {
  kPosition,
  kPlacement,
  kType,
  kOccurrences,
  kTotal,
  kSelf,
  kAverage,
  kShare,
  kCumulative,
  kFlopRate,
  kByteRate,
  kBound,
};

void AddRow(const Profile& profile, const Use& use, int64_t position, Int128 all_self,
            Int128 so_far, Report& report) {
  std::vector<ReportColumn>& columns = report.columns;
  const OpRow& op = profile.ops.row[use.op];
  const std::string name(profile.strings[op.name]), type(profile.strings[op.type]);
  const std::string placement = use.on_device ? "device" : "host";
  report.rows.push_back({name, {placement, type, name}, 0, -1, true});
  const auto share = [all_self](Int128 part) {
    return all_self == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all_self);
  };
  columns[kPosition].own.push_back(position);
  columns[kPlacement].words.push_back(placement);
  columns[kType].words.push_back(type);
  columns[kOccurrences].own.push_back(use.occurrences);
  columns[kTotal].own.push_back(use.total);
  columns[kSelf].own.push_back(use.self);
  columns[kAverage].own.push_back(use.total / use.occurrences);
  columns[kShare].reals.push_back(share(use.self));
  columns[kCumulative].reals.push_back(share(so_far));
  columns[kFlopRate].reals.push_back(PerSecond(use.has_flops, use.flops, use.self));
  columns[kByteRate].reals.push_back(PerSecond(use.has_bytes, use.bytes, use.self));
  columns[kBound].words.push_back(BoundBy(profile, use));
}

}  // namespace

std::vector<ReportColumn> OpsColumns() {
  using enum ColumnType;
  return {
      TableColumn("position", kNumber, Unit::kCount, "rank",
                  "The row's rank among those of its placement, by self time."),
      TableColumn("placement", kText, Unit::kNone, "placement",
                  "Where it ran: on a device (an accelerator) or the host."),
      TableColumn("type", kText, Unit::kNone, "type", "The op's type."),
      TableColumn("occurrences", kNumber, Unit::kCount, "occurrences", "How often it ran."),
      TableColumn("total_us", kNumber, Unit::kMicros, "total",
                  "Its time, ops nested in it included, summed over its occurrences."),
      TableColumn("self_us", kNumber, Unit::kMicros, "self",
                  "The same without the ops nested in it."),
      TableColumn("avg_us", kNumber, Unit::kMicros, "average", "total_us of one occurrence."),
      TableColumn("self_share", kReal, Unit::kShare, "self share",
                  "self_us as a part of all self time of its placement."),
      TableColumn("cumulative_self_share", kReal, Unit::kShare, "cumulative",
                  "self_share of this row and all ranked before it."),
      TableColumn("flops_per_s", kReal, Unit::kFlopsPerSecond, "flop rate",
                  "Float operations per second of self time."),
      TableColumn("bytes_per_s", kReal, Unit::kBytesPerSecond, "bandwidth",
                  "Bytes accessed per second of self time."),
      TableColumn("bound_by", kText, Unit::kNone, "bound by",
                  "What limits it on its device by its intensity: compute or memory."),
  };
}

absl::StatusOr<Report> OpsView(const Profile& profile, const Query& query, RunContext& context) {
  Table table(profile);
  PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
      profile, query, [](const OpRow& op) { return op.kind != OpKind::kRuntime; },
      [&](const OpEvent& event) { table.Add(event); }, context));
  const std::vector<Use> uses = std::move(table).Sorted();
  std::array<Int128, 2> all = {}, so_far = {};
  std::array<int64_t, 2> position = {};
  for (const Use& use : uses) all[use.on_device] += use.self;
  Report report;
  report.view = "ops";
  report.description = "ops: A row is a framework op, on the host or on devices.";
  report.shape = Shape::kTable;
  report.columns = OpsColumns();
  report.columns[kType].keeps_empty = true;  // an op that was recorded without one
  for (const Use& use : uses) {
    so_far[use.on_device] += use.self;
    AddRow(profile, use, ++position[use.on_device], all[use.on_device], so_far[use.on_device],
           report);
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  return report;
}

}  // namespace profiler
