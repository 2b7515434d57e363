#include "profiler/analysis/collectives/worker_use.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "profiler/analysis/collectives/waits/least_exchange.h"
#include "profiler/analysis/collectives/worker_cells.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

using Intervals = std::vector<Interval>;

Intervals Joined(Intervals a, const Intervals& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Int128 UnionLength(const Intervals& a, const Intervals& b) { return TotalLength(Joined(a, b)); }

Intervals ExchangesOf(const WorkTimes& times) {
  Intervals all;
  for (const auto& [group, exchanges] : times.exchanges) {
    all.insert(all.end(), exchanges.begin(), exchanges.end());
  }
  return all;
}

// How much less of the exchanges would be exposed if each began when this rank came to it: the work
// beside which it would run is done when the last rank comes.
Int128 Delayed(const Intervals& times, const std::vector<MetCollective>& met) {
  if (met.empty()) return 0;
  const IntervalIndex work(United(times));
  Int128 delayed = 0;
  for (const MetCollective& one : met) {
    const int64_t exchange = one.end - one.met;
    const Int128 hidden = work.Of(one.met, one.end);
    delayed += std::max<Int128>(work.Of(one.begin, one.begin + exchange) - hidden, 0);
  }
  return delayed;
}

// Of one step of a worker, or the mean over its accelerators.
struct StepUse {
  Int128 busy = 0, communication = 0, exposed = 0, exposed_copy = 0, exposed_wait = 0;
  Int128 compared = 0, sends = 0, exposed_sends = 0, exposed_unmet = 0;
  ExchangeByGroup exchanges;  // exposed
  Int128 delayed = 0;         // exposed exchanges beyond what were so if no rank came late

  void Add(const Intervals& work, Intervals communication_times, const WorkTimes& collectives) {
    const Intervals times = United(std::move(communication_times));
    const Intervals exchanging = ExchangesOf(collectives);
    const Int128 busy_here = TotalLength(work);
    const Int128 exposed_here = UnionLength(times, work) - busy_here;
    // While one collective waits, another one may transfer.
    const Intervals waits = Without(United(collectives.waits), United(exchanging));
    const Int128 transfer = UnionLength(Without(times, waits), work) - busy_here;
    busy += busy_here;
    communication += TotalLength(times);
    exposed += exposed_here;
    exposed_wait += exposed_here - transfer;
    const Intervals unmet = Without(Without(United(collectives.unmet), United(exchanging)), waits);
    exposed_unmet += UnionLength(unmet, work) - busy_here;
    const Intervals others = United(Joined(work, times));
    exposed_copy += TotalLength(Without(United(collectives.copies), others));
    compared += UnionLength(collectives.waits, exchanging);
    for (const auto& [group, of_group] : collectives.exchanges) {
      exchanges[group] += UnionLength(of_group, work) - busy_here;
    }
    delayed += Delayed(work, collectives.met);
    AddSends(collectives.sends, Joined(Joined(work, collectives.waits), exchanging));
  }
  void DivideBy(int64_t count) {
    for (Int128* time : {&busy, &communication, &exposed, &exposed_copy, &exposed_wait, &compared,
                         &sends, &exposed_sends, &exposed_unmet, &delayed}) {
      *time /= count;
    }
    for (auto& [group, time] : exchanges) time /= count;
  }

 private:
  void AddSends(const Intervals& times, const Intervals& others) {
    sends += TotalLength(times);
    const Int128 alone = UnionLength(times, others) - TotalLength(others);
    exposed_sends += alone;
    exposed_wait += alone;
  }
};

// What a worker's accelerators did in a step.
struct AcceleratorsOfStep {
  bool work = false, communicate = false;  // some of them

  explicit AcceleratorsOfStep(const WorkerCell& cell) {
    for (const auto& [device, times] : cell.accelerators) {
      work = work || DidWork(times);
      communicate = communicate || !times.collectives.empty();
    }
  }
  // Where some communicate, the others (such as a TPU's SparseCores) have no part in it.
  bool Counts(const WorkTimes& times) const {
    return communicate ? !times.collectives.empty() : DidWork(times);
  }
  static bool DidWork(const WorkTimes& times) {
    return !times.work.empty() || !times.copies.empty();
  }
};

StepUse UseOf(const WorkerCell& cell, const AcceleratorsOfStep& accelerators) {
  StepUse use;
  const auto add = [&](const Intervals& work, const WorkTimes& communicates) {
    Intervals communication = cell.transfers;
    communication.insert(communication.end(), communicates.collectives.begin(),
                         communicates.collectives.end());
    use.Add(work, std::move(communication), communicates);
  };
  int64_t count = 0;
  for (const auto& [device, times] : cell.accelerators) {
    if (!accelerators.Counts(times)) continue;
    ++count;
    // A collective's kernel covers the whole collective, while the host's op only launches it.
    add(accelerators.work ? times.work : cell.host.work,
        accelerators.communicate ? times : cell.host);
  }
  if (count == 0) {
    add(cell.host.work, cell.host);
  } else {
    use.DivideBy(count);
  }
  return use;
}

// Adds a step to the worker's list, and if `counts`, to its sums.
void AddCell(const Profile& profile, StepId id, const WorkerCell& cell, const StepUse& of_step,
             bool counts, const LeastExchange& least, WorkerUse& use) {
  const StepRow& step = profile.steps[id];
  const bool own_step = use.worker.has_own_steps && step.begin != kUnknown && step.end != kUnknown;
  const Int128 span = own_step ? static_cast<Int128>(step.end) - step.begin
                               : static_cast<Int128>(cell.end) - cell.begin;
  const AcceleratorsOfStep accelerators(cell);
  const Int128 exchange = of_step.exposed - of_step.exposed_wait - of_step.exposed_unmet;
  const Int128 beyond =
      std::max(least.Beyond(use.worker.run, step.number, of_step.exchanges), of_step.delayed);
  WorkerUse::Step one;
  one.span = span;
  one.busy = of_step.busy;
  one.communication = of_step.communication;
  one.exposed = of_step.exposed;
  one.exposed_copy = of_step.exposed_copy;
  one.exposed_wait = of_step.exposed_wait + std::min(beyond, exchange);
  one.exposed_sends = of_step.exposed_sends;
  one.exposed_unmet = of_step.exposed_unmet;
  one.compared = of_step.compared;
  one.sends = of_step.sends;
  one.id = id;
  one.own = use.worker.has_own_steps ? span - of_step.exposed : of_step.busy;
  one.counts = counts;
  use.each.push_back(one);
  if (!counts) return;
  use.has_collectives =
      use.has_collectives || accelerators.communicate || !cell.host.collectives.empty();
  use.on_accelerators = use.on_accelerators || accelerators.communicate;
  use.communication_in[step.number] += of_step.communication;
  use.Add(one);
  ++use.steps;
}

// By worker, whether some of its steps is whole; then only such steps count.
std::vector<char> HaveWhole(const Profile& profile, const Workers& workers,
                            const WorkerCells& cells) {
  std::vector<char> have_whole(workers.all().size());
  for (const auto& [place, cell] : cells) {
    if (!profile.steps[place.second].partial) have_whole[place.first] = 1;
  }
  return have_whole;
}

// In the order of the cells.
std::vector<StepUse> UsesOf(const WorkerCells& cells) {
  std::vector<StepUse> uses;
  uses.reserve(cells.size());
  for (const auto& [place, cell] : cells) uses.push_back(UseOf(cell, AcceleratorsOfStep(cell)));
  return uses;
}

LeastExchange LeastExchangeOf(const Profile& profile, const Workers& workers,
                              const WorkerCells& cells, const std::vector<StepUse>& uses,
                              const std::vector<char>& have_whole) {
  LeastExchange least;
  size_t i = 0;
  for (const auto& [place, cell] : cells) {
    const StepUse& use = uses[i++];
    const StepRow& step = profile.steps[place.second];
    if (have_whole[place.first] != 0 && step.partial) continue;
    least.Add(workers.all()[place.first].run, step.number, use.exchanges);
  }
  return least;
}

// Calls visit(time of a, the same time of b) for each time.
template <typename Visit>
void EachTimeOfBoth(WorkerTimes& a, const WorkerTimes& b, const Visit& visit) {
  for (const auto time :
       {&WorkerTimes::span, &WorkerTimes::busy, &WorkerTimes::communication, &WorkerTimes::exposed,
        &WorkerTimes::exposed_copy, &WorkerTimes::exposed_wait, &WorkerTimes::exposed_sends,
        &WorkerTimes::exposed_unmet, &WorkerTimes::compared, &WorkerTimes::sends}) {
    visit(a.*time, b.*time);
  }
}

// Whether there are three or more, equally far apart, as where gradients are accumulated.
bool AreAtRegularIntervals(const std::vector<const WorkerUse::Step*>& some) {
  if (some.size() < 3) return false;
  std::set<ptrdiff_t> distances;
  for (size_t i = 1; i < some.size(); ++i) distances.insert(some[i] - some[i - 1]);
  return distances.size() == 1;
}

// The few steps that count in which the worker exchanges far more than in the median one.
std::vector<const WorkerUse::Step*> StalledSteps(const WorkerUse& use) {
  constexpr int64_t kLeastSteps = 8, kOneOf = 8, kFarMore = 5;
  if (use.steps < kLeastSteps) return {};
  std::vector<Int128> exchanges;
  for (const WorkerUse::Step& step : use.each) {
    if (step.counts) exchanges.push_back(step.exposed_exchange());
  }
  const auto middle = exchanges.begin() + static_cast<ptrdiff_t>(exchanges.size() / 2);
  std::nth_element(exchanges.begin(), middle, exchanges.end());
  // Beside hardly any exchange, any is far more.
  const Int128 least = std::max(kFarMore * *middle, use.span / use.steps / kOneOf);
  std::vector<const WorkerUse::Step*> stalled;
  for (const WorkerUse::Step& step : use.each) {
    if (step.counts && step.exposed_exchange() > least) stalled.push_back(&step);
  }
  const bool are_few = kOneOf * static_cast<int64_t>(stalled.size()) <= use.steps;
  return are_few && !AreAtRegularIntervals(stalled) ? stalled
                                                    : std::vector<const WorkerUse::Step*>();
}

}  // namespace

