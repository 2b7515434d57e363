#ifndef TESTS_UNIT_COMMON_SANITIZED_H_
#define TESTS_UNIT_COMMON_SANITIZED_H_

#include <cstddef>
#include <cstdint>

namespace profiler {

// Whether the build uses a sanitizer, which makes the tests ten times slower.
#ifdef __has_feature
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

// The number of truncated and of modified variants of each file in damage tests. Fuzzing tests more
// variants.
inline constexpr size_t kVariants = kSanitized ? 20 : 200;

// The number of seeds for property tests.
constexpr uint64_t Seeds(uint64_t count) { return kSanitized ? count / 4 : count; }

}  // namespace profiler

#endif  // TESTS_UNIT_COMMON_SANITIZED_H_
