#include "profiler/analysis/collectives/waits/clock_skew.h"

#include <catch2/catch.hpp>
#include <vector>

#include "profiler/base/int128.h"

namespace profiler {
namespace {

// Rank 1 ends a collective of ranks 0 and 1 so many microseconds after rank 0.
std::vector<CollectiveParts> EndingLater(const std::vector<int64_t>& micros) {
  std::vector<CollectiveParts> all;
  for (size_t i = 0; i < micros.size(); ++i) {
    const Int128 end = Int128{1000} * static_cast<int64_t>(i + 1) * kPicosPerMicro;
    const Int128 begin = end - Int128{900} * kPicosPerMicro;
    const Int128 later = Int128{micros[i]} * kPicosPerMicro;
    all.push_back({{0, 2 * i, begin, end}, {1, 2 * i + 1, begin + later, end + later}});
  }
  return all;
}

double SkewMicros(const std::vector<CollectiveParts>& all, const std::vector<size_t>& clock_of) {
  std::vector<const CollectiveParts*> collectives;
  for (const CollectiveParts& parts : all) collectives.push_back(&parts);
  return ClockSkew(collectives, clock_of) / kPicosPerMicro;
}

const std::vector<size_t> kOwnClocks = {0, 1};

TEST_CASE("Ends that are always as far apart are a skew of clocks") {
  CHECK(SkewMicros(EndingLater({1000, 1001, 999, 1000}), kOwnClocks) == 1000);
  CHECK(SkewMicros(EndingLater({-90, -95, -100, -90, 4000}), kOwnClocks) == 90);
}

TEST_CASE("Ends that scatter, differ little or are few are no skew of clocks") {
  CHECK(SkewMicros(EndingLater({300, -200, 900, 60, 500}), kOwnClocks) == 0);
  CHECK(SkewMicros(EndingLater({40, 41, 40, 40}), kOwnClocks) == 0);
  CHECK(SkewMicros(EndingLater({1000, 1000, 1000}), kOwnClocks) == 0);
  CHECK(SkewMicros({}, kOwnClocks) == 0);
}

TEST_CASE("Ranks of one host share its clock") {
  CHECK(SkewMicros(EndingLater({1000, 1000, 1000, 1000}), {0, 0}) == 0);
}

TEST_CASE("A skew of three clocks is that of the first and the last one") {
  std::vector<CollectiveParts> all = EndingLater({200, 200, 200, 200});
  for (CollectiveParts& parts : all) {
    RankPart third = parts[0];
    third.rank = 2;
    third.end -= Int128{100} * kPicosPerMicro;
    parts.push_back(third);
  }
  CHECK(SkewMicros(all, {0, 1, 2}) == 300);
}

}  // namespace
}  // namespace profiler
