#include "profiler/analysis/instructions/op_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/analysis/instructions/device_peaks.h"
#include "profiler/analysis/instructions/hlo_uses.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/views/notes/command_buffer_note.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/ops/tree_rows.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

// The words that -by takes, in the order of OpProfileBy.
constexpr std::array<std::string_view, 3> kBy = {"program", "category", "provenance"};
constexpr std::string_view kRoot = "all ops", kIdle = "IDLE";

OpProfileBy ByOf(const Query& query) {
  for (size_t i = 0; i < kBy.size(); ++i) {
    if (query.by == kBy[i]) return static_cast<OpProfileBy>(i);
  }
  return OpProfileBy::kProgram;
}

// In no time nothing can be done, of which there is no share.
double ShareOfPeak(double work, double peak) { return peak > 0 ? work / peak : kAbsentReal; }

const std::vector<ColumnOf<OpWork>>& OpProfileColumns() {
  using C = ColumnOf<OpWork>;
  using Row = const OpWork&;
  static const std::vector<C> kColumns = {
      C::Number("occurrences", Unit::kCount, "occurrences", "How often it ran.",
                &OpWork::occurrences),
      C::Number("self_us", Unit::kMicros, "self", "Its time on accelerators.", &OpWork::self),
      C::Number("flops", Unit::kCount, "flops", "Float operations.",
                [](Row work) { return WholeNumber(work.flops); }),
      C::Number("bytes_accessed", Unit::kBytes, "accessed",
                "Bytes of the device's main memory that it read and wrote. Unknown of a TPU whose "
                "file tells bytes of all its memories in one.",
                [](Row work) { return WholeNumber(work.bytes); }),
      C::Real(
          "flops_utilization", Unit::kShare, "flops used",
          "flops as a share of what the devices could have done in this time, which has that of "
          "work without known flops, too.",
          [](Row work) { return ShareOfPeak(work.flops, work.peak_flops); })
          .Typical(),
      C::Real("bandwidth_utilization", Unit::kShare, "bandwidth used",
              "bytes_accessed as a share of what their memory could have moved in this time.",
              [](Row work) { return ShareOfPeak(work.bytes, work.peak_bytes); })
          .Typical(),
      C::Real(
          "wasted_us", Unit::kMicros, "wasted",
          "Of what has known flops or bytes, self_us times the unused share of the peak: of that "
          "of the two which is used more. Unknown of what memory may limit on a TPU.",
          [](Row work) { return work.WastedMicros(); }),
  };
  return kColumns;
}

// The columns of trees have values of the row itself and with all below it.
void AppendNode(const OpProfileNode& node, Report& report) {
  report.rows.push_back({RowName(node.name), {}, node.depth, node.parent, node.is_instruction});
  for (size_t c = 0; c < report.columns.size(); ++c) {
    ReportColumn& column = report.columns[c];
    OpProfileColumns()[c].Append(node.total, column);
    if (column.type != ColumnType::kNumber) continue;
    column.total.push_back(column.own.back());
    if (!node.is_instruction) column.own.back() = kAbsent;
  }
}

// A row below the root that its total does not have: the time of devices that did anything in which
// no instruction ran. An infeed that waits for input is an instruction with a row of its own.
absl::Status AppendIdle(const Selected& selected, const RunContext& context, Report& report) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<DeviceBusy> devices, BusyDevices(selected, context));
  OpProfileNode idle;
  idle.name = kIdle;
  idle.parent = 0;
  idle.depth = 1;
  for (const DeviceBusy& device : devices) {
    if (device.busy > 0) idle.total.self += device.span - device.busy - device.waiting;
  }
  if (idle.total.self > 0) AppendNode(idle, report);
  return absl::OkStatus();
}

