#include <string>

#include "profiler/analysis/ops/source_line.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/memory/memory_sections.h"

namespace profiler {
namespace {

struct RefusedRow {
  MemoryPlace place;
  const RefusedMemory& refused;

  Value When() const { return place.FromStart(refused.time); }
  std::string source() const {
    if (!refused.op.valid()) return "";
    return SourceLine(place.profile, place.profile.ops.row[refused.op].frame);
  }
};

const std::vector<ColumnOf<RefusedRow>>& RefusedColumns() {
  using C = ColumnOf<RefusedRow>;
  using Row = const RefusedRow&;
  static const auto& columns = *new auto(Concat<RefusedRow>({
      PartColumns<RefusedRow>(MemoryPlaceColumns(), &RefusedRow::place),
      {
          C::Number("at_us", Unit::kMicros, "at", "From the profile's start to when it failed.",
                    &RefusedRow::When)
              .As(ColumnRole::kPosition),
          C::Number("refused_bytes", Unit::kBytes, "asked for", "What was asked for.",
                    [](Row row) -> Value { return row.refused.bytes; }),
          C::Number("allocated_bytes", Unit::kBytes, "allocated", "What was allocated then.",
                    [](Row row) { return row.refused.allocated; })
              .Typical(),
          C::Number("reserved_bytes", Unit::kBytes, "reserved",
                    "What the allocator had from the device then.",
                    [](Row row) { return row.refused.reserved; })
              .Typical(),
          C::Number("device_free_bytes", Unit::kBytes, "device free",
                    "What the device had free then.",
                    [](Row row) { return row.refused.device_free; })
              .Typical(),
          C::Text("source", "source", "The line of the user's code that asked for it.",
                  &RefusedRow::source),
      },
  }));
  return columns;
}

}  // namespace

Report RefusedAllocations(const Profile& profile, const std::vector<MemoryUse>& uses) {
  Report report = StartTable("refused", "Allocations that failed, as memory was short",
                             "the device", Headers(RefusedColumns()));
  report.values.basis = Basis::kPeaks;
  const SourceKeys sources(profile);
  for (const MemoryUse& use : uses) {
    for (const RefusedMemory& refused : use.refused) {
      const RefusedRow row{{profile, use}, refused};
      AppendRow(RefusedColumns(), row.place.device(), row.place.Key(sources), row, report);
    }
  }
  return report;
}

}  // namespace profiler
