#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_uses.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/values/op_use_series.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/notes/command_buffer_note.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

// The accelerator's limit (compute or memory) that bounds an op with the given arithmetic
// intensity.
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

constexpr std::string_view kIdleName = "IDLE", kOnHost = "host";

struct OpsRow {
  const Profile& profile;
  const OpUse& use;
  bool is_mark;
  int64_t position;         // of an op
  Int128 all_self, so_far;  // of the row's placement; of this row and all before

  std::string_view name() const {
    return use.is_idle ? kIdleName : profile.strings[profile.ops.row[use.op].name];
  }
  std::string_view type() const { return use.is_idle ? kIdleName : ShownType(profile, use.op); }
  std::string_view placement() const { return use.on_device ? "device" : kOnHost; }
  double Share(Int128 part) const {
    if (is_mark) return kAbsentReal;
    return all_self == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all_self);
  }
  // Of self time. An op that had accelerators compute did not do so in the host's time.
  double PerSecond(bool is_known, Int128 amount) const {
    const bool had_done = use.launched && use.launched->direct > 0;
    if (!is_known || had_done || use.self <= 0) return kAbsentReal;
    return static_cast<double>(amount) / (static_cast<double>(use.self) * 1e-12);
  }
  Value Launched(Int128 OpDeviceTime::*time) const {
    return use.launched ? (*use.launched).*time : kAbsent;
  }
};

const std::vector<ColumnOf<OpsRow>>& OpsColumns() {
  using C = ColumnOf<OpsRow>;
  using Row = const OpsRow&;
  static const std::vector<C> kColumns = {
      C::Number("position", Unit::kCount, "position",
                "The row's place among those of its placement, by self time.",
                [](Row row) { return row.is_mark ? kAbsent : Value(row.position); })
          .As(ColumnRole::kPosition),
      C::Text("placement", "placement", "Where it ran: on a device (an accelerator) or the host.",
              &OpsRow::placement)
          .In(Detail::kReport),
      C::Text("type", "type", "The op's type.", &OpsRow::type)
          .In(Detail::kReport)
          .KeepsEmpty(),  // an op may be recorded without occurrences
      C::Number(
          "occurrences", Unit::kCount, "occurrences",
          "How often it ran; of an op that was compiled to several instructions, the one that "
          "ran most.",
          [](Row row) { return row.use.occurrences; })
          .In(Detail::kReport),
      C::Number("total_us", Unit::kMicros, "total",
                "Its time, ops nested in it included, summed over its occurrences.",
                [](Row row) { return row.use.total; }),
      C::Number("self_us", Unit::kMicros, "self", "The same without the ops nested in it.",
                [](Row row) { return row.use.self; })
          .In(Detail::kReport),
      C::Number(
          "avg_us", Unit::kMicros, "average", "total_us of one occurrence.",
          [](Row row) { return row.use.is_idle ? kAbsent : row.use.total / row.use.occurrences; })
          .Typical()
          .In(Detail::kReport),
      C::Real("self_share", Unit::kShare, "self share",
              "self_us as a part of all self time of its placement.",
              [](Row row) { return row.Share(row.use.self); })
          .In(Detail::kReport),
      C::Real("cumulative_self_share", Unit::kShare, "cumulative",
              "self_share of this row and all ranked before it.",
              [](Row row) { return row.Share(row.so_far); }),
      C::Number("device_direct_us", Unit::kMicros, "device direct",
                "Time of the work on accelerators that a host's op launched itself, rather than "
                "an op nested in it.",
                [](Row row) { return row.Launched(&OpDeviceTime::direct); }),
      C::Number("device_total_us", Unit::kMicros, "device total",
                "The same with the ops nested in it.",
                [](Row row) { return row.Launched(&OpDeviceTime::total); }),
      C::Number("flops", Unit::kCount, "flops",
                "Float operations of its occurrences, as recorded or by the shapes of its inputs, "
                "without those of the ops nested in it.",
                [](Row row) { return row.use.has_flops ? Value(row.use.flops) : kAbsent; })
          .Optional(),
      C::Real("flops_per_s", Unit::kFlopsPerSecond, "flop rate",
              "Float operations per second of self time, where the op did them itself.",
              [](Row row) { return row.PerSecond(row.use.has_flops, row.use.flops); }),
      C::Real("bytes_per_s", Unit::kBytesPerSecond, "bandwidth",
              "Bytes accessed per second of self time, where the op did so itself.",
              [](Row row) { return row.PerSecond(row.use.has_bytes, row.use.bytes); }),
      C::Text("bound_by", "bound by",
              "What limits it on its device by its intensity: compute or memory.",
              [](Row row) { return BoundBy(row.profile, row.use); }),
      C::Flag(
          "eager", "eager", "Whether it was called on its own, not within a graph or a program.",
          [](Row row) {
            return row.use.eager == Eager::kUnknown ? kAbsent : Value(row.use.eager == Eager::kYes);
          }),
      C::Text("source", "source",
              "The line that made it, file:line; of several the one that most of its self time is "
              "of.",
              [](Row row) { return SourceLine(row.profile, row.use.frame); })
          .In(Detail::kReport)
          .As(ColumnRole::kPath),
      C::Real("source_share", Unit::kShare, "source share",
              "The part of the self time that is of that line.",
              [](Row row) { return SourceShare(row.use); })
          .Typical()
          .In(Detail::kReport),
  };
  return kColumns;
}

