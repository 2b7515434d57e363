#include "profiler/analysis/step_split/step_event_types.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>

#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/memory/program_copies.h"
#include "profiler/analysis/ops/accelerated_sources.h"
#include "profiler/base/ascii.h"
#include "profiler/store/python_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

using enum name_fact::Bit;

constexpr uint32_t kHostWork = kToDevice | kBetweenHosts | kEnqueuesInput | kWaits | kCompiles;

bool HasCollectives(const Profile& profile, const CommunicationTable& communication) {
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    if (communication.Of(OpId(i)) == Communication::kCollective) return true;
  }
  return false;
}

}  // namespace

StepEventTypes::StepEventTypes(const Profile& profile)
    : profile_(profile),
      blocking_(profile),
      communication_(profile),
      precisions_(profile),
      runtime_(profile.strings.Find(kRuntimeType)),
      has_collectives_(HasCollectives(profile, communication_)),
      has_named_code_(profile.strings.Find(kPythonFunctionType).valid() ||
                      profile.strings.Find(kUserMarkType).valid()),
      has_device_(AcceleratedSources(profile)),
      launches_(profile.tracks.size()),
      launches_other_(profile.tracks.size()),
      model_copies_(profile),
      results_code_(profile),
      result_reads_(profile),
      names_(profile),
      known_(profile.op_count()),
      work_(profile.op_count()) {
  AddMarkNames();
  DeviceWorkKinds kinds(profile);
  const auto mark = [&](EventId call, std::vector<std::vector<bool>>& by_track) {
    std::vector<bool>& calls = by_track[call.track.row()];
    calls.resize(profile.events[call.track].size());
    calls[call.row] = true;
  };
  for (const FlowRow& flow : profile.flows.values()) {
    if (flow.kind != FlowKind::kLaunch) continue;
    mark(flow.from, launches_);
    const TrackId track = flow.to.track;
    const DeviceWork work = kinds.Of(profile.tracks[track], profile.events[track], flow.to.row);
    if (work != DeviceWork::kCopy) mark(flow.from, launches_other_);
  }
}

StringId StepEventTypes::NameOf(const Events& events, uint32_t event) const {
  if (!events.label.empty() && events.label[event].valid()) return events.label[event];
  const OpId op = events.op[event];
  return op.valid() ? profile_.ops.row[op].name : StringId();
}

NameFacts StepEventTypes::FactsOfNames(OpId op, StringId name) {
  NameFacts facts = names_.Of(name);
  if (name.valid() && mark_names_.contains(profile_.strings[name])) facts |= kMayMark;
  if (blocking_.HasByOp(op)) facts |= kWaitsForDevice;
  const NameFacts of_type = op.valid() ? names_.Of(profile_.ops.row[op].type) : 0;
  if ((of_type & kWaits) != 0) facts |= kTypeWaits;
  if ((of_type & kIsPython) != 0) facts |= kTypeIsPython;
  if ((of_type & kIsUsersMark) != 0) facts |= kTypeIsUsersMark;
  return facts;
}

NameFacts StepEventTypes::FactsOf(const Events& events, uint32_t event) {
  const OpId op = events.op[event];
  const StringId label = events.label.empty() ? StringId() : events.label[event];
  Known& known = op.valid() ? known_[op.row()] : without_op_;
  if (known.facts == 0 || known.label != label) {
    known = {label, FactsOfNames(op, NameOf(events, event))};
  }
  return known.facts;
}

std::vector<NameFacts> StepEventTypes::NameFactsOf(TrackId track) {
  const Events& events = profile_.events[track];
  std::vector<NameFacts> facts(events.size());
  for (uint32_t e = 0; e < events.size(); ++e) facts[e] = FactsOf(events, e);
  return facts;
}

NameFacts StepEventTypes::AnyOf(const std::vector<NameFacts>& facts) {
  return std::reduce(facts.begin(), facts.end(), NameFacts{0}, std::bit_or<>());
}

