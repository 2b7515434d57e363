#include "tests/bench/generate_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <protozero/pbf_writer.hpp>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tests/bench/random.h"

namespace profiler::bench {
namespace {

using protozero::pbf_writer;

constexpr std::string_view kOpTypes[] = {
    "MatMul",      "Conv2D",     "Relu",         "Mul",         "AddV2",
    "Softmax",     "BiasAdd",    "Const",        "Identity",    "Reshape",
    "Transpose",   "Sum",        "Mean",         "ConcatV2",    "Split",
    "Slice",       "Gather",     "Cast",         "Sub",         "Rsqrt",
    "Tanh",        "Sigmoid",    "Pad",          "Tile",        "ExpandDims",
    "Squeeze",     "Shape",      "Fill",         "NoOp",        "Assign",
    "ApplyAdam",   "AddN",       "ReluGrad",     "Select",      "Greater",
    "BiasAddGrad", "VariableV2", "StridedSlice", "Placeholder", "FusedBatchNormV3"};
constexpr size_t kAcceleratedTypes = 6;  // the first ones also run on the GPU
constexpr size_t kVariable = 36;
constexpr std::string_view kTasks[] = {"/job:ps/replica:0/task:0", "/job:worker/replica:0/task:0",
                                       "/job:worker/replica:0/task:1"};
constexpr std::string_view kStream = "/device:gpu:0/stream:all";
constexpr int kDepth = 14;  // of stacks
constexpr int64_t kOpsOfALine = 5;
constexpr int64_t kStart = 1'600'000'000'000'000;  // in us, of step 0
constexpr int64_t kStep = 1'000'000;

struct CallSite {
  int64_t file, line, function;
};

// Ids of the texts of id_to_string.
class Texts {
 public:
  int64_t Id(std::string text) {
    const auto [at, is_new] = ids_.try_emplace(text, static_cast<int64_t>(texts_.size()));
    if (is_new) texts_.push_back(std::move(text));
    return at->second;
  }
  const std::vector<std::string>& all() const { return texts_; }

 private:
  std::unordered_map<std::string, int64_t> ids_;
  std::vector<std::string> texts_;
};

void AddInts(pbf_writer& parent, uint32_t field, std::initializer_list<int64_t> values) {
  pbf_writer tuple(parent, field);
  tuple.add_packed_int64(1, values.begin(), values.end());
}

class Generator {
 public:
  Generator(const ProfileSize& size, const Sink& sink)
      : size_(size), random_(size.seed), run_(size.run), pieces_(sink), file_(pieces_.text()) {}

  void Run() {
    MakeCallSites();
    for (int64_t node = 0; node < size_.nodes; ++node) {
      AddNode(node);
      pieces_.Whole();
    }
    file_.add_bool(2, true);  // has_trace
    std::vector<int64_t> steps(static_cast<size_t>(size_.steps));
    for (size_t s = 0; s < steps.size(); ++s) steps[s] = static_cast<int64_t>(s);
    file_.add_packed_int64(3, steps.begin(), steps.end());
    for (size_t id = 0; id < texts_.all().size(); ++id) {
      pbf_writer entry(file_, 4);
      entry.add_int64(1, static_cast<int64_t>(id));
      entry.add_string(2, texts_.all()[id]);
    }
  }

 private:
  // The random properties of a node.
  struct Node {
    int64_t id;
    std::string_view type;
    bool accelerated;
    std::string device, host;
  };

  void MakeCallSites() {
    texts_.Id("none");
    line_text_ = texts_.Id("x = layer(x)");
    constexpr int64_t kFiles = 40, kFunctions = 300, kLines = 900;
    for (int level = 0; level < kDepth; ++level) {
      const int64_t most = std::max<int64_t>(8, size_.nodes / 12);
      const int64_t width = level == 0 ? 1 : std::min(int64_t{4} << level, most);
      for (int64_t i = 0; i < width; ++i) {
        const int64_t file = random_.Between(0, kFiles - 1);
        call_sites_[level].push_back(
            {texts_.Id(fmt::format("train/part_{:02}/module_{:02}.py", file % 7, file)),
             random_.Between(1, kLines),
             texts_.Id(fmt::format("build_layer_{:03}", random_.Between(0, kFunctions - 1)))});
      }
    }
  }

  void AddNode(int64_t id) {
    const size_t type = random_.Below(std::size(kOpTypes));
    Node node{id, kOpTypes[type], type < kAcceleratedTypes, "", ""};
    const std::string_view task = kTasks[id % 3];
    node.device = fmt::format("{}/device:{}:0", task, node.accelerated ? "gpu" : "cpu");
    node.host = fmt::format("{}/device:cpu:0", task);
    pbf_writer entry(file_, 1);
    entry.add_int64(1, id);
    pbf_writer out(entry, 2);
    out.add_string(1, NameOf(node));
    AddInputs(node, out);
    AddType(node, type == kVariable, out);
    AddStack(id, out);
    AddAttr(out);
    for (int64_t step = 0; step < size_.steps; ++step) AddExecution(node, step, out);
    if (id != 0) out.add_int64(13, id);
    for (const int64_t input : inputs_) {
      pbf_writer source(out, 14);
      source.add_int64(1, input);
      source.add_int32(2, 0);
    }
    pbf_writer output(out, 15);
    output.add_int32(1, 0);
    AddInts(output, 2, {random_.Between(1, 64), random_.Between(1, 64)});
  }

