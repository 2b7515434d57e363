// Opens any bytes and runs every view in every format and every export: a replay all of them, an
// execution of libFuzzer one of each, chosen by the bytes.
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
