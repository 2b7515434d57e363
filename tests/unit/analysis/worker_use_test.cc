#include "profiler/analysis/collectives/worker_use.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <set>

namespace profiler {
namespace {

// A worker with steps of 1000, of which those given exchange for 800 and the others for 10.
WorkerUse UseWith(size_t steps, const std::set<size_t>& long_steps) {
  WorkerUse use;
  for (size_t i = 0; i < steps; ++i) {
    WorkerUse::Step step;
    step.span = 1000;
    step.communication = step.exposed = long_steps.contains(i) ? 800 : 10;
    use.each.push_back(step);
    use.Add(step);
    ++use.steps;
  }
  return use;
}

WorkerUse TypicalOf(const WorkerUse& use) { return UsesOfTypicalSteps({use}).front(); }

TEST_CASE("a step in which the network stalls once is not typical") {
  const WorkerUse typical = TypicalOf(UseWith(10, {5}));
  CHECK((typical.steps == 9));
  CHECK((typical.span == 9000));
  CHECK((typical.exposed == 90));
}

TEST_CASE("steps that exchange alike are typical, however long that takes") {
  CHECK((TypicalOf(UseWith(10, {})).steps == 10));
  CHECK((TypicalOf(UseWith(10, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})).exposed == 8000));
}

TEST_CASE("steps that exchange more at regular intervals are typical") {
  CHECK((TypicalOf(UseWith(24, {7, 15, 23})).steps == 24));
  CHECK((TypicalOf(UseWith(8, {3, 7})).steps == 8));
}

TEST_CASE("of few steps all are typical") { CHECK((TypicalOf(UseWith(4, {2})).steps == 4)); }

}  // namespace
}  // namespace profiler
