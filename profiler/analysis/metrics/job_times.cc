#include "profiler/analysis/metrics/job_times.h"

#include <fmt/format.h>

#include <limits>
#include <map>

#include "profiler/analysis/selection/event_scan.h"

namespace profiler {
namespace {

// "ProfilerStep#12" is a step of the kind "ProfilerStep"; steps without a name are all of one kind.
std::string_view KindOfStep(std::string_view name) {
  const size_t end = name.find_last_not_of("0123456789");
  name = name.substr(0, end == name.npos ? 0 : end + 1);
  while (!name.empty() && (name.back() == '#' || name.back() == ' ')) name.remove_suffix(1);
  return name.empty() ? "step" : name;
}

void Widen(std::optional<JobSpan>& all, const JobSpan& span) {
  if (all.has_value()) {
    all->Add(span);
  } else {
    all = span;
  }
}

// By source: whether any place of the source is selected; ignores -device.
std::vector<char> SourcesOf(const Selected& selected) {
  const Profile& profile = selected.profile();
  const Selected of_hosts = selected.OnAllDevices();
  std::vector<char> has(profile.sources.size());
  for (uint32_t s = 0; s < has.size(); ++s) {
    TrackRow of_no_device;
    of_no_device.source = SourceId(s);
    has[s] = of_hosts.source_filter().Has(of_no_device) ? 1 : 0;
  }
  // A device may have a host even if its source has none.
  for (const Track track : Tracks(of_hosts)) has[track.row.source.row()] = 1;
  return has;
}

}  // namespace

Interval IntervalOf(const JobSpan& span) {
  constexpr Int128 kLeast = std::numeric_limits<int64_t>::min();
  constexpr Int128 kMost = std::numeric_limits<int64_t>::max();
  return {static_cast<int64_t>(std::clamp(span.begin, kLeast, kMost)),
          static_cast<int64_t>(std::clamp(span.end, kLeast, kMost))};
}

JobTimes::JobTimes(const Selected& selected)
    : selected_(selected),
      profile_(selected.profile()),
      runs_(RunsOf(profile_)),
      has_source_(SourcesOf(selected)),
      series_(PickSeries(selected)) {}

JobSpan JobTimes::On(SourceId source, Int128 begin, Int128 end) const {
  const Int128 zero = profile_.time_axis.FromStart(source, 0);
  return {zero + begin, zero + end};
}

std::string_view JobTimes::KindOf(StepId step) const {
  const StringId name = profile_.steps[step].name;
  return KindOfStep(name.valid() ? profile_.strings[name] : std::string_view());
}

StepKey JobTimes::KeyOf(StepId step) const {
  const StepRow& row = profile_.steps[step];
  const int64_t own = -1 - static_cast<int64_t>(step.row());
  return {runs_.of_source[row.source.row()], KindOf(step),
          row.number == kUnknown ? own : row.number};
}

std::optional<JobSpan> JobTimes::SpanOf(StepId id) const {
  const StepRow& step = profile_.steps[id];
  const bool is_timed = step.begin != kUnknown && step.end != kUnknown;
  if (!is_timed || !selected_.steps().Has(id) || step.found_by == StepFoundBy::kWhole)
    return std::nullopt;
  if (has_source_[step.source.row()] == 0) return std::nullopt;
  return On(step.source, step.begin, step.end);
}

std::optional<JobSpan> JobTimes::Steps() const {
  std::optional<JobSpan> all;
  for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
    if (const std::optional<JobSpan> span = SpanOf(StepId(s))) Widen(all, *span);
  }
  return all;
}

std::optional<JobSpan> JobTimes::All() const {
  std::optional<JobSpan> all = Recorded();
  AddSeries(/*of_all_sources=*/true, all);
  return all;
}

JobSpan JobTimes::WithAllSeries(const JobSpan& recorded) const {
  std::optional<JobSpan> all = recorded;
  AddSeries(/*of_all_sources=*/true, all);
  return *all;
}

std::optional<JobSpan> JobTimes::Recorded() const {
  std::optional<JobSpan> all = Steps();
  for (const Track track : Tracks(selected_)) {
    // Marks of the recorder may last from long before the job's first work to long after its last.
    if (track.row.kind == TrackKind::kMarker) continue;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const Int128 begin = events.begin[e];
      Widen(all, On(track.row.source, begin, begin + events.duration[e]));
    }
  }
  AddSeries(/*of_all_sources=*/false, all);
  return all;
}

void JobTimes::AddSeries(bool of_all_sources, std::optional<JobSpan>& all) const {
  std::vector<char> has_events(profile_.sources.size());
  for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
    const SourceId source = profile_.tracks[TrackId(t)].source;
    if (source.valid()) has_events[source.row()] = 1;
  }
  for (const MetricSeries& picked : series_) {
    const Series& series = *picked.series;
    const auto first = static_cast<size_t>(
        std::upper_bound(series.time.begin(), series.time.end(), kUnknown) - series.time.begin());
    if (first == series.size() || !series.source.valid()) continue;
    if (!of_all_sources && has_events[series.source.row()] == 0) continue;
    Widen(all, On(series.source, series.time[first], series.time.back()));
  }
}

std::vector<Interval> JobTimes::StepTimes() const {
  std::vector<Interval> times;
  for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
    if (const std::optional<JobSpan> span = SpanOf(StepId(s))) times.push_back(IntervalOf(*span));
  }
  return United(std::move(times));
}

std::vector<JobPhase> JobTimes::StepPhases() const {
  std::map<StepKey, JobSpan> spans;
  for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
    const std::optional<JobSpan> span = SpanOf(StepId(s));
    if (!span.has_value()) continue;
    const auto [it, is_new] = spans.try_emplace(KeyOf(StepId(s)), *span);
    if (!is_new) it->second.Add(*span);
  }
  std::vector<JobPhase> phases;
  phases.reserve(spans.size());
  for (const auto& [key, span] : spans) {
    phases.push_back(
        {std::string(key.kind), span, true, key.number < 0 ? kUnknown : key.number, key.run});
  }
  std::stable_sort(phases.begin(), phases.end(), [](const JobPhase& a, const JobPhase& b) {
    return a.span.begin < b.span.begin;
  });
  return phases;
}

std::vector<JobPhase> JobTimes::Phases() const {
  std::vector<JobPhase> steps = StepPhases();
  const std::optional<JobSpan> all = All();
  if (steps.empty() || !selected_.steps().all || !all.has_value()) return steps;
  std::vector<JobPhase> phases;
  if (all->begin < steps.front().span.begin) {
    phases.push_back({.name = fmt::format("Before {}", steps.front().name),
                      .span = {all->begin, steps.front().span.begin},
                      .run = steps.front().run});
  }
  const JobPhase* last = nullptr;  // the phase so far that ends last
  for (const JobPhase& step : steps) {
    if (last != nullptr && last->span.end < step.span.begin) {
      phases.push_back({.name = fmt::format("Between {} and {}", last->name, step.name),
                        .span = {last->span.end, step.span.begin},
                        .run = step.run});
    }
    if (last == nullptr || last->span.end < step.span.end) last = &step;
    phases.push_back(step);
  }
  if (last->span.end < all->end) {
    phases.push_back({.name = fmt::format("After {}", last->name),
                      .span = {last->span.end, all->end},
                      .run = last->run});
  }
  return phases;
}

}  // namespace profiler
