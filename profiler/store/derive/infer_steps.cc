#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "profiler/base/int128.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

constexpr size_t kLeastRuns = 5, kLeastNames = 2;
constexpr int64_t kLeastPercent = 80;

struct Call {
  uint32_t name;
  int64_t begin, duration;

  int64_t end() const { return begin + duration; }
};
using Calls = std::vector<Call>;

Int128 TimeOf(Calls::const_iterator first, Calls::const_iterator last) {
  Int128 time = 0;
  for (; first != last; ++first) time += first->duration;
  return time;
}

// The recorder's own calls, e.g. "$profiler.py:101 start_trace", are not the program's.
bool StartsOrStopsRecording(std::string_view name) {
  return name.starts_with("$profiler.py:") &&
         (name.ends_with(" start_trace") || name.ends_with(" stop_trace"));
}

// The calls of a track that no other call encloses.
Calls TopLevelCalls(const Profile& profile, TrackId track) {
  const Events& events = profile.events[track];
  Calls calls;
  int64_t ended = INT64_MIN;
  for (uint32_t e = 0; e < events.size(); ++e) {
    const int64_t end = events.begin[e] + events.duration[e];
    const bool is_inside = events.ParentOf(e) != Events::kNoParent || end <= ended;
    const StringId name = EventName(profile, events, e);
    if (is_inside || events.duration[e] == 0 || !name.valid()) continue;
    ended = end;
    if (StartsOrStopsRecording(profile.strings[name])) continue;
    calls.push_back({name.row(), events.begin[e], events.duration[e]});
  }
  return calls;
}

// The track of the source, of those for which `counts` is true, whose top-level calls take the most
// time.
template <typename Counts>
Calls LongestCalls(const Profile& profile, SourceId source, const Counts& counts) {
  Calls longest;
  Int128 most = 0;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (!(track.source == source) || !counts(TrackId(t), track)) continue;
    Calls calls = TopLevelCalls(profile, TrackId(t));
    const Int128 time = TimeOf(calls.begin(), calls.end());
    if (time <= most) continue;
    most = time;
    longest = std::move(calls);
  }
  return longest;
}

// Whether the track of a device has executions of compiled modules, which are named
// "jit_step(123)" after a module.
bool HoldsModules(const Profile& profile, TrackId id) {
  const TrackRow& track = profile.tracks[id];
  const Events& events = profile.events[id];
  const bool on_device = track.device.valid() && IsAccelerator(profile.devices[track.device].kind);
  if (!on_device || track.role != TrackRole::kOverlay || events.size() == 0) return false;
  const StringId name = EventName(profile, events, 0);
  if (!name.valid()) return false;
  const std::string_view module = profile.strings[name].substr(0, profile.strings[name].find('('));
  const auto& modules = profile.modules.values();
  return std::any_of(modules.begin(), modules.end(),
                     [&](const ModuleRow& row) { return profile.strings[row.name] == module; });
}

// A sequence of calls that follows itself again and again.
struct Repeats {
  size_t first = 0, runs = 0, length = 0;  // calls: the first one, and those of one run
  int64_t percent = 0;                     // of the time of all calls
};

// The least distance at which the names of [first, last) repeat (Knuth, Morris and Pratt).
size_t PeriodOf(const Calls& calls, size_t first, size_t last) {
  const size_t size = last - first;
  std::vector<size_t> border(size + 1);
  size_t k = 0;
  for (size_t i = 1; i < size; ++i) {
    while (k > 0 && calls[first + i].name != calls[first + k].name) k = border[k];
    if (calls[first + i].name == calls[first + k].name) ++k;
    border[i + 1] = k;
  }
  return size - border[size];
}

// What repeats in 80 % of the time has all calls in between the first and the last 20 % of it, so
// the period is that of these calls.
std::optional<Repeats> FindRepeats(const Calls& calls, size_t least_names) {
  const Int128 all = TimeOf(calls.begin(), calls.end());
  constexpr int64_t kEdgePercent = 100 - kLeastPercent;
  size_t first = 0, last = calls.size();
  for (Int128 time = 0; first < last; ++first) {
    time += calls[first].duration;
    if (100 * time > kEdgePercent * all) break;
  }
  for (Int128 time = 0; last > first; --last) {
    time += calls[last - 1].duration;
    if (100 * time > kEdgePercent * all) break;
  }
  if (last - first < 2) return std::nullopt;
  Repeats repeats;
  repeats.length = PeriodOf(calls, first, last);
  const auto same = [&](size_t a) { return calls[a].name == calls[a + repeats.length].name; };
  while (first > 0 && same(first - 1)) --first;
  while (last < calls.size() && same(last - repeats.length)) ++last;
  repeats.first = first;
  repeats.runs = (last - first) / repeats.length;
  if (repeats.runs < kLeastRuns) return std::nullopt;
  absl::flat_hash_set<uint32_t> names;
  for (size_t i = 0; i < repeats.length; ++i) names.insert(calls[first + i].name);
  const auto begin = calls.begin() + static_cast<ptrdiff_t>(first);
  const auto count = static_cast<ptrdiff_t>(repeats.runs * repeats.length);
  repeats.percent = static_cast<int64_t>(100 * TimeOf(begin, begin + count) / all);
  if (names.size() < least_names || repeats.percent < kLeastPercent) return std::nullopt;
  return repeats;
}

void AddInferred(const Calls& calls, const Repeats& repeats, SourceId source, Profile& profile) {
  for (size_t i = 0; i < repeats.runs; ++i) {
    const size_t first = repeats.first + i * repeats.length;
    StepRow step;
    step.source = source;
    step.number = static_cast<int64_t>(i);
    step.begin = calls[first].begin;
    step.end = i + 1 < repeats.runs ? calls[first + repeats.length].begin
                                    : calls[first + repeats.length - 1].end();
    step.found_by = StepFoundBy::kInferred;
    step.confidence_percent = repeats.percent;
    profile.steps.push_back(step);
  }
}

void InferStepsOf(Profile& profile, SourceId source) {
  const Calls on_host = LongestCalls(profile, source, [](TrackId, const TrackRow& track) {
    return IsSummed(track) && track.kind == TrackKind::kThread;
  });
  if (!on_host.empty()) {
    const std::optional<Repeats> found = FindRepeats(on_host, kLeastNames);
    if (found) AddInferred(on_host, *found, source, profile);
    return;
  }
  const Calls modules = LongestCalls(
      profile, source, [&](TrackId id, const TrackRow&) { return HoldsModules(profile, id); });
  const std::optional<Repeats> found = FindRepeats(modules, 1);
  if (found) AddInferred(modules, *found, source, profile);
}

}  // namespace

void InferSteps(Profile& profile, const std::vector<SourceId>& sources) {
  std::vector<char> has_steps(profile.sources.size());
  for (const StepRow& step : profile.steps.values()) has_steps[step.source.row()] = 1;
  for (const SourceId source : sources) {
    if (has_steps[source.row()] == 0) InferStepsOf(profile, source);
  }
}

}  // namespace profiler::derive
