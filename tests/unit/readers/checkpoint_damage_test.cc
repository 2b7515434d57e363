// Cut, damaged or inconsistent checkpoints: nothing crashes, problems are reported, and the rest is
// read.
#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/readers/checkpoint/checkpoint.h"
#include "tests/unit/readers/bundle_reader.h"
#include "tests/unit/readers/bundle_writer.h"

namespace profiler {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("parts that are no whole") {
  BundleWriter bundle;
  bundle.AddPart("gap", tensorflow::DT_FLOAT, {4}, {{0}, {2}}, BytesOf(Floats(2)));
  bundle.AddPart("twice", tensorflow::DT_FLOAT, {4}, {{0}, {2}}, BytesOf(Floats(2)));
  bundle.AddPart("twice", tensorflow::DT_FLOAT, {4}, {{1}, {2}}, BytesOf(Floats(2)));
  bundle.AddPart("beyond", tensorflow::DT_FLOAT, {4}, {{3}, {2}}, BytesOf(Floats(2)));
  bundle.AddPart("gone", tensorflow::DT_FLOAT, {2}, {{0}, {2}}, BytesOf(Floats(2)));
  bundle.entries.erase(SliceKey("gone", {{0}, {2}}));
  bundle.AddPart("other", tensorflow::DT_FLOAT, {2}, {{0}, {2}}, BytesOf(Floats(2)));
  bundle.entries[SliceKey("other", {{0}, {2}})].set_dtype(tensorflow::DT_INT32);
  bundle.AddPart("flat", tensorflow::DT_FLOAT, {2, 1}, {{0, 0}, {2, 1}}, BytesOf(Floats(2)));
  bundle.entries["flat"].mutable_slices(0)->mutable_extent()->RemoveLast();
  const auto checkpoint = Open(bundle);
  CHECK_THAT(ErrorOf(*checkpoint, "gap"), Contains("leave a gap"));
  CHECK_THAT(ErrorOf(*checkpoint, "twice"), Contains("overlap"));
  CHECK_THAT(ErrorOf(*checkpoint, "beyond"), Contains("its part 3,2 is not in the index"));
  CHECK_THAT(ErrorOf(*checkpoint, "gone"), Contains("not in the index"));
  CHECK_THAT(ErrorOf(*checkpoint, "other"), Contains("not in the index"));
  CHECK_THAT(ErrorOf(*checkpoint, "flat"), Contains("not in the index"));
}

TEST_CASE("data that is missing, cut or damaged is told, and the rest is read") {
  BundleWriter bundle;
  bundle.header.set_num_shards(2);
  bundle.Add("good", tensorflow::DT_FLOAT, {2}, BytesOf(Floats(2)));
  bundle.Add("bad", tensorflow::DT_FLOAT, {2}, BytesOf(Floats(2)));
  bundle.Add("cut", tensorflow::DT_FLOAT, {2}, BytesOf(Floats(2)));
  bundle.Add("away", tensorflow::DT_FLOAT, {2}, BytesOf(Floats(2)));
  bundle.entries["away"].set_shard_id(1);
  std::string data = bundle.data.substr(0, 20);
  data[9] ^= 1;
  const auto opened = OpenBytes(bundle.Index(), {data});
  REQUIRE(opened.ok());
  const Checkpoint& checkpoint = **opened;
  CHECK(Doubles(checkpoint, "good") == UpTo<double>(2));
  CHECK_THAT(ErrorOf(checkpoint, "bad"), Contains("w.data-00000-of-00002") && Contains("checksum"));
  CHECK_THAT(ErrorOf(checkpoint, "cut"), Contains("has 20 bytes and was cut"));
  CHECK_THAT(ErrorOf(checkpoint, "away"), Contains("w.data-00001-of-00002"));
  REQUIRE(checkpoint.MissingShards().size() == 1);
  CHECK_THAT(checkpoint.MissingShards()[0], Contains("w.data-00001-of-00002"));
}

TEST_CASE("entries that cannot be true") {
  BundleWriter bundle;
  const auto add = [&](const std::string& name) -> tensorflow::BundleEntryProto& {
    bundle.Add(name, tensorflow::DT_FLOAT, {2}, BytesOf(Floats(2)));
    return bundle.entries[name];
  };
  add("shard").set_shard_id(7);
  add("offset").set_offset(-1);
  add("far").set_offset(INT64_MAX - 2);
  add("size").set_size(INT64_MAX);
  add("dims").mutable_shape()->mutable_dim(0)->set_size(-5);
  add("huge").mutable_shape()->mutable_dim(0)->set_size(INT64_MAX / 2);
  add("rank").mutable_shape()->set_unknown_rank(true);
  add("dtype").set_dtype(static_cast<tensorflow::DataType>(77));
  auto& product = *add("product").mutable_shape();
  for (int i = 0; i < 40; ++i) product.add_dim()->set_size(1 << 20);
  auto checkpoint = Open(bundle);
  CHECK(checkpoint->variables().size() == 9);
  for (const std::string& name : checkpoint->names()) {
    INFO(name);
    CHECK_THAT(ErrorOf(*checkpoint, name), Contains("'" + name + "'"));
  }
  CHECK_THAT(ErrorOf(*checkpoint, "dtype"), Contains("dtype 77"));

  ProfileBuilder builder;
  ImportReport report;
  REQUIRE(AddCheckpoint(std::move(checkpoint), builder.AddSource({}), builder, report).ok());
  CHECK(report.worst() == ImportSeverity::kError);
}

TEST_CASE("files that are no index") {
  BundleWriter bundle;
  bundle.Add("w", tensorflow::DT_FLOAT, {2}, BytesOf(Floats(2)));
  const std::string index = bundle.Index();
  const auto refused = [](const std::string& bytes) { return ErrorOf(OpenBytes(bytes, {})); };
  CHECK_THAT(refused(""), Contains("'w.index' cannot be read as a checkpoint"));
  CHECK_THAT(refused("no table at all, but long enough to hold a footer of one"),
             Contains("LevelDB"));
  CHECK_THAT(refused(WriteTable({{"key", "value"}})), Contains("without the header"));
  CHECK_THAT(refused(WriteTable({{"", "\xff\xff"}})), Contains("header is damaged"));
  CHECK_THAT(refused(WriteTable({{"", ""}})), Contains("0 data files"));
  CHECK_THAT(refused(WriteTable({{"", std::string(4000, 'a')}}, 4096, leveldb::kSnappyCompression)),
             Contains("compressed"));
  BundleWriter newer;
  newer.header.mutable_version()->set_min_consumer(9);
  CHECK_THAT(refused(newer.Index()), Contains("version 9"));

  for (size_t size = 0; size < index.size(); ++size) refused(index.substr(0, size));
  // The footer may claim blocks anywhere; after cutting a block out of the middle the footer is
  // still there.
  refused(index.substr(0, 8) + index.substr(index.size() - 48));
}

TEST_CASE("flipped bits of an index are noticed") {
  BundleWriter bundle;
  for (int i = 0; i < 40; ++i) {
    bundle.Add("w" + std::to_string(i), tensorflow::DT_FLOAT, {1}, BytesOf(Floats(1)));
  }
  const std::string index = bundle.Index(256);
  const auto whole = Open(bundle)->names();
  int partial = 0;
  for (size_t at = 0; at < index.size(); ++at) {
    std::string bytes = index;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x11);
    const auto opened = OpenBytes(bytes, {bundle.data});
    if (!opened.ok()) continue;
    // Changed bytes are in an unused part of the footer, in the unused meta index, or in a block
    // that was dropped.
    if ((*opened)->names() == whole) continue;
    CHECK_FALSE((*opened)->problems().empty());
    for (const std::string& name : (*opened)->names()) CHECK((*opened)->Read(name, kAll).ok());
    ++partial;
  }
  CHECK(partial > 0);
}

