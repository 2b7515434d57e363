#include "profiler/analysis/step_split/track_facts.h"

#include "profiler/analysis/time/wall_span.h"
#include "profiler/store/row_facts.h"

namespace profiler {

StepEventType TrackFacts::TypeOf(StepEventTypes& types, uint32_t event) const {
  if (names.empty()) return types.Of(track.id, event);
  if (are_plain && StepEventTypes::IsPlain(names[event])) return StepEventType::kHostCompute;
  return types.OnHost({track.id, event}, names[event]);
}

StepEventType TrackFacts::PythonType(uint32_t event) const {
  if (MakesInput(event)) return StepEventType::kInputCode;
  const bool is_known = !roles.empty() && roles[event] != CodeRole::kUnknown;
  return is_known ? StepEventType::kKnownPython : StepEventType::kHostPython;
}

TrackFacts FactsOf(const Profile& profile, const Track& of, StepEventTypes& types,
                   SumsInOrder& in_order) {
  TrackFacts facts = {of, OnWallScale(profile, of.row.source, 0), in_order};
  if (!IsAccelerator(of.row)) facts.names = types.NameFactsOf(of.id);
  const NameFacts any = StepEventTypes::AnyOf(facts.names);
  facts.has_backward = StepEventTypes::IsBackward(any);
  facts.are_plain = !facts.names.empty() && types.ArePlain(of.id);
  facts.roles = types.CodeRolesOf(of.id, facts.names, any);
  facts.waits = types.WaitsOf(of.id, facts.names, any, facts.roles);
  const Events& events = of.events;
  for (uint32_t e = 0; e < facts.roles.size(); ++e) {
    const uint32_t parent = events.ParentOf(e);
    const bool is_outermost = parent == Events::kNoParent || !facts.MakesInput(parent);
    if (!facts.MakesInput(e) || !is_outermost) continue;
    facts.input_code.Add(facts.TimeOf(e).begin, facts.TimeOf(e).end);
  }
  const bool may_run_ahead = !IsAccelerator(of.row) && types.HasDevice(of.row.source);
  facts.holds_steps = may_run_ahead && (types.LaunchesKernels(of.id) || HoldsSteps(events));
  return facts;
}

}  // namespace profiler
