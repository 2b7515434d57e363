#ifndef PROFILER_ANALYSIS_INPUT_INPUT_CODE_H_
#define PROFILER_ANALYSIS_INPUT_INPUT_CODE_H_

#include <cstdint>
#include <string_view>

#include "profiler/base/int128.h"

namespace profiler {

// Shorter stretches of Python, or of nothing recorded, are what calling ops costs, in picoseconds:
// reading or making input takes long at once.
inline constexpr int64_t kLongStretch = 100 * kPicosPerMicro;

// What a Python function or a user's mark is for, with all that it calls.
enum class CodeRole : uint8_t {
  kUnknown,  // anything: it may make input, too
  kInput,    // reads or makes input: data sets, loaders, samplers, and steps of an iterator
  kModel,    // a model, its gradients or its optimizer, and the framework that runs them: its
             // iterators and batches are no input
  kReports,  // reports or keeps results, or evaluates the model, e.g. `log_metrics`, or is a
             // callback's hook, e.g. `on_train_batch_end`
};

// Judges by a function's name as it was recorded, e.g. "data.py(3): make_batch",
// "$data.py:3 make_batch", "<built-in function next>" or "nn.Module: Linear_0"; or by a mark's.
CodeRole CodeRoleOf(std::string_view function);

// Whether the function starts a thread or waits for its end: the step's own work, and no input.
bool StartsOrJoinsThread(std::string_view function);

// Whether the function is a module of PyTorch, or computes gradients or updates parameters: not
// what makes input, too, such as torch.nn.functional.grid_sample.
bool IsModule(std::string_view function);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_INPUT_CODE_H_