// Tests the same as OnHost() where there are no facts.
bool StepEventTypes::ArePlain(TrackId track) const {
  return HasDevice(profile_.tracks[track].source) && profile_.events[track].step_by_time.empty() &&
         !blocking_.AnyByCopy(track) && launches_[track.row()].empty();
}

void StepEventTypes::AddMarkNames() {
  for (const StepRow& step : profile_.steps.values()) {
    const std::string_view name = profile_.strings[step.name];
    if (!name.empty()) mark_names_.insert(name);
    for (size_t at = name.find(' '); at != name.npos; at = name.find(' ', at + 1)) {
      if (at > 0) mark_names_.insert(name.substr(0, at));
    }
  }
}

// Whether the event is a mark around the step's code, which is not work. The name of its step is
// e.g. "train 12", or the mark's own name.
bool StepEventTypes::IsMark(std::string_view name, StepId step) const {
  const std::string_view of_step = profile_.strings[profile_.steps[step].name];
  return !name.empty() && of_step.starts_with(name) &&
         (of_step.size() == name.size() || of_step[name.size()] == ' ');
}

StepEventType StepEventTypes::OnHost(EventId event, NameFacts facts) const {
  const Events& events = profile_.events[event.track];
  const StepId step = events.step[event.row];
  const OpId op = events.op[event.row];
  const bool has_device = HasDevice(profile_.tracks[event.track].source);
  const bool by_time = IsStepByTime(events, event.row);
  // Copies of a client without accelerators run on threads of their own.
  if (!has_device && (facts & kClientCopiesIn) != 0) return StepEventType::kClientToDevice;
  if (!has_device && (facts & kClientCopiesOut) != 0) return StepEventType::kClientToHost;
  if (!has_device && (facts & kRunsProgram) != 0) return StepEventType::kHostAround;
  // So do compiled programs, and their callers are not recorded.
  if (by_time && (has_device || !IsProgram(op))) return StepEventType::kNone;
  if ((facts & kIgnored) != 0) return StepEventType::kNone;
  // Marks that are work themselves have a name that implies host work.
  if ((facts & kHostWork) == 0 && (facts & kMayMark) != 0 &&
      IsMark(profile_.strings[NameOf(events, event.row)], step)) {
    return StepEventType::kNone;
  }
  if (IsHostWait(event, facts)) return StepEventType::kHostWait;
  if ((facts & (kToDevice | kEnqueuesInput)) != 0 && !IsLaunch(event)) {
    return StepEventType::kHostToDevice;
  }
  if ((facts & kBetweenHosts) != 0) return StepEventType::kHostToHost;
  if (has_device && (IsLaunch(event) || (facts & kStartsOps) != 0)) {
    return StartsOnlyCopies(event) ? StepEventType::kCopyLaunch : StepEventType::kKernelLaunch;
  }
  if ((facts & (kWaits | kTypeWaits)) != 0) return StepEventType::kWaitInput;
  if (!has_device && IsCollectiveOnHost(op)) return StepEventType::kHostCollectives;
  if ((facts & kCompiles) != 0) return StepEventType::kHostCompile;
  if (!has_device && IsAroundOps(op, facts)) return StepEventType::kHostAround;
  // What a mark of the user holds beside ops is as unknown as a function of that name.
  if ((facts & kTypeIsCode) == 0) return StepEventType::kHostCompute;
  return IsSleep(facts) ? StepEventType::kHostSleep : StepEventType::kHostPython;
}

StepEventType StepEventTypes::OnDevice(TrackId track, uint32_t event) {
  const Events& events = profile_.events[track];
  const OpId op = events.op[event];
  const StringId label = events.label.empty() ? StringId() : events.label[event];
  const StringId detail = events.detail.empty() ? StringId() : events.detail[event];
  KnownWork& known = op.valid() ? work_[op.row()] : work_without_op_;
  if (known.label != label) known = {label, {}, StepEventType::kNone, StepEventType::kNone};
  if (known.type == StepEventType::kNone || known.detail != detail) {
    const NameFacts of_detail = detail.valid() ? names_.Of(detail) : 0;
    known.detail = detail;
    known.type = TypeOfWork(track, event, FactsOf(events, event) | of_detail, known);
  }
  // A property of the event, not of its op.
  const bool is_model_copy =
      known.type == StepEventType::kHostToDevice && model_copies_.Has(track, event);
  return is_model_copy ? StepEventType::kModelToDevice : known.type;
}

