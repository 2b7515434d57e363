// Cut, damaged, newer or malicious stores: the part before the damage is read, the rest is reported
// in one line, and nothing crashes.
#include <zstd.h>

#include <cstdint>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <vector>

#include "profiler/export/store/store_frames.h"
#include "profiler/store/file/format.h"
#include "tests/unit/common/sanitized.h"
#include "tests/unit/store/store_files.h"
#include "tests/unit/store/store_full_profile.h"

namespace profiler {
namespace {

using store_file::Table;

Profile OpenFile(const std::string& path) {
  RunContext context;
  OpenRequest request;
  request.profile_paths = {path};
  absl::StatusOr<OpenedProfile> opened = OpenProfile(request, context);
  REQUIRE(opened.ok());
  return std::move(opened->profile);
}

// The stores to damage, small and less small.
std::vector<std::string> Stores() {
  std::vector<std::string> stores = {StoreOf(FullProfile().Make())};
  for (const char* path : {"testdata/bad/profile_ok", "testdata/gpu_synth/profile_300"}) {
    stores.push_back(StoreOf(OpenFile(path)));
  }
  return stores;
}

void AskAll(const Profile& profile) {
  for (bool compat_tfprof : {true, false}) {
    for (const std::string& answer : Answers(profile, Everything(compat_tfprof))) {
      CHECK_FALSE(answer.empty());
    }
  }
  // The remaining part of a store is a valid profile, too.
  CHECK(OpenStore(StoreOf(profile)).ok());
}

// Rejected with one line, or read with the damage in the report. `original`: the undamaged store,
// if the damage must not change the content.
void CheckTold(const std::string& damaged, const std::string& original = "") {
  const absl::StatusOr<OpenedProfile> opened = OpenStore(damaged);
  if (!opened.ok()) {
    const std::string line = Message(opened.status());
    CHECK(line.find("store") != std::string::npos);
    CHECK(line.find('\n') == std::string::npos);
    return;
  }
  bool is_told = false;
  for (const std::string& line : opened->import_report.Summary()) {
    is_told |= line.starts_with("store: ") && line.find(", first at byte ") != std::string::npos;
  }
  if (!is_told && !original.empty()) {
    const absl::StatusOr<OpenedProfile> whole = OpenStore(original);
    CHECK((StoreOf(opened->profile) == StoreOf(whole->profile)));
    return;
  }
  CHECK(is_told);
  CHECK(opened->import_report.worst() == ImportSeverity::kError);
  AskAll(opened->profile);
}

TEST_CASE("a cut store is refused, or what stands before the cut is read and the cut told") {
  for (const std::string& store : Stores()) {
    for (size_t variant = 0; variant < kVariants; ++variant) {
      const size_t cut = variant * store.size() / kVariants;
      CAPTURE(store.size(), cut);
      CheckTold(store.substr(0, cut));
    }
    CheckTold(store.substr(0, store.size() - 1));
  }
}

TEST_CASE("a store that is cut between two frames is no whole one") {
  const std::string store = StoreOf(FullProfile().Make());
  std::vector<size_t> ends;
  for (size_t at = store_file::kHeaderBytes; at < store.size();) {
    ends.push_back(at);
    at += ZSTD_findFrameCompressedSize(store.data() + at, store.size() - at);
  }
  REQUIRE(ends.size() > 3);
  for (const size_t end : ends) {
    CAPTURE(end);
    CheckTold(store.substr(0, end));
  }
  // One frame fewer.
  for (size_t i = 1; i < ends.size(); ++i) {
    CheckTold(store.substr(0, ends[i - 1]) + store.substr(ends[i]));
  }
  // One frame twice.
  CheckTold(store.substr(0, ends[2]) + store.substr(ends[1]));
}

TEST_CASE("most of a store that lacks its end is there") {
  const Profile profile = OpenFile("testdata/gpu_synth/profile_300");
  std::string store = StoreOf(profile);
  store.resize(store.size() - 10);
  const absl::StatusOr<OpenedProfile> small = OpenStore(store);
  CHECK_FALSE(small.ok());  // all of it is one frame

  ProfileBuilder builder;
  TrackRow track;
  track.source = builder.AddSource({});
  const TrackId id = builder.Track(track);
  uint64_t random = 1;
  for (int i = 0; i < 500'000; ++i) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    EventRow event;
    event.begin = static_cast<int64_t>(random >> 20);
    event.duration = static_cast<int64_t>(random % 1000);
    builder.AddEvent(id, event);
  }
  std::string large = StoreOf(builder.Build());
  large.resize(large.size() - 10);
  const absl::StatusOr<OpenedProfile> opened = OpenStore(large);
  REQUIRE(opened.ok());
  CHECK(opened->profile.events[id].size() > 300'000);
  CHECK(opened->import_report.Summary().size() == 1);
  CHECK(opened->import_report.Summary()[0].find("truncated") != std::string::npos);
}

TEST_CASE("a store with a changed byte is refused or told") {
  for (const std::string& store : Stores()) {
    for (size_t variant = 0; variant < kVariants; ++variant) {
      const size_t at = (variant * store.size() / kVariants + variant * 7919 % 13) % store.size();
      for (const int mask : {0x01, 0xff}) {
        std::string damaged = store;
        damaged[at] = static_cast<char>(damaged[at] ^ mask);
        CAPTURE(store.size(), at, mask);
        if (at < store_file::kMagic.size()) {
          CHECK_FALSE(OpenStore(damaged).ok());
        } else {
          CheckTold(damaged, store);
        }
      }
    }
  }
}

TEST_CASE("a store of a newer format is refused by number") {
  std::string store = StoreOf(FullProfile().Make());
  store[store_file::kMagic.size()] = 3;
  const absl::StatusOr<OpenedProfile> opened = OpenStore(store);
  CHECK(Message(opened.status())
            .find("store was written by a newer profiler (format 3); this one "
                  "reads up to 2") == 0);
  CHECK_FALSE(OpenStore(std::string(store_file::kMagic)).ok());
  CHECK_FALSE(OpenStore("").ok());
}

std::string FrameOf(const std::string& content) {
  std::string frame(ZSTD_compressBound(content.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), content.data(), content.size(), 1));
  return frame;
}

std::string FileOf(const std::string& frames) {
  return std::string(store_file::kMagic) + static_cast<char>(store_file::kFormat) + frames;
}

TEST_CASE("a file that unpacks to more than a store may have is not unpacked") {
  const auto told = [](const std::string& file) {
    const absl::StatusOr<OpenedProfile> opened = OpenStore(file);
    REQUIRE_FALSE(opened.ok());
    CHECK(Message(opened.status()).find("cut or damaged") != std::string::npos);
  };
  told(FileOf(FrameOf(std::string(store_file::kMaxFrameBytes + 1, '\0'))));
  // Each is small enough; together they are too much for such a short file.
  std::string text;
  protozero::pbf_writer chunk(text);
  chunk.add_bytes(store_file::kFirstColumn, "");
  chunk.add_bytes(store_file::kFirstColumn, std::string(4 << 20, 'a'));
  std::string content;
  protozero::pbf_writer(content).add_message(static_cast<uint32_t>(Table::kStrings), text);
  told(FileOf(FrameOf(content) + FrameOf(content) + FrameOf(content)));
  // A frame without its content size.
  ZSTD_CCtx* const packer = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(packer, ZSTD_c_contentSizeFlag, 0);
  std::string frame(ZSTD_compressBound(content.size()), '\0');
  frame.resize(ZSTD_compress2(packer, frame.data(), frame.size(), content.data(), content.size()));
  ZSTD_freeCCtx(packer);
  told(FileOf(frame));
}

// A store of chunks by hand, after one source, track, step and op.
class ByHand {
 public:
  ByHand() {
    SourceRow source;
    source.path = StringId(1);
    source.resolution_ps = 1;
    std::string texts;
    protozero::pbf_writer out(texts);
    for (const char* text : {"", "path", "op"}) out.add_bytes(store_file::kFirstColumn, text);
    Add(Table::kStrings, texts);
    Row(Table::kSources, SourceFact{source});
    Row(Table::kDevices, DeviceRow());
    TrackRow track;
    track.source = SourceId(0);
    Row(Table::kTracks, track);
    StepRow step;
    step.source = SourceId(0);
    Row(Table::kSteps, step);
    OpRow op;
    op.name = StringId(2);
    Row(Table::kOps, op);
  }

