// XSpace: the compiled modules of /host:metadata, and their instructions in views.
#include "profiler/analysis/ops/op_attribute.h"
#include "tests/unit/common/made_profile.h"
#include "tests/unit/common/wire_strings.h"
#include "tests/unit/xspace/xspace_files.h"

namespace profiler {
namespace {

// HloProto's messages by their field numbers.
std::string Metadata(const std::string& op_name, uint64_t stack_frame) {
  return Wire(2, op_name) + Wire(3, std::string("model.py")) + Wire(4, 7) + Wire(15, stack_frame);
}
std::string Instruction(uint64_t id, const std::string& name, const std::string& opcode,
                        const std::string& rest = {}) {
  return Wire(2, Wire(1, name) + Wire(2, opcode) + Wire(35, id) + rest);
}
std::string Shape(const std::string& packed_dims) { return Wire(2, 11) + Wire(3, packed_dims); }

// main.py:3 main calls model.py:9 call, and a frame that is its own parent.
std::string StackFrames() {
  const auto location = [](uint64_t file, uint64_t function, uint64_t line) {
    return Wire(3, Wire(1, file) + Wire(2, function) + Wire(3, line));
  };
  return Wire(1, std::string("main.py")) + Wire(1, std::string("model.py")) +
         Wire(2, std::string("main")) + Wire(2, std::string("call")) + location(1, 1, 3) +
         location(2, 2, 9) + Wire(4, Wire(1, 1)) + Wire(4, Wire(1, 2) + Wire(2, 1)) +
         Wire(4, Wire(1, 99) + Wire(2, 3));
}

std::string Module() {
  const std::string entry =
      Wire(1, std::string("main")) + Instruction(1, "p0", "parameter", Wire(3, Shape({4, 8}))) +
      Instruction(2, "dot.1", "dot",
                  Wire(3, Shape({4, 2})) + Wire(7, Metadata("jit(f)/layer/dot_general", 2)) +
                      Wire(36, std::string({1, 1}))) +
      Instruction(3, "pair", "tuple",
                  Wire(3, Wire(4, Shape({3})) + Wire(4, std::string())) + Wire(36, 2) +
                      Wire(36, 77) + Wire(37, 1)) +
      Instruction(4, "loop", "while", Wire(7, Metadata("jit(f)/while", 3))) +
      Instruction(5, "line", "add", Wire(7, Metadata("jit(f)/add", 0)));
  const std::string inside_fusion = Instruction(9, "hidden", "add") + Wire(7, 1);
  return Wire(1, Wire(1, std::string("jit_f")) + Wire(3, entry) + Wire(3, inside_fusion) +
                     Wire(17, StackFrames()));
}

xp::XSpace SpaceWithModule(const std::string& module) {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("pool");
  const MadeStats stats = {{"hlo_op", std::string("dot.1")},
                           {"hlo_module", std::string("jit_f")},
                           {"program_id", uint64_t{17}}};
  host.Event(line, "dot.1", 0, 30'000'000, stats);
  MadePlane metadata(space, "/host:metadata");
  metadata.Meta("jit_f(17)", {{"Hlo Proto", RawBytes{module}}});
  return space;
}

std::vector<int64_t> Dims(const ReadRun& run, const OpOutputShape& shape) {
  const auto first = run.profile.ops.dims.begin() + shape.first;
  return {first, first + shape.count};
}

TEST_CASE("xspace hlo: instructions, operands and shapes") {
  const ReadRun run = ReadMade(SpaceWithModule(Module()));
  const Ops& ops = run.profile.ops;
  REQUIRE(run.profile.modules.size() == 1);
  CHECK(run.profile.modules[ModuleId(0)].program_id == 17);
  const OpRow& dot = ops.row[run.Op("dot.1")];
  CHECK(dot.kind == OpKind::kHloInstruction);
  CHECK(dot.module == ModuleId(0));
  CHECK(run.Text(dot.type) == "dot");
  CHECK(dot.recorded_id == 2);
  // The event runs the module's own instruction.
  const auto [first, last] = run.profile.ExecsOf(run.Op("dot.1"));
  REQUIRE(last - first == 1);
  CHECK((run.profile.execs().row[ExecId(first)].cpu_time == 30'000'000));

  const auto inputs = ops.inputs[run.Op("dot.1")];
  REQUIRE(inputs.size() == 2);
  CHECK(inputs[1].producer == run.Op("p0"));
  CHECK(inputs[1].slot == 1);
  const auto pair = ops.inputs[run.Op("pair")];
  REQUIRE(pair.size() == 2);
  CHECK(pair[0].producer == run.Op("dot.1"));
  CHECK(pair[1].producer == run.Op("p0"));
  CHECK(pair[1].control);
  CHECK(run.Count(ImportProblem::kDanglingInput) == 1);

  const auto shapes = ops.output_shapes[run.Op("pair")];
  REQUIRE(shapes.size() == 2);
  CHECK(Dims(run, shapes[0]) == std::vector<int64_t>{3});
  CHECK(Dims(run, shapes[1]) == std::vector<int64_t>{1});
  CHECK(Dims(run, ops.output_shapes[run.Op("dot.1")][0]) == std::vector<int64_t>{4, 2});
  for (const OpRow& op : ops.row.values()) CHECK(run.Text(op.name) != "hidden");
}

// XLA writes groups as lists or as counts; a newer XLA writes these elsewhere.
TEST_CASE("xspace hlo: how many devices exchange in a group of a collective") {
  const auto group = [](const std::string& ids) { return Wire(1, ids); };
  const std::string pair = group({0, 1}), counts = Wire(1, 4) + Wire(2, 8);
  const std::string entry =
      Instruction(1, "old", "all-reduce", Wire(49, pair) + Wire(49, group({2, 3}))) +
      Instruction(2, "listed", "all-reduce", Wire(87, Wire(1, group({0, 1, 2})))) +
      Instruction(3, "counted", "all-gather", Wire(87, Wire(2, counts))) +
      Instruction(4, "newer", "all-gather", Wire(92, counts)) +
      Instruction(5, "unlike", "all-reduce", Wire(49, pair) + Wire(49, group({2, 3, 4}))) +
      Instruction(6, "empty", "all-reduce", Wire(49, group({}))) +
      Instruction(7, "all", "all-reduce");
  const ReadRun run =
      ReadMade(SpaceWithModule(Wire(1, Wire(1, std::string("jit_f")) + Wire(3, entry))));
  const auto size = [&](const char* op) {
    return TextAttribute(run.profile, run.Op(op), "group_size").value_or("");
  };
  CHECK(size("old") == "2");
  CHECK(size("listed") == "3");
  CHECK(size("counted") == "8");
  CHECK(size("newer") == "8");
  for (const char* const op : {"unlike", "empty", "all"}) CHECK(size(op).empty());
}

TEST_CASE("xspace hlo: channels of collectives, and which devices exchange") {
  const auto group = [](const std::string& ids) { return Wire(1, ids); };
  // [4,2]<=[2,4]T(1,0): eight devices in four pairs.
  const std::string counts =
      Wire(1, 4) + Wire(2, 2) + Wire(3, std::string{2, 4}) + Wire(4, std::string{1, 0});
  std::string many;
  for (char i = 0; i < 100; ++i) many += Wire(49, group({i, i}));
  const std::string entry =
      Instruction(1, "listed", "all-reduce",
                  Wire(26, 5) + Wire(49, group({0, 1})) + Wire(49, group({2, 3}))) +
      Instruction(2, "counted", "all-gather", Wire(87, Wire(2, counts))) +
      Instruction(3, "many", "all-reduce", many) + Instruction(4, "all", "all-reduce");
  const ReadRun run =
      ReadMade(SpaceWithModule(Wire(1, Wire(1, std::string("jit_f")) + Wire(3, entry))));
  const auto text = [&](const char* op, const char* name) {
    return std::string(TextAttribute(run.profile, run.Op(op), name).value_or(""));
  };
  CHECK(text("listed", "channel") == "5");
  CHECK(text("listed", "replica_groups") == "{0,1},{2,3}");
  CHECK(text("counted", "channel").empty());
  CHECK(text("counted", "replica_groups") == "[4,2]<=[2,4]T(1,0)");
  CHECK(text("many", "replica_groups").ends_with("},..."));
  CHECK(text("many", "replica_groups").size() < 300);
  CHECK(text("all", "replica_groups").empty());
}

TEST_CASE("xspace hlo: what the user wrote, and where") {
  const ReadRun run = ReadMade(SpaceWithModule(Module()));
  const auto frame_of = [&](const char* op) -> const FrameRow& {
    return run.profile.frames[run.profile.ops.row[run.Op(op)].frame];
  };
  const OpRow& written = run.profile.ops.row[run.profile.ops.row[run.Op("dot.1")].framework_op];
  CHECK(run.Text(written.name) == "jit(f)/layer/dot_general");
  CHECK(written.kind == OpKind::kFrameworkOp);
  const FrameRow& frame = frame_of("dot.1");
  CHECK(run.Text(frame.file) == "model.py");
  CHECK(run.Text(frame.function) == "call");
  CHECK(frame.line == 9);
  REQUIRE(frame.parent.valid());
  CHECK(run.Text(run.profile.frames[frame.parent].function) == "main");
  CHECK_FALSE(run.profile.frames[frame.parent].parent.valid());
  // Without a stack only the line; a cyclic stack ends.
  CHECK(frame_of("line").line == 7);
  CHECK_FALSE(frame_of("line").parent.valid());
  CHECK_FALSE(frame_of("loop").parent.valid());
}

TEST_CASE("xspace hlo: joined names, and collectives that have the names of other ops") {
  const std::string joined = "jit(f)/(transpose(jvp())/dot_general:jvp()/reduce_sum)";
  const std::string entry =
      Instruction(1, "all-reduce.1", "all-reduce", Wire(7, Metadata(joined, 0))) +
      Instruction(2, "dot.2", "dot", Wire(7, Metadata("jit(f)/transpose(jvp())/dot_general", 0))) +
      Instruction(3, "all-reduce.3", "all-reduce", Wire(7, Metadata("jit(f)/psum", 0))) +
      Instruction(4, "add.4", "add", Wire(7, Metadata("jit(f)/mul;jit(f)/add", 0))) +
      Instruction(5, "add.5", "add", Wire(7, Metadata("jit(f)/(a/mul:(b/add:c/sub))", 0))) +
      Instruction(6, "add.6", "add", Wire(7, Metadata("jit(f)/jvp(g)", 0)));
  const ReadRun run = ReadMade(SpaceWithModule(Wire(1, Wire(3, entry) + Wire(17, StackFrames()))));
  const auto written = [&](const char* op) {
    const OpRow& row = run.profile.ops.row[run.profile.ops.row[run.Op(op)].framework_op];
    return std::pair(std::string(run.Text(row.name)), std::string(run.Text(row.type)));
  };
  using Written = std::pair<std::string, std::string>;
  CHECK(written("all-reduce.1") == Written("jit(f)/transpose(jvp())/dot_general", "all-reduce"));
  CHECK(written("dot.2") == Written("jit(f)/transpose(jvp())/dot_general", "dot_general"));
  CHECK(written("all-reduce.3") == Written("jit(f)/psum", "psum"));
  CHECK(written("add.4") == Written("jit(f)/mul", "mul"));
  CHECK(written("add.5") == Written("jit(f)/a/mul", "mul"));
  CHECK(written("add.6") == Written("jit(f)/jvp(g)", "jvp(g)"));
}

TEST_CASE("xspace hlo: a fusion or a merged product is named by the product") {
  const std::string fused =
      Instruction(8, "sum", "add", Wire(7, Metadata("jit(f)/add", 0))) +
      Instruction(9, "dot.9", "dot", Wire(7, Metadata("jit(f)/dot_general", 2))) + Wire(5, 50) +
      Wire(7, 1);
  const std::string entry =
      Instruction(1, "fusion.1", "fusion", Wire(7, Metadata("jit(f)/add", 0)) + Wire(38, 50)) +
      Instruction(2, "dot.2", "dot", Wire(7, Metadata("jit(f)/g/transpose", 0))) +
      Instruction(3, "copy.3", "transpose", Wire(7, Metadata("jit(f)/transpose", 0))) +
      Instruction(4, "loop", "while", Wire(7, Metadata("jit(f)/while", 0)) + Wire(38, 50));
  const ReadRun run =
      ReadMade(SpaceWithModule(Wire(1, Wire(3, fused) + Wire(3, entry) + Wire(17, StackFrames()))));
  const auto written = [&](const char* op) {
    return run.Text(run.profile.ops.row[run.profile.ops.row[run.Op(op)].framework_op].name);
  };
  CHECK(written("fusion.1") == "jit(f)/dot_general");
  CHECK(run.profile.frames[run.profile.ops.row[run.Op("fusion.1")].frame].line == 9);
  CHECK(written("dot.2") == "jit(f)/g/dot_general");
  // As xprof shows it, the provenance is the instruction's own.
  CHECK(TextAttribute(run.profile, run.Op("fusion.1"), "op_name") == "jit(f)/add");
  CHECK(TextAttribute(run.profile, run.Op("dot.2"), "op_name") == "jit(f)/g/transpose");
  CHECK_FALSE(TextAttribute(run.profile, run.Op("copy.3"), "op_name"));
  CHECK(written("copy.3") == "jit(f)/transpose");
  CHECK(written("loop") == "jit(f)/while");
}

TEST_CASE("xspace hlo: scope puts an instruction below what the user wrote, or its module") {
  Query query;
  query.compat_tfprof = false;
  const Profile profile = ReadMade(SpaceWithModule(Module())).profile;
  const Report scope = Answer("scope", profile, query);
  const size_t dot = RowOf(scope, "jit(f)/layer/dot_general/dot.1");
  CHECK(scope.rows[static_cast<size_t>(scope.rows[dot].parent)].name == "jit(f)/layer/dot_general");
  CHECK((Cell(scope, RowOf(scope, "jit(f)"), "micros") == 0));
  CHECK((ColumnOf(scope, "micros").total[RowOf(scope, "jit(f)/layer")] == 30'000'000));
  CHECK(HasRow(scope, "jit_f/p0"));
}

TEST_CASE("xspace hlo: a program that is compiled anew in each step adds up to a step") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* const line = host.Line("python");
  for (int64_t step = 0; step < 2; ++step) {
    const int64_t begin = step * 100'000'000;
    host.Event(line, "train", begin, 90'000'000, {{"_r", int64_t{1}}, {"step_num", step}});
    host.Event(line, "dot.1", begin, (step + 1) * 10'000'000,
               {{"hlo_op", std::string("dot.1")},
                {"hlo_module", std::string("jit_f")},
                {"program_id", static_cast<uint64_t>(step)}});
  }
  MadePlane metadata(space, "/host:metadata");
  for (int step = 0; step < 2; ++step) {
    metadata.Meta(step == 0 ? "jit_f(0)" : "jit_f(1)", {{"Hlo Proto", RawBytes{Module()}}});
  }
  const Profile profile = ReadMade(space).profile;
  Query query;
  query.compat_tfprof = false;
  const Report scope = Answer("scope", profile, query);
  CHECK((ColumnOf(scope, "micros").total[RowOf(scope, "jit(f)/layer")] == 15'000'000));
  const Report ops = Answer("ops", profile);
  CHECK((Cell(ops, RowOf(ops, "jit(f)/layer/dot_general"), "occurrences") == 2));
}

TEST_CASE("xspace hlo: the view of instructions") {
  const Report hlo = Answer("hlo", ReadMade(SpaceWithModule(Module())).profile);
  REQUIRE(hlo.rows.size() == 1);
  CHECK(hlo.rows[0].name == "dot.1");
  CHECK((ColumnOf(hlo, "program_id").own[0] == 17));
  CHECK((ColumnOf(hlo, "total_us").own[0] == 30'000'000));
  CHECK((ColumnOf(hlo, "flops").own[0] == kAbsent));
  CHECK(ColumnOf(hlo, "framework_op").words[0] == "jit(f)/layer/dot_general");
  CHECK(ColumnOf(hlo, "source").words[0] == "model.py:9");
}

Report Around(const std::string& names) {
  Query query;
  query.around = RegexSet::Compile({names}).value();
  return Answer("hlo", ReadMade(SpaceWithModule(Module())).profile, query);
}

TEST_CASE("xspace hlo: an instruction with its operands and users, as text") {
  const Report hlo = Around("dot.*");
  REQUIRE(hlo.rows.size() == 3);  // a repeated operand is listed once
  const ReportColumn& text = ColumnOf(hlo, "text");
  CHECK(ColumnOf(hlo, "role").words == std::vector<std::string>{"self", "operand", "user"});
  CHECK(ColumnOf(hlo, "of").words == std::vector<std::string>{"dot.1", "dot.1", "dot.1"});
  CHECK(text.words[0] ==
        "%dot.1 = f32[4,2] dot(%p0, %p0), metadata={op_name=\"jit(f)/layer/dot_general\" "
        "source_file=\"model.py\" source_line=9}");
  CHECK(text.words[1] == "%p0 = f32[4,8] parameter()");
  CHECK(text.words[2] == "%pair = (f32[3], ?[]) tuple(%dot.1), control-predecessors={%p0}");
  CHECK((ColumnOf(hlo, "occurrences").own == std::vector<Value>{1, 0, 0}));
  REQUIRE(hlo.notes.size() == 1);
  CHECK(hlo.notes[0].id == "text_in_part");

  const Report none = Around("nothing");
  CHECK(none.rows.empty());
  REQUIRE(none.notes.size() == 1);
  CHECK(none.notes[0].id == "no_instruction_matches");
}

TEST_CASE("xspace hlo: the modules") {
  const Report hlo = Answer("hlo", ReadMade(SpaceWithModule(Module())).profile);
  REQUIRE(hlo.sections.size() == 1);
  const Report& modules = hlo.sections[0];
  REQUIRE(modules.rows.size() == 1);
  CHECK(modules.rows[0].name == "jit_f");
  CHECK((Cell(modules, 0, "program_id") == 17));
  CHECK((Cell(modules, 0, "instructions") == 5));
  CHECK((Cell(modules, 0, "instructions_run") == 1));
  CHECK((Cell(modules, 0, "occurrences") == 1));
  CHECK((Cell(modules, 0, "self_us") == 30));
  CHECK(ColumnOf(modules, "busiest").words[0] == "dot.1");
}

TEST_CASE(
    "xspace hlo: a module that comes twice is read once, and results that are not kept are told") {
  xp::XSpace space = SpaceWithModule(Module());
  MadePlane again(space, "/host:metadata");
  again.Meta("jit_f(17)", {{"Hlo Proto", RawBytes{Module()}}});
  const ReadRun twice = ReadMade(space), once = ReadMade(SpaceWithModule(Module()));
  CHECK(twice.Count(ImportProblem::kUnusedPart) == 1);
  const OpId dot = twice.Op("dot.1");
  CHECK(twice.profile.ops.inputs[dot].size() == once.profile.ops.inputs[once.Op("dot.1")].size());
  CHECK(twice.profile.ops.output_shapes[dot].size() == 1);

  std::string leaves;
  for (int i = 0; i < 1500; ++i) leaves += Wire(4, Shape({3}));
  const std::string entry = Instruction(1, "dot.1", "tuple", Wire(3, leaves));
  const std::string wide = Wire(1, Wire(1, std::string("jit_f")) + Wire(3, entry));
  const ReadRun run = ReadMade(SpaceWithModule(wide));
  CHECK(run.Count(ImportProblem::kUnusedPart) == 1);
  CHECK(run.profile.ops.output_shapes[run.Op("dot.1")].size() == 1024);
}

TEST_CASE("xspace hlo: a module that is cut keeps what was read of it") {
  const std::string whole = Module();
  for (size_t size = 0; size < whole.size(); ++size) {
    const ReadRun run = ReadMade(SpaceWithModule(whole.substr(0, size)));
    CHECK(run.Text(run.profile.ops.row[run.Op("dot.1")].type) == "dot");
    if (size > 0) CHECK(run.report.worst() == ImportSeverity::kError);
  }
}

}  // namespace
}  // namespace profiler
