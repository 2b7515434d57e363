#include "profiler/analysis/steps/code/recorded_events.h"

#include <algorithm>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// The steps of a run, by row.
std::vector<char> RowsOfSteps(const Profile& profile, const StepTimings& timings) {
  std::vector<char> rows(profile.steps.size());
  for (const StepId step : timings.ids) rows[step.row()] = 1;
  return rows;
}

}  // namespace

std::vector<RecordedEvents> RecordedEventsIn(const Selected& selected, const StepTimings& timings,
                                             const EventCosts& costs) {
  const Profile& profile = selected.profile();
  const std::vector<char> counts = RowsOfSteps(profile, timings);
  const StringId python = profile.strings.Find(kPythonFunctionType);
  std::vector<RecordedEvents> threads;
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    RecordedEvents& sum = threads.emplace_back();
    sum.source = track.row.source;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!step.valid() || counts[step.row()] == 0) continue;
      const OpId op = events.op[e];
      const bool is_function = op.valid() && python.valid() && profile.ops.row[op].type == python;
      const EventCost& cost = is_function ? costs.function : costs.other;
      const Int128 distance = e + 1 < events.size()
                                  ? static_cast<Int128>(events.begin[e + 1]) - events.begin[e]
                                  : Int128{cost.most};
      ++sum.events;
      sum.functions += is_function ? 1 : 0;
      sum.least += std::min<Int128>(cost.least, distance);
      sum.most += std::min<Int128>(cost.most, distance);
    }
  }
  return threads;
}

}  // namespace profiler
