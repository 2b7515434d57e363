#include <algorithm>
#include <cmath>
#include <map>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

constexpr int64_t kLeastSteps = 3, kLeastConfidence = 50;
// Work that takes less than 1/kLeastPart of the time of the repeating work defines no period.
constexpr int64_t kLeastPart = 10;

// The op type of input pipeline stages, which run ahead of the steps and so define no steps.
constexpr std::string_view kInputStage = "Dataset";

// The executions of one name: an op's, or a kernel's.
struct Work {
  int64_t count = 0, first = INT64_MAX;
  Int128 time = 0;
};

using Runs = std::vector<std::pair<uint64_t, uint32_t>>;

// Counts the periods in which a name has its most frequent number of runs.
int64_t MostAlike(Runs::const_iterator first, Runs::const_iterator last) {
  std::map<int64_t, int64_t> periods;  // by number of runs in a period
  while (first != last) {
    const auto next = std::find_if(first, last, [&](const auto& run) { return run != *first; });
    ++periods[next - first];
    first = next;
  }
  int64_t most = 0;
  for (const auto& [times, count] : periods) most = std::max(most, count);
  return most;
}

class Period {
 public:
  Period(const Profile& profile, SourceId source) : profile_(profile), source_(source) {
    input_stage_ = profile.strings.Find(kInputStage);
    PickTracks();
    for (const TrackId track : tracks_) {
      ForEachWork(track, [&](uint64_t key, int64_t begin, int64_t duration) {
        Work& work = works_[key];
        ++work.count;
        work.first = std::min(work.first, begin);
        work.time += duration;
        end_ = std::max(end_, begin + duration);
      });
    }
  }

  // Returns the begins of the steps, or no begins if no work repeats.
  std::vector<int64_t> Begins() {
    const int64_t count = Count();
    if (count < kLeastSteps) return {};
    uint64_t anchor = 0;
    const Work* first = nullptr;
    for (const auto& [key, work] : works_) {
      if (work.count != count) continue;
      const bool is_earlier = first == nullptr || work.first < first->first ||
                              (work.first == first->first && key < anchor);
      if (!is_earlier) continue;
      first = &work;
      anchor = key;
    }
    std::vector<int64_t> begins;
    for (const TrackId track : tracks_) {
      ForEachWork(track, [&](uint64_t key, int64_t begin, int64_t) {
        if (key == anchor) begins.push_back(begin);
      });
    }
    std::sort(begins.begin(), begins.end());
    return begins;
  }

  // In percent: over all names that run at least once a step, the share of periods with the usual
  // number of runs. The last step may have been cut.
  int64_t Confidence(const std::vector<int64_t>& begins) const {
    Runs runs;  // by name, the periods in which it runs
    for (const TrackId track : tracks_) {
      ForEachWork(track, [&](uint64_t key, int64_t begin, int64_t) {
        const auto after = std::upper_bound(begins.begin(), begins.end(), begin);
        if (after == begins.begin() || after == begins.end()) return;
        if (works_.find(key)->second.count < static_cast<int64_t>(begins.size())) return;
        runs.emplace_back(key, static_cast<uint32_t>(after - begins.begin()));
      });
    }
    std::sort(runs.begin(), runs.end());
    const auto periods = static_cast<int64_t>(begins.size()) - 1;
    int64_t often = 0, alike = 0;
    for (const auto& [key, work] : works_) often += work.count > periods ? 1 : 0;
    for (auto first = runs.begin(); first != runs.end();) {
      const auto last = std::find_if(first, runs.end(),
                                     [&](const auto& run) { return run.first != first->first; });
      alike += MostAlike(first, last);
      first = last;
    }
    return often == 0 ? 0 : 100 * alike / (often * periods);
  }

  int64_t end() const { return end_; }

 private:
  // The tracks of the accelerator that worked longest, or of the host if there is none.
  // Accelerators run the same step at slightly different times.
  void PickTracks() {
    std::map<DeviceId, Int128> work;
    for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
      const TrackRow& track = profile_.tracks[TrackId(t)];
      if (!Counts(track) || !IsAccelerator(track)) continue;
      for (const int64_t duration : profile_.events[TrackId(t)].duration) {
        work[track.device] += duration;
      }
    }
    const auto most = std::max_element(
        work.begin(), work.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    on_device_ = most != work.end();
    for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
      const TrackRow& track = profile_.tracks[TrackId(t)];
      if (!Counts(track) || IsAccelerator(track) != on_device_) continue;
      if (!on_device_ || track.device == most->first) tracks_.emplace_back(t);
    }
  }

  bool Counts(const TrackRow& track) const { return track.source == source_ && IsSummed(track); }

  bool IsWork(OpId id) const {
    if (!id.valid()) return false;
    const OpRow& op = profile_.ops.row[id];
    return (op.kind == OpKind::kHloInstruction || op.kind == OpKind::kFrameworkOp) &&
           (!input_stage_.valid() || op.type != input_stage_);
  }

  // On a device, an event's label is the kernel's name.
  template <typename Take>
  void ForEachWork(TrackId track, const Take& take) const {
    constexpr uint64_t kOps = uint64_t{1} << 32;
    const Events& events = profile_.events[track];
    for (size_t e = 0; e < events.size(); ++e) {
      const bool has_label = on_device_ && !events.label.empty() && events.label[e].valid();
      if (!has_label && !IsWork(events.op[e])) continue;
      const uint64_t key = has_label ? events.label[e].row() : kOps + events.op[e].row();
      take(key, events.begin[e], events.duration[e]);
    }
  }

  // The number of steps: the run count that the most names and the most time have in common. A
  // divisor of it wins if its work takes a relevant share: other work runs several times a step.
  int64_t Count() const {
    struct Group {
      int64_t works = 0;
      Int128 time = 0;
    };
    std::map<int64_t, Group> groups;
    Int128 all = 0;
    for (const auto& [key, work] : works_) {
      if (work.count < kLeastSteps) continue;
      Group& group = groups[work.count];
      ++group.works;
      group.time += work.time;
      all += work.time;
    }
    int64_t best = 0;
    double most = 0;
    for (const auto& [count, group] : groups) {
      const double score =
          static_cast<double>(group.works) * std::sqrt(static_cast<double>(group.time));
      if (score <= most) continue;
      most = score;
      best = count;
    }
    for (const auto& [count, group] : groups) {
      if (best > count && best % count == 0 && kLeastPart * group.time >= all) return count;
    }
    return best;
  }

  const Profile& profile_;
  const SourceId source_;
  StringId input_stage_;
  bool on_device_ = false;
  std::vector<TrackId> tracks_;
  absl::flat_hash_map<uint64_t, Work> works_;
  int64_t end_ = INT64_MIN;
};

void InferStepsOf(Profile& profile, SourceId source) {
  Period period(profile, source);
  const std::vector<int64_t> begins = period.Begins();
  if (begins.empty()) return;
  const int64_t confidence = period.Confidence(begins);
  if (confidence < kLeastConfidence) return;
  for (size_t i = 0; i < begins.size(); ++i) {
    const bool is_last = i + 1 == begins.size();
    StepRow step;
    step.source = source;
    step.number = static_cast<int64_t>(i);
    step.begin = begins[i];
    step.end = is_last ? period.end() : begins[i + 1];
    step.found_by = StepFoundBy::kInferred;
    step.confidence_percent = confidence;
    step.partial = is_last;  // the recording may end before the step ends
    profile.steps.push_back(step);
  }
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
