#include "profiler/readers/store/store.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "profiler/base/status.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/wire_walk.h"
#include "profiler/readers/store/store_frames.h"
#include "profiler/readers/store/store_tables.h"
#include "profiler/store/file/format.h"

namespace profiler {
namespace {

using store_file::Table;
using Stop = StoreFrameReader::Stop;

constexpr std::string_view kRestNotRead = "what comes after it was not read";

class StoreReader {
 public:
  StoreReader(const Input& input, ProfileBuilder& builder, ImportReport& report)
      : input_(input),
        report_(report),
        frames_(input.bytes()),
        tables_(builder, input.name(), input.bytes().size(), report) {}

  absl::Status Read(const RunContext& context) {
    bool usable = true;
    while (usable && frames_.Next()) {
      PROFILER_RETURN_IF_ERROR(context.Check());
      usable = ReadFrame();
    }
    if (!usable) {
      Count(ImportProblem::kMalformedField, kRestNotRead);
    } else {
      CountStop();
    }
    tables_.Finish();
    if (is_whole_ || tables_.has_sources()) return absl::OkStatus();
    return absl::DataLossError(
        fmt::format("{}: this profiler store is cut or damaged (after byte {}), and nothing before "
                    "that can be shown; write it again from its inputs",
                    input_.name(), frames_.offset()));
  }

 private:
  bool ReadFrame() {
    WireWalk walk(frames_.content());
    while (walk.Next()) {
      if (walk.type() != WireWalk::Type::kBytes || walk.cut() || has_end_) return false;
      if (walk.number() > static_cast<uint32_t>(Table::kLast)) {
        tables_.CountUnknown("a table");
      } else if (walk.number() == static_cast<uint32_t>(Table::kEnd)) {
        has_end_ = true;
        if (!IsEnd(walk.bytes(), bytes_before_ + walk.offset())) return false;
      } else if (!tables_.Add(static_cast<Table>(walk.number()), walk.bytes())) {
        return false;
      }
    }
    bytes_before_ += frames_.content().size();
    return walk.stop() == WireWalk::Stop::kEnd;
  }

  // Detects lost frames, even if no frame is damaged.
  static bool IsEnd(std::string_view message, uint64_t bytes_before) {
    WireWalk walk(message);
    return walk.Next() && walk.number() == 1 && walk.type() == WireWalk::Type::kVarint &&
           walk.varint() == bytes_before;
  }

  void CountStop() {
    switch (frames_.stop()) {
      case Stop::kNone:
      case Stop::kEnd:
        is_whole_ = has_end_;
        if (!is_whole_) Count(ImportProblem::kTruncated, "");
        break;
      case Stop::kTruncated:
        Count(ImportProblem::kTruncated, "");
        break;
      case Stop::kDamaged:
        Count(ImportProblem::kChecksumMismatch, kRestNotRead);
        break;
      case Stop::kTooMuch:
        Count(ImportProblem::kMalformedField, "more is packed there than a store may have");
        break;
    }
  }

  void Count(ImportProblem problem, std::string_view detail) {
    report_.Count(problem, input_.name(), frames_.offset(), detail);
  }

  const Input& input_;
  ImportReport& report_;
  StoreFrameReader frames_;
  StoreTables tables_;
  uint64_t bytes_before_ = 0;  // in frames before the current one
  bool has_end_ = false, is_whole_ = false;
};

int SniffStore(std::string_view bytes) { return bytes.starts_with(store_file::kMagic) ? 100 : 0; }

absl::Status ReadStore(const Input& input, ProfileBuilder& builder, ImportReport& report,
                       RunContext& context) {
  const std::string_view bytes = input.bytes();
  const bool has_header =
      bytes.starts_with(store_file::kMagic) && bytes.size() >= store_file::kHeaderBytes;
  const auto format =
      has_header ? static_cast<uint8_t>(bytes[store_file::kMagic.size()]) : uint8_t{0};
  if (format == 0) {
    return absl::InvalidArgumentError(
        fmt::format("{}: this is no profiler store: it does not begin like one", input.name()));
  }

  if (format > store_file::kFormat) {
    return absl::UnimplementedError(
        fmt::format("{} was written by a newer profiler (format {}); this one reads up to {}: take "
                    "a newer one, or write it again from its inputs with this one",
                    input.name(), format, store_file::kFormat));
  }
  return StoreReader(input, builder, report).Read(context);
}

}  // namespace

std::vector<std::string> SourcePathsOfStore(const Input& input) {
  ProfileBuilder builder;
  ImportReport ignored;
  StoreTables tables(builder, input.name(), input.bytes().size(), ignored);
  StoreFrameReader frames(input.bytes());
  bool is_before_facts = input.bytes().size() >= store_file::kHeaderBytes;
  while (is_before_facts && frames.Next()) {
    WireWalk walk(frames.content());
    while (is_before_facts && walk.Next()) {
      is_before_facts = walk.type() == WireWalk::Type::kBytes && !walk.cut() &&
                        walk.number() <= static_cast<uint32_t>(Table::kSources) &&
                        tables.Add(static_cast<Table>(walk.number()), walk.bytes());
    }
  }
  return tables.SourcePaths();
}

// Sets no capabilities, because sources keep those of their original format.
constinit const Format kStoreFormat = {
    .name = "store",
    .description = "a profiler store",
    .sniff = SniffStore,
    .read = ReadStore,
    .memory_per_byte = 8,
};

}  // namespace profiler
