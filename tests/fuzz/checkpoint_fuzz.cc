// Opens any bytes as the index of a checkpoint; and, as checksums reject most of those, a table
// whose keys and values are any bytes. If it opens, it is read into a profile.
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/readers/checkpoint/checkpoint.h"
#include "tests/unit/readers/bundle_writer.h"

namespace {

constexpr int64_t kMaxValues = 10000;

// Every data file contains `data`.
void OpenAndRead(const std::string& index, const std::string& data) {
  auto opened = profiler::Checkpoint::FromIndex(
      profiler::Input::FromBytes("fuzz.index", index), "fuzz",
      [&](const std::string& path) { return profiler::Input::FromBytes(path, data); });
  if (!opened.ok()) return;
  std::shared_ptr<const profiler::Checkpoint> checkpoint = *std::move(opened);
  for (const std::string& name : checkpoint->names()) {
    (void)checkpoint->Read(name, kMaxValues);
  }
  profiler::ProfileBuilder builder;
  profiler::ImportReport report;
  const profiler::SourceId source = builder.AddSource({});
  (void)profiler::AddCheckpoint(checkpoint, source, builder, report);
  builder.Build();
}

// The bytes as keys and values, each after a byte with its length.
std::map<std::string, std::string> Entries(std::string_view bytes) {
  const auto take = [&] {
    const size_t size = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(bytes.empty() ? 0 : 1);
    std::string text(bytes.substr(0, size));
    bytes.remove_prefix(text.size());
    return text;
  };
  std::map<std::string, std::string> entries = {
      {"", profiler::BundleWriter().header.SerializeAsString()}};
  while (!bytes.empty()) {
    std::string key = take();
    entries.insert_or_assign(std::move(key), take());
  }
  return entries;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  OpenAndRead(bytes, bytes);
  OpenAndRead(profiler::WriteTable(Entries(bytes)), bytes);
  return 0;
}
