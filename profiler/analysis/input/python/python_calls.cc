#include "profiler/analysis/input/python/python_calls.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {

PythonCalls::PythonCalls(const Selected& selected)
    : profile_(selected.profile()),
      selected_(selected),
      results_code_(selected.profile()),
      result_reads_(selected.profile()) {
  facts_.reserve(profile_.op_count());
  for (const OpRow& op : profile_.ops.row.values()) {
    const std::string_view name = profile_.strings[op.name], type = profile_.strings[op.type];
    const bool is_mark = type == kUserMarkType && !IsMarkOfFramework(name);
    if (type != kPythonFunctionType && !is_mark) {
      facts_.push_back(kOther);
    } else {
      has_functions_ = true;
      const bool is_unknown = CodeRoleOf(name) == CodeRole::kUnknown && !WaitsForDevice(name);
      facts_.push_back(is_unknown ? kFunction : kKnown);
    }
  }
}

std::vector<PythonCalls::OfEvent> PythonCalls::FactsOf(const Events& events) const {
  std::vector<OfEvent> of(events.size());
  const std::vector<char> of_results = results_code_.Of(events);
  const std::vector<char> reads = result_reads_.Of(events);
  for (uint32_t e = 0; e < events.size(); ++e) {
    const uint32_t parent = events.ParentOf(e);
    of[e].is_step = IsAroundStep(profile_, EventName(profile_, events, e), events.step[e]);
    if (of[e].is_step) continue;
    if (events.op[e].valid()) of[e].fact = facts_[events.op[e].row()];
    // What is in no step may hold some, with all that they do.
    const bool is_read = !reads.empty() && reads[e] != 0 && events.step[e].valid();
    const bool is_of_results = is_read || (!of_results.empty() && of_results[e] != 0);
    if (is_of_results && of[e].fact == kFunction) of[e].fact = kKnown;
    if (parent != Events::kNoParent) {
      of[e].depth = of[parent].depth + 1;
      if (of[parent].fact == kKnown) of[e].fact = kKnown;
    }
    if (of[e].fact == kFunction) continue;
    for (uint32_t a = parent; a != Events::kNoParent && !of[a].holds_ops; a = events.ParentOf(a)) {
      of[a].holds_ops = true;
    }
  }
  return of;
}

void PythonCalls::AddTrack(const Track& track) {
  const bool is_thread = track.row.kind == TrackKind::kThread && !IsAccelerator(track.row);
  if (!is_thread || !has_functions_) return;
  const Events& events = track.events;
  std::vector<OfEvent> of = FactsOf(events);
  for (auto e = static_cast<uint32_t>(events.size()); e-- > 0;) {  // what runs in a call first
    const uint32_t parent = events.ParentOf(e);
    const bool has_parent = parent != Events::kNoParent;
    if (of[e].is_step && IsInSelectedStep(selected_, track, e)) AddLoop(events, e);
    if (of[e].fact == kFunction && IsInSelectedStep(selected_, track, e)) {
      const int64_t own = of[e].holds_ops ? events.selves()[e] : events.duration[e];
      // A call that runs no op counts whole, whatever functions it is made of.
      if (!of[e].holds_ops) of[e].time = 0;
      if (own >= kLongStretch) of[e].time += own;
      if (of[e].time > 0) AddName(events, e, of[e]);
    }
    if (has_parent) {
      of[parent].time += of[e].time;
    } else {
      total_ += of[e].time;
    }
  }
}

void PythonCalls::AddLoop(const Events& events, uint32_t mark) {
  for (uint32_t a = events.ParentOf(mark); a != Events::kNoParent; a = events.ParentOf(a)) {
    if (!IsPythonFunction(profile_, events, a)) continue;
    loop_ = CallName(profile_, events, a);
    loop_time_ += events.selves()[mark];
    return;
  }
}

void PythonCalls::AddName(const Events& events, uint32_t event, const OfEvent& of) {
  const StringId name = CallName(profile_, events, event);
  if (!name.valid()) return;
  const uint32_t parent = events.ParentOf(event);
  // A function that calls itself counts once.
  if (parent != Events::kNoParent && events.op[parent] == events.op[event]) return;
  Sum& sum = by_name_[name];
  sum.time += of.time;
  sum.depth = std::max(sum.depth, of.depth);
  const OpRow& op = profile_.ops.row[events.op[event]];
  const bool is_mark = profile_.strings[op.type] == kUserMarkType;
  sum.is_of_library =
      !is_mark && (!op.frame.valid() || IsOfLibrary(profile_, profile_.frames[op.frame]));
}

Int128 PythonCalls::TimeOf(StringId function) const {
  const auto found = by_name_.find(function);
  return found == by_name_.end() ? 0 : found->second.time;
}

StringId PythonCalls::Most() const {
  const auto rank = [&](const Sum& sum) {
    return std::tuple(2 * sum.time >= total_, !sum.is_of_library, sum.depth, sum.time);
  };
  const auto most = std::max_element(
      by_name_.begin(), by_name_.end(),
      [&](const auto& a, const auto& b) { return rank(a.second) < rank(b.second); });
  return most == by_name_.end() ? StringId() : most->first;
}

}  // namespace profiler
