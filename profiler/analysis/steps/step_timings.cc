#include "profiler/analysis/steps/step_timings.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/steps/step_sums.h"
#include "profiler/base/heap_bytes.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// A step that takes more than this many times the median is long.
constexpr double kTwice = 2;

bool IsDamaged(const Profile& profile) {
  return std::any_of(profile.import_rows.begin(), profile.import_rows.end(),
                     [&](const ImportRow& row) {
                       return row.severity == ImportSeverity::kError ||
                              profile.strings[row.problem] == "dangling_metadata";
                     });
}

void AddStep(const StepSplit& split, StepId id, StepTimings& timings) {
  timings.ids.push_back(id);
  timings.totals.push_back(static_cast<double>(split.total));
  timings.waits.push_back(static_cast<double>(split.waits));
  timings.sleeps.push_back(static_cast<double>(split.sleeps));
  timings.elsewhere.push_back(static_cast<double>(split.elsewhere));
  timings.short_gaps.push_back(static_cast<double>(split.short_gaps));
  timings.input_code.push_back(static_cast<double>(split.input_code));
  timings.model_copies.push_back(static_cast<double>(split.model_copies));
  for (size_t part = 0; part < kStepPartCount; ++part) {
    timings.parts[part].push_back(static_cast<double>(OrZero(split.parts[part])));
  }
}

std::vector<size_t> PlacesOf(const Profile& profile, const std::vector<StepId>& ids) {
  const auto key_of = [&](StepId id) {
    return std::pair(profile.steps[id].number, SameStep(profile, id));
  };
  std::map<std::pair<int64_t, StepId>, size_t> place_of;
  for (const StepId id : ids) place_of[key_of(id)] = 0;
  size_t next = 0;
  for (auto& [key, place] : place_of) place = next++;
  std::vector<size_t> places;
  places.reserve(ids.size());
  for (const StepId id : ids) places.push_back(place_of[key_of(id)]);
  return places;
}

// The steps of a run, as indices of sums.
struct StepsOfRun {
  std::vector<size_t> whole, partial;
  std::vector<size_t> recordings;  // StepFoundBy::kWhole
  size_t left_out = 0;             // partial ones, of known length or not
};

}  // namespace

std::vector<double> StepTimings::InputCopies() const {
  std::vector<double> times = Of(StepPart::kHostToDevice);
  std::transform(times.begin(), times.end(), model_copies.begin(), times.begin(), std::minus<>());
  return times;
}

std::vector<double> StepTimings::Unexplained() const {
  std::vector<double> times = Of(StepPart::kOther);
  for (const std::vector<double>* const known : {&waits, &sleeps, &elsewhere, &short_gaps}) {
    std::transform(times.begin(), times.end(), known->begin(), times.begin(), std::minus<>());
  }
  return times;
}

double StepTimings::mean() const { return MeanOf(totals); }
double StepTimings::median() const { return CenterOf(totals).median; }

namespace {

// How many take more than twice as long as most of the shorter half, if these are no exceptions:
// several behind the first shorter one, and a fourth of those or more. Else 0. `wholes` are in
// order: the first ones may warm up.
size_t ManyLongOnes(const std::vector<double>& wholes) {
  if (wholes.empty()) return 0;
  std::vector<double> sorted = wholes;
  std::sort(sorted.begin(), sorted.end());
  const double typical = sorted[(sorted.size() - 1) / 2];
  const auto is_long = [&](double whole) { return whole > kTwice * typical; };
  const auto first = std::find_if_not(wholes.begin(), wholes.end(), is_long);
  const auto again = static_cast<size_t>(std::count_if(first, wholes.end(), is_long));
  const bool are_many = again > 1 && 4 * again >= static_cast<size_t>(wholes.end() - first);
  return are_many ? again + static_cast<size_t>(first - wholes.begin()) : 0;
}

// Of the mean of the steps that are not long.
double UsualShare(const std::vector<double>& times, const std::vector<double>& wholes) {
  const double longest = kTwice * CenterOf(wholes).median;
  double time = 0, whole = 0;
  for (size_t i = 0; i < times.size(); ++i) {
    if (wholes[i] > longest) continue;
    time += times[i];
    whole += wholes[i];
  }
  return whole > 0 ? time / whole : 0;
}

}  // namespace

