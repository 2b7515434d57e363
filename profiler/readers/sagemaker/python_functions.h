#ifndef PROFILER_READERS_SAGEMAKER_PYTHON_FUNCTIONS_H_
#define PROFILER_READERS_SAGEMAKER_PYTHON_FUNCTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "profiler/io/input.h"
#include "profiler/store/builder.h"

namespace profiler::sagemaker {

// A function as Python's profilers name it.
struct PythonFunction {
  std::string_view file, name;
  int64_t line = kUnknown;  // its first
};

// Where a file of a Python profiler puts what it says of functions: samples of frames, which stand
// below one frame that tells what was recorded, "step 3 (cProfile, process 151 of algo-1)". The
// folder of the file names that.
class PythonFunctions {
 public:
  PythonFunctions(const Input& input, std::string_view format, std::string_view recorder,
                  ProfileBuilder& builder);

  FrameId root() const { return root_; }
  FrameId Frame(FrameId parent, const PythonFunction& function);
  void AddCount(FrameId frame, std::string_view metric, int64_t count);
  // False for what no time can be.
  bool AddSeconds(FrameId frame, std::string_view metric, double seconds);

 private:
  ProfileBuilder& builder_;
  FrameId root_;
};

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_SAGEMAKER_PYTHON_FUNCTIONS_H_
