#include "profiler/analysis/accelerators/idle_after.h"

#include <algorithm>
#include <utility>

#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/threads/sort_runs.h"

namespace profiler {

namespace {

// The first picoseconds of the times, `most` at most.
std::vector<Interval> FirstOf(const std::vector<Interval>& times, Int128 most) {
  std::vector<Interval> first;
  for (Interval part : times) {
    const Int128 length = std::min<Int128>(static_cast<Int128>(part.end) - part.begin, most);
    if (length <= 0) break;
    part.end = part.begin + static_cast<int64_t>(length);
    most -= length;
    first.push_back(part);
  }
  return first;
}

}  // namespace

IdleAfter::IdleAfter(const Profile& profile)
    : profile_(profile), long_work_(profile), launches_(profile.tracks.size()) {
  for (const FlowRow& flow : profile.flows.values()) {
    if (flow.kind != FlowKind::kLaunch) continue;
    launches_[flow.from.track.row()].push_back(
        {flow.from.row, profile.tracks[flow.to.track].device});
  }
  for (std::vector<Launch>& of_track : launches_) {
    SortRuns(of_track.begin(), of_track.end(),
             [](const Launch& a, const Launch& b) { return a.call < b.call; });
  }
  const LaunchedBy launched_by(profile);
  for (const Track track : Tracks(profile, HoldsDeviceWork)) {
    std::vector<Work>& of_device = of_device_[track.row.device].works;
    std::vector<Work>& of_source = of_source_[track.row.source].works;
    for (uint32_t e = 0; e < track.events.size(); ++e) {
      const int64_t begin = track.events.begin[e];
      of_device.push_back({begin, begin + track.events.duration[e], launched_by(track.id, e)});
      of_source.push_back(of_device.back());
    }
  }
  for (auto& [device, queue] : of_device_) Sort(queue);
  for (auto& [source, queue] : of_source_) Sort(queue);
}

void IdleAfter::Sort(Queue& queue) {
  SortRuns(queue.works.begin(), queue.works.end(),
           [](const Work& a, const Work& b) { return a.begin < b.begin; });
  queue.done.reserve(queue.works.size());
  for (const Work& work : queue.works) {
    queue.done.push_back(queue.done.empty() ? work.end : std::max(queue.done.back(), work.end));
  }
}

const IdleAfter::Queue* IdleAfter::QueueOf(EventId wait) const {
  const std::vector<Launch>& launches = launches_[wait.track.row()];
  const auto after =
      std::upper_bound(launches.begin(), launches.end(), wait.row,
                       [](uint32_t row, const Launch& launch) { return row < launch.call; });
  if (after != launches.begin()) {
    const auto of_device = of_device_.find((after - 1)->device);
    if (of_device != of_device_.end()) return &of_device->second;
  }
  const auto of_source = of_source_.find(profile_.tracks[wait.track].source);
  return of_source == of_source_.end() ? nullptr : &of_source->second;
}

int64_t IdleAfter::LaunchTime(const Work& work) const {
  return work.call.valid() ? profile_.events[work.call.track].begin[work.call.row] : kUnknown;
}

std::optional<IdleAfter::Drained> IdleAfter::DrainedBy(EventId wait) const {
  const Queue* queue = QueueOf(wait);
  if (queue == nullptr) return std::nullopt;
  const Events& events = profile_.events[wait.track];
  const int64_t begin = events.begin[wait.row], end = begin + events.duration[wait.row];
  const auto next =
      std::upper_bound(queue->works.begin(), queue->works.end(), end,
                       [](int64_t time, const Work& work) { return time < work.begin; });
  if (next == queue->works.begin() || next == queue->works.end()) return std::nullopt;
  const int64_t launched = LaunchTime(*next);
  if (launched != kUnknown && launched < end) return std::nullopt;
  const auto at = static_cast<size_t>(next - queue->works.begin());
  const int64_t done = queue->done[at - 1];
  if (done < begin || done > end) return std::nullopt;
  return Drained{queue, at, done};
}

std::vector<Interval> IdleAfter::Wait(EventId wait) const {
  const std::optional<Drained> drained = DrainedBy(wait);
  if (!drained) return {};
  const Work& next = drained->queue->works[drained->next];
  const Events& events = profile_.events[wait.track];
  const int64_t end = events.begin[wait.row] + events.duration[wait.row];
  const int64_t launched = LaunchTime(next);
  const Interval after = {end, launched == kUnknown ? next.begin : launched};
  std::vector<Interval> work = long_work_.In(wait.track, after);
  if (next.call.valid() && next.call.track != wait.track) {
    const std::vector<Interval> other = long_work_.In(next.call.track, after);
    work.insert(work.end(), other.begin(), other.end());
  }
  return Without({{drained->done, next.begin}}, United(std::move(work)));
}

AfterWait IdleAfter::WhyNotIdle(EventId wait) const {
  const Queue* queue = QueueOf(wait);
  if (queue == nullptr) return AfterWait::kUnknown;
  const Events& events = profile_.events[wait.track];
  const int64_t begin = events.begin[wait.row], end = begin + events.duration[wait.row];
  const auto next =
      std::upper_bound(queue->works.begin(), queue->works.end(), end,
                       [](int64_t time, const Work& work) { return time < work.begin; });
  if (next == queue->works.begin()) return AfterWait::kUnknown;
  const int64_t done = queue->done[static_cast<size_t>(next - queue->works.begin()) - 1];
  if (done > end) return AfterWait::kQueued;
  if (next == queue->works.end()) return AfterWait::kNothing;
  const int64_t launched = LaunchTime(*next);
  if (launched != kUnknown && launched < end) return AfterWait::kQueued;
  if (done < begin) return AfterWait::kWasDone;
  return Wait(wait).empty() ? AfterWait::kHostWorks : AfterWait::kOutsideSteps;
}

std::vector<Interval> IdleAfter::MakingInput(EventId wait, const Limits& limits) const {
  constexpr size_t kMostWorks = 100'000;  // after the last wait of a thread all others follow
  if (limits.most <= 0 || long_work_.is_made_elsewhere()) return {};
  const std::optional<Drained> drained = DrainedBy(wait);
  if (!drained) return {};
  const Queue& queue = *drained->queue;
  const Events& events = profile_.events[wait.track];
  const int64_t end = events.begin[wait.row] + events.duration[wait.row];
  const size_t last = std::min(queue.works.size(), drained->next + kMostWorks);
  std::vector<Interval> input;
  for (size_t i = drained->next; i < last; ++i) {
    const Work& work = queue.works[i];
    const int64_t done = queue.done[i - 1], known = LaunchTime(work);
    if (done >= limits.until) break;
    // The copy of what is loaded may wait itself, and begins after that.
    const int64_t launched = std::min(known == kUnknown ? work.begin : known, limits.until);
    const int64_t begin = std::max(done, end);
    if (launched <= begin || work.begin <= done) continue;
    const std::vector<Interval> made = long_work_.MakingInput(wait.track, {begin, launched});
    input.insert(input.end(), made.begin(), made.end());
  }
  return FirstOf(Common(United(std::move(input)), limits.counted), limits.most);
}

std::vector<Interval> IdleAfter::DoingOtherWork(EventId wait, Int128 most) const {
  const std::optional<Drained> drained = DrainedBy(wait);
  if (!drained || most <= 0) return {};
  const Work& next = drained->queue->works[drained->next];
  const Events& events = profile_.events[wait.track];
  const int64_t end = events.begin[wait.row] + events.duration[wait.row];
  const int64_t known = LaunchTime(next), launched = known == kUnknown ? next.begin : known;
  return FirstOf(long_work_.WithoutInput(wait.track, {end, launched}), most);
}

std::vector<Interval> IdleAfter::Later(EventId wait, int64_t until, Int128 most) const {
  const std::optional<Drained> drained = DrainedBy(wait);
  if (!drained) return {};
  const Queue& queue = *drained->queue;
  std::vector<Interval> idle;
  for (size_t i = drained->next + 1; i < queue.works.size() && most > 0; ++i) {
    const Work& work = queue.works[i];
    if (work.begin >= until) break;
    const int64_t done = queue.done[i - 1], launched = LaunchTime(work);
    if (launched == kUnknown || launched < done || work.begin <= done) continue;
    std::vector<Interval> other = long_work_.In(work.call.track, {done, launched});
    for (Interval part : Without({{done, work.begin}}, United(std::move(other)))) {
      const Int128 length = std::min<Int128>(part.end - part.begin, most);
      part.end = part.begin + static_cast<int64_t>(length);
      most -= length;
      if (length > 0) idle.push_back(part);
    }
  }
  return idle;
}

}  // namespace profiler