// Where work that nobody counted takes much time, as cuBLAS's calls and attention do, what is known
// of the rest says little of the whole.
void AddUnknownFlopsNote(const Profile& profile, const std::vector<HloUse>& uses, Report& report) {
  constexpr double kTold = 0.1;
  // Of an op's kernels one has its work.
  absl::flat_hash_set<OpId> known;
  for (const HloUse& use : uses) {
    if (!std::isnan(use.flops)) known.insert(use.op);
  }
  Int128 unknown = 0, all = 0;
  size_t count = 0;
  for (const HloUse& use : uses) {
    if (!use.device.valid() || profile.devices[use.device].kind == DeviceKind::kCpu) continue;
    all += use.self;
    if (known.contains(use.op)) continue;
    unknown += use.self;
    ++count;
  }
  const bool is_much = all > 0 && unknown < all && ShareOf(unknown, all) >= kTold;
  if (!is_much) return;
  report.notes.push_back(
      {"unknown_flops", Severity::kInfo,
       fmt::format("float operations are not known for {:.0f}% of the time ({} {}), so "
                   "flops_utilization is at least what is shown",
                   100 * ShareOf(unknown, all), count,
                   count == 1 ? "instruction or kernel" : "instructions and kernels")});
}

void AddAbovePeakNote(const std::vector<OpProfileNode>& nodes, Report& report) {
  const auto above = std::count_if(nodes.begin(), nodes.end(), [](const OpProfileNode& node) {
    return node.is_instruction && (ShareOfPeak(node.total.flops, node.total.peak_flops) > 1 ||
                                   ShareOfPeak(node.total.bytes, node.total.peak_bytes) > 1);
  });
  if (above == 0) return;
  report.notes.push_back(
      {"above_peak", Severity::kInfo,
       fmt::format("{} above the peak rate of the device: the known peak is too low, their work is "
                   "counted too high, or caches served what counts as memory accesses. None of "
                   "their time is wasted, so a group may waste less than its slower rows",
                   above == 1 ? "1 instruction runs" : fmt::format("{} instructions run", above))});
}

std::vector<ReportColumn> AllOpProfileColumns() { return Headers(OpProfileColumns()); }

absl::StatusOr<Report> AnswerOpProfile(const Selected& selected, const Query& query,
                                       RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<HloUse> uses,
                            UsesOfInstructions(selected, query, context));
  Report report;
  report.view = "op_profile";
  report.description =
      "op_profile: A row is a group of instructions, or one; its values are with all below it.";
  report.shape = Shape::kTree;
  report.keys = Report::Keys::kNest;
  report.columns = AllOpProfileColumns();
  report.values.basis = Basis::kTotals;
  std::vector<OpProfileNode> nodes =
      OpProfile(profile, uses, PeaksOfDevices(profile, query.device_peaks), ByOf(query));
  nodes.front().name = kRoot;
  const bool is_empty = nodes.size() == 1;
  for (const OpProfileNode& node : nodes) AppendNode(node, report);
  for (ReportColumn& column : report.columns) {
    if (column.type == ColumnType::kNumber) column.grand_total = column.total.front();
  }
  if (is_empty) {
    AddNoKernelsNote(selected, report);
  } else {
    PROFILER_RETURN_IF_ERROR(AppendIdle(selected, context, report));
    const OpWork& all = nodes.front().total;
    if (!std::isnan(ShareOfPeak(all.flops, all.peak_flops))) {
      AddUnknownFlopsNote(profile, uses, report);
    }
    AddAbovePeakNote(nodes, report);
  }
  FinishTree(query, report);
  AddCommandBufferNote(profile, report);
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

extern const View kOpProfileView = {
    .name = "op_profile",
    .summary = "the time of accelerators by program, category or the user's own scopes",
    .details =
        "A tree of the work of accelerators. -by program (the default): program, category, "
        "instruction; -by category: category, instruction; -by provenance: program, the scopes "
        "and the op that the user wrote, category, instruction. Instructions that the compiler "
        "made alike are in a group. IDLE is the time in which nothing of the tree ran on a "
        "device; no total has it.",
    .run = AnswerOpProfile,
    .columns = AllOpProfileColumns,
    .shape = Shape::kTree,
    .obeys = kSelectionUses | kShownUses | OptionUse::kDepth | OptionUse::kMeaningOfRows |
             OptionUse::kDevicePeaks,
    .by = kBy,
    .events = EventUse::kAlways,
};

}  // namespace profiler
