#include "profiler/views/memory/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "profiler/analysis/memory/memory_use.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/memory/memory_sections.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"

namespace profiler {
namespace {

constexpr int64_t kHolders = 20;  // rows of a section, where -top tells none

void AddRow(const Profile& profile, const MemoryUse& use, Report& report) {
  const DeviceRow& device = profile.devices[use.device];
  const SourceRow source = use.source.valid() ? profile.sources[use.source] : SourceRow();
  TableRow row = AddMemoryRow(profile, use, profile.strings[device.name], {}, report);
  row.Text(profile.strings[device.host.valid() ? device.host : source.host]);
  row.Number(use.peak);
  row.Number(use.source.valid() ? profile.time_axis.FromStart(use.source, use.peak_time) : kAbsent);
  row.Number(use.at_start).Number(use.at_end).Number(use.reserved_peak);
  row.Number(Known(device.memory_bytes));
  for (const Value value : {Value(use.allocations), Value(use.frees), Value(use.frees_of_unknown),
                            Value(use.unfreed)}) {
    row.Number(use.has_changes ? value : kAbsent);
  }
}

void AddNotes(const MemoryUses& found, Report& report) {
  const auto add = [&](const char* id, std::string text) {
    report.notes.push_back({id, Severity::kInfo, std::move(text)});
  };
  const bool lost_frees =
      std::any_of(found.uses.begin(), found.uses.end(),
                  [](const MemoryUse& use) { return use.held_at_peak > use.peak; });
  if (lost_frees) {
    report.notes.push_back(
        {"lost_frees", Severity::kWarning,
         "by the allocations and frees that were recorded more was held at the peak than the "
         "allocator tells: frees are missing, or at addresses that were not allocated, so what is "
         "told of ops and scopes is too much"});
  }
  const bool knows_all = std::all_of(found.uses.begin(), found.uses.end(),
                                     [](const MemoryUse& use) { return use.knows_start; });
  if (!knows_all) {
    add("memory_before",
        "where at_start_bytes is not known, memory that was held when the recording began is "
        "known only as far as it was freed later: the others' bytes are at least as shown");
  }
  if (found.has_steps_apart) {
    add("steps_apart",
        "each step was recorded by itself: of an allocator the step with the highest peak is "
        "shown; -step picks another");
  }
  if (found.untimed > 0) {
    add("untimed_memory",
        fmt::format("{} allocations and frees have no time, and are left out", found.untimed));
  }
}

}  // namespace

std::vector<ReportColumn> MemoryColumns() {
  using enum ColumnType;
  std::vector<ReportColumn> columns = MemoryPlaceColumns();
  const auto add = [&](const char* name, ColumnType type, Unit unit, const char* title,
                       const char* description) {
    columns.push_back(TableColumn(name, type, unit, title, description));
  };
  add("host", kText, Unit::kNone, "host", "Where the device is.");
  add("peak_bytes", kNumber, Unit::kBytes, "peak", "The most that was allocated at once.");
  add("peak_us", kNumber, Unit::kMicros, "at", "From the profile's start to when it was.");
  add("at_start_bytes", kNumber, Unit::kBytes, "at start",
      "What was allocated when the recording began, where the allocator told.");
  add("at_end_bytes", kNumber, Unit::kBytes, "at end", "What was allocated when it ended.");
  add("reserved_peak_bytes", kNumber, Unit::kBytes, "reserved",
      "The most that the allocator had from the device, used or kept.");
  add("device_bytes", kNumber, Unit::kBytes, "device has", "All memory of the device.");
  add("allocations", kNumber, Unit::kCount, "allocations", "How often memory was allocated.");
  add("frees", kNumber, Unit::kCount, "frees", "How often it was freed.");
  add("frees_of_unknown", kNumber, Unit::kCount, "of unknown",
      "Frees of what was allocated before the recording, or never recorded.");
  add("unfreed_bytes", kNumber, Unit::kBytes, "unfreed",
      "What was allocated in the recording and not freed in it.");
  return columns;
}

std::vector<Report> MemoryTables() {
  const Profile none;
  Report own = StartTable("", "", "the device", MemoryColumns());
  return {std::move(own), PeakByOp(none, {}), PeakByScope(none, {}), MemoryOverTime(none, {})};
}

absl::StatusOr<Report> MemoryView(const Selected& selected, const Query& query,
                                  RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const MemoryUses found, FindMemoryUses(selected, context));
  Report report = StartTable("memory", "Memory", "the device", MemoryColumns());
  for (const MemoryUse& use : found.uses) AddRow(profile, use, report);
  if (found.uses.empty()) {
    AddNoMemoryNote(selected, report);
  } else {
    AddNotes(found, report);
    Query of_holders = query;
    if (!of_holders.top) of_holders.top = kHolders;
    for (Report section : {PeakByOp(profile, found.uses), PeakByScope(profile, found.uses)}) {
      PROFILER_RETURN_IF_ERROR(FinishTable(of_holders, section));
      report.sections.push_back(std::move(section));
    }
    Report over_time = MemoryOverTime(profile, found.uses);
    PROFILER_RETURN_IF_ERROR(FinishTable(query, over_time));
    report.sections.push_back(std::move(over_time));
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
