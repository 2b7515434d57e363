#include "profiler/analysis/input/input_waits.h"

#include <algorithm>
#include <iterator>

namespace profiler {
namespace {

// The ops that stand between the input and the step, by how their types start.
constexpr std::string_view kInputWaits[] = {
    "IteratorGetNext",  // tf.data: also ...Sync, ...AsOptional
    "MultiDeviceIteratorGetNext",
    "OptionalGetValue",
    "QueueDequeue",            // queue runners: also ...Many, ...UpTo, V2
    "Unstage",                 // StagingArea
    "InfeedDequeue",           // TPU
    "infeed",                  // XLA
    "enumerate(DataLoader)#",  // PyTorch
    "DataLoaderIter",          // a phase of SageMaker Debugger: PyTorch
    "DataIterator",            // ... TensorFlow
};

}  // namespace

bool WaitsForInput(std::string_view type) {
  return std::any_of(std::begin(kInputWaits), std::end(kInputWaits),
                     [&](std::string_view start) { return type.starts_with(start); });
}

}  // namespace profiler
