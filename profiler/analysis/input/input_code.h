#ifndef PROFILER_ANALYSIS_INPUT_INPUT_CODE_H_
#define PROFILER_ANALYSIS_INPUT_INPUT_CODE_H_

#include <cstdint>
#include <string_view>

namespace profiler {

// What a Python function is for, with all that it calls.
enum class CodeRole : uint8_t {
  kUnknown,
  kInput,  // reads or makes input: data sets, loaders, samplers, and steps of an iterator
  kModel,  // a model, its gradients or its optimizer: its iterators and batches are no input
};

// Judges by a function's name as it was recorded, e.g. "data.py(3): make_batch",
// "$data.py:3 make_batch", "<built-in function next>" or "nn.Module: Linear_0".
CodeRole CodeRoleOf(std::string_view function);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_INPUT_CODE_H_
