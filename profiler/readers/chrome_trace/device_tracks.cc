#include "profiler/readers/chrome_trace/device_tracks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "profiler/readers/trace_events/categories.h"

namespace profiler::chrome_trace {

void DeviceTracks::TakeSlices() {
  for (uint32_t i = 0; i < slices_.threads.size(); ++i) {
    Thread& thread = slices_.threads[i];
    const auto is_host = [](const Slice& s) { return !IsOfDevice(s.category); };
    const auto first = std::stable_partition(thread.slices.begin(), thread.slices.end(), is_host);
    if (first == thread.slices.end()) continue;
    // Without arguments, process and thread are the device and the stream. Device numbers are not
    // negative.
    const auto number = [&](StringId key) {
      return std::max<int64_t>(Value{builder_.strings()[key], true}.AsNumber().value_or(0), 0);
    };
    const int64_t device = number(slices_.processes[thread.process].key);
    const int64_t stream = number(thread.key);
    std::vector<Slice> own(first, thread.slices.end());
    thread.slices.erase(first, thread.slices.end());
    for (Slice& slice : own) {
      Facts facts = slices_.facts_of(slice);
      if (facts.device >= 0 && facts.stream != kUnknown) continue;
      if (facts.device < 0) facts.device = device;
      if (facts.stream == kUnknown) facts.stream = stream;
      slice.facts = slices_.AddFacts(facts);
    }
    SortSlices(own);
    by_thread_.emplace_back(i, std::move(own));
  }
}

void DeviceTracks::FindOrdinals(std::vector<int64_t> listed) {
  std::set<int64_t> worked;
  for (const auto& [thread, slices] : by_thread_) {
    for (const Slice& slice : slices) worked.insert(slices_.facts_of(slice).device);
  }
  std::sort(listed.begin(), listed.end());
  listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
  const bool is_listed = std::any_of(listed.begin(), listed.end(),
                                     [&](int64_t ordinal) { return worked.count(ordinal) > 0; });
  if (is_listed || worked.size() != listed.size()) return;
  auto ordinal = listed.begin();
  for (const int64_t device : worked) ordinals_[device] = *ordinal++;
}

TrackId DeviceTracks::TrackOf(uint32_t thread, const Slice& slice, const Facts& facts) {
  const uint32_t process = slices_.threads[thread].process;
  const ProcessKind kind =
      KindOfProcess(builder_.strings()[slices_.processes[process].name], false);
  const bool is_named = !kind.place.empty() && kind.plane.starts_with("/device:");
  const auto [it, is_new] = tracks_.try_emplace(
      {is_named ? process : UINT32_MAX, facts.device, facts.stream, slice.category});
  if (!is_new) return it->second;
  TrackRow track;
  track.source = source_;
  const auto ordinal = ordinals_.find(facts.device);
  track.device = is_named
                     ? devices_.OfPlane(kind)
                     : devices_.Gpu(ordinal == ordinals_.end() ? facts.device : ordinal->second);
  track.sort_key = facts.stream;
  track.kind = slice.category == Category::kDeviceOverlay ? TrackKind::kMarker : TrackKind::kStream;
  std::string name = fmt::format("stream {}", facts.stream);
  if (slice.category == Category::kDeviceWait) {
    track.role = TrackRole::kAsync;
    name += " (waits)";
  } else if (slice.category == Category::kDeviceOverlay) {
    track.role = TrackRole::kOverlay;
    name += " (annotations)";
  }
  track.name = builder_.Intern(name);
  it->second = builder_.Track(track);
  return it->second;
}

void DeviceTracks::Write(Launches& launches) {
  for (auto& [thread, slices] : by_thread_) {
    for (const Slice& slice : slices) {
      const Facts facts = slices_.facts_of(slice);
      const TrackId track = TrackOf(thread, slice, facts);
      EventRow row;
      row.begin = slice.begin;
      row.duration = slice.duration;
      row.args = slice.offset;
      row.label = slice.name;
      row.detail = facts.detail;
      if (slice.category != Category::kDeviceWork) {
        builder_.AddEvent(track, row);
        continue;
      }
      const Launches::Found found = launches.Find(facts, slice.begin);
      row.op = found.op;
      const EventId event = builder_.AddEvent(track, row);
      launches.AddWork(facts, found, event);
      ++works_;
      if (found.has_call || found.op.valid()) continue;
      const auto [it, is_new] = unlinked_.try_emplace({thread, slice.begin}, event);
      if (!is_new) ++same_begin_;
    }
    slices = {};
  }
}

EventId DeviceTracks::Unlinked(uint32_t thread, int64_t begin) const {
  const auto it = unlinked_.find({thread, begin});
  return it == unlinked_.end() ? EventId() : it->second;
}

void DeviceTracks::CountUnlinked(const Place& place) const {
  const int64_t left = static_cast<int64_t>(unlinked_.size()) + same_begin_;
  place.report.CountWhole(
      ImportProblem::kUnlinkedWork, place.path, left,
      works_ == 0
          ? ""
          : fmt::format("{:.1f} % of {} kernels and copies",
                        100.0 * static_cast<double>(left) / static_cast<double>(works_), works_));
}

}  // namespace profiler::chrome_trace
