#include "profiler/views/overview/overview_ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/values/value_columns.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"
#include "profiler/store/derive/derive.h"

namespace profiler {
namespace {

constexpr std::string_view Placement(bool on_device) { return on_device ? "device" : "host"; }

// Sums over ops on the host, on devices, or both.
struct PlacedOps {
  int64_t ops = 0, occurrences = 0;
  Int128 self = 0;

  void Add(const OpUse& use) {
    ++ops;
    occurrences += use.occurrences;
    self += use.self;
  }
};
struct PlacementRow {
  PlacedOps own, both;
};

const std::vector<ColumnOf<PlacementRow>>& PlacementColumns() {
  using C = ColumnOf<PlacementRow>;
  using Row = const PlacementRow&;
  static const std::vector<C> kColumns = {
      C::Number("ops", Unit::kCount, "ops", "how many different ones",
                [](Row row) { return row.own.ops; }),
      C::Number("occurrences", Unit::kCount, "occurrences", "how often they ran",
                [](Row row) { return row.own.occurrences; }),
      C::Real("occurrence_share", Unit::kShare, "share", "occurrences as a part of those of both",
              [](Row row) { return ShareOf(row.own.occurrences, row.both.occurrences); }),
      C::Number("self_us", Unit::kMicros, "self", "their time without ops nested in them, added up",
                [](Row row) { return row.own.self; }),
      C::Real("self_share", Unit::kShare, "share", "self_us as a part of that of both",
              [](Row row) { return ShareOf(row.own.self, row.both.self); }),
  };
  return kColumns;
}

struct TopOpRow {
  const Profile& profile;
  const OpUse& use;
  Int128 all_self;

  const OpRow& op() const { return profile.ops.row[use.op]; }
  std::string name() const { return std::string(profile.strings[op().name]); }
  std::string type() const { return std::string(ShownType(profile, use.op)); }
  std::string_view placement() const { return Placement(use.on_device); }
};

const std::vector<ColumnOf<TopOpRow>>& TopOpColumns() {
  using C = ColumnOf<TopOpRow>;
  using Row = const TopOpRow&;
  static const std::vector<C> kColumns = {
      C::Text("placement", "placement", "where it ran: device or host", &TopOpRow::placement),
      C::Text("type", "type", "the op's type", &TopOpRow::type),
      C::Number("occurrences", Unit::kCount, "occurrences", "how often it ran",
                [](Row row) { return row.use.occurrences; }),
      C::Number("self_us", Unit::kMicros, "self",
                "its time without ops nested in it, summed over its occurrences",
                [](Row row) { return row.use.self; }),
      C::Real("self_share", Unit::kShare, "share",
              "self_us as a part of that of all ops, on devices and hosts; users' marks around ops "
              "and ops of hosts that mostly wait for devices are left out, here and in the rows, "
              "marks that stand for communication are not",
              [](Row row) { return ShareOf(row.use.self, row.all_self); }),
      C::Text("source", "source",
              "the line that made it, file:line; of several the one that most of self_us is of",
              [](Row row) { return SourceLine(row.profile, row.use.frame); })
          .As(ColumnRole::kPath),
      C::Real("source_share", Unit::kShare, "source share", "the part of self_us of that line",
              [](Row row) { return SourceShare(row.use); })
          .Typical(),
  };
  return kColumns;
}

// Removes ops of hosts that mostly wait for devices, and returns them, longest first.
std::vector<OpUse> TakeWaiting(const Profile& profile, const OpWaits& waits,
                               std::vector<OpUse>& uses) {
  std::vector<OpUse> waiting;
  std::erase_if(uses, [&](const OpUse& use) {
    if (use.on_device || !use.op.valid()) return false;
    const auto wait = waits.find(profile.ops.row[use.op].name);
    const bool mostly_waits = wait != waits.end() && 2 * wait->second > use.self;
    if (mostly_waits) waiting.push_back(use);
    return mostly_waits;
  });
  std::stable_sort(waiting.begin(), waiting.end(),
                   [](const OpUse& a, const OpUse& b) { return a.self > b.self; });
  return waiting;
}

void AddWaitingNote(const Profile& profile, const std::vector<OpUse>& waiting, Report& report) {
  if (waiting.empty()) return;
  Int128 time = 0;
  for (const OpUse& use : waiting) time += use.self;
  report.notes.push_back(
      {"ops_that_wait", Severity::kInfo,
       fmt::format("the ops that took most time leave out {}{}, which mostly wait{} for devices "
                   "({} on hosts); `ops` has them",
                   profile.strings[profile.ops.row[waiting.front().op].name],
                   waiting.size() == 1 ? "" : " and others", waiting.size() == 1 ? "s" : "",
                   ScaledText(static_cast<Value>(time), Unit::kMicros))});
}

}  // namespace

absl::StatusOr<WorkOfNoOp> FindWorkOfNoOp(const Selected& selected, RunContext& context) {
  const Profile& profile = selected.profile();
  const StringId none = profile.strings.Find(derive::kUnattributed);
  WorkOfNoOp found;
  if (!none.valid()) return found;
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t event) {
        const DeviceId device = track.row.device;
        if (!device.valid() || profile.devices[device].kind != DeviceKind::kGpu) return;
        const int64_t time = track.events.duration[event];
        found.all += time;
        const OpId op = track.events.op[event];
        if (op.valid() && profile.ops.row[op].name != none) return;
        found.time += time;
        ++found.events;
      }));
  return found;
}

