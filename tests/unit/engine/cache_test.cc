#include "profiler/engine/cache.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace profiler {
namespace {

constexpr uint64_t kPlenty = 1 << 30;
constexpr size_t kLarge = 100'000;  // compared with an entry's overhead

using Bytes = std::vector<char>;

// Whether the cache still has it: then it is not built again.
bool Has(Cache& cache, Identity of, const std::string& key) {
  bool made = false;
  cache.Get<Bytes>(of, key, [&] {
    made = true;
    return Bytes(kLarge);
  });
  return !made;
}

// A value with its own entries, such as a part of a profile.
struct Part {
  Identity self = Identity::Next();
  std::shared_ptr<int> alive = std::make_shared<int>(0);

  Identity identity() const { return self; }
  friend uint64_t HeapBytes(const Part&) { return kLarge; }
};

TEST_CASE("what is kept is told apart by its profile, its key and its type") {
  Cache cache(kPlenty);
  const Identity one = Identity::Next(), other = Identity::Next();
  int made = 0;
  const auto make = [&] { return ++made; };
  CHECK(*cache.Get<int>(one, "a", make) == 1);
  CHECK(*cache.Get<int>(other, "a", make) == 2);
  CHECK(*cache.Get<int>(one, "b", make) == 3);
  CHECK(*cache.Get<int64_t>(one, "a", make) == 4);
  CHECK(*cache.Get<int>(one, "a", make) == 1);
  CHECK(*cache.Get<int>(other, "a", make) == 2);
  CHECK(cache.size() == 4);
  CHECK(*cache.Get<int>(Identity(), "a", make) == 5);  // an invalid identity
  CHECK(*cache.Get<int>(Identity(), "a", make) == 6);
  CHECK(cache.size() == 4);
}

TEST_CASE("what was asked for longest ago goes when there is no room") {
  Cache cache(3 * kLarge + kLarge / 2);
  const Identity of = Identity::Next();
  for (const char* const key : {"a", "b", "c"}) CHECK_FALSE(Has(cache, of, key));
  CHECK(Has(cache, of, "a"));
  CHECK_FALSE(Has(cache, of, "d"));
  CHECK(cache.bytes() > 3 * kLarge);
  CHECK(cache.bytes() < 3 * kLarge + kLarge / 2);
  CHECK(cache.size() == 3);
  CHECK(Has(cache, of, "a"));
  CHECK(Has(cache, of, "c"));
  CHECK_FALSE(Has(cache, of, "b"));
  cache.Trim(kLarge + kLarge / 2);
  CHECK(cache.size() == 1);
  CHECK(Has(cache, of, "b"));
}

TEST_CASE("what is held stays, as no memory came of its going") {
  Cache cache(2 * kLarge + kLarge / 2);
  const Identity of = Identity::Next();
  auto held = cache.Get<Bytes>(of, "held", [] { return Bytes(10 * kLarge); });
  CHECK_FALSE(Has(cache, of, "a"));  // it does not fit, and is dropped
  CHECK(cache.size() == 2);          // that of the requesting one
  CHECK(cache.Get<Bytes>(of, "held", [] { return Bytes(1); }) == held);
  held.reset();
  CHECK_FALSE(Has(cache, of, "b"));
  CHECK(cache.bytes() < 3 * kLarge);
}

TEST_CASE("with a profile goes what was made of it, and of its parts") {
  Cache cache(kPlenty);
  const Identity of = Identity::Next(), other = Identity::Next();
  auto part = cache.Get<Part>(of, "part", [] { return Part(); });
  CHECK_FALSE(Has(cache, of, "a"));
  CHECK_FALSE(Has(cache, part->identity(), "a"));
  CHECK_FALSE(Has(cache, other, "a"));
  std::weak_ptr<int> alive = part->alive;
  cache.Forget(of);
  CHECK(cache.size() == 1);
  CHECK(Has(cache, other, "a"));
  CHECK(!alive.expired());  // referenced here
  part.reset();
  CHECK(alive.expired());
  cache.Clear();
  CHECK(cache.size() == 0);
  CHECK(cache.bytes() == 0);
}

TEST_CASE("a part that there is no room for takes what was made of it along") {
  Cache cache(3 * kLarge);
  const Identity of = Identity::Next();
  const Identity part = cache.Get<Part>(of, "part", [] { return Part(); })->identity();
  CHECK_FALSE(Has(cache, part, "a"));
  CHECK_FALSE(Has(cache, of, "b"));  // the least recently used
  CHECK(cache.size() == 1);
}

TEST_CASE("what fails is not kept, and its error is who asked's") {
  Cache cache(kPlenty);
  const Identity of = Identity::Next();
  int asked = 0;
  const auto build = [&]() -> absl::StatusOr<int> {
    if (++asked == 1) return absl::NotFoundError("nothing yet");
    return asked;
  };
  CHECK(absl::IsNotFound(cache.TryGet<int>(of, "key", build).status()));
  CHECK(cache.size() == 0);
  CHECK(**cache.TryGet<int>(of, "key", build) == 2);
  CHECK(**cache.TryGet<int>(of, "key", build) == 2);
  CHECK(absl::IsNotFound(NoMemo()
                             .TryGet<int>(of, "key",
                                          [&] {
                                            asked = 0;
                                            return build();
                                          })
                             .status()));
}

TEST_CASE("what was forgotten while it was made is not kept") {
  Cache cache(kPlenty);
  const Identity of = Identity::Next();
  const auto value = cache.Get<int>(of, "key", [&] {
    cache.Forget(of);
    return 1;
  });
  CHECK(*value == 1);
  CHECK(cache.size() == 0);
  CHECK(*cache.Get<int>(of, "key", [] { return 2; }) == 2);
}

TEST_CASE("a value is made once, whoever asks for it") {
  Cache cache(kPlenty);
  const Identity of = Identity::Next();
  std::atomic<int> made{0}, failed{0}, sum{0};
  const auto make = [&] {
    if (made++ == 0) throw std::runtime_error("the first one fails");
    return *cache.Get<int>(of, "inner", [] { return 20; }) + 1;
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      try {
        sum += *cache.Get<int>(of, "outer", make);
      } catch (const std::runtime_error&) {
        ++failed;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(failed == 1);
  CHECK(made == 2);  // a waiting caller builds it after the failure
  CHECK(sum == 3 * 21);
}

// Chains of keys, each of which requests the next, with room for a few only.
TEST_CASE("threads that meet in what asks for other keys neither stop each other nor fail") {
  Cache cache(20'000);
  const std::vector<Identity> profiles = {Identity::Next(), Identity::Next()};
  std::function<int(Identity, int)> ask = [&](Identity of, int depth) -> int {
    return *cache.Get<int>(of, std::to_string(depth), [&] {
      return depth == 0 ? 1 : ask(of, depth - 1) + (depth > 1 ? ask(of, depth - 2) : 0);
    });
  };
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (int round = 0; round < 300; ++round) {
        const Identity of = profiles[(round + thread) % 2];
        if (ask(of, 10 + (round * 7 + thread) % 10) <= 0) ++wrong;
        if (round % 50 == thread) cache.Forget(of);
        if (round % 100 == 99) cache.Clear();
        if (round % 30 == 0) cache.Trim(1000);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(ask(profiles[0], 4) == 5);
}

}  // namespace
}  // namespace profiler
