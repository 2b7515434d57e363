#include "profiler/analysis/input/input_waits.h"

#include <algorithm>
#include <iterator>

namespace profiler {
namespace {

// Prefixes of the types of ops that pass input to a step.
constexpr std::string_view kInputWaits[] = {
    "IteratorGetNext",  // tf.data, including ...Sync, ...AsOptional
    "MultiDeviceIteratorGetNext",
    "OptionalGetValue",
    "QueueDequeue",   // queue runners, including ...Many, ...UpTo, V2
    "Unstage",        // StagingArea
    "InfeedDequeue",  // TPU
    "infeed",         // XLA
    kDataLoader,
    kPinsMemory,
    "DataLoaderIter",  // a phase of SageMaker Debugger for PyTorch
    "DataIterator",    // a phase of SageMaker Debugger for TensorFlow
};

}  // namespace

bool WaitsForInput(std::string_view type) {
  return std::any_of(std::begin(kInputWaits), std::end(kInputWaits),
                     [&](std::string_view start) { return type.starts_with(start); });
}

bool IsPipeline(std::string_view type) {
  return type.ends_with("Dataset") || type.ends_with("DatasetV2") || type.ends_with("DatasetV3") ||
         type.ends_with("DatasetV4");
}

bool IsPipelineThread(std::string_view thread) { return thread.starts_with("tf_data_"); }

bool CallsPython(std::string_view type) { return type == "PyFunc" || type == "EagerPyFunc"; }

bool ReadsFiles(std::string_view type) {
  return type == "ReadFile" || type.starts_with("ReaderRead") ||
         type.starts_with("WholeFileReader");
}

}  // namespace profiler
