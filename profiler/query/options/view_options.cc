#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

constexpr std::string_view kRowsOfViews =
    "of collectives kind or rank, of steps rank or host, of metrics kind, node or phase, of phases "
    "phase, node, metric or process";

OptionSpec ByOption() {
  OptionSpec spec = ChoiceOption(
      "by", {"kind", "rank", "host", "node", "phase", "metric", "process"},
      fmt::format("What a row is: {} (rank: who waited, and who came last).", kRowsOfViews),
      [](Options& o) -> std::string& { return o.query.by; });
  spec.set = [set = spec.set](Options& o, std::string_view v) {
    absl::Status status = set(o, v);
    if (status.ok()) return status;
    return absl::InvalidArgumentError(fmt::format("{} ({})", Message(status), kRowsOfViews));
  };
  return spec;
}

OptionSpec EveryOption() {
  OptionSpec spec;
  spec.name = "every";
  spec.group = OptionGroup::kReport;
  spec.value_name = "TIME";
  spec.help = "metrics: a row for each span of this length: 10s, 500ms.";
  spec.set = [](Options& o, std::string_view v) {
    absl::StatusOr<TimeBound> parsed = TimeBound::Parse(v);
    if (!parsed.ok()) return BadValue("every", v, ": " + Message(parsed.status()));
    if (parsed->given() && parsed->picos() == 0) return BadValue("every", v, ": it has no length");
    o.query.every = *std::move(parsed);
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return o.query.every.text(); };
  return spec;
}

std::vector<OptionSpec> ViewOptions() {
  return {
      RegexOption("around", "hlo: instructions whose name matches, their operands and users.",
                  [](Options& o) -> RegexSet& { return o.query.around; }),
      BoolOption("show_idle", OptionGroup::kReport,
                 "ops: with rows IDLE for the time that no op takes.",
                 [](Options& o) -> bool& { return o.query.show_idle; }),
      BoolOption("per_call", OptionGroup::kReport,
                 "launches: a row is a call that launched something, not an op.",
                 [](Options& o) -> bool& { return o.query.per_call; }),
      ByOption(),
      EveryOption(),
  };
}

}  // namespace

const OptionSet kViewOptions = {ViewOptions};

}  // namespace profiler
