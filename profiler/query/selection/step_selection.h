#ifndef PROFILER_QUERY_SELECTION_STEP_SELECTION_H_
#define PROFILER_QUERY_SELECTION_STEP_SELECTION_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace profiler {

// Which training steps count, by the framework's own numbers: all of them, some, or the last. Which
// steps of a profile that means, analysis/selection/selected_steps.h tells.
class StepSelection {
 public:
  struct Range {
    int64_t first = 0, last = 0;  // both are in it
  };

  // "-1" or another negative number: all; "7", "2..5", "1,3,8..9", "last". The error tells what is
  // wrong with the text.
  static absl::StatusOr<StepSelection> Parse(std::string_view text);
  // A negative number: all.
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
