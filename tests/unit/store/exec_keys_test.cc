#include "profiler/store/derive/exec_keys.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <utility>
#include <vector>

namespace profiler::derive {
namespace {

struct Fact {
  OpId op;
  ExecKey key;
};

// In the order of tracks: each is a device's, in the order of steps with some exceptions.
std::vector<Fact> MakeFacts(uint32_t seed, OpRange ops, uint32_t tracks, uint32_t steps) {
  std::minstd_rand random(seed);
  std::vector<Fact> facts;
  for (uint32_t track = 0; track < tracks; ++track) {
    const DeviceId device(track % 3);
    for (uint32_t step = 0; step < steps; ++step) {
      for (uint32_t op = ops.first; op < ops.last; ++op) {
        if (random() % 4 == 0) continue;
        const uint32_t other = random() % 16 == 0 ? random() % steps : step;
        facts.push_back({OpId(op), {other % 7 == 0 ? StepId() : StepId(other), device}});
      }
    }
  }
  return facts;
}

TEST_CASE("Rows of ops are what facts tell, in order, and each is found") {
  constexpr OpRange kOps = {3, 8};
  // With 200 tracks there are too many sorted runs to merge.
  for (const auto& [tracks, steps] :
       std::vector<std::pair<uint32_t, uint32_t>>{{1, 5}, {5, 40}, {200, 6}}) {
    for (uint32_t seed = 1; seed < 20; ++seed) {
      CAPTURE(tracks, steps, seed);
      const std::vector<Fact> facts = MakeFacts(seed, kOps, tracks, steps);
      std::vector<uint32_t> counts(kOps.last + 1);
      std::vector<std::vector<ExecKey>> want(kOps.last);
      for (const Fact& fact : facts) {
        ++counts[fact.op.row()];
        want[fact.op.row()].push_back(fact.key);
      }
      ExecKeys keys(kOps, counts);
      for (const Fact& fact : facts) keys.Put(fact.op, fact.key);
      keys.EndPut();

      for (uint32_t op = kOps.first; op < kOps.last; ++op) {
        std::sort(want[op].begin(), want[op].end());
        want[op].erase(std::unique(want[op].begin(), want[op].end()), want[op].end());
        REQUIRE(keys.start(op + 1) - keys.start(op) == want[op].size());
        for (size_t i = 0; i < want[op].size(); ++i) {
          REQUIRE((keys[keys.start(op) + i] == want[op][i]));
        }
      }
      ExecFinder finder(keys);
      for (const Fact& fact : facts) {
        const uint32_t row = finder.Find(fact.op, fact.key);
        REQUIRE(row >= keys.start(fact.op.row()));
        REQUIRE(row < keys.start(fact.op.row() + 1));
        REQUIRE((keys[row] == fact.key));
      }
    }
  }
}

}  // namespace
}  // namespace profiler::derive
