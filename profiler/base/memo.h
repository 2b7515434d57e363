// Where what was made for one question is kept for the next. Views know only this; the engine has
// the cache behind it (engine/cache.h).
#ifndef PROFILER_BASE_MEMO_H_
#define PROFILER_BASE_MEMO_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <typeindex>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/base/heap_bytes.h"
#include "profiler/base/identity.h"

namespace profiler {

class Memo {
 public:
  virtual ~Memo() = default;

  // Returns what `build` makes of profile `of` for `key`, kept while there is room; with an invalid
  // identity nothing is kept. Thread-safe: concurrent callers wait, whatever their own time limit,
  // until it is built. `build` may request other keys, but never its own, not even indirectly.
  template <typename T, typename Build>
  std::shared_ptr<const T> Get(Identity of, std::string_view key, const Build& build) {
    if (!of.valid()) return std::make_shared<const T>(build());
    return std::static_pointer_cast<const T>(
        GetOrBuild({of, typeid(T), key}, [&] { return Keep(std::make_shared<const T>(build())); }));
  }

  // The same where `build` may fail, which is not kept: it returns an absl::StatusOr<T>.
  template <typename T, typename Build>
  absl::StatusOr<std::shared_ptr<const T>> TryGet(Identity of, std::string_view key,
                                                  const Build& build) {
    absl::Status status;
    const auto try_build = [&] {
      absl::StatusOr<T> made = build();
      status = made.status();
      return made.ok() ? std::make_shared<const T>(*std::move(made)) : nullptr;
    };
    std::shared_ptr<const T> value;
    if (of.valid()) {
      value = std::static_pointer_cast<const T>(
          GetOrBuild({of, typeid(T), key}, [&] { return Keep(try_build()); }));
    } else {
      value = try_build();
    }
    if (value == nullptr) return status;
    return value;
  }

 protected:
  struct Key {
    Identity of;
    std::type_index type;
    std::string_view text;
  };
  struct Made {
    std::shared_ptr<const void> value;  // null: there is nothing to keep
    uint64_t bytes = 0;
    Identity identity;  // of the value, if it has one: what is kept of it goes with it
  };
  virtual std::shared_ptr<const void> GetOrBuild(const Key& key,
                                                 const std::function<Made()>& build) = 0;

 private:
  template <typename T>
  static Made Keep(std::shared_ptr<const T> value) {
    if (value == nullptr) return {};
    Made made;
    made.bytes = sizeof(T) + HeapBytes(*value);
    if constexpr (requires { value->identity(); }) made.identity = value->identity();
    made.value = std::move(value);
    return made;
  }
};

// Keeps nothing.
Memo& NoMemo();

}  // namespace profiler

#endif  // PROFILER_BASE_MEMO_H_
