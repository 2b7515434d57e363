#include "profiler/views/collectives/collectives_place.h"

#include "profiler/analysis/selection/host_names.h"
#include "profiler/base/value.h"

namespace profiler {

const std::vector<ColumnOf<CollectivesPlace>>& CollectivesPlaceColumns() {
  using C = ColumnOf<CollectivesPlace>;
  using Row = const CollectivesPlace&;
  static const std::vector<C> kColumns = {
      C::Number("rank", Unit::kNone, "rank", "The rank in the job.",
                [](Row row) { return Known(row.rank()); }),
      C::Text("host", "host", "Where it ran.",
              [](Row row) { return RecordedHost(row.profile, row.profile.sources[row.source]); }),
      C::Text("device", "device", "What ran it: an accelerator, or the host.",
              &CollectivesPlace::device_name),
      C::Number("occurrences", Unit::kCount, "occurrences", "How many.",
                &CollectivesPlace::collectives),
      C::Number("total_us", Unit::kMicros, "total",
                "Their time, added up; waiting for other ranks is in it.",
                &CollectivesPlace::total),
      C::Text("run", "run", "Of several runs, whose ranks may have one name: which.",
              &CollectivesPlace::run)
          .Optional(),
  };
  return kColumns;
}

}  // namespace profiler
