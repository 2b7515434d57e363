#ifndef PROFILER_QUERY_QUERY_H_
#define PROFILER_QUERY_QUERY_H_

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/query/measures.h"
#include "profiler/query/selection/regex_set.h"
#include "profiler/query/selection/step_selection.h"
#include "profiler/query/selection/time_bound.h"
#include "profiler/query/statistic.h"
#include "profiler/query/where/where.h"

namespace profiler {

// Which facts count at all. Views and exporters share it.
struct Selection {
  StepSelection steps;
  RegexSet account_types;
  // Where work ran: the file it was read from, the host, the rank in the job, the device.
  RegexSet sources, hosts, ranks, devices;
  // What part of the profile is looked at at all, and what its steps are: applied before a view or
  // exporter runs (engine/transform.h), which need not look.
  TimeBound from, to;
  RegexSet step_events;  // empty: the steps of the profile

  bool transforms() const { return from.given() || to.given() || !step_events.empty(); }
  // No place is left out.
  bool all_places() const { return sources.all() && hosts.all() && ranks.all() && devices.all(); }
};

// What `advise` is asked.
struct AdviceOptions {
  std::vector<std::string> checkers;                       // rules by name; empty: all
  std::vector<std::pair<std::string, double>> thresholds;  // "RULE.name"; the last one counts
  enum class FailOn : uint8_t { kNothing, kWarning, kError };
  FailOn fail_on = FailOn::kNothing;
};

// What `collectives` is asked.
struct CollectiveOptions {
  double bandwidth = 0;        // bytes per second to compare with; 0: none given
  std::string bandwidth_text;  // as given
  int64_t parameters = 0;      // of the model; 0: none given
};

// What `dips` is asked.
struct DipOptions {
  RegexSet metrics;                    // empty: all of utilization
  std::optional<double> below, above;  // a dip is where values are so; one of both
  TimeBound least;                     // how long it must last
};

// One question to a view.
struct Query {
  Selection selection;

  // Measures.
  std::set<Field> select = {Field::kMicros};
  Statistic statistic = Statistic::kMean;

  // Display.
  std::optional<Measure> order_by;  // none: by name
  // What -order_by and -select name in views that are tables; empty: their own order, all columns.
  std::string order_by_column;
  std::vector<std::string> select_columns;
  std::optional<int64_t> top;  // this many rows at most, the greatest
  int32_t max_depth = 10;
  std::array<int64_t, kMeasureCount> min = {};  // times in us
  RegexSet start_names, trim_names, show_names, hide_names;
  Where where;
  bool account_displayed_op_only = false;
  bool show_idle = false;  // ops: with what no op takes
  bool per_call = false;   // launches: calls one by one
  std::string by;          // what a row is, where the view has several; empty: its own choice
  TimeBound every;         // metrics: a row for each span of that length
  RegexSet around;         // hlo: instructions by name, with what feeds and uses them; empty: all

  AdviceOptions advice;
  CollectiveOptions collectives;
  DipOptions dips;

  // tfprof's arithmetic with its oddities (query/quirks.h), or ours.
  bool compat_tfprof = true;

  // Everything accounted and shown: the defaults of the option table.
  Query();

  bool Selects(Field field) const { return select.count(field) > 0; }
  int64_t min_of(Measure measure) const { return min[static_cast<size_t>(measure)]; }
  // What the measures of a row are sorted by: of -top, where no key was given, times or what is
  // selected. None: by name.
  std::optional<Measure> order_measure() const;
};

}  // namespace profiler

#endif  // PROFILER_QUERY_QUERY_H_
