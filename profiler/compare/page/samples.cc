#include "profiler/compare/page/samples.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/analysis/steps/step_epochs.h"
#include "profiler/compare/stats/median.h"

namespace profiler {
namespace {

using Places = std::vector<uint32_t>;

// The places of the steps of a run in the values of all runs, by step of the job: those of one
// number, and of one epoch where numbers begin again. A step that fewer processes recorded than
// others is left out: its mean would be of other processes.
std::vector<Places> ByStepOfJob(const Profile& profile, const StepTimings& run, size_t first) {
  const std::vector<uint32_t> epochs = EpochsOf(profile, run.ids);
  std::map<std::pair<uint32_t, int64_t>, Places> by_number;
  std::vector<Places> steps;
  for (size_t i = 0; i < run.totals.size(); ++i) {
    const auto place = static_cast<uint32_t>(first + i);
    const int64_t number = i < run.ids.size() ? profile.steps[run.ids[i]].number : kUnknown;
    if (number == kUnknown) {
      steps.push_back({place});
    } else {
      by_number[{epochs[i], number}].push_back(place);
    }
  }
  size_t processes = steps.empty() ? 0 : 1;
  for (const auto& [number, places] : by_number) processes = std::max(processes, places.size());
  if (processes < 2) return {};
  std::erase_if(steps, [&](const Places& places) { return places.size() < processes; });
  for (auto& [number, places] : by_number) {
    if (places.size() == processes) steps.push_back(std::move(places));
  }
  return steps;
}

}  // namespace

Samples::Samples(const Profile& profile, const std::vector<StepTimings>& runs) {
  size_t first = 0;
  for (const StepTimings& run : runs) {
    if (!run.empty()) AddRun(profile, run, first);
    first += run.totals.size();
  }
  if (places_.size() == place_ends_.size()) {
    places_.clear();
    place_ends_.clear();
  }
}

void Samples::AddRun(const Profile& profile, const StepTimings& run, size_t first) {
  std::vector<Places> of_steps = ByStepOfJob(profile, run, first);
  if (of_steps.empty()) {
    for (size_t i = 0; i < run.totals.size(); ++i) {
      of_steps.push_back({static_cast<uint32_t>(first + i)});
    }
  }
  for (const Places& places : of_steps) {
    places_.insert(places_.end(), places.begin(), places.end());
    place_ends_.push_back(places_.size());
  }
  ends_.push_back(place_ends_.size());
}

std::span<const uint32_t> Samples::ProcessesOf(size_t step) const {
  if (place_ends_.empty()) return {};
  const size_t begin = step == 0 ? 0 : place_ends_[step - 1];
  return std::span(places_).subspan(begin, place_ends_[step] - begin);
}

std::span<const double> Samples::OfSteps(std::span<const double> of_steps,
                                         std::vector<double>& room) const {
  if (place_ends_.empty()) return of_steps;
  room.clear();
  for (size_t step = 0; step < place_ends_.size(); ++step) {
    const std::span<const uint32_t> places = ProcessesOf(step);
    double sum = 0;
    for (const uint32_t place : places) sum += of_steps[place];
    room.push_back(sum / static_cast<double>(places.size()));
  }
  return room;
}

std::span<const double> Samples::Of(std::span<const double> values,
                                    std::vector<double>& room) const {
  if (!are_runs_) return OfSteps(values, room);
  std::vector<double> step_room;
  const std::span<const double> of_steps = OfSteps(values, step_room);
  room.clear();
  size_t begin = 0;
  for (const size_t end : ends_) {
    room.push_back(MedianOf(of_steps.subspan(begin, end - begin)));
    begin = end;
  }
  return room;
}

void ChooseSamples(Samples& base, Samples& next) {
  if (base.runs() < 2 || next.runs() < 2) return;
  base.UseRuns();
  next.UseRuns();
}

std::vector<double> Samples::MeansOfRuns(std::span<const double> of_steps) const {
  std::vector<double> room, means;
  const std::span<const double> steps = OfSteps(of_steps, room);
  size_t first = 0;
  for (const size_t end : ends_) {
    double sum = 0;
    for (size_t i = first; i < end; ++i) sum += steps[i];
    if (end > first) means.push_back(sum / static_cast<double>(end - first));
    first = end;
  }
  return means;
}

}  // namespace profiler
