// Any bytes as a store; and, as checksums reject most of those, as its unpacked content.
#include <zstd.h>

#include <cstdint>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/open/open.h"
#include "profiler/store/file/format.h"
#include "tests/fuzz/ask_everything.h"

namespace {

void OpenAndAsk(const std::string& bytes) {
  const profiler::Input input = profiler::Input::FromBytes("fuzz", bytes);
  profiler::RunContext context;
  const auto opened = profiler::OpenInput(input, "store", context);
  if (!opened.ok()) return;
  profiler::AskOneView(opened->profile, bytes);
}

std::string Packed(const std::string& content) {
  std::string file(profiler::store_file::kMagic);
  file += static_cast<char>(profiler::store_file::kFormat);
  const size_t before = file.size();
  file.resize(before + ZSTD_compressBound(content.size()));
  const size_t size =
      ZSTD_compress(file.data() + before, file.size() - before, content.data(), content.size(), 1);
  file.resize(before + size);
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  OpenAndAsk(bytes);
  OpenAndAsk(Packed(bytes));
  return 0;
}
