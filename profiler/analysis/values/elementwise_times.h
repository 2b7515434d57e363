#ifndef PROFILER_ANALYSIS_VALUES_ELEMENTWISE_TIMES_H_
#define PROFILER_ANALYSIS_VALUES_ELEMENTWISE_TIMES_H_

#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// The time of kernels on accelerators, added up over devices and the selected whole steps
// (CountedSteps), in picoseconds.
struct ElementwiseTimes {
  Int128 all = 0;
  Int128 products = 0;     // of kernels that are matrix products, convolutions or attention
  Int128 elementwise = 0;  // of PyTorch's own kernels that compute one op element by element
  Int128 batched = 0, softmax = 0;  // of the kernels of aten::bmm, and of aten::_softmax
  // The parts of `elementwise` that autocast spends on casts inside of layers: of weights, and
  // where shapes do not tell, of weights or other inputs. 0 in training, which has to cast them.
  Int128 weight_casts = 0, unknown_casts = 0;
  std::vector<std::pair<StringId, Int128>> ops;  // those of `elementwise`, by time, longest first
};

absl::StatusOr<ElementwiseTimes> ElementwiseTimesOf(const Selected& selected,
                                                    const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_ELEMENTWISE_TIMES_H_
