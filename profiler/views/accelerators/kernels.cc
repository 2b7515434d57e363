#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/ops/kernel_names.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/store/event_name.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/notes/left_out_note.h"
#include "profiler/views/ops/op_origin.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

struct Kernel {
  StringId name, op;
  DeviceWork work = DeviceWork::kKernel;
  KernelDetails launch;  // unset for copies and memsets, whose sizes all differ
  AmountByOp time_of_op;
  double occupancies = 0;
  int64_t with_occupancy = 0;
  int64_t occurrences = 0;
  Int128 total = 0;
  int64_t least = INT64_MAX, most = INT64_MIN;
  Int128 copied = 0;  // bytes; for copies
  bool has_copied = false;

  // Whether times of single runs are known.
  bool has_runs() const { return least <= most; }
};

std::string LaunchText(const KernelDetails& launch) {
  const auto number = [](int64_t n) {
    return n == kUnknown ? std::string("-") : std::to_string(n);
  };
  return fmt::format("grid {} block {} registers {} shared {}", launch.grid, launch.block,
                     number(launch.registers), number(launch.shared_bytes));
}

class KernelTable {
 public:
  explicit KernelTable(const Profile& profile) : profile_(profile), kinds_(profile) {}

  absl::Status AddTrack(const TrackRow& track, const Events& events, const SelectedSteps& steps,
                        RunContext& context) {
    return ForEachEvent(events, steps, context, [&](uint32_t e) {
      if (IsSlice(events, e)) Add(events, e, kinds_.Of(track, events, e));
    });
  }

  // What was kept of events that were left out: the row's name, op and launch, and sums.
  void AddKept(const WorkTimeRow& row) {
    const size_t known = kernels_.size();
    const KernelDetails launch = ParseKernelDetails(profile_.strings[row.launch]);
    Kernel& kernel = kernels_[KernelOf(row.name, row.works_for, launch)];
    if (kernels_.size() > known) kernel.work = DeviceWorkOfName(profile_.strings[row.name]);
    kernel.occurrences += row.runs;
    kernel.total += row.time;
    if (std::isnan(launch.occupancy_pct)) return;
    kernel.occupancies += launch.occupancy_pct * static_cast<double>(row.runs);
    kernel.with_occupancy += row.runs;
  }