StepEventType StepEventTypes::TypeOfWork(TrackId track, uint32_t event, NameFacts facts,
                                         KnownWork& known) {
  if ((facts & kToDevice) != 0) {
    const bool is_program = CopiesItself(profile_, profile_.events[track].op[event]);
    return is_program ? StepEventType::kModelToDevice : StepEventType::kHostToDevice;
  }
  if ((facts & kToHost) != 0) return StepEventType::kDeviceToHost;
  if ((facts & kBetweenDevices) != 0) return StepEventType::kDeviceToDevice;
  if ((facts & kBetweenHosts) != 0) return StepEventType::kHostToHost;
  if (known.computes != StepEventType::kNone) return known.computes;
  const Events& events = profile_.events[track];
  const StringId name = NameOf(events, event);
  if (communication_.OfEvent(profile_.tracks[track], events, event) == Communication::kCollective) {
    known.computes = StepEventType::kCollectives;
  } else if (name.valid() && DeviceWorkOfName(profile_.strings[name]) == DeviceWork::kCopy) {
    known.computes = StepEventType::kDeviceToDevice;  // a copy whose direction is not recorded
  } else {
    const bool is_narrow = precisions_.Of(events, event) == Precision::kBits16;
    known.computes = is_narrow ? StepEventType::kCompute16 : StepEventType::kCompute32;
  }
  return known.computes;
}

bool StepEventTypes::IsProgram(OpId op) const {
  return op.valid() && profile_.ops.row[op].kind == OpKind::kHloInstruction;
}

bool StepEventTypes::IsLaunch(EventId event) const {
  const std::vector<bool>& launches = launches_[event.track.row()];
  return !launches.empty() && launches[event.row];
}

bool StepEventTypes::StartsOnlyCopies(EventId event) const {
  const std::vector<bool>& other = launches_other_[event.track.row()];
  return IsLaunch(event) && (other.empty() || !other[event.row]);
}

// Calls that only request a collective do not count.
bool StepEventTypes::IsCollectiveOnHost(OpId op) const {
  return communication_.Of(op) == Communication::kCollective &&
         HostRoleOf(profile_.strings[CommunicationName(profile_, op)]) == HostRole::kWork;
}

// Whether the event is a runtime's, communicates, or is a call that only asks or waits for that:
// it hides no communication.
bool StepEventTypes::IsAroundOps(OpId op, NameFacts facts) const {
  if (!op.valid() || (facts & kTypeIsCode) != 0) return false;
  const StringId type = profile_.ops.row[op].type;
  if (type == runtime_ || communication_.Of(op) != Communication::kNone) return true;
  return has_collectives_ && profile_.strings[type].starts_with("_c10d_functional::wait");
}

bool StepEventTypes::IsHostWait(EventId event, NameFacts facts) const {
  return (facts & kWaitsForDevice) != 0 || blocking_.HasByCopy(event);
}

bool StepEventTypes::IsBackward(NameFacts facts) { return (facts & kIsBackward) != 0; }

bool StepEventTypes::IsPython(NameFacts facts) { return (facts & kTypeIsPython) != 0; }

bool StepEventTypes::IsSleep(NameFacts facts) {
  return (facts & kTypeIsPython) != 0 && (facts & kSleeps) != 0;
}

StepEventType StepEventTypes::Of(TrackId track, uint32_t event) {
  if (IsAccelerator(profile_.tracks[track])) return OnDevice(track, event);
  return OnHost({track, event}, FactsOf(profile_.events[track], event));
}

}  // namespace profiler
