#ifndef PROFILER_ANALYSIS_INPUT_RESULTS_RESULTS_CODE_H_
#define PROFILER_ANALYSIS_INPUT_RESULTS_RESULTS_CODE_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Finds what steps do with their results after the optimizer's step, or where nothing trains after
// the last module of the model: what Python does from the function on that first gets values of
// tensors, as `tolist` and `item` do; and after an optimizer calls in which code of modules runs,
// as in a copy of the model or a mean of its weights. Such code makes no input.
class ResultsCode {
 public:
  explicit ResultsCode(const Profile& profile);

  // By event of a thread, whether it is part of such code. Empty if nothing of the thread is.
  std::vector<char> Of(const Events& events) const;

 private:
  enum class Fact : uint8_t { kOther, kMakesResults, kGivesValues, kIsOfModule };

  std::vector<Fact> facts_;  // indexed by op; empty if one of the two was not recorded
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_RESULTS_RESULTS_CODE_H_