  template <typename R>
  ByHand& Row(Table table, const R& row) {
    StoreTable out(table, frames_);
    out.Add(row);
    CHECK(out.Finish().ok());
    return *this;
  }
  ByHand& Add(Table table, const std::string& message) {
    CHECK(frames_.Add(table, message).ok());
    return *this;
  }
  std::string File() {
    CHECK(frames_.Finish().ok());
    CHECK(file_->Close().ok());
    return files_.closed["x"];
  }

 private:
  RunContext context_;
  MemoryFiles files_;
  std::unique_ptr<OutputFile> file_ = *files_.Create("x");
  StoreFrames frames_{*file_, context_, store_file::kFormatWithEvents, /*packs_well=*/false};
};

std::string Columns(const std::vector<std::pair<uint32_t, std::vector<uint64_t>>>& columns) {
  std::string message;
  protozero::pbf_writer out(message);
  for (const auto& [number, values] : columns) {
    out.add_packed_uint64(number, values.begin(), values.end());
  }
  return message;
}

TEST_CASE("well packed nonsense is refused row by row") {
  const auto is_told = [](ByHand& by_hand) {
    const absl::StatusOr<OpenedProfile> opened = OpenStore(by_hand.File());
    REQUIRE(opened.ok());
    CHECK(opened->profile.sources.size() > 0);
    AskAll(opened->profile);
    return opened->import_report.worst() == ImportSeverity::kError;
  };
  {
    ByHand right;
    CHECK_FALSE(is_told(right));
  }
  // Row numbers out of range, missing ones, columns of unequal length, wrong wire types.
  const std::vector<std::pair<Table, std::string>> wrong = {
      {Table::kOpTypes, Columns({{3, {2 * 2}}, {4, {1}}})},
      {Table::kOpTypes, Columns({{3, {2}}, {4, {9}}})},
      {Table::kOpTypes, Columns({{3, {0}}, {4, {1}}})},
      {Table::kOpTypes, Columns({{3, {2}}, {4, {1, 1}}})},
      {Table::kOpTypes, Columns({{3, {2}}, {3, {2}}})},
      {Table::kOpTypes, Columns({{1, {2}}})},
      {Table::kOpTypes, "\x18\x02"},
      {Table::kOpTypes, "\x1a\x01\x80"},
      {Table::kOpTypes, "\x1a\x05\x02"},
      {Table::kOpTypes, "\x08\x07\x1a\x01\x02"},  // row 7 where row 0 is next
      {Table::kOutputShapes, Columns({{3, {2}}, {4, {2}}, {5, {1}}})},
      {Table::kEvents, Columns({{3, {2}}, {4, {2}}, {5, {1}}})},  // a negative duration
      {Table::kEvents, Columns({{3, {2}}, {4, {0}}, {5, {2}}})},  // no begin
      {Table::kEvents, Columns({{3, {2}}, {4, {UINT64_MAX - 9}}, {5, {UINT64_MAX - 9}}})},
      {Table::kEvents, Columns({{3, {2}}, {4, {2}}, {5, {4}}, {9, {2}}})},  // no such kind
      {Table::kEvents,
       Columns({{3, {2}}, {4, {2}}, {5, {4}}, {13, {2}}})},  // nested in none before
      {Table::kEvents,
       Columns({{3, {2, 0}}, {4, {2, 0}}, {5, {4, 4}}, {13, {1, 0}}})},  // of one only
      {Table::kEvents,
       Columns({{3, {2, 0}}, {4, {2, 0}}, {5, {4, 6}}, {13, {1, 1}}})},  // not sorted
      {Table::kFlows, Columns({{3, {2}}, {5, {2}}})},
      {Table::kUnplaced, Columns({{3, {2}}, {5, {2}}})},
      {Table::kRecordedExecs, Columns({{3, {2}}, {13, {1}}, {14, {UINT64_MAX}}})},
      {Table::kDevices, Columns({{3, {0}}})},  // they come earlier
      {Table::kHeader, ""},
#ifdef NDEBUG  // protozero asserts that nobody writes it
      {static_cast<Table>(0), ""},
#endif
      {Table::kTensorValues, "\x1a\x01t\x2a\x01\x80"},
      {Table::kTensorValues, Columns({{5, {2, 4}}})},  // no values for its shape
      {Table::kEnd, ""},                               // earlier messages are missing
  };
  for (const auto& [table, message] : wrong) {
    CAPTURE(static_cast<uint32_t>(table), message.size(), &message - &wrong[0].second);
    ByHand by_hand;
    by_hand.Add(table, message);
    CHECK(is_told(by_hand));
  }
}

TEST_CASE("what only a newer program knows is passed over and counted") {
  ByHand by_hand;
  by_hand.Add(Table::kOpTypes, Columns({{3, {2}}, {4, {3}}, {16, {5}}, {99, {1, 2, 3}}}));
  const absl::StatusOr<OpenedProfile> opened = OpenStore(by_hand.File());
  REQUIRE(opened.ok());
  CHECK(opened->profile.ops.types[OpId(0)].size() == 1);
  REQUIRE(opened->import_report.entries().size() == 1);
  CHECK(opened->import_report.entries()[0].problem == ImportProblem::kUnknownField);
}

}  // namespace
}  // namespace profiler
