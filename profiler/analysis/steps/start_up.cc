#include "profiler/analysis/steps/start_up.h"

#include <algorithm>
#include <string_view>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/derive/work_of_ops.h"

namespace profiler {
namespace {

bool IsDeviceCall(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  return row.kind == OpKind::kRuntime && IsOfDeviceRuntime(profile.strings[row.name]);
}

struct CallsOfSource {
  EventId first;
  int64_t begin = INT64_MAX;
  Int128 all = 0;
  int64_t recorded_from = INT64_MAX, recorded_until = INT64_MIN;
};

}  // namespace

bool RecordsDeviceRuntime(const Profile& profile) {
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    if (IsDeviceCall(profile, OpId(i))) return true;
  }
  return false;
}

std::vector<StartUp> StartUpsOf(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::vector<char> is_call(profile.op_count());
  for (uint32_t i = 0; i < is_call.size(); ++i) {
    is_call[i] = IsDeviceCall(profile, OpId(i)) ? 1 : 0;
  }
  std::vector<CallsOfSource> of_source(profile.sources.size());
  for (const Track track : Tracks(selected, HoldsWork)) {
    CallsOfSource& calls = of_source[track.row.source.row()];
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      calls.recorded_from = std::min(calls.recorded_from, events.begin[e]);
      calls.recorded_until = std::max(calls.recorded_until, events.begin[e] + events.duration[e]);
      const OpId op = events.op[e];
      if (IsAccelerator(track.row) || !op.valid() || is_call[op.row()] == 0) continue;
      calls.all += events.selves()[e];  // calls of the driver may be nested in others
      if (events.begin[e] >= calls.begin) continue;
      calls.begin = events.begin[e];
      calls.first = {track.id, e};
    }
  }
  std::vector<StartUp> all;
  for (uint32_t s = 0; s < of_source.size(); ++s) {
    const CallsOfSource& calls = of_source[s];
    if (!calls.first.valid()) continue;
    const Events& events = profile.events[calls.first.track];
    StartUp one;
    one.time = events.duration[calls.first.row];
    one.later_calls = calls.all - one.time;
    if (one.time <= one.later_calls) continue;
    one.source = SourceId(s);
    one.call = profile.ops.row[events.op[calls.first.row]].name;
    one.site = CallSiteOf(profile, calls.first);
    one.span = static_cast<Int128>(calls.recorded_until) - calls.recorded_from;
    all.push_back(one);
  }
  return all;
}

}  // namespace profiler
