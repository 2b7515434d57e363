// Items that are made on several threads and taken in order.
#include "profiler/base/threads/in_order.h"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include "profiler/base/threads/in_parallel.h"

namespace profiler {

TEST_CASE("in order: any number of threads gives all items in order") {
  for (const size_t threads : {0, 1, 2, 3, 8}) {
    for (const size_t count : {0, 1, 2, 7, 500}) {
      CAPTURE(threads, count);
      std::vector<size_t> taken;
      // A type that can only be moved.
      InOrder<std::unique_ptr<size_t>> in_order(count, threads, [](size_t i) {
        if (i % 7 == 0) std::this_thread::yield();
        return std::make_unique<size_t>(i);
      });
      const absl::Status status = in_order.Run([&](size_t i, std::unique_ptr<size_t> item) {
        CHECK(*item == i);
        taken.push_back(i);
        return absl::OkStatus();
      });
      CHECK(status.ok());
      REQUIRE(taken.size() == count);
      for (size_t i = 0; i < count; ++i) CHECK(taken[i] == i);
    }
  }
}

TEST_CASE("in order: what making an item throws comes out of Run") {
  for (const size_t threads : {0, 1, 3}) {
    size_t taken = 0;
    InOrder<size_t> in_order(200, threads, [](size_t i) {
      if (i >= 20) throw std::bad_alloc();
      return i;
    });
    CHECK_THROWS_AS(in_order.Run([&](size_t, size_t) {
      ++taken;
      return absl::OkStatus();
    }),
                    std::bad_alloc);
    CHECK(taken == 20);
  }
}

TEST_CASE("in parallel: what a call throws comes out, when no thread works any more") {
  for (const size_t threads : {1, 4}) {
    std::atomic<size_t> called{0};
    const auto each = [&](size_t i) {
      ++called;
      if (i == 20) throw std::bad_alloc();
    };
    CHECK_THROWS_AS(InParallel(1000, threads, each), std::bad_alloc);
    CHECK(called >= 21);
  }
}

TEST_CASE("in order: a bounded number of items is made ahead") {
  constexpr size_t kThreads = 3;
  std::atomic<size_t> made{0};
  InOrder<size_t> in_order(200, kThreads, [&made](size_t i) {
    ++made;
    return i;
  });
  size_t most_ahead = 0;
  const absl::Status status = in_order.Run([&](size_t i, size_t /*item*/) {
    for (int wait = 0; wait < 20; ++wait) std::this_thread::yield();
    most_ahead = std::max(most_ahead, made.load() - i);
    return absl::OkStatus();
  });
  CHECK(status.ok());
  CHECK(most_ahead <= 2 * kThreads + 1);
}

TEST_CASE("in order: an error ends the run, and the threads") {
  for (const size_t threads : {1, 4}) {
    std::atomic<size_t> made{0};
    {
      InOrder<size_t> in_order(100'000, threads, [&made](size_t i) {
        ++made;
        return i;
      });
      const absl::Status status = in_order.Run([](size_t i, size_t /*item*/) {
        return i == 5 ? absl::CancelledError("enough") : absl::OkStatus();
      });
      CHECK(absl::IsCancelled(status));
    }
    CHECK(made.load() < 100);
  }
}

}  // namespace profiler
