#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "profiler/analysis/memory/memory_use.h"
#include "profiler/analysis/selection/host_names.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/memory/memory_sections.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/notes/left_out_note.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

constexpr int64_t kHolders = 20;  // rows of a section, without -top

struct MemoryRow {
  MemoryPlace place;

  const DeviceRow& device() const { return place.profile.devices[place.use.device]; }
  std::string_view host() const {
    const StringId host = device().host;
    const bool is_own = !host.valid() || host == place.source().host;
    return is_own ? RecordedHost(place.profile, place.source()) : place.profile.strings[host];
  }
  Value Peak() const { return place.use.is_moment ? kAbsent : place.use.peak; }
  Value PeakFromStart() const {
    return place.use.is_moment ? kAbsent : place.FromStart(place.use.peak_time);
  }
  // For values that can only be computed if single changes were recorded.
  Value OfChanges(Value value) const { return place.use.has_changes ? value : kAbsent; }
};

const std::vector<ColumnOf<MemoryRow>>& MemoryColumns() {
  using C = ColumnOf<MemoryRow>;
  using Row = const MemoryRow&;
  static const auto& columns = *new auto(Concat<MemoryRow>({
      PartColumns<MemoryRow>(MemoryPlaceColumns(), &MemoryRow::place),
      {
          C::Text("host", "host", "Where the device is, if that was recorded.", &MemoryRow::host)
              .In(Detail::kReport),
          C::Number("peak_bytes", Unit::kBytes, "peak",
                    "The most that was allocated at once; unknown of a snapshot.", &MemoryRow::Peak)
              .Typical()
              .In(Detail::kReport),
          C::Number("peak_us", Unit::kMicros, "at", "From the profile's start to when it was.",
                    &MemoryRow::PeakFromStart)
              .As(ColumnRole::kPosition)
              .In(Detail::kReport),
          C::Number("at_start_bytes", Unit::kBytes, "at start",
                    "Allocated when the recording began, if the allocator recorded it.",
                    [](Row row) { return row.place.use.at_start; })
              .Typical(),
          C::Number("at_end_bytes", Unit::kBytes, "at end", "What was allocated when it ended.",
                    [](Row row) { return row.place.use.at_end; })
              .Typical(),
          C::Number("reserved_peak_bytes", Unit::kBytes, "reserved",
                    "The most that the allocator reserved from the device.",
                    [](Row row) { return row.place.use.reserved_peak; })
              .Typical(),
          C::Number("device_bytes", Unit::kBytes, "device has", "All memory of the device.",
                    [](Row row) { return Known(row.device().memory_bytes); })
              .Typical()
              .In(Detail::kReport),
          C::Number("allocations", Unit::kCount, "allocations", "How often memory was allocated.",
                    [](Row row) { return row.OfChanges(row.place.use.allocations); }),
          C::Number("frees", Unit::kCount, "frees", "How often it was freed.",
                    [](Row row) { return row.OfChanges(row.place.use.frees); }),
          C::Number("frees_of_unknown", Unit::kCount, "of unknown",
                    "Frees of what was allocated before the recording, or never recorded.",
                    [](Row row) { return row.OfChanges(row.place.use.frees_of_unknown); }),
          C::Number("unfreed_bytes", Unit::kBytes, "unfreed",
                    "What was allocated in the recording and not freed in it.",
                    [](Row row) { return row.OfChanges(row.place.use.unfreed); })
              .In(Detail::kReport),
      },
  }));
  return columns;
}

void AddNotes(const MemoryUses& found, Report& report) {
  const auto add = [&](const char* id, std::string text) {
    report.notes.push_back({id, Severity::kInfo, std::move(text)});
  };
  const bool lost_frees = std::any_of(found.uses.begin(), found.uses.end(),
                                      [](const MemoryUse& use) { return use.lost_frees; });
  if (lost_frees) {
    report.notes.push_back(
        {"lost_frees", Severity::kWarning,
         "frees were not recorded for all allocations: memory per op and scope is an estimate, "
         "by the latest allocations that fit the peak"});
  }
  const bool knows_all = std::all_of(found.uses.begin(), found.uses.end(),
                                     [](const MemoryUse& use) { return use.knows_start; });
  if (!knows_all) {
    report.values.lacks_before = true;
    add("memory_before",
        "memory that was allocated before the recording and not freed in it is not counted where "
        "at_start_bytes is not known: such allocators held at least what is shown");
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

// The sections: what allocators had at the peak, what held it, and use over time.
absl::Status AddSections(const Profile& profile, const Query& query,
                         const std::vector<MemoryUse>& uses, Report& report) {
  Report at_peak = MemoryAtPeak(profile, uses);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, at_peak));
  if (!at_peak.rows.empty()) report.sections.push_back(std::move(at_peak));
  Report refused = RefusedAllocations(profile, uses);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, refused));
  if (!refused.rows.empty()) report.sections.push_back(std::move(refused));
  Query of_holders = query;
  if (!of_holders.top) of_holders.top = kHolders;
  for (Report section : {PeakByOp(profile, uses), PeakByLine(profile, uses),
                         PeakByScope(profile, uses), PeakAllocations(profile, uses)}) {
    PROFILER_RETURN_IF_ERROR(FinishTable(of_holders, section));
    const bool is_of_some = section.view == "peak_lines" || section.view == "peak_allocations";
    if (is_of_some && section.rows.empty()) continue;
    report.sections.push_back(std::move(section));
  }
  if (AreMoments(uses)) return absl::OkStatus();
  Report over_time = MemoryOverTime(profile, uses);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, over_time));
  report.sections.push_back(std::move(over_time));
  return absl::OkStatus();
}

std::vector<Report> MemoryTables() {
  const Profile none;
  Report own = StartTable("", "", "the device", Headers(MemoryColumns()));
  return {std::move(own),
          MemoryAtPeak(none, {}),
          RefusedAllocations(none, {}),
          PeakByOp(none, {}),
          PeakByLine(none, {}),
          PeakByScope(none, {}),
          PeakAllocations(none, {}),
          MemoryOverTime(none, {})};
}

absl::StatusOr<Report> AnswerMemory(const Selected& selected, const Query& query,
                                    RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(MemoryUses found, FindMemoryUses(selected, context));
  Report report = StartTable("memory", "Memory", "the device", Headers(MemoryColumns()));
  DescribeSizes(found.uses, false, report);
  const SourceKeys sources(profile);
  for (const MemoryUse& use : found.uses) {
    const MemoryRow row{{profile, use}};
    AppendRow(MemoryColumns(), row.place.device(), row.place.Key(sources), row, report);
  }
  if (found.uses.empty()) {
    AddNoMemoryNote(selected, report);
  } else {
    AddNotes(found, report);
    const bool is_any_kept =
        std::erase_if(found.uses, [](const MemoryUse& use) { return use.is_kept; }) > 0;
    if (is_any_kept) {
      AddKeptOnlyNote("single allocations, what held memory at the peak and use over time", profile,
                      report);
    }
    if (!found.uses.empty()) {
      PROFILER_RETURN_IF_ERROR(AddSections(profile, query, found.uses, report));
    }
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

extern const View kMemoryView = {
    .name = "memory",
    .summary = "memory of devices: the peak, what held it, and use over time",
    .details =
        "A row is an allocator of a device. Sections show which ops, lines and scopes held memory "
        "at "
        "the peak (20 rows, or -top N), and memory over time.",
    .run = AnswerMemory,
    .rows = RowKind::kOther,
    .columns = [] { return Headers(MemoryColumns()); },
    .sections = MemoryTables,
};

}  // namespace profiler
