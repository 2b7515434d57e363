#include "profiler/analysis/instructions/roofline.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/instructions/hlo_uses.h"
#include "profiler/analysis/instructions/kernel_peaks.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/time/work_spans.h"
#include "profiler/base/status.h"
#include "profiler/base/text/unique_keys.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/notes/command_buffer_note.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/ops/instruction_row.h"
#include "profiler/views/ops/roofs.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

struct RooflineRow : InstructionRow {
  DevicePeaks peaks;
  Roofline roofline;
};

// A custom call may compute anything, as kernels of Pallas do: what is not counted may limit it.
bool IsUncounted(const RooflineRow& row) {
  return std::isnan(row.use.flops) && row.profile.strings[row.op().category] == "custom-call";
}

RooflineRow RowOf(const Profile& profile, const std::vector<DevicePeaks>& peaks,
                  const HloUse& use) {
  RooflineRow row{{profile, use}, {}, {}};
  if (!use.ran_on_several_kinds) row.peaks = peaks[use.device.row()];
  if (use.kernel.valid()) row.peaks = PeaksOfKernel(row.peaks, profile.strings[use.kernel]);
  row.roofline = RooflineOf(use.flops, use.bytes, use.self, row.peaks);
  if (IsUncounted(row)) row.roofline.bound = Bound::kUnknown;
  return row;
}

std::string_view NameOf(Bound bound) {
  switch (bound) {
    case Bound::kCompute:
      return "compute";
    case Bound::kMemory:
      return "HBM";
    case Bound::kUnknown:
      break;
  }
  return "";
}

const std::vector<ColumnOf<RooflineRow>>& RooflineColumns() {
  using C = ColumnOf<RooflineRow>;
  using Row = const RooflineRow&;
  static const std::vector<C> kColumns = {
      C::Text("category", "category",
              "The compiler's own category, or else the instruction's opcode.",
              &RooflineRow::category),
      C::Number("program_id", Unit::kNone, "program", "The compiled program's number.",
                &RooflineRow::program),
      C::Text("framework_op", "framework op", "What the user wrote.", &RooflineRow::framework_op),
      C::Text(
          "shape", "shape",
          "Of kernels of PyTorch: the sizes of the product, or of attention, as the op's inputs "
          "tell them.",
          [](Row row) { return row.use.shape; }),
      C::Number("occurrences", Unit::kCount, "occurrences", "How often it ran.",
                [](Row row) { return row.use.occurrences; }),
      C::Number("total_us", Unit::kMicros, "total",
                "Its time, instructions nested in it included, summed over its occurrences.",
                [](Row row) { return row.use.total; }),
      C::Number("self_us", Unit::kMicros, "self", "The same without the instructions nested in it.",
                [](Row row) { return row.use.self; }),
      C::Real("flops_per_second", Unit::kFlopsPerSecond, "flop rate",
              "Float operations per second of self time.",
              [](Row row) { return row.roofline.flops_per_second; }),
      C::Real("hbm_bytes_per_second", Unit::kBytesPerSecond, "bandwidth",
              "Bytes accessed per second of self time, as if all were of the device's main memory.",
              [](Row row) { return row.roofline.bytes_per_second; }),
      C::Real("operational_intensity", Unit::kNone, "flops per byte",
              "Float operations per byte accessed.", [](Row row) { return row.roofline.intensity; })
          .Typical(),
      C::Text("bound_by", "bound by",
              "What limits it: compute, or HBM, the device's main memory: the one of whose peak it "
              "reaches the greater share.",
              [](Row row) { return NameOf(row.roofline.bound); }),
      C::Real("roofline_efficiency", Unit::kShare, "efficiency",
              "The share that it reaches of the peak that limits it.",
              [](Row row) { return row.roofline.efficiency(); })
          .Typical(),
      C::Text("source", "source", "The line that made it: file:line.",
              [](Row row) { return SourceLine(row.profile, row.op().frame); })
          .As(ColumnRole::kPath),
  };
  return kColumns;
}

