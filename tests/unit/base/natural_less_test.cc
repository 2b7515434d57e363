#include "profiler/base/text/natural_less.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace profiler {

TEST_CASE("Names sort by the numbers in them") {
  const std::vector<std::string> sorted = {"",     "/device:GPU:2", "/device:GPU:10", "/host:CPU",
                                           "gpu",  "gpu0",          "gpu02",          "gpu2",
                                           "gpu3", "gpu10",         "gpu10a",         "gpu10b"};
  std::vector<std::string> names(sorted.rbegin(), sorted.rend());
  std::sort(names.begin(), names.end(), NaturalLess);
  CHECK(names == sorted);
  for (const std::string& name : names) CHECK_FALSE(NaturalLess(name, name));
  CHECK(NaturalLess("a99999999999999999999", "a100000000000000000000"));
}

}  // namespace profiler