  // Sorted by total time, then by name.
  std::vector<Kernel> Sorted() && {
    for (const auto& [key, launches] : launches_) {
      if (!launches.works_for_op) continue;
      kernels_[launches.kernel].time_of_op[std::get<OpId>(key)] += launches.total;
    }
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
  // Events that are alike but for their times.
  struct Launches {
    size_t kernel = 0;  // in `kernels_`
    bool works_for_op = false;
    bool is_launched = false;
    double occupancy_pct = 0;
    int64_t copied_bytes = kUnknown;
    Int128 total = 0;
  };

  void Add(const Events& events, uint32_t e, DeviceWork work) {
    const OpId op = events.op[e];
    const StringId name = EventName(profile_, events, e);
    const StringId detail = events.detail.empty() ? StringId() : events.detail[e];
    const auto [it, is_new] = launches_.try_emplace({name, op, detail});
    Launches& launches = it->second;
    if (is_new) launches = LaunchesOf(name, op, detail, work);
    const int64_t time = events.selves()[e];
    launches.total += time;
    Kernel& kernel = kernels_[launches.kernel];
    ++kernel.occurrences;
    kernel.total += time;
    kernel.least = std::min(kernel.least, time);
    kernel.most = std::max(kernel.most, time);
    if (!std::isnan(launches.occupancy_pct)) {
      kernel.occupancies += launches.occupancy_pct;
      ++kernel.with_occupancy;
    }
    if (launches.is_launched) return;
    kernel.copied += launches.copied_bytes;
    kernel.has_copied = true;
  }

  Launches LaunchesOf(StringId name, OpId op, StringId detail, DeviceWork work) {
    const size_t known = kernels_.size();
    const KernelDetails details = ParseKernelDetails(profile_.strings[detail]);
    Launches launches;
    launches.copied_bytes = details.copied_bytes;
    // HIP copies and fills memory with kernels, which have a launch and no size.
    launches.is_launched = details.copied_bytes == kUnknown;
    const KernelDetails launch = launches.is_launched ? details : ParseKernelDetails("");
    launches.occupancy_pct = launch.occupancy_pct;
    const OpId works_for = WorksFor(profile_, op);
    launches.works_for_op = works_for.valid();
    const StringId op_name = works_for.valid() ? profile_.ops.row[works_for].name : StringId();
    launches.kernel = KernelOf(name, op_name, launch);
    if (kernels_.size() > known) kernels_.back().work = work;
    return launches;
  }

  // The place of a row in `kernels_`, to which it is added if it is new.
  size_t KernelOf(StringId name, StringId op, const KernelDetails& launch) {
    const auto [it, is_new] = index_.try_emplace(
        {name, op, launch.registers, launch.shared_bytes, launch.block, launch.grid},
        kernels_.size());
    if (is_new) {
      Kernel& kernel = kernels_.emplace_back();
      kernel.name = name;
      kernel.op = op;
      kernel.launch = launch;
    }
    return it->second;
  }

  const Profile& profile_;
  DeviceWorkKinds kinds_;
  // Keyed by name, op, registers, shared memory, block and grid.
  absl::flat_hash_map<std::tuple<StringId, StringId, int64_t, int64_t, std::string, std::string>,
                      size_t>
      index_;
  // By name, op and detail.
  absl::flat_hash_map<std::tuple<StringId, OpId, StringId>, Launches> launches_;
  std::vector<Kernel> kernels_;
};

// The input of the table's columns.
struct KernelRow {
  const Profile& profile;
  const Kernel& kernel;
  OpOrigin origin;

