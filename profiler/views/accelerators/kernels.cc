#include "profiler/views/accelerators/kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/ops/op_origin.h"

namespace profiler {
namespace {

struct Kernel {
  StringId name, op;
  bool is_copy = false;
  bool tells_cores = false;  // its name is of those that tell of tensor cores
  KernelDetails launch;      // each copy has a size of its own: of copies nothing
  AmountByOp time_of_op;
  double occupancies = 0;
  int64_t with_occupancy = 0;
  int64_t occurrences = 0;
  Int128 total = 0;
  int64_t least = INT64_MAX, most = INT64_MIN;
  Int128 copied = 0;  // bytes; of copies
  bool has_copied = false;
};

// The framework op that it works for; launches themselves are none.
OpId WorksFor(const Profile& profile, OpId op) {
  if (!op.valid() || profile.ops.row[op].kind == OpKind::kRuntime) return OpId();
  const OpRow& row = profile.ops.row[op];
  if (row.framework_op.valid()) return row.framework_op;
  return row.kind == OpKind::kHloInstruction ? OpId() : op;
}

std::string LaunchText(const KernelDetails& launch) {
  const auto number = [](int64_t n) {
    return n == kUnknown ? std::string("-") : std::to_string(n);
  };
  return fmt::format("grid {} block {} registers {} shared {}", launch.grid, launch.block,
                     number(launch.registers), number(launch.shared_bytes));
}

class KernelTable {
 public:
  explicit KernelTable(const Profile& profile) : profile_(profile) {}

  absl::Status AddTrack(const TrackRow& track, const Events& events, const SelectedSteps& steps,
                        RunContext& context) {
    const bool is_copy = track.kind == TrackKind::kCopyQueue;
    // The names that are known are those of one vendor's libraries.
    const StringId vendor =
        track.device.valid() ? profile_.devices[track.device].vendor : StringId();
    const bool tells_cores = !is_copy && (!vendor.valid() || profile_.strings[vendor] != "AMD");
    return ForEachEvent(events, steps, context, [&](uint32_t e) {
      if (IsSlice(events, e)) Add(events, e, is_copy, tells_cores);
    });
  }

  // The costliest first, then by name.
  std::vector<Kernel> Sorted() && {
    std::sort(kernels_.begin(), kernels_.end(), [this](const Kernel& a, const Kernel& b) {
      if (a.total != b.total) return a.total > b.total;
      const auto names = [this](const Kernel& kernel) {
        return std::tuple(profile_.strings[kernel.name], profile_.strings[kernel.op],
                          LaunchText(kernel.launch));
      };
      return names(a) < names(b);
    });
    return std::move(kernels_);
  }

 private:
  void Add(const Events& events, uint32_t e, bool is_copy, bool tells_cores) {
    const OpId op = events.op[e];
    // A kernel is named by its label; where none is kept, by its op.
    StringId name = events.label.empty() ? StringId() : events.label[e];
    if (!name.valid() && op.valid()) name = profile_.ops.row[op].name;
    const KernelDetails& details = Details(events.detail.empty() ? StringId() : events.detail[e]);
    // A stream may hold copies beside kernels.
    is_copy = is_copy || details.copied_bytes != kUnknown;
    const KernelDetails launch = is_copy ? ParseKernelDetails("") : details;
    const OpId works_for = WorksFor(profile_, op);
    const StringId op_name = works_for.valid() ? profile_.ops.row[works_for].name : StringId();
    auto [it, is_new] = index_.try_emplace(
        {name, op_name, launch.registers, launch.shared_bytes, launch.block, launch.grid},
        kernels_.size());
    if (is_new) {
      kernels_.emplace_back();
      kernels_.back().name = name;
      kernels_.back().op = op_name;
      kernels_.back().is_copy = is_copy;
      kernels_.back().tells_cores = tells_cores && !is_copy;
      kernels_.back().launch = launch;
    }
    Kernel& kernel = kernels_[it->second];
    ++kernel.occurrences;
    kernel.total += events.duration[e];
    if (works_for.valid()) kernel.time_of_op[op] += events.duration[e];
    kernel.least = std::min(kernel.least, events.duration[e]);
    kernel.most = std::max(kernel.most, events.duration[e]);
    if (!std::isnan(launch.occupancy_pct)) {
      kernel.occupancies += launch.occupancy_pct;
      ++kernel.with_occupancy;
    }
    if (!is_copy || details.copied_bytes == kUnknown) return;
    kernel.copied += details.copied_bytes;
    kernel.has_copied = true;
  }

