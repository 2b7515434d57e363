#ifndef PROFILER_QUERY_QUERY_H_
#define PROFILER_QUERY_QUERY_H_

#include <array>
#include <cstdint>
#include <optional>
#include <set>

#include "profiler/query/measures.h"
#include "profiler/query/regex_set.h"

namespace profiler {

// Which facts count at all. Views and exporters share it.
struct Selection {
  int64_t step = -1;  // negative: the mean over steps
  RegexSet account_types;
  // Where work ran: the file it was read from, the host, the rank in the job, the device.
  RegexSet sources, hosts, ranks, devices;

  // No place is left out.
  bool all_places() const { return sources.all() && hosts.all() && ranks.all() && devices.all(); }
};

// One question to a view.
struct Query {
  Selection selection;

  // Measures.
  std::set<Field> select = {Field::kMicros};

  // Display.
  std::optional<Measure> order_by;  // none: by name
  int32_t max_depth = 10;
  std::array<int64_t, kMeasureCount> min = {};  // times in us
  RegexSet start_names, trim_names, show_names, hide_names;
  bool account_displayed_op_only = false;

  // tfprof's arithmetic with its oddities (query/quirks.h), or ours.
  bool compat_tfprof = true;

  // Everything accounted and shown: the defaults of the option table.
  Query();

  bool Selects(Field field) const { return select.count(field) > 0; }
  int64_t min_of(Measure measure) const { return min[static_cast<size_t>(measure)]; }
};

}  // namespace profiler

#endif  // PROFILER_QUERY_QUERY_H_