// A share above 1 is no miracle: the peak is another one than the device has.
void AddNotes(const std::vector<RooflineRow>& rows, Report& report) {
  int64_t above = 0, unknown = 0, by_shapes = 0;
  Int128 time = 0, uncounted = 0;
  for (const RooflineRow& row : rows) {
    time += row.use.self;
    if (IsUncounted(row)) uncounted += row.use.self;
    if (row.roofline.compute_share > 1 || row.roofline.memory_share > 1) ++above;
    if (row.roofline.bound == Bound::kUnknown) ++unknown;
    if (row.use.by_shapes) ++by_shapes;
  }
  if (above > 0) {
    report.notes.push_back(
        {"above_peak", Severity::kInfo,
         fmt::format(
             "of {} of {} rows the rate is above the peak of their device: the peak is told "
             "too low, their work is counted too high, or caches served what counts as "
             "memory",
             above, rows.size())});
  }
  if (by_shapes > 0) {
    report.notes.push_back(
        {"work_by_shapes", Severity::kInfo,
         fmt::format("of {} of {} rows the work is worked out from the shapes of the op's inputs; "
                     "their bytes are the least that can be moved, each tensor once",
                     by_shapes, rows.size())});
  }
  constexpr double kMuch = 0.1;
  const double share = static_cast<double>(uncounted) / static_cast<double>(time);
  if (time > 0 && share >= kMuch) {
    report.notes.push_back(
        {"uncounted_flops", Severity::kInfo,
         fmt::format("custom calls whose float operations are not known take {:.1f}% of the time, "
                     "so the flop rate and utilization of a roof are the least",
                     100 * share)});
  }
  if (unknown > 0 && !rows.empty()) {
    report.notes.push_back(
        {"no_work_known", Severity::kInfo,
         fmt::format("of {} of {} rows it is not known what bounds them: their float operations, "
                     "their bytes or the peaks of their device were not recorded",
                     unknown, rows.size())});
  }
}

std::vector<ReportColumn> AllRooflineColumns() { return Headers(RooflineColumns()); }
std::vector<Report> RooflineTables() { return {RoofTable(Profile(), {}, {}, {})}; }

absl::StatusOr<Report> AnswerRoofline(const Selected& selected, const Query& query,
                                      RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<HloUse> uses,
                            UsesOfInstructions(selected, query, context));
  Report report = StartTable(
      "roofline", "",
      "roofline: A row is an instruction or a kernel, held against what its device can do.",
      AllRooflineColumns());
  report.values.basis = Basis::kTotals;
  const std::vector<DevicePeaks> peaks = PeaksOfDevices(profile, query.device_peaks);
  std::vector<RooflineRow> rows;
  rows.reserve(uses.size());
  for (const HloUse& use : uses) {
    const bool is_of_accelerator =
        use.device.valid() && profile.devices[use.device].kind != DeviceKind::kCpu;
    if (is_of_accelerator) rows.push_back(RowOf(profile, peaks, use));
  }
  UniqueKeys keys;
  for (const RooflineRow& row : rows) {
    AppendRow(RooflineColumns(), row.name(), keys.Of({std::string(row.module()), row.name()}), row,
              report);
  }
  if (rows.empty()) AddNoKernelsNote(selected, report);
  if (Report roofs = RoofTable(profile, uses, WorkSpans(selected), peaks); !roofs.rows.empty()) {
    report.sections.push_back(std::move(roofs));
  }
  AddNotes(rows, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddCommandBufferNote(profile, report);
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

extern const View kRooflineView = {
    .name = "roofline",
    .summary = "how near each op comes to what its device can do",
    .details =
        "A row is an instruction or a kernel of an accelerator: its float operations and bytes per "
        "second, and the share that it reaches of the peak that limits it. A section has the "
        "peaks of the devices.",
    .run = AnswerRoofline,
    .columns = AllRooflineColumns,
    .sections = RooflineTables,
    .obeys = kSelectionUses | kTableUses | OptionUse::kDevicePeaks,
    .events = EventUse::kAlways,
};

}  // namespace profiler