// Notes that device rows come first, and that host ops have no device times.
void AddHostRowsNote(const Query& query, const std::vector<OpUse>& uses, Report& report) {
  const bool has_device_times = std::any_of(
      uses.begin(), uses.end(), [](const OpUse& use) { return use.launched.has_value(); });
  const bool shows_hosts = std::any_of(report.rows.begin(), report.rows.end(),
                                       [](const Row& row) { return row.key[0] == kOnHost; });
  if (!query.top || !has_device_times || shows_hosts) return;
  if (!query.where.all() || !query.show_names.all()) return;
  report.notes.push_back(
      {"host_rows_behind", Severity::kInfo,
       "-top shows only device rows, which sort first; host ops, with device_total_us, are shown "
       "by -where \"placement == 'host'\" or -order_by device_total_us"});
}

// Whether it is what users marked around code (steps, record_function), whose time is that of the
// ops in it. Device work that a mark launched without an op is that work's own time.
bool IsMark(const Profile& profile, const OpUse& use) {
  return !use.is_idle && !use.on_device && !IsTimedOp(profile, use.op);
}

void DescribeFolded(Report& report) {
  const auto marks = std::count_if(report.rows.begin(), report.rows.end(),
                                   [](const Row& row) { return row.is_folded; });
  if (marks == 0) return;
  report.folded = fmt::format(
      "{} around code: `phases` and -show_name_regexes show {}, with the time in {} that is of no "
      "op",
      marks == 1 ? "1 mark" : fmt::format("{} marks", marks), marks == 1 ? "it" : "them",
      marks == 1 ? "it" : "them");
}

void AddSeries(std::string_view of, const OpUseSeries& series,
               std::vector<double> (OpUseSeries::*values)(size_t) const, Report& report) {
  ReportColumn column;
  column.name = StepSeriesName(of);
  column.type = ColumnType::kSeries;
  column.unit = Unit::kMicros;
  for (size_t row = 0; row < report.rows.size(); ++row) {
    column.series.push_back((series.*values)(row));
  }
  report.columns.push_back(std::move(column));
}

absl::StatusOr<Report> AnswerOps(const Selected& selected, const Query& query,
                                 RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(std::vector<OpUse> uses, UsesOfOps(selected, query, context));
  Report report = StartTable("ops", "", "ops: A row is a framework op, on the host or on devices.",
                             Headers(OpsColumns()));
  report.values = {Basis::kTotals, "all self time of the placement, host or device"};
  const auto marks = std::stable_partition(uses.begin(), uses.end(),
                                           [&](const OpUse& use) { return !IsMark(profile, use); });
  std::array<Int128, 2> all = {}, so_far = {};
  std::array<int64_t, 2> position = {};
  for (auto op = uses.begin(); op != marks; ++op) all[op->on_device] += op->self;
  for (auto at = uses.begin(); at != uses.end(); ++at) {
    const OpUse& use = *at;
    const bool is_mark = at >= marks;
    if (!is_mark) so_far[use.on_device] += use.self;
    const OpsRow row{profile,
                     use,
                     is_mark,
                     is_mark ? 0 : ++position[use.on_device],
                     all[use.on_device],
                     so_far[use.on_device]};
    AppendRow(OpsColumns(), row.name(),
              {std::string(row.placement()), std::string(row.type()), std::string(row.name())}, row,
              report);
    // What -show_name_regexes names is asked for.
    report.rows.back().is_folded = is_mark && query.show_names.all();
  }
  if (query.statistic == Statistic::kPerStep) {
    PROFILER_ASSIGN_OR_RETURN(const OpUseSeries series, SeriesOfOpUses(selected, uses, context));
    AddSeries("total_us", series, &OpUseSeries::Total, report);
    AddSeries("self_us", series, &OpUseSeries::Self, report);
  }
  DropEmptyColumns(report);
  if (uses.empty()) AddNoOpsNote(selected, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  DescribeFolded(report);
  AddHostRowsNote(query, uses, report);
  AddCommandBufferNote(profile, report);
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

extern const View kOpsView = {
    .name = "ops",
    .summary = "framework ops one by one: how often, how long, how fast, on host and device",
    .details =
        "A row is a framework op, on the host or on devices. Self time is without ops nested in it "
        "on the same thread or stream.",
    .run = AnswerOps,
    .columns = [] { return Headers(OpsColumns()); },
    .obeys = kSelectionUses | kTableUses | OptionUse::kIdleRows,
    .has_step_series = true,
    .events = EventUse::kAlways,
};

}  // namespace profiler
