// Opens any bytes, whatever they look like, and asks for every view in every form and every export:
// a replay for all of them, an execution of libFuzzer for one of each that the bytes tell.
#include <cstdint>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/open/open.h"
#include "tests/fuzz/ask_everything.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  profiler::RunContext context;
  const auto opened = profiler::OpenInput(profiler::Input::FromBytes("fuzz", bytes), "", context);
  if (!opened.ok()) return 0;
  profiler::AskOneView(opened->profile, bytes);
  profiler::AskOneExporter(opened->profile, bytes);
  return 0;
}