PartShare StepTimings::ShareOf(const std::vector<double>& times) const {
  return ShareOfSteps(times, totals);
}

PartShare ShareOfSteps(const std::vector<double>& times, const std::vector<double>& wholes) {
  if (times.empty()) return {};
  std::vector<double> shares;
  for (size_t i = 0; i < times.size(); ++i) {
    if (wholes[i] > 0) shares.push_back(times[i] / wholes[i]);
  }
  const double whole = MeanOf(wholes);
  PartShare part;
  part.mean_share = whole > 0 ? MeanOf(times) / whole : 0;
  part.usual_share = UsualShare(times, wholes);
  part.long_steps = ManyLongOnes(wholes);
  if (part.is_of_mean()) {
    part.share = part.mean_share;
    part.time = MeanOf(times);
    return part;
  }
  part.share = shares.empty() ? 0 : CenterOf(std::move(shares)).median;
  part.time = CenterOf(times).median;
  return part;
}

namespace {

// By place, in order, the means of the values.
std::vector<double> MeansByPlace(const std::vector<double>& values,
                                 const std::vector<size_t>& places) {
  std::map<size_t, std::vector<double>> by_place;
  for (size_t i = 0; i < values.size(); ++i) by_place[places[i]].push_back(values[i]);
  std::vector<double> means;
  means.reserve(by_place.size());
  for (const auto& [place, of_place] : by_place) means.push_back(MeanOf(of_place));
  return means;
}

// Whether three steps or more, and one of the later half, are far longer than the median, and most
// of what they take longer is of `times`.
bool AreLongFor(const std::vector<double>& times, const std::vector<double>& wholes) {
  constexpr size_t kLeastLong = 3;
  const double median = CenterOf(wholes).median;
  size_t count = 0, last = 0;
  double part = 0, longer = 0;
  for (size_t i = 0; i < wholes.size(); ++i) {
    if (wholes[i] <= kTwice * median) continue;
    ++count;
    last = i;
    part += times[i];
    longer += wholes[i] - median;
  }
  return count >= kLeastLong && last >= wholes.size() - wholes.size() / 2 && 2 * part >= longer;
}

}  // namespace

PartShare StepTimings::RecurringShareOf(const std::vector<double>& times, double least) const {
  constexpr size_t kLeastSteps = 3;
  constexpr double kNearlyAll = 0.9;
  PartShare part = ShareOf(times);
  if (part.is_of_mean() || part.share >= least) return part;
  const std::vector<double> of_steps = MeansByPlace(times, places);
  const std::vector<double> wholes = MeansByPlace(totals, places);
  size_t in_later = 0;
  for (size_t i = of_steps.size() - of_steps.size() / 2; i < of_steps.size(); ++i) {
    if (of_steps[i] >= least * wholes[i] && of_steps[i] > 0) ++in_later;
  }
  const size_t later = of_steps.size() / 2;
  const bool recurs = in_later >= kLeastSteps && 3 * in_later >= later;
  if (!recurs && !AreLongFor(of_steps, wholes)) return part;
  const auto longest =
      static_cast<size_t>(std::max_element(of_steps.begin(), of_steps.end()) - of_steps.begin());
  const auto steps = static_cast<double>(of_steps.size());
  const double whole = (MeanOf(wholes) * steps - wholes[longest]) / (steps - 1);
  const double time = (MeanOf(of_steps) * steps - of_steps[longest]) / (steps - 1);
  if (time < least * whole) return part;
  part.in_steps = FewestWithMost(of_steps, kNearlyAll).size();
  part.of_steps = of_steps.size();
  part.share = time / whole;
  part.time = time;
  return part;
}

std::vector<size_t> StepTimings::LongSteps() const {
  std::vector<size_t> steps;
  const double typical = empty() ? 0 : median();
  for (size_t i = 0; i < totals.size(); ++i) {
    if (totals[i] > kTwice * typical) steps.push_back(i);
  }
  return steps;
}

