#include "profiler/analysis/phases/job_phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/analysis/phases/phase_times.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/store/derive/host_clocks.h"

namespace profiler {

std::vector<char> StepsThatCount(const Selected& selected) {
  const Profile& profile = selected.profile();
  const Runs runs = RunsOf(profile);
  std::set<uint32_t> have_whole;
  const auto run_of = [&](const StepRow& step) { return runs.of_source[step.source.row()]; };
  const auto is_step = [&](StepId id) {
    return selected.steps().Has(id) && profile.steps[id].found_by != StepFoundBy::kWhole;
  };
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    const StepRow& step = profile.steps[StepId(s)];
    if (is_step(StepId(s)) && !step.partial) have_whole.insert(run_of(step));
  }
  std::vector<char> counts(profile.steps.size(), 1);
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    const StepRow& step = profile.steps[StepId(s)];
    if (step.partial && have_whole.count(run_of(step)) > 0) counts[s] = 0;
  }
  return counts;
}

struct JobPhases::Own {
  struct Step {
    StepKey key;
    JobSpan span;
    bool counts = true;
  };
  std::optional<JobSpan> all;
  std::vector<Step> steps;  // by begin

  Int128 end() const {
    Int128 last = steps.front().span.end;
    for (const Step& step : steps) last = std::max(last, step.span.end);
    return last;
  }
  // Several files of a node may have parts of one step.
  void JoinSteps() {
    std::map<StepKey, Step> joined;
    for (const Step& step : steps) {
      const auto [at, is_new] = joined.try_emplace(step.key, step);
      if (is_new) continue;
      at->second.span.Add(step.span);
      at->second.counts = at->second.counts || step.counts;
    }
    steps.clear();
    for (const auto& [key, step] : joined) steps.push_back(step);
  }
};

JobPhases::JobPhases(const Selected& selected, const JobTimes& times)
    : selected_(selected),
      profile_(selected.profile()),
      times_(times),
      has_phases_(HasPhases(profile_)),
      recorded_(has_phases_ ? times.All() : times.Recorded()) {}

// By source: the index of what it belongs to, its node in its run or itself.
std::vector<size_t> JobPhases::PlacesOfSources() const {
  std::vector<size_t> places(profile_.sources.size());
  const Runs runs = RunsOf(profile_);
  std::map<std::pair<uint32_t, StringId>, size_t> of_node;
  for (size_t s = 0; s < places.size(); ++s) {
    const StringId host = profile_.sources[SourceId(static_cast<uint32_t>(s))].host;
    places[s] = has_phases_ ? of_node.try_emplace({runs.of_source[s], host}, s).first->second : s;
  }
  return places;
}

