// Checkpoints written by TensorFlow, and valid ones written here.
#include "profiler/readers/checkpoint/checkpoint.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "tests/unit/readers/bundle_reader.h"
#include "tests/unit/readers/bundle_writer.h"

namespace profiler {
namespace {

using Catch::Matchers::Contains;
namespace fs = std::filesystem;

TEST_CASE("a checkpoint as TensorFlow wrote it") {
  const auto mlp = OpenPath("testdata/mlp/model.ckpt");
  CHECK(mlp->names().size() == 13);
  CHECK(Integers(*mlp, "global_step") == std::vector<int64_t>{188});
  const auto biases = mlp->Read("mlp/logits/biases", kAll);
  REQUIRE(biases.ok());
  CHECK(biases->dtype == "float32");
  CHECK(biases->shape == std::vector<int64_t>{10});
  const auto weights = Doubles(*mlp, "mlp/logits/weights");
  CHECK(weights.size() == 320);
  CHECK(weights[0] == Approx(-0.258315));
  CHECK(mlp->MissingShards().empty());
  CHECK(mlp->problems().empty());
  CHECK_THAT(ErrorOf(*mlp, "loss/xent_mean"),
             Contains("Key loss/xent_mean not found in checkpoint"));
  for (const std::string& name : OpenPath("testdata/resnet/model.ckpt")->names()) {
    CHECK(OpenPath("testdata/resnet/model.ckpt")->Read(name, kAll).ok());
  }
}

TEST_CASE("variables in parts, as TensorFlow wrote them") {
  const auto parts = OpenPath("testdata/checkpoint/parts.ckpt");
  CHECK(Doubles(*parts, "rows") == UpTo<double>(150));
  CHECK(Doubles(*parts, "scope/cols") == UpTo<double>(120));
  CHECK(Integers(*parts, "far") == UpTo<int64_t>(400));
  CHECK(Doubles(*parts, "scope/cols", 25) == UpTo<double>(25));
  CHECK(Doubles(*parts, "rows", 0).empty());
  CHECK(Doubles(*parts, "empty").empty());
  CHECK(Integers(*parts, "scalar") == std::vector<int64_t>{7});
}

TEST_CASE("numbers of every type, as TensorFlow wrote them") {
  const auto types = OpenPath("testdata/checkpoint/parts.ckpt");
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(Doubles(*types, "types/float64") == std::vector<double>{-1.5, 0.1, infinity});
  CHECK(Doubles(*types, "types/float32") == std::vector<double>{-1.5, 0.1F, infinity});
  CHECK(Doubles(*types, "types/float16") == std::vector<double>{-1.5, 0.0999755859375, infinity});
  CHECK(Doubles(*types, "types/bfloat16") == std::vector<double>{-1.5, 0.10009765625, infinity});
  CHECK(Integers(*types, "types/int8") == std::vector<int64_t>{-128, -1, 127});
  CHECK(Integers(*types, "types/int16") == std::vector<int64_t>{-32768, -1, 32767});
  CHECK(Integers(*types, "types/int32") == std::vector<int64_t>{INT32_MIN, -1, INT32_MAX});
  CHECK(Integers(*types, "types/int64") == std::vector<int64_t>{INT64_MIN, -1, INT64_MAX});
  CHECK(Integers(*types, "types/uint8") == std::vector<int64_t>{0, 1, 255});
  CHECK(Integers(*types, "types/uint16") == std::vector<int64_t>{0, 1, 65535});
  CHECK(Integers(*types, "types/uint32") == std::vector<int64_t>{0, 1, UINT32_MAX});
  CHECK(Integers(*types, "types/bool") == std::vector<int64_t>{1, 0, 1});
  const auto wide = types->Read("types/uint64", kAll);
  CHECK(std::get<std::vector<uint64_t>>(wide->values) == std::vector<uint64_t>{0, 1, UINT64_MAX});
  for (const char* name : {"types/complex64", "types/complex128"}) {
    const auto complex = types->Read(name, kAll);
    CHECK(std::get<std::vector<std::complex<double>>>(complex->values) ==
          std::vector<std::complex<double>>{{1, -2}, {0, 0.5}, {-3, 0}});
  }
  CHECK_THAT(ErrorOf(*types, "types/string"), Contains("string; only numbers"));
}

TEST_CASE("half precision: small numbers and no numbers") {
  BundleWriter bundle;
  const std::vector<uint16_t> halves = {0x0001, 0x8001, 0x0400, 0x7bff, 0xfc00, 0x7e00, 0x8000};
  bundle.Add("h", tensorflow::DT_HALF, {7}, BytesOf(halves));
  const auto values = Doubles(*Open(bundle), "h");
  CHECK(values[0] == std::ldexp(1, -24));
  CHECK(values[1] == -std::ldexp(1, -24));
  CHECK(values[2] == std::ldexp(1, -14));
  CHECK(values[3] == 65504);
  CHECK(values[4] == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(values[5]));
  CHECK(std::signbit(values[6]));
}

TEST_CASE("a checkpoint of a machine with the other byte order") {
  BundleWriter bundle;
  bundle.header.set_endianness(tensorflow::BundleHeaderProto::BIG);
  bundle.Add("i", tensorflow::DT_INT32, {2}, std::string("\0\0\1\2\xff\xff\xff\xfe", 8));
  bundle.Add("f", tensorflow::DT_FLOAT, {1}, std::string("\x3f\x80\0\0", 4));
  bundle.Add("c", tensorflow::DT_COMPLEX64, {}, std::string("\x3f\x80\0\0\x40\0\0\0", 8));
  const auto checkpoint = Open(bundle);
  CHECK(Integers(*checkpoint, "i") == std::vector<int64_t>{258, -2});
  CHECK(Doubles(*checkpoint, "f") == std::vector<double>{1});
  CHECK(std::get<3>(checkpoint->Read("c", kAll)->values).at(0) == std::complex<double>(1, 2));
}

TEST_CASE("what path names a checkpoint") {
  CHECK(OpenPath("testdata/mlp/model.ckpt.index")->prefix() == "testdata/mlp/model.ckpt");
  CHECK(OpenPath("testdata/mlp/model.ckpt.data-00000-of-00001")->names().size() == 13);
  CHECK(OpenPath("testdata/mlp")->names().size() == 13);
  CHECK_THAT(ErrorOf(Checkpoint::Open("testdata/mlp/nothing.ckpt")),
             Contains("no file 'testdata/mlp/nothing.ckpt.index'"));
  CHECK_THAT(ErrorOf(Checkpoint::Open("testdata/mlp/graph.pb")), Contains("is no checkpoint"));
  CHECK_THAT(ErrorOf(Checkpoint::Open("testdata/lstm")), Contains("holds no checkpoint"));
}

TEST_CASE("a folder whose state file names the newest checkpoint") {
  const fs::path folder =
      fs::path(std::getenv("TEST_TMPDIR") != nullptr ? std::getenv("TEST_TMPDIR") : ".") /
      "checkpoint_test_folder";
  fs::create_directories(folder);
  for (const char* name : {"a-1", "a-2"}) {
    BundleWriter bundle;
    bundle.Add(name, tensorflow::DT_FLOAT, {1}, BytesOf(Floats(1)));
    std::ofstream(folder / (std::string(name) + ".index")) << bundle.Index();
    std::ofstream(folder / (std::string(name) + ".data-00000-of-00001")) << bundle.data;
  }
  CHECK_THAT(ErrorOf(Checkpoint::Open(folder)), Contains("holds 2 checkpoints"));
  const auto state = [&](const char* text) { std::ofstream(folder / "checkpoint") << text; };
  state("model_checkpoint_path: \"a-1\"\nall_model_checkpoint_paths: \"a-2\"\n");
  CHECK(OpenPath(folder)->names() == std::vector<std::string>{"a-1"});
  state("all_model_checkpoint_paths: \"a-1\"\nmodel_checkpoint_path: \"/moved/from/a-2\"\n");
  CHECK(OpenPath(folder / "checkpoint")->names() == std::vector<std::string>{"a-2"});
  state("model_checkpoint_path: \"gone\"\n");
  CHECK_THAT(ErrorOf(Checkpoint::Open(folder)), Contains("'gone'"));
  state("nothing");
  CHECK_THAT(ErrorOf(Checkpoint::Open(folder)), Contains("names no checkpoint"));
  fs::remove_all(folder);
}

TEST_CASE("parts in any order, whole dimensions, far starts") {
  BundleWriter bundle;
  const int64_t whole = TensorSlice::kWhole;
  bundle.AddPart("w", tensorflow::DT_FLOAT, {4, 2}, {{3, 0}, {1, whole}}, BytesOf(Floats(2, 6)));
  bundle.AddPart("w", tensorflow::DT_FLOAT, {4, 2}, {{0, 0}, {3, 1}}, BytesOf<float>({0, 2, 4}));
  bundle.AddPart("w", tensorflow::DT_FLOAT, {4, 2}, {{0, 1}, {3, 1}}, BytesOf<float>({1, 3, 5}));
  const int64_t far = 3'000'000;
  bundle.AddPart("far", tensorflow::DT_UINT8, {far + 1}, {{0}, {far}}, std::string(far, '\1'));
  bundle.AddPart("far", tensorflow::DT_UINT8, {far + 1}, {{far}, {1}}, "\2");
  bundle.AddPart(std::string("odd\0\xff name", 10), tensorflow::DT_UINT8, {2}, {{0}, {2}}, "\3\4");
  const auto checkpoint = Open(bundle);
  CHECK(Doubles(*checkpoint, "w") == UpTo<double>(8));
  CHECK(Integers(*checkpoint, "far").back() == 2);
  CHECK(Integers(*checkpoint, std::string("odd\0\xff name", 10)) == std::vector<int64_t>{3, 4});
}

TEST_CASE("the store's rows of a checkpoint") {
  ProfileBuilder builder;
  ImportReport report;
  const SourceId source = builder.AddSource({});
  for (const char* name : {"scalar", "other", "types/int8"}) {
    OpRow op;
    op.name = builder.Intern(name);
    builder.AddOp(op);
  }
  std::shared_ptr<const Checkpoint> checkpoint = OpenPath("testdata/checkpoint/parts.ckpt");
  const size_t count = checkpoint->variables().size();
  REQUIRE(AddCheckpoint(checkpoint, source, builder, report).ok());
  const Profile profile = builder.Build();
  REQUIRE(profile.variables.size() == count);
  CHECK(profile.tensor_values == checkpoint);
  const auto types = [&](uint32_t op) {
    std::string text;
    for (const StringId type : profile.ops.types[OpId(op)]) text += profile.strings[type];
    return text;
  };
  CHECK(types(0) == "_checkpoint_variables");
  CHECK(types(1).empty());
  CHECK(types(2) == "_checkpoint_variables");
  for (const VariableRow& row : profile.variables) {
    const std::string_view name = profile.strings[row.name];
    CHECK(row.source == source);
    if (name == "scalar") {
      CHECK(row.op == OpId(0));
      CHECK(profile.strings[row.dtype] == "int64");
      CHECK(row.shape.empty());
      CHECK(row.bytes == 8);
    } else if (name == "rows") {
      CHECK_FALSE(row.op.valid());
      CHECK(row.shape == std::vector<int64_t>{30, 5});
      CHECK(row.offset == kUnknown);
      CHECK(profile.strings[row.slices] == "0,8:0,5 8,8:0,5 16,7:0,5 23,7:0,5");
    }
  }
  REQUIRE(report.entries().size() == 1);
  CHECK(report.entries()[0].problem == ImportProblem::kUnmatchedVariable);
  CHECK(report.entries()[0].count == static_cast<int64_t>(count) - 2);
}

}  // namespace
}  // namespace profiler
