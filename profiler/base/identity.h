#ifndef PROFILER_BASE_IDENTITY_H_
#define PROFILER_BASE_IDENTITY_H_

#include <atomic>
#include <cstdint>

namespace profiler {

// A number that is unique in this process. A default-constructed Identity is invalid.
class Identity {
 public:
  constexpr Identity() = default;
  // Returns a number that was not given out before. Thread-safe.
  static Identity Next() {
    static std::atomic<uint64_t> last{0};
    return Identity(last.fetch_add(1, std::memory_order_relaxed) + 1);
  }

  constexpr bool valid() const { return number_ != 0; }
  friend constexpr bool operator==(Identity a, Identity b) { return a.number_ == b.number_; }
  friend constexpr bool operator<(Identity a, Identity b) { return a.number_ < b.number_; }

 private:
  constexpr explicit Identity(uint64_t number) : number_(number) {}

  uint64_t number_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_BASE_IDENTITY_H_
