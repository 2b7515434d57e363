#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/base/status.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"
#include "profiler/query/statistic.h"
#include "profiler/query/where/where.h"

namespace profiler {
namespace {

OptionSpec StatOption() {
  OptionSpec spec;
  spec.name = "stat";
  spec.use = OptionUse::kStatistic;
  spec.value_name = "STATISTIC";
  spec.help = "The statistic over several steps.";
  spec.details =
      "Without -stat it is the mean, as in tfprof, on tfprof's own files and of several runs, and "
      "mean_all elsewhere, where a row is the sum of those below it.";
  for (const StatisticInfo& info : AllStatistics()) {
    spec.choices.push_back(info.name);
    spec.choice_help.push_back(info.help);
  }
  spec.set = [choices = spec.choices](Options& o, std::string_view v) {
    for (const StatisticInfo& info : AllStatistics()) {
      if (info.name == v) return o.query.statistic = info.statistic, absl::OkStatus();
    }
    return NoChoice("stat", v, choices);
  };
  spec.get = [](const Options& o) { return std::string(Info(o.query.statistic).name); };
  return spec;
}

// The column names are checked later, because they depend on the view (catalog/views.h).
OptionSpec WhereOption() {
  OptionSpec spec;
  spec.name = "where";
  spec.use = OptionUse::kRows;
  spec.value_name = "EXPRESSION";
  spec.help = "Show rows for which this holds, as 'micros >= 20us && accelerator_micros == 0'.";
  spec.details =
      "A row for which it does not hold is hidden, and still counts in totals. It may name any "
      "column of the view, selected or not: in scope, graph, code and op all that -select takes "
      "(the row's own value), total_... of it, name; in trees depth; in op share_... and "
      "share_total_...\n"
      "Compare with == != < <= > >=, texts also with =~ and !~ (RE2, the whole text); join with && "
      "|| ! or and, or, not, and parentheses.\n"
      "Numbers are in the unit of the column (us, B) or have one: 20us 1.5ms 2s, 4KB 3MB 1GB, 10k "
      "5m 1b, 5%. Texts stand in quotes of either kind, so the other kind goes around the whole: "
      "-where \"name =~ '.*Mat.*'\". Flags are true or false, and may stand alone.\n"
      "null is what was not recorded: params == null. All other comparisons with it are false. Of "
      "a list (device, op_types, input_shapes) some item must compare so; for != and !~ none may "
      "be equal.";
  spec.set = [](Options& o, std::string_view v) {
    PROFILER_ASSIGN_OR_RETURN(o.query.where, Where::Parse(v));
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return o.query.where.text(); };
  return spec;
}

OptionSpec TopOption() {
  OptionSpec spec;
  spec.name = "top";
  spec.use = OptionUse::kTop;
  spec.value_name = "N";
  spec.help = "Only the N greatest rows, by -order_by or else by time.";
  spec.details =
      "In op, as -order_by micros, and -max_depth has no say. In trees the N rows below the root "
      "with the greatest totals, of those that -max_depth and the other options leave, the "
      "greatest "
      "first. Where time is not selected, by the first measure that is. In other tables the first "
      "N "
      "rows.";
  spec.set = [](Options& o, std::string_view v) {
    if (v.empty()) return o.query.top.reset(), absl::OkStatus();
    int64_t value = 0;
    PROFILER_RETURN_IF_ERROR(ParseInteger("top", v, value));
    if (value < 1) return BadValue("top", v, " is less than 1");
    o.query.top = value;
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return o.query.top ? std::to_string(*o.query.top) : ""; };
  return spec;
}

std::vector<OptionSpec> RowOptions() { return {StatOption(), WhereOption(), TopOption()}; }

}  // namespace

const OptionSet kRowOptions = {RowOptions};

}  // namespace profiler
