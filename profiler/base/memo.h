// A cache of results that queries share. Views use only this interface; engine/cache.h implements
// it.
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

  // Returns the result of `build` for `key` of the profile `of`, and caches the result while there
  // is room. Caches nothing if the identity is invalid. Thread-safe: concurrent callers with the
  // same key wait for the first one's `build`, even beyond their own time limits. `build` may
  // request other keys, but must not request its own key, not even indirectly.
  template <typename T, typename Build>
  std::shared_ptr<const T> Get(Identity of, std::string_view key, const Build& build) {
    if (!of.valid()) return std::make_shared<const T>(build());
    return std::static_pointer_cast<const T>(
        GetOrBuild({of, typeid(T), key}, [&] { return Keep(std::make_shared<const T>(build())); }));
  }

  // Like Get(), for a `build` that may fail and returns an absl::StatusOr<T>. Errors are not
  // cached.
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
    std::shared_ptr<const void> value;  // null if there is nothing to cache
    uint64_t bytes = 0;
    // The identity of the value itself, e.g. of a profile. When the value is dropped from the
    // cache, so are all entries for this identity.
    Identity identity;
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

// A Memo that keeps nothing.
Memo& NoMemo();

}  // namespace profiler

#endif  // PROFILER_BASE_MEMO_H_
