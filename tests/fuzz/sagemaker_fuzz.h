// Shared by the fuzz targets of a recording's files: reads any bytes as one of them, and runs
// views.
#ifndef TESTS_FUZZ_SAGEMAKER_FUZZ_H_
#define TESTS_FUZZ_SAGEMAKER_FUZZ_H_

#include <cstdint>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/open/open.h"
#include "tests/fuzz/ask_everything.h"

namespace profiler {

inline void OpenAndAsk(const std::string& name, const std::string& format, const uint8_t* data,
                       size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  RunContext context;
  const auto opened = OpenInput(Input::FromBytes(name, bytes), format, context);
  if (opened.ok()) AskOneView(opened->profile, bytes);
}

}  // namespace profiler

#endif  // TESTS_FUZZ_SAGEMAKER_FUZZ_H_