void AddWorkOfNoOpNote(const WorkOfNoOp& work, Report& report) {
  constexpr int kLeastPart = 100;  // of the devices' time
  if (kLeastPart * work.time < work.all || work.time == 0) return;
  report.notes.push_back(
      {"device_work_of_no_op", Severity::kInfo,
       fmt::format("the times of ops on devices leave out {} of {} ({} kernel{}), of "
                   "which no op is known; `kernels` has them",
                   ScaledText(static_cast<Value>(work.time), Unit::kMicros),
                   ScaledText(static_cast<Value>(work.all), Unit::kMicros), work.events,
                   work.events == 1 ? " or copy" : "s and copies")});
}

Report PlacementSection(const std::vector<OpUse>& uses) {
  Report report = StartTable("placement", "Where ops ran", "host or device (an accelerator)",
                             Headers(PlacementColumns()));
  report.values = {Basis::kTotals, "those of host and devices together", /*folds_zeros=*/true};
  std::array<PlacedOps, 2> own;
  PlacedOps both;
  for (const OpUse& use : uses) {
    own[use.on_device].Add(use);
    both.Add(use);
  }
  for (const bool on_device : {true, false}) {
    AppendRow(PlacementColumns(), Placement(on_device), PlacementRow{own[on_device], both}, report);
  }
  return report;
}

Report TopOpsSection(const Profile& profile, std::vector<OpUse> uses, const OpWaits& waits,
                     size_t count) {
  Report report = StartTable("top_ops", "Ops that took most time (`ops` shows all)", "the op",
                             Headers(TopOpColumns()));
  report.values = {
      Basis::kTotals,
      "the self time of all ops, on hosts and devices, without users' marks around them"};
  const std::vector<OpUse> waiting = TakeWaiting(profile, waits, uses);
  AddWaitingNote(profile, waiting, report);
  Int128 all = 0;
  for (const OpUse& use : uses) all += use.self;
  std::stable_sort(uses.begin(), uses.end(),
                   [](const OpUse& a, const OpUse& b) { return a.self > b.self; });
  for (const OpUse& use : uses) {
    if (report.rows.size() >= count) break;
    const TopOpRow row{profile, use, all};
    AppendRow(TopOpColumns(), row.name(), {std::string(row.placement()), row.type(), row.name()},
              row, report);
  }
  return report;
}

}  // namespace profiler
