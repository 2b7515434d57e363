#include "profiler/analysis/phases/job_phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/analysis/phases/phase_times.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/runs.h"

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
};

JobPhases::JobPhases(const Selected& selected, const JobTimes& times)
    : selected_(selected),
      profile_(selected.profile()),
      times_(times),
      has_phases_(HasPhases(profile_)) {}

std::vector<JobPhases::Own> JobPhases::OwnTimes(const std::optional<JobSpan>& recorded) const {
  std::vector<Own> own(profile_.sources.size());
  const std::vector<char> counts = StepsThatCount(selected_);
  for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
    const std::optional<JobSpan> span = times_.SpanOf(StepId(s));
    if (!span.has_value()) continue;
    own[profile_.steps[StepId(s)].source.row()].steps.push_back(
        {times_.KeyOf(StepId(s)), *span, counts[s] != 0});
  }
  for (const Track track : Tracks(selected_)) {
    // Marks of the recorder may last from long before the job's first work to long after its last.
    if (track.row.kind == TrackKind::kMarker) continue;
    Own& of = own[track.row.source.row()];
    for (uint32_t e = 0; e < track.events.size(); ++e) {
      const Int128 begin = track.events.begin[e];
      const JobSpan span = times_.On(track.row.source, begin, begin + track.events.duration[e]);
      if (!of.all.has_value()) of.all = span;
      of.all->Add(span);
    }
  }
  std::erase_if(own, [](const Own& one) { return one.steps.empty(); });
  if (own.size() == 1) own.front().all = recorded;
  for (Own& one : own) {
    std::stable_sort(one.steps.begin(), one.steps.end(),
                     [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
    if (!one.all.has_value()) one.all = one.steps.front().span;
    one.all->Add({one.steps.front().span.begin, one.end()});
  }
  return own;
}

namespace {

// Means over sources, in the order in which they were added.
class PhaseMeans {
 public:
  void Add(const StepKey& step, bool is_step, const std::string& name, Int128 time) {
    const auto [at, is_new] = index_.try_emplace({step, is_step, name}, phases_.size());
    if (is_new) phases_.push_back({{name, step.run, 0, is_step}, 0});
    phases_[at->second].first.time += time;
    ++phases_[at->second].second;
  }
  std::vector<PhaseDuration> Take() && {
    std::vector<PhaseDuration> means;
    for (auto& [phase, sources] : phases_) {
      phase.time /= sources;
      means.push_back(std::move(phase));
    }
    return means;
  }

 private:
  std::map<std::tuple<StepKey, bool, std::string>, size_t> index_;
  std::vector<std::pair<PhaseDuration, int64_t>> phases_;
};

}  // namespace

std::vector<PhaseDuration> JobPhases::Durations() const {
  if (has_phases_) {
    std::vector<PhaseDuration> all;
    for (const JobPhase& phase : times_.Phases()) {
      all.push_back({phase.name, phase.run, phase.span.end - phase.span.begin, phase.is_step});
    }
    return all;
  }
  PhaseMeans means;
  for (const Own& own : OwnTimes(times_.Recorded())) {
    const auto add_between = [&](const StepKey& next, const std::string& name, Int128 from,
                                 Int128 to) {
      // With -step only steps are told.
      if (from < to && selected_.steps().all) means.Add(next, false, name, to - from);
    };
    const Own::Step* last = nullptr;  // the step so far that ends last
    for (const Own::Step& step : own.steps) {
      const StepKey& key = step.key;
      if (last == nullptr) {
        add_between({key.run, key.kind}, fmt::format("Before {}", key.kind), own.all->begin,
                    step.span.begin);
      } else {
        add_between(key, fmt::format("Between {} and {}", last->key.kind, key.kind), last->span.end,
                    step.span.begin);
      }
      if (last == nullptr || last->span.end < step.span.end) last = &step;
      if (step.counts) {
        means.Add(key, true, std::string(key.kind), step.span.end - step.span.begin);
      }
    }
    add_between({last->key.run, last->key.kind}, fmt::format("After {}", last->key.kind),
                last->span.end, own.all->end);
  }
  return std::move(means).Take();
}

std::optional<TimeAroundSteps> JobPhases::Parts() const {
  if (has_phases_) {
    const std::optional<JobSpan> steps = times_.Steps(), all = times_.All();
    if (!steps.has_value() || !all.has_value()) return std::nullopt;
    return TimeAroundSteps{all->begin, steps->begin - all->begin, steps->end - steps->begin,
                           all->end - steps->end};
  }
  const std::optional<JobSpan> recorded = times_.Recorded();
  const std::vector<Own> own = OwnTimes(recorded);
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
  if (!recorded.has_value()) return parts;
  // Sources without steps may have recorded events for longer: that alone is no such time.
  const JobSpan all = times_.WithAllSeries(*recorded);
  if (all.begin < recorded->begin) parts.unseen_before = parts.begin - all.begin;
  if (all.end > recorded->end) parts.unseen_after = all.end - end;
  return parts;
}

}  // namespace profiler