  const KernelDetails& Details(StringId text) {
    auto [it, is_new] = details_.try_emplace(text);
    if (is_new) it->second = ParseKernelDetails(profile_.strings[text]);
    return it->second;
  }

  const Profile& profile_;
  // By name, op, registers, shared memory, block and grid.
  absl::flat_hash_map<std::tuple<StringId, StringId, int64_t, int64_t, std::string, std::string>,
                      size_t>
      index_;
  absl::flat_hash_map<StringId, KernelDetails> details_;
  std::vector<Kernel> kernels_;
};

void AddRow(const Profile& profile, const Kernel& kernel, Report& report) {
  const std::string name(profile.strings[kernel.name]), op(profile.strings[kernel.op]);
  const KernelDetails& launch = kernel.launch;
  TableRow row(report, name, {name, op, LaunchText(launch)});
  row.Text(op).Number(kernel.occurrences);
  row.Number(kernel.total).Number(kernel.total / kernel.occurrences);
  row.Number(kernel.least).Number(kernel.most);
  row.Number(Known(launch.registers)).Number(Known(launch.shared_bytes));
  row.Text(launch.block).Text(launch.grid);
  row.Real(kernel.with_occupancy == 0
               ? kAbsentReal
               : kernel.occupancies / static_cast<double>(kernel.with_occupancy));
  row.Number(kernel.tells_cores ? Value(UsesTensorCore(name)) : kAbsent);
  row.Number(kernel.has_copied ? Value(kernel.copied) : kAbsent);
  const double seconds = static_cast<double>(kernel.total) * 1e-12;
  row.Real(kernel.has_copied && seconds > 0 ? static_cast<double>(kernel.copied) / seconds
                                            : kAbsentReal);
  AddOrigin(profile, kernel.time_of_op, row);
}

}  // namespace

std::vector<ReportColumn> KernelsColumns() {
  using enum ColumnType;
  std::vector<ReportColumn> columns = {
      TableColumn("op", kText, Unit::kNone, "op", "The op that it works for, where that is known."),
      TableColumn("occurrences", kNumber, Unit::kCount, "occurrences", "How often it ran."),
      TableColumn("total_us", kNumber, Unit::kMicros, "total", "Its time, added up."),
      TableColumn("avg_us", kNumber, Unit::kMicros, "average", "Its mean time."),
      TableColumn("min_us", kNumber, Unit::kMicros, "min", "Its shortest time."),
      TableColumn("max_us", kNumber, Unit::kMicros, "max", "Its longest time."),
      TableColumn("registers", kNumber, Unit::kCount, "registers", "Registers of a thread."),
      TableColumn("shared_bytes", kNumber, Unit::kBytes, "shared",
                  "Shared memory of a block, static and dynamic."),
      TableColumn("block", kText, Unit::kNone, "block", "Threads of a block: x,y,z."),
      TableColumn("grid", kText, Unit::kNone, "grid", "Blocks of the launch: x,y,z."),
      TableColumn(
          "occupancy_pct", kReal, Unit::kPercent, "occupancy",
          "How many of a multiprocessor's warps it can keep active, the mean of its launches."),
      TableColumn("tensor_core", kFlag, Unit::kNone, "tensor core",
                  "Whether its name tells that it computes on tensor cores."),
      TableColumn("bytes", kNumber, Unit::kBytes, "copied", "Of copies: bytes, added up."),
      TableColumn("bytes_per_s", kReal, Unit::kBytesPerSecond, "bandwidth",
                  "Of copies: bytes per second of their time."),
  };
  for (ReportColumn& column : OriginColumns()) columns.push_back(std::move(column));
  return columns;
}

absl::StatusOr<Report> KernelsView(const Selected& selected, const Query& query,
                                   RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  KernelTable table(profile);
  for (const Track track : Tracks(selected, HoldsDeviceWork)) {
    PROFILER_RETURN_IF_ERROR(table.AddTrack(track.row, track.events, selected.steps(), context));
  }
  Report report;
  report.view = "kernels";
  report.description = "kernels: A row is what ran on an accelerator: a kernel or a copy.";
  report.shape = Shape::kTable;
  report.columns = KernelsColumns();
  for (const Kernel& kernel : std::move(table).Sorted()) AddRow(profile, kernel, report);
  if (report.rows.empty()) AddNoKernelsNote(selected, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