uint64_t HeapBytes(const StepTimings& timings) {
  uint64_t bytes = HeapBytes(timings.run) + HeapBytes(timings.ids) + HeapBytes(timings.places) +
                   HeapBytes(timings.totals) + HeapBytes(timings.waits) +
                   HeapBytes(timings.sleeps) + HeapBytes(timings.elsewhere) +
                   HeapBytes(timings.short_gaps) + HeapBytes(timings.input_code) +
                   HeapBytes(timings.model_copies);
  for (const std::vector<double>& part : timings.parts) bytes += HeapBytes(part);
  return bytes;
}

absl::StatusOr<std::vector<StepTimings>> TimeSteps(const Selected& selected, const Query& query,
                                                   RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  std::vector<StepSum> sums = StepsWithoutSums(profile);
  // Whether anything ran in a step matters only where places are selected.
  if (!selected.source_filter().all()) {
    PROFILER_ASSIGN_OR_RETURN(sums, AddUpSteps(selected, query, context));
  }
  PROFILER_ASSIGN_OR_RETURN(const SharedSplits splits, SplitSteps(selected, sums, context));
  const Runs runs = RunsOf(profile);
  std::vector<StepsOfRun> of_run(runs.names.size());
  for (size_t i = 0; i < sums.size(); ++i) {
    if (sums[i].steps.empty() || !selected.steps().Has(sums[i].steps[0])) continue;
    const StepRow& step = profile.steps[sums[i].steps[0]];
    StepsOfRun& steps = of_run[runs.of_source[step.source.row()]];
    const bool is_cut = sums[i].is_partial(profile);
    steps.left_out += is_cut ? 1 : 0;
    if ((*splits)[i].total == kAbsent) continue;
    if (step.found_by == StepFoundBy::kWhole) {
      steps.recordings.push_back(i);
    } else {
      (is_cut ? steps.partial : steps.whole).push_back(i);
    }
  }
  std::vector<StepTimings> all;
  for (size_t run = 0; run < of_run.size(); ++run) {
    const StepsOfRun& steps = of_run[run];
    StepTimings timings;
    timings.run_index = static_cast<uint32_t>(run);
    timings.run = runs.names[run];
    timings.are_cut = steps.whole.empty() && !steps.partial.empty();
    timings.is_whole = steps.whole.empty() && steps.partial.empty();
    timings.is_damaged = timings.is_whole && IsDamaged(profile);
    timings.left_out = steps.left_out - (timings.are_cut ? steps.partial.size() : 0);
    for (size_t i : timings.is_whole  ? steps.recordings
                    : timings.are_cut ? steps.partial
                                      : steps.whole) {
      AddStep((*splits)[i], sums[i].steps[0], timings);
    }
    timings.places = PlacesOf(profile, timings.ids);
    if (!timings.empty()) all.push_back(std::move(timings));
  }
  if (all.size() == 1) all.front().run.clear();
  if (all.empty()) all.emplace_back();
  return all;
}

static std::vector<char> AreTypical(const StepTimings& run) {
  std::vector<char> are_typical(run.totals.size(), 1);
  const size_t warm_up = std::min(WarmUpSteps(run.totals, kWarmUpMedians), are_typical.size());
  std::fill_n(are_typical.begin(), warm_up, 0);
  if (run.empty() || run.ShareOf(run.totals).is_of_mean()) return are_typical;
  for (const size_t i : run.LongSteps()) are_typical[i] = 0;
  return are_typical;
}

std::vector<char> TypicalSteps(const Profile& profile, const std::vector<StepTimings>& runs) {
  std::vector<char> is_typical(profile.steps.size());
  for (const StepTimings& run : runs) {
    const std::vector<char> of_run = AreTypical(run);
    for (size_t i = 0; i < run.ids.size(); ++i) {
      if (of_run[i] != 0) is_typical[SameStep(profile, run.ids[i]).row()] = 1;
    }
  }
  return is_typical;
}

}  // namespace profiler
