// XSpace: what instructions on a GPU cost, worked out from their module.
#include "tests/unit/common/made_profile.h"
#include "tests/unit/common/wire_strings.h"
#include "tests/unit/xspace/xspace_files.h"

namespace profiler {
namespace {

constexpr uint64_t kF32 = 11;

std::string Packed(const std::vector<uint64_t>& numbers) {
  std::string bytes;
  for (const uint64_t number : numbers) bytes += WireVarint(number);
  return bytes;
}
std::string Array(const std::vector<uint64_t>& dims) {
  return Wire(3, Wire(2, kF32) + Wire(3, Packed(dims)));
}
std::string Made(uint64_t id, const std::string& opcode, const std::vector<uint64_t>& dims,
                 const std::vector<uint64_t>& operands, const std::string& rest = {}) {
  return Wire(2, Wire(1, opcode + "." + std::to_string(id)) + Wire(2, opcode) + Wire(35, id) +
                     Array(dims) + Wire(36, Packed(operands)) + rest);
}
std::string Calls(uint64_t computation) { return Wire(38, Packed({computation})); }
std::string Computation(uint64_t id, uint64_t root, bool is_fusion, const std::string& all) {
  return Wire(3, all + Wire(5, id) + Wire(6, root) + Wire(7, is_fusion ? 1 : 0));
}
std::string ModuleOf(const std::string& computations) {
  return Wire(1, Wire(1, std::string("jit_f")) + computations);
}

// A file in which an instruction of the module ran on a GPU.
xp::XSpace OnGpu(const std::string& module, const MadeStats& stats = {}) {
  xp::XSpace space;
  MadePlane gpu(space, "/device:GPU:0");
  xp::XLine* const line = gpu.Line("Stream #7(Compute)");
  MadeStats all = {{"hlo_op", std::string("dot.3")},
                   {"hlo_module", std::string("jit_f")},
                   {"program_id", uint64_t{17}}};
  all.insert(all.end(), stats.begin(), stats.end());
  gpu.Event(line, "gemm", 0, 30'000'000, all);
  MadePlane metadata(space, "/host:metadata");
  metadata.Meta("jit_f(17)", {{"Hlo Proto", RawBytes{module}}});
  return space;
}

std::string Dot() {
  return Made(1, "parameter", {4, 8}, {}) + Made(2, "parameter", {8, 2}, {}) +
         Made(3, "dot", {4, 2}, {1, 2}, Wire(30, Wire(1, Packed({1}))));
}

struct Cost {
  int64_t flops, bytes;
  std::string category;
  bool operator==(const Cost&) const = default;
};
Cost CostOf(const ReadRun& run, const std::string& name) {
  const OpRow& op = run.profile.ops.row[run.Op(name)];
  return {op.float_ops, op.bytes_accessed, std::string(run.Text(op.category))};
}

TEST_CASE("xspace hlo costs: a dot, and what moves or is element-wise") {
  const std::string entry = Dot() + Made(4, "add", {4, 2}, {3, 3}) +
                            Made(5, "transpose", {2, 4}, {4}) + Made(6, "slice", {2, 2}, {5}) +
                            Made(7, "custom-call", {2, 2}, {6});
  const ReadRun run = ReadMade(OnGpu(ModuleOf(Computation(1, 7, false, entry))));
  CHECK(CostOf(run, "dot.3") == Cost{2 * 4 * 2 * 8, 4 * (32 + 16 + 8), "dot"});
  CHECK(CostOf(run, "add.4") == Cost{3 * 8, 4 * 24, "non-fusion elementwise"});
  CHECK(CostOf(run, "transpose.5") == Cost{0, 4 * 16, "data formatting"});
  CHECK(CostOf(run, "slice.6") == Cost{0, 2 * 4 * 4, "slice"});
  CHECK(CostOf(run, "custom-call.7") == Cost{kUnknown, kUnknown, "custom-call"});
}

TEST_CASE("xspace hlo costs: what the file tells is kept, and hosts have none") {
  const std::string module = ModuleOf(Computation(1, 3, false, Dot()));
  const ReadRun told = ReadMade(OnGpu(module, {{"flops", int64_t{5}},
                                               {"bytes_accessed", int64_t{6}},
                                               {"hlo_category", std::string("matmul")}}));
  CHECK(CostOf(told, "dot.3") == Cost{5, 6, "matmul"});
  xp::XSpace host;
  MadePlane metadata(host, "/host:metadata");
  metadata.Meta("jit_f(17)", {{"Hlo Proto", RawBytes{module}}});
  CHECK(CostOf(ReadMade(host), "dot.3") == Cost{kUnknown, kUnknown, ""});
}

TEST_CASE("xspace hlo costs: a fusion has what its result needs") {
  // reduce(add(p0, slice(p1))): 10 of the 100 elements of p1 are read.
  const std::string sum =
      Made(20, "parameter", {}, {}) + Made(21, "parameter", {}, {}) + Made(22, "add", {}, {20, 21});
  const std::string fused =
      Made(10, "parameter", {10}, {}) + Made(11, "parameter", {100}, {}, Wire(9, 1)) +
      Made(12, "slice", {10}, {11}) + Made(13, "add", {10}, {10, 12}) +
      Made(14, "constant", {}, {}) + Made(15, "reduce", {}, {13, 14}, Calls(2));
  const std::string entry =
      Dot() + Made(5, "parameter", {10}, {}) + Made(6, "parameter", {100}, {}) +
      Made(7, "fusion", {}, {5, 6}, Wire(11, std::string("kInput")) + Calls(3));
  const ReadRun run =
      ReadMade(OnGpu(ModuleOf(Computation(2, 22, false, sum) + Computation(3, 15, true, fused) +
                              Computation(1, 7, false, entry))));
  CHECK(CostOf(run, "fusion.7") == Cost{3 * 10 + 3 * 9, 4 * (1 + 10 + 10), "input fusion"});
}

TEST_CASE("xspace hlo costs: a convolution does not count its padding") {
  // One feature, 1x4 input, kernel of 3, padding of 1: 4 x 3 - 2 products.
  const std::string window =
      Wire(1, Wire(1, 3) + Wire(2, 1) + Wire(3, 1) + Wire(4, 1) + Wire(5, 1) + Wire(6, 1));
  const std::string dims = Wire(7, uint64_t{0}) + Wire(8, 1) + Wire(11, Packed({2})) +
                           Wire(3, uint64_t{0}) + Wire(4, 1) + Wire(6, Packed({2})) +
                           Wire(9, uint64_t{0}) + Wire(10, 1) + Wire(12, Packed({2}));
  const std::string entry = Dot() + Made(5, "parameter", {1, 1, 4}, {}) +
                            Made(6, "parameter", {1, 1, 3}, {}) +
                            Made(7, "convolution", {1, 1, 4}, {5, 6},
                                 Wire(15, window) + Wire(16, dims) + Wire(50, 1) + Wire(58, 1));
  const ReadRun run = ReadMade(OnGpu(ModuleOf(Computation(1, 7, false, entry))));
  CHECK(CostOf(run, "convolution.7") == Cost{2 * 10, 4 * (4 + 3 + 4), "convolution"});
}

TEST_CASE("xspace hlo costs: computations that call each other, and sizes no number holds") {
  const uint64_t much = uint64_t{1} << 40;
  const std::string fused = Made(10, "fusion", {4}, {}, Wire(11, std::string("kLoop")) + Calls(3));
  const std::string entry = Dot() + Made(5, "fusion", {4}, {}, Calls(3)) +
                            Made(6, "add", {much, much}, {3}) +
                            Made(7, "reduce", {}, {3}, Calls(1)) +
                            Made(8, "dot", {4, 2}, {1, 99}, Wire(30, Wire(1, Packed({7}))));
  const ReadRun run =
      ReadMade(OnGpu(ModuleOf(Computation(3, 10, true, fused) + Computation(1, 8, false, entry))));
  CHECK(CostOf(run, "fusion.5").bytes == 16);
  CHECK(CostOf(run, "add.6").flops == kUnknown);
  CHECK(CostOf(run, "dot.8").flops == 0);
}

TEST_CASE("xspace hlo costs: a fusion without instructions, and one whose root is not there") {
  const std::string entry =
      Dot() + Made(5, "fusion", {4}, {}, Calls(3)) + Made(6, "fusion", {4}, {}, Calls(2));
  const ReadRun run = ReadMade(OnGpu(ModuleOf(
      Computation(3, 10, true, "") + Computation(2, 99, true, Made(10, "parameter", {4}, {})) +
      Computation(1, 3, false, entry))));
  CHECK(CostOf(run, "fusion.5").flops == 0);
  CHECK(CostOf(run, "fusion.6").flops == 0);
  CHECK(CostOf(run, "dot.3").flops == 2 * 4 * 2 * 8);
}

TEST_CASE("xspace hlo: instructions that the compiler made alike are a group of op_profile") {
  const std::string alike = Wire(7, Wire(12, std::string("dot")));
  const std::string entry = Made(3, "dot", {4}, {}, alike) + Made(4, "dot", {4}, {}, alike);
  xp::XSpace space = OnGpu(ModuleOf(Computation(1, 4, false, entry)));
  MadePlane gpu(space, "/device:GPU:1");
  xp::XLine* const line = gpu.Line("Stream #7(Compute)");
  gpu.Event(line, "gemm", 0, 10'000'000,
            {{"hlo_op", std::string("dot.4")},
             {"hlo_module", std::string("jit_f")},
             {"program_id", uint64_t{17}}});
  const Report report = Answer("op_profile", ReadMade(space).profile);
  const size_t group = RowOf(report, "dot.3 and its duplicate(s)");
  CHECK((ColumnOf(report, "self_us").total[group] == 40'000'000));
  CHECK(report.rows[RowOf(report, "dot.4")].parent == static_cast<int32_t>(group));
}

}  // namespace
}  // namespace profiler
