#ifndef PROFILER_QUERY_SELECTION_TIME_BOUND_H_
#define PROFILER_QUERY_SELECTION_TIME_BOUND_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"

namespace profiler {

// An end of the time that is asked about, counted from the profile's start: 3.2s, 150ms. None: all
// there is on that side.
class TimeBound {
 public:
  TimeBound() = default;
  // The error tells what is wrong with the text; an empty one is no bound.
  static absl::StatusOr<TimeBound> Parse(std::string_view text);

  bool given() const { return !text_.empty(); }
  int64_t picos() const { return picos_; }           // of one that is given; not negative
  const std::string& text() const { return text_; }  // as given

 private:
  std::string text_;
  int64_t picos_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_QUERY_SELECTION_TIME_BOUND_H_
