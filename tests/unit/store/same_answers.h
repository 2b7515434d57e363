// Compares the answers of two profiles, and reports differences.
#ifndef TESTS_UNIT_STORE_SAME_ANSWERS_H_
#define TESTS_UNIT_STORE_SAME_ANSWERS_H_

#include <algorithm>
#include <string>
#include <vector>

#include "tests/unit/store/store_files.h"

namespace profiler {

inline void CheckSameText(const std::string& want, const std::string& got) {
  if (want == got) return;
  const auto at = std::mismatch(want.begin(), want.end(), got.begin(), got.end());
  const size_t from = std::max<ptrdiff_t>(at.first - want.begin() - 200, 0);
  CAPTURE(want.substr(from, 400), got.substr(from, 400));
  FAIL_CHECK("an answer differs");
}

inline void CheckSameTexts(const std::vector<std::string>& want,
                           const std::vector<std::string>& got) {
  REQUIRE(want.size() == got.size());
  for (size_t i = 0; i < want.size(); ++i) {
    CAPTURE(i);
    CheckSameText(want[i], got[i]);
  }
}

// Runs every query of every view, in every format.
inline void CheckSameAnswers(const Profile& want, const Profile& got) {
  for (const bool compat_tfprof : {true, false}) {
    const Query query = Everything(compat_tfprof);
    CAPTURE(compat_tfprof);
    CheckSameTexts(Answers(want, query), Answers(got, query));
  }
}

}  // namespace profiler

#endif  // TESTS_UNIT_STORE_SAME_ANSWERS_H_
