// Reads a TensorFlow run and runs a query chosen by the bytes of its fuzzed file.
#ifndef TESTS_FUZZ_TENSORFLOW_RUN_FUZZ_H_
#define TESTS_FUZZ_TENSORFLOW_RUN_FUZZ_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/base/run_context.h"
#include "profiler/readers/tfprof/tensorflow_run.h"
#include "tests/fuzz/ask_everything.h"

namespace profiler {

inline Input FuzzInput(const uint8_t* data, size_t size) {
  return Input::FromBytes("fuzz", std::string(reinterpret_cast<const char*>(data), size));
}

inline void ReadAndAsk(const TensorFlowRunInputs& inputs, std::string_view bytes) {
  ProfileBuilder builder;
  ImportReport report;
  RunContext context;
  if (!ReadTensorFlowRun(inputs, builder, report, context).ok()) return;
  AskOneView(builder.Build(), bytes);
}

}  // namespace profiler

#endif  // TESTS_FUZZ_TENSORFLOW_RUN_FUZZ_H_
