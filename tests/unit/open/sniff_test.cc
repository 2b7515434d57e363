// Recognising formats, from small strings built here and from recorded files.

#include <zlib.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/io/input.h"
#include "profiler/open/formats.h"
#include "tests/unit/common/wire_strings.h"

namespace profiler {
namespace {

using Catch::Contains;
using std::string;

string NameOf(const string& bytes) {
  const Format* format = SurestFormat(bytes);
  return format == nullptr ? "" : string(format->name);
}

string Refusal(const Input& input, const string& named = "") {
  const auto format = DetectFormat(input, named);
  return format.ok() ? "" : Message(format.status());
}
string Refusal(const string& bytes) { return Refusal(Input::FromBytes("F", bytes)); }

string Gzip(string bytes) {
  z_stream stream = {};
  REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

string IdToString(uint32_t field, uint64_t id, const string& text) {
  return Wire(field, Wire(1, id) + Wire(2, text));
}
string ProfileNode(uint64_t id, const string& name) {
  return Wire(1, Wire(1, id) + Wire(2, Wire(1, name) + Wire(9, string("MatMul"))));
}
string NodeDef(const string& name, const string& op) { return Wire(1, name) + Wire(2, op); }
string GraphDef() {
  return Wire(1, NodeDef("x", "Const")) + Wire(1, NodeDef("y", "Relu") + Wire(3, string("x")));
}
string StepStats() {
  const string stats = Wire(1, string("y")) + Wire(2, 1'600'000'000'000'000) + Wire(4, 10) +
                       Wire(5, 12) + Wire(8, string("y = Relu(x)"));
  return Wire(1, Wire(1, string("/job:localhost/device:CPU:0")) + Wire(2, stats));
}
string CodeDef() { return Wire(1, Wire(2, 17) + Wire(6, 1) + Wire(7, 2)); }
string XPlane() {
  const string line = Wire(1, 7) + Wire(2, string("Steps")) + Wire(4, Wire(1, 1) + Wire(3, 500));
  const string metadata = Wire(1, 1) + Wire(2, Wire(1, 1) + Wire(2, string("fusion.1")));
  return Wire(2, string("/device:TPU:0")) + Wire(3, line) + Wire(4, metadata);
}
string Pprof() {
  string bytes = Wire(1, Wire(1, 1) + Wire(2, 2)) + Wire(2, Wire(1, string("\1\2")) + Wire(2, 90));
  bytes += Wire(4, Wire(1, 1) + Wire(4, Wire(1, 1) + Wire(2, 33)));
  bytes += Wire(5, Wire(1, 1) + Wire(2, 3) + Wire(4, 4));
  for (const char* text : {"", "time", "microseconds", "f", "f.py"}) bytes += Wire(6, string(text));
  return bytes;
}

TEST_CASE("ProfileProto is recognised by its shape") {
  CHECK(NameOf(ProfileNode(0, "a") + ProfileNode(1, "b")) == "tfprof_profile");
  CHECK(NameOf(Wire(1, Wire(2, Wire(1, string("a")) + Wire(9, string("NoOp"))))) ==
        "tfprof_profile");  // without the key 0
  CHECK(NameOf(ProfileNode(0, "a\n\xff\xfe") + ProfileNode(1, "b")) == "tfprof_profile");
  CHECK(NameOf(ProfileNode(0, "a") + Wire(77, 1) + Wire(78, string("new"))) == "");
  CHECK(NameOf(ProfileNode(0, "a") + ProfileNode(1, "b") + Wire(77, 1)) == "tfprof_profile");
}

TEST_CASE("ProfileProto without nodes is recognised by what is left") {
  const string steps = Wire(3, string("\1\2\3"));
  CHECK(NameOf(Wire(2, 1) + steps + IdToString(4, 0, "a.py") + IdToString(4, 1, "main")) ==
        "tfprof_profile");
  CHECK(NameOf(steps) == "tfprof_profile");
  CHECK(NameOf(Wire(3, 5)) == "tfprof_profile");
  CHECK(NameOf(IdToString(4, 0, "a.py") + IdToString(4, 1, "main")) == "tfprof_profile");
}

TEST_CASE("lookalikes of ProfileProto are told apart") {
  CHECK(NameOf(GraphDef()) == "graph_def");
  CHECK(NameOf(Wire(4, Wire(1, 1882)) + GraphDef()) == "graph_def");
  CHECK(NameOf(Wire(2, Wire(1, Wire(1, Wire(1, string("f"))) + Wire(3, NodeDef("x", "Const"))))) ==
        "graph_def");
  CHECK(NameOf(Wire(1, StepStats())) == "run_metadata");
  CHECK(NameOf(Wire(3, GraphDef())) == "run_metadata");
  CHECK(NameOf(Wire(2, Wire(1, Wire(1, string("x")) + Wire(2, string("/cpu:0")) + Wire(3, 1)))) ==
        "run_metadata");
  CHECK(NameOf(Wire(1, Wire(1, string("w")) + Wire(2, 100) + Wire(4, CodeDef())) +
               IdToString(2, 0, "a.py")) == "op_log");
  CHECK(NameOf(Wire(1, Wire(1, string("w")) + Wire(3, string("_trainable_variables")))) ==
        "op_log");
  CHECK(NameOf(Wire(1, XPlane()) + Wire(4, string("host0"))) == "xspace");
  CHECK(NameOf(Wire(1, Wire(1, 3) + XPlane())) == "xspace");
  CHECK(NameOf(Pprof()) == "pprof");
  CHECK(NameOf(Gzip(Pprof())) == "pprof");
}

TEST_CASE("what no format describes is recognised as none") {
  CHECK(NameOf("") == "");
  CHECK(NameOf("hello, world\n") == "");
  CHECK(NameOf("\nnode or not\n") == "");
  CHECK(NameOf(string(1000, '\0')) == "");
  CHECK(NameOf(string(1000, '\n')) == "");
  CHECK(NameOf(string(1000, '\xff')) == "");
  CHECK(NameOf(Wire(2, 1)) == "");
  const string computation = Wire(1, string("main")) + Wire(2, Wire(1, string("Arg_0.1")));
  const string module = Wire(1, string("jit_f")) + Wire(2, string("main.4")) +
                        Wire(3, computation) + Wire(5, 4) + Wire(6, 4);
  CHECK(NameOf(Wire(1, module)) == "");                            // HloProto
  CHECK(NameOf(Wire(1, 1) + Wire(2, Wire(2, GraphDef()))) == "");  // SavedModel
}

TEST_CASE("deep and repeated nesting is bounded") {
  string bytes = "x";
  for (int i = 0; i < 10'000; ++i) bytes = Wire(1, bytes);
  CHECK(NameOf(bytes) == "");
  string wide;
  for (int i = 0; i < 200'000; ++i) wide += ProfileNode(i, "n");
  CHECK(NameOf(wide) == "tfprof_profile");
}

TEST_CASE("text formats are recognised") {
  CHECK(NameOf("# from a test\n nodes {\n  key: 0\n") == "tfprof_profile_text");
  CHECK(NameOf("node {\n  name: \"a\"\n}") == "graph_def");
  CHECK(NameOf("step_stats {\n") == "run_metadata");
  CHECK(NameOf("log_entries{") == "op_log");
  CHECK(NameOf("planes { id: 1 }") == "xspace");
  CHECK(NameOf("nodes:\n  - name: a\n") == "");  // YAML
  CHECK(NameOf("{\"schemaVersion\": 1, \"traceEvents\" : [\n{\"ph\": \"X\"}") == "chrome_trace");
  CHECK(NameOf(Gzip("{\"traceEvents\":[]}")) == "chrome_trace");
  CHECK(NameOf("\n[\n {\"name\": \"a\", \"ph\": \"X\"},\n") == "chrome_trace");
  CHECK(NameOf("{\"Type\":\"cpu\",\"Name\":\"cpu0\",\"Dimension\":\"CPUUtilization\",\"Value\":4.7,"
               "\"NodeId\":\"algo-1\",\"Timestamp\":1591160699.4}\n") == "sagemaker_system");
  CHECK(NameOf("[{\"cols\": []}]") == "");
  CHECK(NameOf("time,cpu_percent\n1591160699.4,4.7\n") == "metric_table");
  CHECK(NameOf("{\"time\": 1591160699.4, \"cpu_percent\": 4.7}\n") == "metric_table");
  CHECK(NameOf("{\"time\": 1591160699.4, \"traceEvents\": []}") == "chrome_trace");
  CHECK(NameOf("name,size\na,1\n") == "");
}

TEST_CASE("a refusal says what the file is and what to do") {
  CHECK_THAT(Refusal(Wire(1, StepStats())),
             Contains("'F' is a TensorFlow RunMetadata") && Contains("--run_meta_path"));
  CHECK_THAT(Refusal(GraphDef()), Contains("--graph_path"));
  CHECK_THAT(Refusal("garbage"), Contains("is not a profile this program knows") &&
                                     Contains("tfprof_profile") && Contains("run_metadata"));
  CHECK_THAT(Refusal(""), Contains("is empty"));
  CHECK_THAT(Refusal(Gzip(ProfileNode(0, "a"))), Contains("ProfileProto") && Contains("gunzip"));
  CHECK_THAT(Refusal(Gzip("hello")), Contains("gzip-compressed data"));
  CHECK_THAT(Refusal(Gzip("hello").substr(0, 5)), Contains("gzip-compressed data"));
  CHECK_THAT(Refusal("[{\"cols\": []}]"), Contains("JSON"));
  CHECK_THAT(Refusal(string("\x18\0\0\0\0\0\0\0\xa3\x7f\x4b\x22\x09\0\0\0\0\0\0\0\0\x1a\x0d"
                            "brain.Event:2",
                            36)),
             Contains("TensorBoard event log"));
  CHECK_THAT(Refusal(Input::FromBytes("model.ckpt.data-00000-of-00001", string(64, 'x'))),
             Contains("--checkpoint_path"));
}

TEST_CASE("a tie is refused, naming both") {
  const string node =
      NodeDef("x", "Const") + Wire(5, Wire(1, string("dtype")) + Wire(2, Wire(6, 1)));
  const string both = Wire(1, node) + Wire(1, StepStats());
  CHECK(NameOf(both) == "");
  CHECK_THAT(Refusal(both), Contains("GraphDef") && Contains("RunMetadata") &&
                                Contains("-input_format graph_def"));
}

TEST_CASE("-input_format decides") {
  const Input garbage = Input::FromBytes("F", "garbage");
  const auto forced = DetectFormat(garbage, "tfprof_profile");
  REQUIRE(forced.ok());
  CHECK((*forced)->name == "tfprof_profile");
  CHECK_THAT(Refusal(garbage, "op_log"), Contains("--op_log_path"));
  CHECK(absl::IsInvalidArgument(DetectFormat(garbage, "op_log").status()));
  CHECK_THAT(Refusal(garbage, "tfprof_profil"), Contains("did you mean 'tfprof_profile'?"));
  CHECK(absl::IsNotFound(DetectFormat(garbage, "tfprof_profil").status()));
}

TEST_CASE("every format has a name, a sniffer, and a reader or a hint") {
  std::set<std::string_view> names;
  for (const Format* format : AllFormats()) {
    CAPTURE(format->name);
    CHECK(names.insert(format->name).second);
    CHECK(format->sniff != nullptr);
    CHECK((format->read != nullptr) == format->hint.empty());
    CHECK(format->description.size() > 2);
  }
}

Input Recorded(const string& path) {
  auto input = Input::Map("testdata/" + path);
  if (!input.ok()) FAIL(Message(input.status()));
  return *input;
}

std::vector<string> RecordedProfiles() {
  const std::set<string> others = {"profile_empty", "profile_garbage", "profile_text",
                                   "profile_runmeta_as_profile"};
  std::vector<string> paths;
  for (const auto& model : std::filesystem::directory_iterator("testdata")) {
    if (!model.is_directory()) continue;
    for (const auto& file : std::filesystem::directory_iterator(model)) {
      const string name = file.path().filename();
      if (name.find("profile_") == string::npos || others.count(name) > 0) continue;
      paths.push_back(model.path().filename().string() + "/" + name);
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST_CASE("every recorded profile is recognised, broken and cut ones too") {
  constexpr size_t kSmallest = 100;  // bytes that suffice
  constexpr size_t kCuts = 50;
  const std::vector<string> paths = RecordedProfiles();
  CHECK(paths.size() > 30);
  for (const string& path : paths) {
    CAPTURE(path);
    const Input input = Recorded(path);
    const string bytes(input.bytes());
    CHECK(NameOf(bytes) == "tfprof_profile");
    size_t recognised = 0;
    for (size_t i = 0; i < kCuts; ++i) {
      const size_t cut = kSmallest + (bytes.size() - kSmallest) * i / kCuts;
      recognised += NameOf(bytes.substr(0, cut)) == "tfprof_profile";
    }
    CHECK(recognised == kCuts);
  }
}

TEST_CASE("recorded files of other kinds are named, with the flag that takes them") {
  const auto refused = [](const string& path, const string& kind, const string& remedy) {
    CAPTURE(path);
    const string refusal = Refusal(Recorded(path));
    CHECK_THAT(refusal, Contains(kind) && Contains(remedy));
  };
  refused("bad/profile_runmeta_as_profile", "RunMetadata", "--run_meta_path");
  refused("mlp/run_meta_1.pb", "RunMetadata", "--run_meta_path");
  refused("dist/run_meta_6.pb", "RunMetadata", "--run_meta_path");
  refused("resnet/run_meta_15.pb", "RunMetadata", "--run_meta_path");
  refused("gpu_synth/nostream_run_meta_100.pb", "RunMetadata", "--run_meta_path");
  refused("mlp/graph.pb", "GraphDef", "--graph_path");
  refused("dist/graph.pb", "GraphDef", "--graph_path");
  refused("resnet/graph.pb", "GraphDef", "--graph_path");
  refused("mlp/graph.pbtxt", "GraphDef", "--graph_path");
  refused("bad/graph_ok.pbtxt", "GraphDef", "--graph_path");
  refused("mlp/op_log.pb", "OpLogProto", "--op_log_path");
  refused("dist/op_log.pb", "OpLogProto", "--op_log_path");
  refused("gpu_synth/op_log.pb", "OpLogProto", "--op_log_path");
  refused("mlp/model.ckpt.index", "checkpoint", "--checkpoint_path");
  refused("mlp/model.ckpt.data-00000-of-00001", "checkpoint", "--checkpoint_path");
  refused("bad/profile_text", "text form", "binary form");
  refused("bad/profile_garbage", "not a profile this program knows", "-input_format");
  refused("bad/graph_bad.pb", "not a profile this program knows", "-input_format");
  refused("mlp/cases.json", "JSON", "not a recognized profile");
}

}  // namespace
}  // namespace profiler
