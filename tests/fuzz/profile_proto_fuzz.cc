// Any bytes as a ProfileProto.
#include <cstdint>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/open/open.h"
#include "tests/fuzz/ask_everything.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  profiler::RunContext context;
  const auto opened =
      profiler::OpenInput(profiler::Input::FromBytes("fuzz", bytes), "tfprof_profile", context);
  if (opened.ok()) profiler::AskOneView(opened->profile, bytes);
  return 0;
}