TEST_CASE("an index whose checksums are right and whose places are not") {
  // The index block's position in the footer, beyond the file: LevelDB would allocate it.
  const std::string index = WriteTable({{"a", "b"}});
  std::string footer = index.substr(index.size() - 48);
  const std::string huge = "\xff\xff\xff\xff\xff\xff\xff\xff\x7f";
  footer.replace(0, 20, std::string("\0\0", 2) + huge + huge);
  CHECK_THAT(ErrorOf(OpenBytes(index.substr(0, index.size() - 48) + footer, {})),
             Contains("beyond the end"));
}

TEST_CASE("a block's place beyond the file, under a checksum that is right") {
  std::string index = WriteTable({{"a", std::string(200, 'b')}});
  // Before the footer is the index block: one entry (the key "b", the position 0 and 213), the
  // restart points, and the compression with the checksum over all of it.
  const size_t end = index.size() - 48 - 4;
  const size_t begin = end - 1 - 8 - 7;
  REQUIRE(index.substr(begin, 7) == std::string("\0\1\3b\0\xd5\1", 7));
  index[begin + 6] = '\x7f';
  const uint32_t crc = MaskCrc32c(Crc32c(std::string_view(index).substr(begin, end - begin)));
  for (int i = 0; i < 4; ++i) index[end + i] = static_cast<char>(crc >> 8 * i);
  CHECK_THAT(ErrorOf(OpenBytes(index, {})), Contains("beyond the end"));
}

}  // namespace
}  // namespace profiler
