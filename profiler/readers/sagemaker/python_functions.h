#ifndef PROFILER_READERS_SAGEMAKER_PYTHON_FUNCTIONS_H_
#define PROFILER_READERS_SAGEMAKER_PYTHON_FUNCTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "profiler/io/input.h"
#include "profiler/readers/common/format.h"
#include "profiler/store/builder.h"

namespace profiler::sagemaker {

// A function, in the form in which Python's profilers name it.
struct PythonFunction {
  std::string_view file, name;
  int64_t line = kUnknown;  // the first line of the function
};

// Adds a Python profiler's data to the store, as samples of frames. All are below one frame that
// names the recording, e.g. "step 3 (cProfile, process 151 of algo-1)", parsed from the file's
// folder.
class PythonFunctions {
 public:
  PythonFunctions(const Input& input, const Format& format, std::string_view recorder,
                  ProfileBuilder& builder);

  FrameId root() const { return root_; }
  FrameId Frame(FrameId parent, const PythonFunction& function);
  void AddCount(FrameId frame, std::string_view metric, int64_t count);
  // Adds a sample of a time. Returns false if the number cannot be a time.
  bool AddSeconds(FrameId frame, std::string_view metric, double seconds);

 private:
  ProfileBuilder& builder_;
  FrameId root_;
};

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_SAGEMAKER_PYTHON_FUNCTIONS_H_
