// Recorded XSpaces, cut short and with single bytes changed: reading and asking never crash or
// hang, and a cut is never passed over in silence.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "profiler/readers/wire_walk.h"
#include "profiler/render/render.h"
#include "profiler/views/view.h"
#include "tests/unit/xspace_files.h"

namespace profiler {
namespace {

constexpr size_t kVariants = 200;  // of each file, cut and changed
constexpr size_t kAskedEvery = 40;

std::vector<std::pair<std::string, std::string>> RecordedFiles() {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("testdata/xspace")) {
    const std::string name = entry.path().string();
    if (!std::string_view(name).ends_with(".xplane.pb")) continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    files.emplace_back(name, std::string(std::istreambuf_iterator<char>(stream), {}));
  }
  REQUIRE(files.size() >= 3);
  std::sort(files.begin(), files.end());
  return files;
}

void AskAll(const Profile& profile) {
  Query query;
  query.max_depth = 100;
  query.compat_tfprof = false;
  for (const FieldInfo& info : AllFields()) query.select.insert(info.field);
  RunContext context;
  for (const View& view : AllViews()) {
    const absl::StatusOr<Report> report = view.run(profile, query, context);
    if (!report.ok()) {
      CHECK_FALSE(Message(report.status()).empty());
      continue;
    }
    CHECK_FALSE(FindRenderer("json")->render(*report, {std::string(view.name), {"run"}}).empty());
  }
}

size_t OffsetOf(size_t variant, size_t size) {
  return std::min(variant * size / kVariants + variant * 7919 % (size / kVariants + 1), size - 1);
}

bool IsWhole(std::string_view bytes) {
  WireWalk walk(bytes);
  while (walk.Next()) {
  }
  return walk.stop() == WireWalk::Stop::kEnd;
}

TEST_CASE("A cut XSpace: what is left of it is read, and the cut reported") {
  for (const auto& [name, bytes] : RecordedFiles()) {
    for (size_t variant = 0; variant < kVariants; ++variant) {
      const std::string cut = bytes.substr(0, OffsetOf(variant, bytes.size()));
      CAPTURE(name, cut.size());
      const ReadRun run = ReadXSpaceBytes(cut);
      REQUIRE(run.status.ok());
      if (!IsWhole(cut)) CHECK(run.Count(ImportProblem::kTruncated) > 0);
      if (variant % kAskedEvery == 0) AskAll(run.profile);
    }
  }
}

TEST_CASE("An XSpace with a changed byte is read") {
  constexpr std::array<uint8_t, 7> kMasks = {0x01, 0x80, 0xFF, 0x08, 0x7F, 0x20, 0x02};
  for (const auto& [name, original] : RecordedFiles()) {
    for (size_t variant = 0; variant < kVariants; ++variant) {
      std::string bytes = original;
      const size_t offset = OffsetOf(variant, bytes.size());
      CAPTURE(name, offset);
      bytes[offset] = static_cast<char>(bytes[offset] ^ kMasks[variant % kMasks.size()]);
      const ReadRun run = ReadXSpaceBytes(bytes);
      REQUIRE(run.status.ok());
      if (variant % kAskedEvery == 0) AskAll(run.profile);
    }
  }
}

}  // namespace
}  // namespace profiler
