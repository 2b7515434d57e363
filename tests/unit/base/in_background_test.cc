// Items that are taken on another thread.
#include "profiler/base/threads/in_background.h"

#include <catch2/catch.hpp>
#include <stdexcept>
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

TEST_CASE("in background: after a wait, all that was handed over is taken, and more may follow") {
  for (const size_t threads : {1, 2}) {
    CAPTURE(threads);
    int sum = 0, expected = 0;
    InBackground<int> background(threads, [&sum](int& item) {
      std::this_thread::yield();
      sum += item;
    });
    background.Wait();
    for (int i = 1; i <= 100; ++i) {
      int item = i;
      background.Hand(item);
      expected += i;
      if (i % 7 != 0) continue;
      background.Wait();
      CHECK(sum == expected);
    }
    background.Finish();
    CHECK(sum == expected);
  }
}

TEST_CASE("in background: a wait throws what taking threw") {
  InBackground<int> background(2, [](int&) { throw std::runtime_error("at once"); });
  int item = 1;
  background.Hand(item);
  CHECK_THROWS_WITH(background.Wait(), "at once");
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

TEST_CASE("in background: what taking throws comes out, and nothing is taken after it") {
  for (const size_t threads : {1, 2}) {
    CAPTURE(threads);
    int taken = 0;
    const auto hand_all = [&] {
      InBackground<int> background(threads, [&taken](int& item) {
        if (item == 3) throw std::runtime_error("at 3");
        taken = item;
      });
      for (int i = 1; i <= 10; ++i) {
        int item = i;
        background.Hand(item);
      }
      background.Finish();
    };
    CHECK_THROWS_WITH(hand_all(), "at 3");
    CHECK(taken == 2);
  }
}

}  // namespace profiler