  std::string NameOf(const Node& node) {
    constexpr double kGradients = 0.3;
    if (!forward_.empty() && random_.Fraction() < kGradients) {
      return fmt::format("gradients/{}_grad/{}_{}", random_.Pick(forward_), node.type, node.id);
    }
    forward_.push_back(fmt::format("tower_{}/stage_{}/unit_{}/{}_{}", node.id % 4, node.id / 2000,
                                   node.id / 50 % 40, node.type, node.id));
    return forward_.back();
  }

  // One to three ops from shortly before.
  void AddInputs(const Node& node, pbf_writer& out) {
    constexpr double kMeanDistance = 400;
    inputs_.clear();
    const int64_t count = node.id == 0 ? 0 : random_.Between(1, 3);
    for (int64_t i = 0; i < count; ++i) {
      const auto distance = static_cast<int64_t>(random_.Exponential(kMeanDistance));
      inputs_.insert(std::max<int64_t>(0, node.id - 1 - distance));
    }
    int32_t index = 0;
    for (const int64_t input : inputs_) {
      pbf_writer entry(out, 2);
      entry.add_int32(1, index++);
      entry.add_int64(2, input);
    }
  }

  void AddType(const Node& node, bool is_variable, pbf_writer& out) {
    if (is_variable) {
      const int64_t shape[] = {random_.Between(1, 64), random_.Between(1, 64)};
      out.add_packed_int64(4, std::begin(shape), std::end(shape));
    }
    out.add_string(5, node.type.data(), node.type.size());
    out.add_string(5, node.device);
    if (is_variable) out.add_string(5, "_trainable_variables");
    out.add_string(6, node.device);
    out.add_string(7, node.host);
    if (node.accelerated) out.add_int64(8, random_.Between(1, 100'000));
    out.add_string(9, node.type.data(), node.type.size());
  }

  // Neighboring ops share their outer frames; below those, each line has its own stack.
  void AddStack(int64_t id, pbf_writer& out) {
    const auto line = static_cast<uint64_t>(id / kOpsOfALine);
    pbf_writer code(out, 10);
    for (int level = 0; level < kDepth; ++level) {
      constexpr uint64_t kScatter = 2'654'435'761;
      constexpr int kShared = 5;
      const std::vector<CallSite>& sites = call_sites_[level];
      const uint64_t near = line >> (3 * std::max(0, kShared - level));
      const CallSite& site = sites[near * kScatter % sites.size()];
      pbf_writer frame(code, 1);
      frame.add_int32(2, static_cast<int32_t>(site.line));
      frame.add_int32(5, -1);
      frame.add_int64(6, site.file);
      frame.add_int64(7, site.function);
      frame.add_int64(8, line_text_);
    }
  }

  static void AddAttr(pbf_writer& out) {
    pbf_writer entry(out, 11);
    entry.add_string(1, "T");
    pbf_writer value(entry, 2);
    value.add_enum(6, 1);  // DT_FLOAT
  }

  void AddExecution(const Node& node, int64_t step, pbf_writer& out) {
    const int64_t start = kStart + step * kStep + node.id * 7;
    const int64_t micros = 1 + static_cast<int64_t>(run_.Exponential(40));
    pbf_writer entry(out, 12);
    entry.add_int64(1, step);
    pbf_writer execution(entry, 2);
    execution.add_int64(1, 1);
    execution.add_int64(2, start);
    execution.add_int64(3, start + micros);
    if (node.accelerated) AddTime(execution, 4, kStream, start + micros, 2 * micros);
    AddTime(execution, 5, node.device, start, micros);
    execution.add_string(6, node.device);
    if (node.accelerated) execution.add_string(6, kStream.data(), kStream.size());
    AddMemory(execution, start + micros);
  }

  static void AddTime(pbf_writer& execution, uint32_t field, std::string_view device, int64_t start,
                      int64_t micros) {
    pbf_writer entry(execution, field);
    entry.add_string(1, device.data(), device.size());
    pbf_writer times(entry, 2);
    AddInts(times, 1, {start, micros});
  }

  void AddMemory(pbf_writer& execution, int64_t at) {
    const int64_t bytes = run_.Between(4, 1 << 20);
    pbf_writer memory(execution, 7);
    memory.add_int64(1, at);
    memory.add_int64(6, bytes);
    memory.add_int64(7, bytes);
    memory.add_int64(8, bytes / 2);
    memory.add_int64(9, bytes / 4);
    pbf_writer entry(memory, 11);
    entry.add_int32(1, 0);
    pbf_writer output(entry, 2);
    output.add_int64(1, bytes / 4);
    output.add_uint64(2, static_cast<uint64_t>(140'000'000'000'000 + bytes));
  }

  const ProfileSize size_;
  Random random_;
  Random run_;
  Pieces pieces_;
  pbf_writer file_;
  Texts texts_;
  int64_t line_text_ = 0;
  std::array<std::vector<CallSite>, kDepth> call_sites_;
  std::vector<std::string> forward_;
  std::set<int64_t> inputs_;  // of the current node
};

}  // namespace

void GenerateProfile(const ProfileSize& size, const Sink& sink) { Generator(size, sink).Run(); }

}  // namespace profiler::bench