std::vector<JobPhases::Own> JobPhases::OwnTimes() const {
  std::vector<Own> own(profile_.sources.size());
  const std::vector<size_t> places = PlacesOfSources();
  const std::vector<char> counts = StepsThatCount(selected_);
  for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
    const std::optional<JobSpan> span = times_.SpanOf(StepId(s));
    if (!span.has_value()) continue;
    own[places[profile_.steps[StepId(s)].source.row()]].steps.push_back(
        {times_.KeyOf(StepId(s)), *span, counts[s] != 0});
  }
  for (const Track track : Tracks(selected_)) {
    // Marks of the recorder may last from long before the job's first work to long after its last.
    if (track.row.kind == TrackKind::kMarker) continue;
    Own& of = own[places[track.row.source.row()]];
    for (uint32_t e = 0; e < track.events.size(); ++e) {
      const Int128 begin = track.events.begin[e];
      const JobSpan span = times_.On(track.row.source, begin, begin + track.events.duration[e]);
      if (!of.all.has_value()) of.all = span;
      of.all->Add(span);
    }
  }
  std::erase_if(own, [](const Own& one) { return one.steps.empty(); });
  // What other runs recorded, or other nodes by clocks that differ, does not say when a node began
  // or ended.
  const bool is_one_run = std::all_of(own.begin(), own.end(), [&](const Own& one) {
    return one.steps.front().key.run == own.front().steps.front().key.run;
  });
  const bool is_of_job = has_phases_ && is_one_run && !FindClockDifference(profile_).has_value();
  for (Own& one : own) {
    if (has_phases_) one.JoinSteps();
    if (is_of_job || own.size() == 1) one.all = recorded_;
    std::stable_sort(one.steps.begin(), one.steps.end(),
                     [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
    if (!one.all.has_value()) one.all = one.steps.front().span;
    one.all->Add({one.steps.front().span.begin, one.end()});
  }
  return own;
}

namespace {

// Means over nodes or sources, in the order in which they were added.
class PhaseMeans {
 public:
  // Places are added one after the other, in ascending order.
  void Add(const StepKey& step, bool is_step, const std::string& name, size_t place,
           const JobSpan& span) {
    const auto [at, is_new] = index_.try_emplace({step, is_step, name}, all_.size());
    if (is_new) all_.push_back({.phase = {name, step.run, 0, is_step}, .span = span});
    all_[at->second].Add(span, place);
  }
  std::vector<PhaseDuration> Take() && {
    JoinPauses();
    std::vector<PhaseDuration> means;
    for (Phase& one : all_) {
      if (one.count == 0) continue;
      one.phase.time /= one.count;
      means.push_back(std::move(one.phase));
    }
    return means;
  }

 private:
  struct Phase {
    PhaseDuration phase;
    JobSpan span;
    std::vector<size_t> places = {};  // sorted; only of pauses
    int64_t count = 0;

    void Add(const JobSpan& of, size_t place) {
      phase.time += of.end - of.begin;
      span.Add(of);
      if (!phase.is_step && (places.empty() || places.back() < place)) places.push_back(place);
      ++count;
    }
    bool IsOnOthers(const Phase& other) const {
      return std::none_of(places.begin(), places.end(), [&](size_t place) {
        return std::binary_search(other.places.begin(), other.places.end(), place);
      });
    }
  };

  // Nodes at the same time between steps of different numbers are in one pause.
  void JoinPauses() {
    std::map<std::string_view, Phase*> last;  // by name
    for (const auto& [key, index] : index_) {
      Phase& one = all_[index];
      if (one.phase.is_step) continue;
      Phase*& before = last[one.phase.name];
      const bool is_same = before != nullptr && before->phase.run == one.phase.run &&
                           one.span.begin < before->span.end && before->span.begin < one.span.end &&
                           one.IsOnOthers(*before);
      if (!is_same) {
        before = &one;
        continue;
      }
      before->phase.time += one.phase.time;
      before->span.Add(one.span);
      const auto own = static_cast<ptrdiff_t>(before->places.size());
      before->places.insert(before->places.end(), one.places.begin(), one.places.end());
      std::inplace_merge(before->places.begin(), before->places.begin() + own,
                         before->places.end());
      before->count += std::exchange(one.count, 0);
    }
  }

  std::map<std::tuple<StepKey, bool, std::string>, size_t> index_;
  std::vector<Phase> all_;
};

}  // namespace

std::vector<PhaseDuration> JobPhases::Durations() const {
  PhaseMeans means;
  size_t place = 0;
  for (const Own& own : OwnTimes()) {
    ++place;
    const auto add_between = [&](const StepKey& next, const std::string& name, const JobSpan& gap) {
      // With -step only steps are told.
      if (gap.begin < gap.end && selected_.steps().all) means.Add(next, false, name, place, gap);
    };
    const Own::Step* last = nullptr;  // the step so far that ends last
    for (const Own::Step& step : own.steps) {
      const StepKey& key = step.key;
      if (last == nullptr) {
        add_between({key.run, key.kind}, fmt::format("Before {}", key.kind),
                    {own.all->begin, step.span.begin});
      } else {
        add_between(key, fmt::format("Between {} and {}", last->key.kind, key.kind),
                    {last->span.end, step.span.begin});
      }
      if (last == nullptr || last->span.end < step.span.end) last = &step;
      if (step.counts) means.Add(key, true, std::string(key.kind), place, step.span);
    }
    add_between({last->key.run, last->key.kind}, fmt::format("After {}", last->key.kind),
                {last->span.end, own.all->end});
  }
  return std::move(means).Take();
}

std::optional<TimeAroundSteps> JobPhases::Parts() const {
  const std::vector<Own> own = OwnTimes();
  if (own.empty()) return std::nullopt;
  // A rank whose recording was cut ends before the job does.
  size_t most = 0, ranks = 0;
  for (const Own& one : own) most = std::max(most, one.steps.size());
  TimeAroundSteps parts = {own.front().all->begin};
  Int128 end = own.front().all->end;
  for (const Own& one : own) {
    if (one.steps.front().key.run != own.front().steps.front().key.run) return std::nullopt;
    parts.begin = std::min(parts.begin, one.all->begin);
    end = std::max(end, one.all->end);
    if (one.steps.size() < most) continue;
    ++ranks;
    parts.before += one.steps.front().span.begin - one.all->begin;
    parts.steps += one.end() - one.steps.front().span.begin;
    parts.after += one.all->end - one.end();
  }
  for (Int128* part : {&parts.before, &parts.steps, &parts.after}) {
    *part /= static_cast<int64_t>(ranks);
  }
  if (!recorded_.has_value()) return parts;
  // Sources without steps may have recorded events for longer: that alone is no such time.
  const JobSpan all = times_.WithAllSeries(*recorded_);
  if (all.begin < recorded_->begin) parts.unseen_before = parts.begin - all.begin;
  if (all.end > recorded_->end) parts.unseen_after = all.end - end;
  return parts;
}

}  // namespace profiler
