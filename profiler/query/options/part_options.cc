#include "profiler/query/options/part_options.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

OptionSpec BoundOption(std::string name, std::string help, TimeBound Selection::*bound) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.value_name = "TIME";
  spec.help = std::move(help);
  spec.details =
      "A time from the profile's start, which is when the first event of all inputs begins: 3.2s, "
      "150ms, 80us, 12ns; an empty value removes the bound. Events outside are left out, and "
      "events that cross an edge are clipped; a note says how many. What has no time counts where "
      "its op ran in that time.";
  spec.set = [name = spec.name, bound](Options& o, std::string_view v) {
    absl::StatusOr<TimeBound> parsed = TimeBound::Parse(v);
    if (!parsed.ok()) return BadValue(name, v, ": " + Message(parsed.status()));
    o.query.selection.*bound = *std::move(parsed);
    return absl::OkStatus();
  };
  spec.get = [bound](const Options& o) { return (o.query.selection.*bound).text(); };
  return spec;
}

OptionSpec FromOption() {
  return BoundOption("from", "Only what ran from this time on: 3.2s or 150ms from the start.",
                     &Selection::from);
}

OptionSpec ToOption() {
  return BoundOption("to", "Only what ran before this time: 3.2s or 150ms from the start.",
                     &Selection::to);
}

OptionSpec StepEventOption() {
  OptionSpec spec =
      RegexOption("step_event", "Take host events whose name matches as the steps.",
                  [](Options& o) -> RegexSet& { return o.query.selection.step_events; });
  spec.details =
      "Replaces the steps of the profile. They are numbered from 0 in each input, in the order of "
      "their begin, and named by event and number; what lies in a matching event is of its step, "
      "also another match. What they launch is of their step too, and everything else of the step "
      "in whose time it begins.";
  return spec;
}

std::vector<OptionSpec> PartOptions() {
  return WithUse(OptionUse::kWindow, {FromOption(), ToOption(), StepEventOption()});
}

}  // namespace

const OptionSet kPartOptions = {PartOptions};

absl::Status CheckWindow(const Selection& selection) {
  if (!selection.to.given()) return absl::OkStatus();
  const int64_t from = selection.from.given() ? selection.from.picos() : 0;
  if (from < selection.to.picos()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("-to {} leaves no time behind {}: give a later one", selection.to.text(),
                  selection.from.given() ? "-from " + selection.from.text() : "the start"));
}

}  // namespace profiler
