// Any bytes as an XSpace.
#include <cstdint>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/readers/xspace/xspace.h"
#include "tests/fuzz/ask_everything.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace profiler;
  const Input input =
      Input::FromBytes("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  ProfileBuilder builder;
  ImportReport report;
  RunContext context;
  if (kXSpaceFormat.read(input, builder, report, context).ok())
    AskOneView(builder.Build(), input.bytes());
  return 0;
}