  std::string_view name() const { return profile.strings[kernel.name]; }
  std::string_view op() const { return profile.strings[kernel.op]; }
};

double BytesPerSecond(const Kernel& kernel) {
  const double seconds = static_cast<double>(kernel.total) * 1e-12;
  if (!kernel.has_copied || seconds <= 0) return kAbsentReal;
  return static_cast<double>(kernel.copied) / seconds;
}

double MeanOccupancy(const Kernel& kernel) {
  if (kernel.with_occupancy == 0) return kAbsentReal;
  return kernel.occupancies / static_cast<double>(kernel.with_occupancy);
}

std::string_view KindName(DeviceWork work) {
  switch (work) {
    case DeviceWork::kCopy:
      return "copy";
    case DeviceWork::kMemset:
      return "memset";
    case DeviceWork::kKernel:
      break;
  }
  return "kernel";
}

Value TensorCores(const KernelRow& row) {
  if (row.kernel.work != DeviceWork::kKernel) return kAbsent;
  const std::optional<bool> uses = UsesTensorCores(row.name());
  return uses.has_value() ? Value(*uses) : kAbsent;
}

const std::vector<ColumnOf<KernelRow>>& KernelColumns() {
  using C = ColumnOf<KernelRow>;
  using Row = const KernelRow&;
  static const std::vector<C> kColumns = Concat<KernelRow>({
      C::Text("op", "op", "The op that it works for, where that is known.", &KernelRow::op)
          .In(Detail::kReport),
      C::Text("kind", "kind", "What it is: kernel, copy or memset.",
              [](Row row) { return KindName(row.kernel.work); }),
      C::Number("occurrences", Unit::kCount, "occurrences", "How often it ran.",
                [](Row row) { return row.kernel.occurrences; })
          .In(Detail::kReport),
      C::Number("total_us", Unit::kMicros, "total", "Its time, added up.",
                [](Row row) { return row.kernel.total; })
          .In(Detail::kReport),
      C::Number("avg_us", Unit::kMicros, "average", "Its mean time.",
                [](Row row) {
                  const int64_t runs = row.kernel.occurrences;
                  return runs > 0 ? row.kernel.total / runs : kAbsent;
                })
          .Typical()
          .In(Detail::kReport),
      C::Number("min_us", Unit::kMicros, "min", "Its shortest time.",
                [](Row row) { return row.kernel.has_runs() ? row.kernel.least : kAbsent; })
          .Typical(),
      C::Number("max_us", Unit::kMicros, "max", "Its longest time.",
                [](Row row) { return row.kernel.has_runs() ? row.kernel.most : kAbsent; })
          .Typical()
          .In(Detail::kReport),
      C::Number("registers", Unit::kCount, "registers", "Registers of a thread.",
                [](Row row) { return Known(row.kernel.launch.registers); })
          .Typical(),
      C::Number("shared_bytes", Unit::kBytes, "shared",
                "Shared memory of a block, static and dynamic.",
                [](Row row) { return Known(row.kernel.launch.shared_bytes); })
          .Typical(),
      C::Text("block", "block", "Threads of a block: x,y,z.",
              [](Row row) { return row.kernel.launch.block; }),
      C::Text("grid", "grid", "Blocks of the launch: x,y,z.",
              [](Row row) { return row.kernel.launch.grid; }),
      C::Real("occupancy_pct", Unit::kPercent, "occupancy",
              "How many of a multiprocessor's warps it can keep active, the mean "
              "of its launches.",
              [](Row row) { return MeanOccupancy(row.kernel); }),
      C::Flag("tensor_core", "tensor core",
              "Whether it computes on tensor cores (AMD: matrix cores), where its name says it.",
              [](Row row) { return TensorCores(row); }),
      C::Number("bytes", Unit::kBytes, "copied", "Of copies and memsets: bytes, added up.",
                [](Row row) { return row.kernel.has_copied ? row.kernel.copied : kAbsent; }),
      C::Real("bytes_per_s", Unit::kBytesPerSecond, "bandwidth",
              "Of copies: bytes per second of their time.",
              [](Row row) { return BytesPerSecond(row.kernel); }),
      PartColumns<KernelRow>(OriginColumns(), &KernelRow::origin),
  });
  return kColumns;
}

void AppendKernel(const Profile& profile, const Kernel& kernel, Report& report) {
  const KernelRow row{profile, kernel, OriginOf(profile, kernel.time_of_op)};
  AppendRow(KernelColumns(), row.name(),
            {std::string(row.name()), std::string(row.op()), LaunchText(kernel.launch)}, row,
            report);
}

absl::StatusOr<Report> AnswerKernels(const Selected& selected, const Query& query,
                                     RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  KernelTable table(profile);
  for (const Track track : Tracks(selected, HoldsDeviceWork)) {
    PROFILER_RETURN_IF_ERROR(table.AddTrack(track.row, track.events, selected.steps(), context));
  }
  for (const WorkTimeRow& row : profile.work_times.values()) {
    const bool is_there = selected.source_filter().Has(row.step, row.device);
    if (is_there && selected.steps().Has(row.step)) table.AddKept(row);
  }
  Report report = StartTable(
      "kernels", "", "kernels: A row is what ran on an accelerator: a kernel, a copy or a memset.",
      Headers(KernelColumns()));
  report.values.basis = Basis::kTotals;
  for (const Kernel& kernel : std::move(table).Sorted()) AppendKernel(profile, kernel, report);
  if (report.rows.empty()) AddNoKernelsNote(selected, report);
  if (LacksEvents(profile)) {
    AddKeptOnlyNote("the shortest and longest runs of kernels, where they are, and copied sizes",
                    profile, report);
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

extern const View kKernelsView = {
    .name = "kernels",
    .summary = "what ran on accelerators: kernels, copies and memsets, by name and launch",
    .details = "A row is a kernel with one way to launch it, or copies or memsets of one kind.",
    .run = AnswerKernels,
    .rows = RowKind::kKernels,
    .columns = [] { return Headers(KernelColumns()); },
};

}  // namespace profiler
