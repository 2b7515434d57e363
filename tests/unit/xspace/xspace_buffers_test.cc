// XSpace: the memory that a compiled program plans, from its buffer assignment.
#include <string>
#include <vector>

#include "profiler/analysis/memory/program_memory.h"
#include "tests/unit/common/wire_strings.h"
#include "tests/unit/xspace/xspace_files.h"

namespace profiler {
namespace {

constexpr uint64_t kF32 = 11, kTuple = 13;

std::string Packed(const std::vector<uint64_t>& numbers) {
  std::string bytes;
  for (const uint64_t number : numbers) bytes += WireVarint(number);
  return bytes;
}
// The shape f32[dims] with a layout.
std::string ShapeOf(const std::vector<uint64_t>& dims, const std::string& layout) {
  return Wire(2, kF32) + Wire(3, Packed(dims)) + Wire(5, layout);
}
std::string Instruction(uint64_t id, const std::string& name, const std::string& shape) {
  return Wire(2, Wire(1, name) + Wire(2, std::string("op")) + Wire(3, shape) + Wire(35, id));
}
std::string Logical(uint64_t id, uint64_t size, uint64_t instruction, uint64_t color = 0,
                    const std::vector<uint64_t>& place = {}) {
  return Wire(1, Wire(1, id) + Wire(2, size) + Wire(4, color) +
                     Wire(3, Wire(4, instruction) + Wire(3, Packed(place))));
}
std::string Assigned(uint64_t buffer, uint64_t offset) {
  return Wire(9, Wire(1, buffer) + Wire(2, offset));
}
std::string Allocation(uint64_t size, const std::string& rest) {
  return Wire(3, Wire(2, size) + rest);
}
enum : uint64_t { kAllocate, kFree, kShare };
std::string HeapEvent(uint64_t kind, uint64_t buffer, uint64_t canonical = 0) {
  return Wire(1, Wire(1, kind) + Wire(2, buffer) + Wire(5, canonical));
}
std::string Trace(const std::string& events) { return Wire(4, events); }

// A file with a module of these instructions and this assignment.
ReadRun Read(const std::string& instructions, const std::string& assignment) {
  const std::string module =
      Wire(1, Wire(1, std::string("jit_f")) + Wire(3, instructions + Wire(5, uint64_t{1})));
  xp::XSpace space;
  MadePlane metadata(space, "/host:metadata");
  metadata.Meta("jit_f(17)", {{"Hlo Proto", RawBytes{module + Wire(3, assignment)}}});
  return ReadMade(space);
}

std::vector<std::string> NamesOf(const Profile& profile, const ProgramMemory& memory) {
  std::vector<std::string> names;
  for (const size_t row : memory.held) {
    names.emplace_back(profile.strings[profile.ops.row[profile.buffers[row].op].name]);
  }
  return names;
}

const std::string kRows = Wire(1, Packed({1, 0}));

TEST_CASE("xspace buffers: what is there for the whole run, and temporaries at the peak") {
  const std::string instructions =
      Instruction(1, "in", ShapeOf({100}, kRows)) + Instruction(2, "out", ShapeOf({25}, kRows)) +
      Instruction(3, "a", ShapeOf({4}, kRows)) + Instruction(4, "b", ShapeOf({8}, kRows)) +
      Instruction(5, "c", ShapeOf({2}, kRows));
  const std::string assignment =
      Logical(1, 400, 1) + Logical(2, 100, 2) + Logical(3, 64, 3) + Logical(4, 32, 4) +
      Logical(5, 8, 5) + Allocation(400, Wire(5, uint64_t{1}) + Assigned(1, 0)) +
      Allocation(100, Wire(7, uint64_t{1}) + Assigned(2, 0)) +
      Allocation(128, Assigned(3, 0) + Assigned(4, 64) + Assigned(5, 0)) +
      Trace(HeapEvent(kAllocate, 3) + HeapEvent(kAllocate, 4) + HeapEvent(kFree, 3) +
            HeapEvent(kAllocate, 5) + HeapEvent(kFree, 5) + HeapEvent(kFree, 4));
  const ReadRun run = Read(instructions, assignment);
  const std::vector<ProgramMemory> programs = MemoryOfPrograms(run.profile);
  REQUIRE(programs.size() == 1);
  const ProgramMemory& memory = programs[0];
  CHECK(memory.parameters == 400);
  CHECK(memory.live_out == 100);
  CHECK(memory.whole_run == 500);
  CHECK(memory.temporaries == 96);
  CHECK(memory.peak() == 596);
  CHECK(memory.padding == 48);  // a has 16 bytes of values in 64
  CHECK(memory.allocated() == 628);
  CHECK(memory.fragmentation() == 0.25);
  CHECK(memory.peak_at == 1);
  CHECK(NamesOf(run.profile, memory) == std::vector<std::string>{"in", "out", "a", "b"});
  CHECK(memory.over_run == std::vector<double>{564, 596, 532, 540, 532, 500});
}

TEST_CASE("xspace buffers: those that share a place take it once") {
  const std::string instructions = Instruction(1, "a", ShapeOf({4}, kRows)) +
                                   Instruction(2, "b", ShapeOf({4}, kRows)) +
                                   Instruction(3, "later", ShapeOf({4}, kRows));
  const std::string assignment =
      Logical(1, 16, 1) + Logical(2, 16, 2) + Logical(3, 16, 3) +
      Trace(HeapEvent(kAllocate, 1) + HeapEvent(kShare, 2, 1) + HeapEvent(kFree, 1) +
            HeapEvent(kFree, 2) + HeapEvent(kShare, 3, 2) + HeapEvent(kFree, 3));
  const ReadRun run = Read(instructions, assignment);
  REQUIRE(run.profile.buffers.size() == 2);
  const BufferRow &first = run.profile.buffers[0], &second = run.profile.buffers[1];
  CHECK((first.live_from == 0 && first.live_to == 3));
  CHECK((second.live_from == 4 && second.live_to == 5));
  CHECK(run.profile.strings[run.profile.ops.row[second.op].name] == "later");
  CHECK(MemoryOfPrograms(run.profile).front().peak() == 16);
}

TEST_CASE("xspace buffers: memory spaces stand apart, and shapes are as XLA writes them") {
  const std::string tile = Wire(6, Wire(1, Packed({8, 128})));
  const std::string tuple = Wire(2, kTuple) + Wire(4, ShapeOf({16, 8}, kRows + tile)) +
                            Wire(4, Wire(2, kF32) + Wire(5, Wire(8, uint64_t{1})));
  const std::string instructions = Instruction(1, "pair", tuple);
  const std::string assignment =
      Logical(1, 4096, 1, 0, {0}) + Logical(2, 4, 1, 1, {1}) + Logical(3, 16, 1) +
      Trace(HeapEvent(kAllocate, 1) + HeapEvent(kAllocate, 2) + HeapEvent(kAllocate, 3));
  const ReadRun run = Read(instructions, assignment);
  REQUIRE(run.profile.buffers.size() == 3);
  const auto shape = [&](size_t row) { return run.Text(run.profile.buffers[row].shape); };
  CHECK(shape(0) == "f32[16,8]{1,0:T(8,128)}");
  CHECK(shape(1) == "(f32[16,8]{1,0:T(8,128)}, f32[]{:S(1)})");
  CHECK(shape(2) == "f32[]{:S(1)}");
  CHECK(run.profile.buffers[0].unpadded_bytes == 512);
  CHECK(run.profile.buffers[1].unpadded_bytes == 16);
  const std::vector<ProgramMemory> programs = MemoryOfPrograms(run.profile);
  REQUIRE(programs.size() == 2);
  CHECK((programs[0].space == 0 && programs[0].peak() == 4112));
  CHECK((programs[1].space == 1 && programs[1].peak() == 4));
}

TEST_CASE("xspace buffers: ids that name nothing, sizes that make no sense, frees of nothing") {
  const std::string assignment =
      Logical(1, ~uint64_t{0}, 99) + Logical(2, uint64_t{1} << 62, 99) + Logical(3, 8, 99) +
      Allocation(~uint64_t{0}, Wire(7, uint64_t{1}) + Assigned(77, 0)) +
      Trace(HeapEvent(kFree, 3) + HeapEvent(kAllocate, 1) + HeapEvent(kAllocate, 2) +
            HeapEvent(kShare, 3, 55) + HeapEvent(kShare, 66, 66) + HeapEvent(9, 3));
  const ReadRun run = Read(Instruction(1, "a", ShapeOf({4}, kRows)), assignment);
  const std::vector<ProgramMemory> programs = MemoryOfPrograms(run.profile);
  REQUIRE(programs.size() == 1);
  CHECK(programs[0].peak() == 8);
}

}  // namespace
}  // namespace profiler
