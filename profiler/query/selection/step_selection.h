#ifndef PROFILER_QUERY_SELECTION_STEP_SELECTION_H_
#define PROFILER_QUERY_SELECTION_STEP_SELECTION_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace profiler {

// The training steps to include, by the framework's step numbers: all, some, or the last one.
// analysis/selection/selected_steps.h applies the selection to a profile.
class StepSelection {
 public:
  struct Range {
    int64_t first = 0, last = 0;  // inclusive
  };

  // Parses "-1" or another negative number (all), "7", "2..5", "1,3,8..9", "last". Errors describe
  // the problem.
  static absl::StatusOr<StepSelection> Parse(std::string_view text);
  // A negative number means all.
  static StepSelection One(int64_t number) {
    if (number < 0) return StepSelection();
    return StepSelection({{number, number}}, std::to_string(number));
  }
  StepSelection() : StepSelection({}, "-1") {}

  bool all() const { return ranges_.empty() && !last(); }
  bool last() const { return text_ == "last"; }
  const std::vector<Range>& ranges() const { return ranges_; }
  const std::string& text() const { return text_; }  // as given

 private:
  StepSelection(std::vector<Range> ranges, std::string text)
      : ranges_(std::move(ranges)), text_(std::move(text)) {}

  std::vector<Range> ranges_;
  std::string text_;
};

}  // namespace profiler

#endif  // PROFILER_QUERY_SELECTION_STEP_SELECTION_H_
