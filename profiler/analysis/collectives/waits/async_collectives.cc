#include "profiler/analysis/collectives/waits/async_collectives.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"

namespace profiler {
namespace {

OpId OpOfCollective(const Profile& profile, const CollectiveEvent& event) {
  return profile.events[event.event.track].op[event.event.row];
}

bool IsStartOfCollective(const Profile& profile, const CollectiveEvent& event) {
  const OpId op = OpOfCollective(profile, event);
  if (event.is_end || event.is_call || !op.valid()) return false;
  const OpRow& row = profile.ops.row[op];
  const std::string_view type = profile.strings[row.type];
  return row.kind == OpKind::kHloInstruction &&
         (type.ends_with("-start") || type == "send" || type == "recv");
}

// The instruction that the text of another one takes last: "all-reduce-start.1" of
// "%all-reduce-done.1 = f32[8]{0} all-reduce-done(f32[8]{0} %all-reduce-start.1)".
std::string_view LastOperandOf(std::string_view text) {
  const size_t at = text.rfind('%');
  if (at == text.npos || at == 0) return "";
  text.remove_prefix(at + 1);
  return text.substr(0, text.find_first_of("), "));
}

// What ran beside the instructions of devices, by the device and the instruction that started it.
class WorkBeside {
 public:
  WorkBeside(const Profile& profile, const absl::flat_hash_set<OpId>& starts) {
    const auto is_beside = [](const TrackRow& track) {
      return track.role == TrackRole::kAsync && track.kind == TrackKind::kStream;
    };
    for (const Track track : Tracks(profile, is_beside)) {
      const Events& events = track.events;
      for (size_t e = 0; e < events.size(); ++e) {
        if (!starts.contains(events.op[e])) continue;
        times_[{track.row.source, track.row.device, events.op[e]}].push_back(
            {events.begin[e], events.begin[e] + events.duration[e]});
      }
    }
    for (auto& [place, times] : times_) {
      std::sort(times.begin(), times.end(),
                [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    }
  }

  // The end of what the instruction started in [from, to]; kUnknown if that was not recorded.
  int64_t EndOf(const CollectiveEvent& start, OpId op, int64_t to) const {
    const auto of_op = times_.find({start.source, start.device, op});
    if (of_op == times_.end()) return kUnknown;
    const auto begins_before = [](const Interval& time, int64_t begin) {
      return time.begin < begin;
    };
    const auto it =
        std::lower_bound(of_op->second.begin(), of_op->second.end(), start.begin, begins_before);
    return it == of_op->second.end() || it->begin > to ? kUnknown : it->end;
  }

 private:
  std::map<std::tuple<SourceId, DeviceId, OpId>, std::vector<Interval>> times_;
};

// The collectives of one device that have started and not ended.
class OpenCollectives {
 public:
  OpenCollectives(const Profile& profile, std::vector<CollectiveEvent>& events)
      : profile_(profile), events_(events) {}

  void Add(size_t start) {
    const CollectiveEvent& event = events_[start];
    last_[profile_.ops.row[OpOfCollective(profile_, event)].name] = start;
    open_[{event.kind, event.step}].push_back(start);
  }

  // The start of what the event ends: the one that its text names, or else the first of the kind
  // in the step, in whose order they mostly end. kNone if there is none.
  size_t Take(const CollectiveEvent& end) {
    const Events& events = profile_.events[end.event.track];
    if (!events.label.empty()) {
      const StringId name =
          profile_.strings.Find(LastOperandOf(profile_.strings[events.label[end.event.row]]));
      const auto named = name.valid() ? last_.find(name) : last_.end();
      if (named != last_.end() && !events_[named->second].is_joined) return named->second;
    }
    std::deque<size_t>& of_kind = open_[{end.kind, end.step}];
    while (!of_kind.empty() && events_[of_kind.front()].is_joined) of_kind.pop_front();
    return of_kind.empty() ? kNone : of_kind.front();
  }

  static constexpr size_t kNone = SIZE_MAX;

 private:
  const Profile& profile_;
  std::vector<CollectiveEvent>& events_;
  absl::flat_hash_map<StringId, size_t> last_;  // by the name of the instruction
  std::map<std::pair<CollectiveKind, StepId>, std::deque<size_t>> open_;
};

void JoinTwo(CollectiveEvent& start, CollectiveEvent& end) {
  start.is_joined = end.is_joined = true;
  start.in_flight = end.in_flight = std::max(end.end() - start.begin, int64_t{0});
  start.own_time = end.own_time = start.duration + end.duration;
  end.bytes = start.bytes;
  end.dtype = start.dtype;
  end.group = start.group;
  end.group_size = start.group_size;
}

}  // namespace

void JoinStartsAndEnds(const Profile& profile, std::vector<CollectiveEvent>& events) {
  absl::flat_hash_set<OpId> starts;
  for (const CollectiveEvent& event : events) {
    if (IsStartOfCollective(profile, event)) starts.insert(OpOfCollective(profile, event));
  }
  if (starts.empty()) return;
  const WorkBeside beside(profile, starts);
  for (size_t first = 0, last = 0; first < events.size(); first = last) {
    OpenCollectives open(profile, events);
    for (last = first; last < events.size() && events[last].source == events[first].source &&
                       events[last].device == events[first].device;
         ++last) {
      CollectiveEvent& event = events[last];
      if (IsStartOfCollective(profile, event)) open.Add(last);
      const size_t start = event.is_end ? open.Take(event) : OpenCollectives::kNone;
      if (start == OpenCollectives::kNone) continue;
      JoinTwo(events[start], event);
      const int64_t end =
          beside.EndOf(events[start], OpOfCollective(profile, events[start]), event.end());
      if (end != kUnknown) events[start].in_flight = event.in_flight = end - events[start].begin;
    }
  }
}

}  // namespace profiler
