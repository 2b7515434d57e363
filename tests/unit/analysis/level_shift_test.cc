#include "profiler/analysis/time/level_shift.h"

#include <catch2/catch.hpp>
#include <vector>

namespace profiler {
namespace {

TEST_CASE("the step at which a level begins is exact in a long series, too") {
  for (const size_t first : {235, 236, 237}) {
    std::vector<double> values(584, 100);
    for (size_t i = first; i < values.size(); ++i) values[i] = 700;
    const auto shift = FindLevelShift(values);
    REQUIRE(shift);
    CHECK(shift->first == first);
  }
}

}  // namespace
}  // namespace profiler
