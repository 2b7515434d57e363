#include "profiler/views/ops/ops.h"

#include <algorithm>
#include <array>
#include <string>

#include "profiler/analysis/ops/op_uses.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"

namespace profiler {
namespace {

// Amount per second of self time.
double PerSecond(bool known, Int128 amount, Int128 picos) {
  if (!known || picos <= 0) return kAbsentReal;
  return static_cast<double>(amount) / (static_cast<double>(picos) * 1e-12);
}

// Which of an accelerator's limits an op's intensity meets first.
std::string BoundBy(const Profile& profile, const OpUse& use) {
  if (!use.on_device || !use.has_flops || !use.has_bytes || use.bytes <= 0) return "";
  if (!use.device.valid() || use.ran_on_several_kinds) return "";
  const DeviceRow& device = profile.devices[use.device];
  if (device.peak_flops_per_second == kUnknown || device.memory_bytes_per_second == kUnknown ||
      device.memory_bytes_per_second == 0) {
    return "";
  }
  const double ridge = static_cast<double>(device.peak_flops_per_second) /
                       static_cast<double>(device.memory_bytes_per_second);
  return static_cast<double>(use.flops) / static_cast<double>(use.bytes) < ridge ? "memory"
                                                                                 : "compute";
}

constexpr size_t kTypeColumn = 2;  // of OpsColumns()
constexpr char kIdleName[] = "IDLE", kOnHost[] = "host";

void AddRow(const Profile& profile, const OpUse& use, int64_t position, Int128 all_self,
            Int128 so_far, Report& report) {
  std::string name = kIdleName, type = kIdleName;
  if (!use.is_idle) {
    const OpRow& op = profile.ops.row[use.op];
    name = profile.strings[op.name];
    type = profile.strings[op.type];
  }
  const std::string placement = use.on_device ? "device" : kOnHost;
  const auto share = [all_self](Int128 part) {
    return all_self == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all_self);
  };
  TableRow row(report, name, {placement, type, name});
  row.Number(position).Text(placement).Text(type);
  row.Number(use.occurrences).Number(use.total).Number(use.self);
  row.Number(use.is_idle ? kAbsent : use.total / use.occurrences);
  row.Real(share(use.self)).Real(share(so_far));
  row.Number(use.launched ? use.launched->direct : kAbsent);
  row.Number(use.launched ? use.launched->total : kAbsent);
  row.Real(PerSecond(use.has_flops, use.flops, use.self));
  row.Real(PerSecond(use.has_bytes, use.bytes, use.self));
  row.Text(BoundBy(profile, use));
  row.Number(use.eager == Eager::kUnknown ? kAbsent : Value(use.eager == Eager::kYes));
  row.Text(SourceLine(profile, use.frame));
}

}  // namespace

std::vector<ReportColumn> OpsColumns() {
  using enum ColumnType;
  return {
      TableColumn("position", kNumber, Unit::kCount, "position",
                  "The row's place among those of its placement, by self time."),
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
      TableColumn("device_direct_us", kNumber, Unit::kMicros, "device direct",
                  "Time of the work on accelerators that a host's op launched itself, rather than "
                  "an op nested in it."),
      TableColumn("device_total_us", kNumber, Unit::kMicros, "device total",
                  "The same with the ops nested in it."),
      TableColumn("flops_per_s", kReal, Unit::kFlopsPerSecond, "flop rate",
                  "Float operations per second of self time."),
      TableColumn("bytes_per_s", kReal, Unit::kBytesPerSecond, "bandwidth",
                  "Bytes accessed per second of self time."),
      TableColumn("bound_by", kText, Unit::kNone, "bound by",
                  "What limits it on its device by its intensity: compute or memory."),
      TableColumn("eager", kFlag, Unit::kNone, "eager",
                  "Whether it was called by itself, rather than within a graph or a program."),
      TableColumn("source", kText, Unit::kNone, "source",
                  "The line that made it, or its costliest instruction: file:line."),
  };
}

// Rows of devices stand first, and have no device times.
void AddHostRowsNote(const Query& query, const std::vector<OpUse>& uses, Report& report) {
  const bool has_device_times = std::any_of(
      uses.begin(), uses.end(), [](const OpUse& use) { return use.launched.has_value(); });
  const bool shows_hosts = std::any_of(report.rows.begin(), report.rows.end(),
                                       [](const Row& row) { return row.key[0] == kOnHost; });
  if (!query.top || !has_device_times || shows_hosts) return;
  if (!query.where.all() || !query.show_names.all()) return;
  report.notes.push_back(
      {"host_rows_behind", Severity::kInfo,
       "-top leaves rows of devices alone, which stand first; ops of hosts, which tell "
       "device_total_us, are shown by -where \"placement == 'host'\" or -order_by "
       "device_total_us"});
}

absl::StatusOr<Report> OpsView(const Selected& selected, const Query& query, RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<OpUse> uses, UsesOfOps(selected, query, context));
  std::array<Int128, 2> all = {}, so_far = {};
  std::array<int64_t, 2> position = {};
  for (const OpUse& use : uses) all[use.on_device] += use.self;
  Report report;
  report.view = "ops";
  report.description = "ops: A row is a framework op, on the host or on devices.";
  report.shape = Shape::kTable;
  report.columns = OpsColumns();
  report.columns[kTypeColumn].keeps_empty = true;  // an op that was recorded without one
  for (const OpUse& use : uses) {
    so_far[use.on_device] += use.self;
    AddRow(profile, use, ++position[use.on_device], all[use.on_device], so_far[use.on_device],
           report);
  }
  if (uses.empty()) AddNoOpsNote(selected, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddHostRowsNote(query, uses, report);
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
