// Items that are taken on a thread of its own.
#include "profiler/base/in_background.h"

#include <catch2/catch.hpp>
#include <thread>
#include <vector>

namespace profiler {

TEST_CASE("in background: all items are taken, in the order in which they were handed over") {
  for (const size_t threads : {0, 1, 2, 8}) {
    CAPTURE(threads);
    std::vector<int> taken;
    InBackground<std::vector<int>> background(threads, [&taken](std::vector<int>& items) {
      if (taken.size() % 7 == 0) std::this_thread::yield();
      taken.insert(taken.end(), items.begin(), items.end());
      items.clear();
    });
    std::vector<int> items;
    for (int i = 0; i < 1000; ++i) {
      items.push_back(i);
      if (i % 3 == 0) {
        background.Hand(items);
        CHECK(items.empty());
      }
    }
    background.Hand(items);
    background.Finish();
    REQUIRE(taken.size() == 1000);
    for (int i = 0; i < 1000; ++i) CHECK(taken[static_cast<size_t>(i)] == i);
  }
}

TEST_CASE("in background: what was handed over is taken before it is destroyed") {
  int sum = 0;
  {
    InBackground<int> background(2, [&sum](int& item) { sum += item; });
    for (int i = 1; i <= 10; ++i) {
      int item = i;
      background.Hand(item);
    }
  }
  CHECK(sum == 55);
}

}  // namespace profiler
