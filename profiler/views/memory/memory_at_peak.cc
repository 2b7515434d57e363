#include <fmt/format.h>

#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/memory/memory_sections.h"

namespace profiler {
namespace {

struct AtPeakRow {
  MemoryPlace place;

  const MemoryUse& use() const { return place.use; }
  bool is_recorded() const {
    return use().stack_at_peak != kAbsent || use().free_at_peak != kAbsent;
  }
  Value allocated() const {
    return use().stack_at_peak == kAbsent ? use().peak : use().peak - use().stack_at_peak;
  }
  Value capacity() const {
    return use().free_at_peak == kAbsent ? kAbsent : use().peak + use().free_at_peak;
  }
};

const std::vector<ColumnOf<AtPeakRow>>& AtPeakColumns() {
  using C = ColumnOf<AtPeakRow>;
  using Row = const AtPeakRow&;
  static const auto& columns = *new auto(Concat<AtPeakRow>({
      PartColumns<AtPeakRow>(MemoryPlaceColumns(), &AtPeakRow::place),
      {
          C::Number("allocated_bytes", Unit::kBytes, "allocated", "What was allocated on its heap.",
                    &AtPeakRow::allocated)
              .Typical(),
          C::Number("stack_bytes", Unit::kBytes, "stack", "What it reserved for the stack.",
                    [](Row row) { return row.use().stack_at_peak; })
              .Typical(),
          C::Number("free_bytes", Unit::kBytes, "free", "What it could still hand out.",
                    [](Row row) { return row.use().free_at_peak; })
              .Typical(),
          C::Number("split_bytes", Unit::kBytes, "split",
                    "What of free_bytes lies beside allocated pieces, so that it cannot go back to "
                    "the device.",
                    [](Row row) { return row.use().split_at_peak; })
              .Typical(),
          C::Real("fragmentation", Unit::kShare, "fragmentation",
                  "The share of what was free that lay outside the largest free piece.",
                  [](Row row) { return row.use().fragmentation_at_peak; }),
          C::Number("capacity_bytes", Unit::kBytes, "capacity", "All of these together.",
                    &AtPeakRow::capacity)
              .Typical(),
      },
  }));
  return columns;
}

}  // namespace

Report MemoryAtPeak(const Profile& profile, const std::vector<MemoryUse>& uses) {
  Report report = StartTable("at_peak", fmt::format("What allocators had {}", WhenHeld(uses)),
                             "the device", Headers(AtPeakColumns()));
  DescribeSizes(uses, false, report);
  const SourceKeys sources(profile);
  for (const MemoryUse& use : uses) {
    const AtPeakRow row{{profile, use}};
    if (!row.is_recorded()) continue;
    AppendRow(AtPeakColumns(), row.place.device(), row.place.Key(sources), row, report);
  }
  return report;
}

}  // namespace profiler
