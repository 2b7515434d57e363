#ifndef PROFILER_ANALYSIS_INPUT_INPUT_WAITS_H_
#define PROFILER_ANALYSIS_INPUT_INPUT_WAITS_H_

#include <string_view>

namespace profiler {

// How the names of ops begin in which PyTorch waits for its DataLoader.
inline constexpr std::string_view kDataLoader = "enumerate(DataLoader)#";

// PyTorch's op that copies to page-locked memory. On a thread that trains it is input work, which a
// DataLoader's own thread does with pin_memory=True.
inline constexpr std::string_view kPinsMemory = "aten::pin_memory";

// Whether an op of the type waits for the next batch of input, or pins it.
bool WaitsForInput(std::string_view type);

// Whether the type is a transformation of tf.data, or an iterator of its tracer.
bool IsPipeline(std::string_view type);
// Whether a thread of this name is of tf.data: what it runs makes input, whatever op it is.
bool IsPipelineThread(std::string_view thread);
// How the names of iterators begin in tf.data's tracer.
inline constexpr std::string_view kIteratorName = "Iterator::";
// Whether an op waits for input or makes it, in a framework's own pipeline.
inline bool IsInputOp(std::string_view name, std::string_view type) {
  return WaitsForInput(type) || IsPipeline(type) || name.starts_with(kIteratorName);
}
// Whether an op of this type calls Python within a graph.
bool CallsPython(std::string_view type);
// Whether an op of this type reads a file within a graph.
bool ReadsFiles(std::string_view type);

// A part of the name of waits for a DataLoader of PyTorch that has worker processes.
inline constexpr std::string_view kLoaderWithWorkers = "#_MultiProcessingDataLoaderIter.";
inline bool WaitsForWorkers(std::string_view name) {
  return name.find(kLoaderWithWorkers) != std::string_view::npos;
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_INPUT_WAITS_H_