void WorkerTimes::Add(const WorkerTimes& times) {
  EachTimeOfBoth(*this, times, [](Int128& to, Int128 time) { to += time; });
}

void WorkerTimes::Subtract(const WorkerTimes& times) {
  EachTimeOfBoth(*this, times, [](Int128& from, Int128 time) { from -= time; });
}

std::vector<WorkerUse> UsesOfTypicalSteps(std::vector<WorkerUse> uses) {
  for (WorkerUse& use : uses) {
    for (const WorkerUse::Step* const step : StalledSteps(use)) {
      use.Subtract(*step);
      --use.steps;
    }
  }
  return uses;
}

absl::StatusOr<std::vector<WorkerUse>> WorkerUses(const Selected& selected, RunContext& context) {
  const Profile& profile = selected.profile();
  const Workers workers(profile);
  PROFILER_ASSIGN_OR_RETURN(const WorkerCells cells, FindWorkerCells(selected, workers, context));
  const std::vector<StepUse> of_steps = UsesOf(cells);
  const std::vector<char> have_whole = HaveWhole(profile, workers, cells);
  LeastExchange least;
  if (selected.source_filter().all()) {
    least = LeastExchangeOf(profile, workers, cells, of_steps, have_whole);
  } else {
    PROFILER_ASSIGN_OR_RETURN(const WorkerCells everywhere,
                              FindWorkerCells(selected.AtAllPlaces(), workers, context));
    least = LeastExchangeOf(profile, workers, everywhere, UsesOf(everywhere),
                            HaveWhole(profile, workers, everywhere));
  }
  std::vector<WorkerUse> uses(workers.all().size());
  for (uint32_t i = 0; i < uses.size(); ++i) {
    uses[i].worker = workers.all()[i];
    uses[i].index = i;
  }
  size_t i = 0;
  for (const auto& [place, cell] : cells) {
    const bool counts = have_whole[place.first] == 0 || !profile.steps[place.second].partial;
    AddCell(profile, place.second, cell, of_steps[i++], counts, least, uses[place.first]);
  }
  std::erase_if(uses, [](const WorkerUse& use) { return use.steps == 0; });
  return uses;
}

}  // namespace profiler
