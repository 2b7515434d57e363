#ifndef PROFILER_QUERY_QUERY_H_
#define PROFILER_QUERY_QUERY_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/query/column_name.h"
#include "profiler/query/given_peaks.h"
#include "profiler/query/measures.h"
#include "profiler/query/selection/regex_set.h"
#include "profiler/query/selection/step_selection.h"
#include "profiler/query/selection/time_bound.h"
#include "profiler/query/statistic.h"
#include "profiler/query/where/where.h"

namespace profiler {

// The facts to include, for views and exporters.
struct Selection {
  StepSelection steps;
  RegexSet account_types;
  // The places to include: the file of the facts, the host, the rank in the job, and the device.
  RegexSet sources, hosts, ranks, devices;
  // The time window, and the events that mark steps. They are applied before a view or exporter
  // runs (engine/transform.h), so views and exporters ignore them.
  TimeBound from, to;
  RegexSet step_events;  // empty for the steps of the profile

  bool transforms() const { return from.given() || to.given() || !step_events.empty(); }
  // Whether all sources, hosts, ranks and devices are included.
  bool all_places() const { return sources.all() && hosts.all() && ranks.all() && devices.all(); }
};

// The options of `advise`.
struct AdviceOptions {
  std::vector<std::string> checkers;                       // rules by name; empty for all
  std::vector<std::pair<std::string, double>> thresholds;  // by "RULE.name"; the last value wins
  enum class FailOn : uint8_t { kNothing, kWarning, kError };
  std::optional<FailOn> fail_on;  // not given: kNothing, but kError in `check`
};

// The options of `check`.
struct CheckOptions {
  std::vector<std::string> requirements;  // compare/measure/expression.h parses them
  std::string budgets_file;
  bool strict_noise = false;  // requirements whose noise hides whether they hold are broken
};

// The options of `sql`: the query, or the file it is in.
struct SqlOptions {
  std::string text;
  std::string file;
  std::vector<std::string> keys;  // compares with the base: the columns that pair rows
};

// The options of `trend`.
struct TrendOptions {
  std::vector<std::string> measures;  // compare/measure/expression.h parses them
};

// The options of `collectives`.
struct CollectiveOptions {
  double bandwidth = 0;        // expected bytes per second; 0 if not given
  std::string bandwidth_text;  // as given
  int64_t parameters = 0;      // of the model; 0 if not given
};

// The options of `dips`.
struct DipOptions {
  RegexSet metrics;                    // empty for all utilization metrics
  std::optional<double> below, above;  // at most one is set; in a dip, values are below/above it
  TimeBound least;                     // the minimum duration of a dip
};

// One question to a view.
struct Query {
  Selection selection;

  // The columns to show. A table that has none of these columns shows all its columns.
  std::vector<ColumnName> select = {Measure::kMicros};
  Statistic statistic = Statistic::kMean;
  // With Statistic::kPerStep: the measures whose columns in trees have a series of values per step.
  // All if not given, which takes much memory in large trees.
  std::optional<std::vector<Measure>> series_of;
  // Whether the answer may lack rows that formats for people do not show (Row::is_folded).
  bool leaves_out_folded = false;

  // Display.
  ColumnName order_by;         // if empty, trees are by name, tables in default order
  std::optional<int64_t> top;  // the maximum number of rows
  int32_t max_depth = 10;
  std::array<int64_t, kMeasureCount> min = {};  // by measure; times are in us
  RegexSet start_names, trim_names, show_names, hide_names;
  Where where;
  bool account_displayed_op_only = false;
  bool show_idle = false;   // for `ops`: add idle time
  bool per_call = false;    // for `launches`: one row per call
  std::string by;           // the meaning of a row, if a view has several; or empty
  TimeBound every;          // for `metrics`: one row per interval of this length
  RegexSet around;          // for `hlo`: these instructions, their operands and users
  RegexSet modules;         // for `buffers`: these compiled programs
  std::string sample_type;  // for `code` of stack samples: what to count; or empty

  // What devices can do at most: a file, and what it says, which the engine reads.
  std::string device_peaks_file;
  std::vector<GivenPeaks> device_peaks;

  AdviceOptions advice;
  CollectiveOptions collectives;
  DipOptions dips;
  TrendOptions trend;

  // Whether to compute like tfprof, with its quirks (query/quirks.h); false for exact results.
  bool compat_tfprof = true;

  CheckOptions check;
  SqlOptions sql;

  // A query with the default values of all options: everything is accounted and shown.
  Query();

  bool Selects(std::string_view column) const;
  bool Selects(Measure measure) const;
  // Whether the selection is the one of a user who gives no -select.
  bool selects_default() const {
    return select.size() == 1 && select.front().measure == Measure::kMicros;
  }
  // Whether -order_by names a column of a table, not a measure.
  bool orders_tables() const { return !order_by.empty() && !order_by.measure; }
  int64_t min_of(Measure measure) const { return min[static_cast<size_t>(measure)]; }
  // The measure that rows are sorted by; nullopt if they are sorted by name. With -top but no
  // -order_by, it is the time or a selected measure.
  std::optional<Measure> order_measure() const;
};

}  // namespace profiler

#endif  // PROFILER_QUERY_QUERY_H_
