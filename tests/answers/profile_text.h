// Reads profiles as text. Each line is a row, with the columns of `profiler schema -tables`.
#ifndef TESTS_ANSWERS_PROFILE_TEXT_H_
#define TESTS_ANSWERS_PROFILE_TEXT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/store/profile.h"
#include "tests/answers/case_file.h"

namespace profiler {

// Errors include the line.
absl::StatusOr<Profile> ProfileOf(const std::vector<TextLine>& lines);

}  // namespace profiler

#endif  // TESTS_ANSWERS_PROFILE_TEXT_H_
