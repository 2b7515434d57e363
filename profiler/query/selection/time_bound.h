#ifndef PROFILER_QUERY_SELECTION_TIME_BOUND_H_
#define PROFILER_QUERY_SELECTION_TIME_BOUND_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"

namespace profiler {

// The start or end of a time window, relative to the profile's start, e.g. 3.2s or 150ms. If not
// given, the window is not bounded on this side.
class TimeBound {
 public:
  TimeBound() = default;
  // Errors describe the problem. An empty text means no bound.
  static absl::StatusOr<TimeBound> Parse(std::string_view text);

  bool given() const { return !text_.empty(); }
  int64_t picos() const { return picos_; }           // not negative; valid only if given()
  const std::string& text() const { return text_; }  // as given

 private:
  std::string text_;
  int64_t picos_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_QUERY_SELECTION_TIME_BOUND_H_
