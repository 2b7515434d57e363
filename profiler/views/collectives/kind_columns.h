#ifndef PROFILER_VIEWS_COLLECTIVES_KIND_COLUMNS_H_
#define PROFILER_VIEWS_COLLECTIVES_KIND_COLUMNS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/collectives/collective_bytes.h"
#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/report/column.h"
#include "profiler/views/collectives/collectives_place.h"
#include "profiler/views/common/source_keys.h"

namespace profiler {

// A kind of collective in a group on a device.
struct KindRow {
  CollectivesPlace place;
  CollectiveKind kind;
  std::string_view dtype;
  int64_t group_size;
  std::string_view group;
  std::string_view channel, replica_groups;  // with -by channel; empty if not recorded
  const CollectiveTotals& totals;
  double bandwidth;  // 0 if not given
  double link;       // bytes of a second of the device's links; NaN if unknown

  std::vector<std::string> Key(const SourceKeys& sources) const {
    const std::string size = group_size == kUnknown ? "" : std::to_string(group_size);
    return {sources.Of(place.source),
            place.device_name(),
            std::string(Name(kind)),
            std::string(dtype),
            size,
            std::string(group),
            std::string(channel),
            std::string(replica_groups)};
  }
  // kAbsent if only the ends of collectives are selected, without their starts.
  Value OfAll(Value value) const { return totals.occurrences == 0 ? kAbsent : value; }
  // In picoseconds; NaN if unknown.
  double expected() const { return totals.ExpectedTime(bandwidth); }
  double by_link() const { return totals.LinkTime(link); }
};

using KindColumn = ColumnOf<KindRow>;

std::vector<KindColumn> KindColumns(bool has_bandwidth, bool by_channel);

}  // namespace profiler

#endif  // PROFILER_VIEWS_COLLECTIVES_KIND_COLUMNS_H_
