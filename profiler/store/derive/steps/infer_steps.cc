#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/base/int128.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/recorder_calls.h"
#include "profiler/store/event_name.h"
#include "profiler/store/python_name.h"
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

// The calls of a track that no other call encloses.
Calls TopLevelCalls(const Profile& profile, TrackId track, RecorderCalls& recorder) {
  const Events& events = profile.events[track];
  const std::vector<char> is_recorder = recorder.Of(events);
  Calls calls;
  int64_t ended = INT64_MIN;
  for (uint32_t e = 0; e < events.size(); ++e) {
    const int64_t end = events.begin[e] + events.duration[e];
    const bool is_inside = events.ParentOf(e) != Events::kNoParent || end <= ended;
    const StringId name = EventName(profile, events, e);
    if (is_inside || events.duration[e] == 0 || !name.valid()) continue;
    ended = end;
    if (!is_recorder.empty() && is_recorder[e] != 0) continue;
    calls.push_back({name.row(), events.begin[e], events.duration[e]});
  }
  return calls;
}

// The track of the source, of those for which `counts` is true, whose top-level calls take the most
// time.
template <typename Counts>
Calls LongestCalls(const Profile& profile, SourceId source, const Counts& counts) {
  RecorderCalls recorder(profile);
  Calls longest;
  Int128 most = 0;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (!(track.source == source) || !counts(TrackId(t), track)) continue;
    Calls calls = TopLevelCalls(profile, TrackId(t), recorder);
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

// By string, whether it names JAX's call of a compiled function. The user's program makes these.
std::vector<char> NamesOfCompiledCalls(const Profile& profile) {
  std::vector<char> is_call(profile.strings.size());
  for (uint32_t i = 0; i < is_call.size(); ++i) {
    is_call[i] = IsJitCall(profile.strings[StringId(i)]) ? 1 : 0;
  }
  return is_call;
}

bool CallsCompiled(const Profile& profile, TrackId track, const std::vector<char>& is_call) {
  const Events& events = profile.events[track];
  for (uint32_t e = 0; e < events.size(); ++e) {
    const StringId name = EventName(profile, events, e);
    if (name.valid() && is_call[name.row()] != 0) return true;
  }
  return false;
}

// The calls of compiled functions among a thread's. Each returns once its work is queued, so that
// it counts until the next one begins, and the last one until the thread's last call ends.
Calls CompiledCalls(const Calls& calls, const std::vector<char>& is_call) {
  Calls compiled;
  std::copy_if(calls.begin(), calls.end(), std::back_inserter(compiled),
               [&](const Call& call) { return is_call[call.name] != 0; });
  for (size_t i = 0; i < compiled.size(); ++i) {
    const int64_t end = i + 1 < compiled.size() ? compiled[i + 1].begin : calls.back().end();
    compiled[i].duration = end - compiled[i].begin;
  }
  return compiled;
}

// Leaves out functions that take next to no time in all, as frees of memory: where they are called
// now and then, they hide that the others repeat. `is_kept` are names that stay.
Calls WithoutTrifles(const Calls& calls, const std::vector<char>& is_kept) {
  constexpr int64_t kLeastPercentOfName = 1;
  const Int128 all = TimeOf(calls.begin(), calls.end());
  absl::flat_hash_map<uint32_t, Int128> by_name;
  for (const Call& call : calls) by_name[call.name] += call.duration;
  Calls left;
  std::copy_if(calls.begin(), calls.end(), std::back_inserter(left), [&](const Call& call) {
    return is_kept[call.name] != 0 || 100 * by_name[call.name] >= kLeastPercentOfName * all;
  });
  return left;
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
  std::vector<StepRow> steps;
  StepSpans spans;
  const auto known = static_cast<uint32_t>(profile.steps.size());
  for (size_t i = 0; i < repeats.runs; ++i) {
    const size_t first = repeats.first + i * repeats.length;
    StepRow& step = steps.emplace_back();
    step.source = source;
    step.number = static_cast<int64_t>(i);
    step.begin = calls[first].begin;
    step.end = i + 1 < repeats.runs ? calls[first + repeats.length].begin
                                    : calls[first + repeats.length - 1].end();
    step.found_by = StepFoundBy::kInferred;
    step.confidence_percent = repeats.percent;
    spans.Add(step.begin, step.end, StepId(known + static_cast<uint32_t>(i)));
  }
  spans.Finish();
  // Calls may return before their programs run: then they are the steps of nothing.
  if (!HoldPrograms(profile, source, spans)) return;
  for (const StepRow& step : steps) profile.steps.push_back(step);
}

// The calls of the host thread that the user's program runs on: where functions that JAX compiled
// are called, a thread that calls them, as threads of the runtime's pool share the work of a step.
Calls CallsOfHost(const Profile& profile, SourceId source, const std::vector<char>& is_call) {
  const auto is_thread = [](const TrackRow& track) {
    return IsSummed(track) && track.kind == TrackKind::kThread;
  };
  Calls calls = LongestCalls(profile, source, [&](TrackId id, const TrackRow& track) {
    return is_thread(track) && CallsCompiled(profile, id, is_call);
  });
  if (!calls.empty()) return calls;
  return LongestCalls(profile, source,
                      [&](TrackId, const TrackRow& track) { return is_thread(track); });
}

// Adds the steps that the calls make, of a sequence with that many names; false if they make none.
bool AddRepeats(const Calls& calls, size_t least_names, SourceId source, Profile& profile) {
  const std::optional<Repeats> found = FindRepeats(calls, least_names);
  if (found) AddInferred(calls, *found, source, profile);
  return found.has_value();
}

// By string, whether it names a compiled call that steps make: they start programs, however little
// time that takes. What is called at most half as often as another one may be of some steps only.
std::vector<char> CallsOfSteps(const Calls& calls, const std::vector<char>& is_call) {
  absl::flat_hash_map<uint32_t, size_t> count;
  size_t most = 0;
  for (const Call& call : calls) {
    if (is_call[call.name] != 0) most = std::max(most, ++count[call.name]);
  }
  std::vector<char> of_steps(is_call.size());
  for (const auto& [name, times] : count) of_steps[name] = 2 * times > most ? 1 : 0;
  return of_steps;
}

void InferStepsOf(Profile& profile, SourceId source, const std::vector<char>& is_call) {
  const Calls on_host = CallsOfHost(profile, source, is_call);
  const std::vector<char> of_steps = CallsOfSteps(on_host, is_call);
  if (AddRepeats(on_host, kLeastNames, source, profile) ||
      AddRepeats(WithoutTrifles(on_host, of_steps), kLeastNames, source, profile) ||
      AddRepeats(CompiledCalls(on_host, is_call), 1, source, profile) || !on_host.empty()) {
    return;
  }
  const Calls modules = LongestCalls(
      profile, source, [&](TrackId id, const TrackRow&) { return HoldsModules(profile, id); });
  AddRepeats(modules, 1, source, profile);
}

}  // namespace

void InferSteps(Profile& profile, const std::vector<SourceId>& sources) {
  std::vector<char> has_steps(profile.sources.size());
  for (const StepRow& step : profile.steps.values()) has_steps[step.source.row()] = 1;
  const std::vector<char> is_call = NamesOfCompiledCalls(profile);
  for (const SourceId source : sources) {
    if (has_steps[source.row()] == 0) InferStepsOf(profile, source, is_call);
  }
}

}  // namespace profiler::derive
