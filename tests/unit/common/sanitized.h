#ifndef TESTS_UNIT_COMMON_SANITIZED_H_
#define TESTS_UNIT_COMMON_SANITIZED_H_

#include <cstddef>
#include <cstdint>

namespace profiler {

// Whether a sanitizer watches: everything takes ten times as long.
#ifdef __has_feature
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

// How many times each damaged file is cut, and changed. Fuzzing tries more than any test.
inline constexpr size_t kVariants = kSanitized ? 20 : 200;

// Of how many seeds properties are tested.
constexpr uint64_t Seeds(uint64_t count) { return kSanitized ? count / 4 : count; }

}  // namespace profiler

#endif  // TESTS_UNIT_COMMON_SANITIZED_H_
