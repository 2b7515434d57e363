// Every recorded profile, cut short and with single bytes changed: reading and querying never crash
// or hang, and damage is never silent.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/io/input.h"
#include "profiler/open/open.h"
#include "tests/unit/common/ask_all.h"
#include "tests/unit/common/sanitized.h"

namespace profiler {
namespace {

// All views run on every variant of a file up to this size, and on every tenth of a larger one.
constexpr size_t kSmallBytes = 32 << 10;

struct RecordedFile {
  std::string path;
  std::string bytes;
};

std::vector<RecordedFile> RecordedProfiles() {
  std::vector<RecordedFile> files;
  for (const auto& model : std::filesystem::directory_iterator("testdata")) {
    if (!model.is_directory()) continue;
    for (const auto& entry : std::filesystem::directory_iterator(model)) {
      if (entry.path().filename().string().find("profile_") == std::string::npos) continue;
      std::ifstream stream(entry.path(), std::ios::binary);
      files.push_back({entry.path(), std::string(std::istreambuf_iterator<char>(stream), {})});
    }
  }
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

// Spread over the file at irregular distances.
size_t OffsetOf(uint64_t variant, size_t size) {
  const size_t stride = size / kVariants;
  const size_t offset = variant * size / kVariants + variant * 7919 % (stride + 1);
  return std::min(offset, size - 1);
}

absl::StatusOr<OpenedProfile> Open(std::string bytes) {
  RunContext context;
  return OpenInput(Input::FromBytes("profile", std::move(bytes)), "tfprof_profile", context);
}

// The ends of the outermost message's fields, as far as it is well formed.
std::vector<size_t> FieldEnds(std::string_view bytes) {
  std::vector<size_t> ends = {0};
  size_t at = 0;
  const auto varint = [&] {
    uint64_t value = 0;
    for (int shift = 0; shift < 64 && at < bytes.size(); shift += 7) {
      const auto byte = static_cast<uint8_t>(bytes[at++]);
      value |= uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < bytes.size()) {
    const uint64_t wire_type = varint() & 7;
    if (wire_type == 0) varint();
    if (wire_type == 1) at += 8;
    if (wire_type == 5) at += 4;
    if (wire_type == 2) {
      const uint64_t length = varint();
      if (length > bytes.size() - at) break;
      at += length;
    }
    if (at > bytes.size() || wire_type == 3 || wire_type == 4 || wire_type > 5) break;
    ends.push_back(at);
  }
  return ends;
}

TEST_CASE("A cut profile is refused, or what is left of it is read and the cut reported") {
  const std::vector<RecordedFile> files = RecordedProfiles();
  REQUIRE(files.size() > 30);
  for (const auto& [path, bytes] : files) {
    if (bytes.empty()) continue;
    const absl::StatusOr<OpenedProfile> whole = Open(bytes);
    // A file that parses as a profile by accident has no ops that must stay.
    const bool has_ops = whole.ok() && whole->profile.op_count() > 0 &&
                         whole->import_report.worst() != ImportSeverity::kError;
    const std::vector<size_t> ends = FieldEnds(bytes);
    for (uint64_t variant = 0; variant < kVariants; ++variant) {
      const size_t cut = OffsetOf(variant, bytes.size());
      CAPTURE(path, cut);
      const absl::StatusOr<OpenedProfile> opened = Open(bytes.substr(0, cut));
      if (has_ops && cut > bytes.size() / 2) {
        REQUIRE(opened.ok());
        CHECK(opened->profile.op_count() > 0);
      }
      if (!opened.ok()) {
        CHECK_FALSE(Message(opened.status()).empty());
        continue;
      }
      const bool is_between_fields = std::binary_search(ends.begin(), ends.end(), cut);
      if (!is_between_fields) {
        CHECK(opened->import_report.worst() == ImportSeverity::kError);
        CHECK_FALSE(opened->import_report.Summary().empty());
      }
      if (bytes.size() <= kSmallBytes || variant % 10 == 0)
        AskAll(opened->profile, {.compat_tfprof = variant % 20 < 10, .in_all_forms = true});
    }
  }
}

TEST_CASE("A profile with a changed byte is refused or read") {
  constexpr std::array<uint8_t, 7> kMasks = {0x01, 0x80, 0xFF, 0x08, 0x7F, 0x20, 0x02};
  for (const auto& [path, bytes] : RecordedProfiles()) {
    if (bytes.empty()) continue;
    for (uint64_t variant = 0; variant < kVariants; ++variant) {
      const size_t offset = OffsetOf(variant, bytes.size());
      const uint8_t mask = kMasks[variant % kMasks.size()];
      CAPTURE(path, offset, mask);
      std::string changed = bytes;
      changed[offset] = static_cast<char>(changed[offset] ^ mask);
      const absl::StatusOr<OpenedProfile> opened = Open(std::move(changed));
      if (!opened.ok()) {
        CHECK_FALSE(Message(opened.status()).empty());
        continue;
      }
      if (bytes.size() <= kSmallBytes || variant % 10 == 0)
        AskAll(opened->profile, {.compat_tfprof = variant % 20 < 10, .in_all_forms = true});
    }
  }
}

}  // namespace
}  // namespace profiler
