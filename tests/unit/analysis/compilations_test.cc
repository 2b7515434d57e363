#include "profiler/analysis/phases/compilations.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/analysis/instructions/hlo_text.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

// Adds a parameter of a program, such as x of shape f32[dims]; without its type if that is empty.
void AddParameter(MadeProfile& made, ModuleId module, const std::string& argument,
                  const std::vector<int64_t>& dims, const std::string& type = "") {
  OpRow row;
  row.kind = OpKind::kHloInstruction;
  row.name = made.builder.Intern(argument + ".1");
  row.type = made.builder.Intern("parameter");
  row.module = module;
  row.framework_op = made.Op(argument);
  const OpId op = made.builder.AddOp(row);
  made.builder.AddOutputShape(op, 0, dims);
  if (type.empty()) return;
  const std::string text = std::string{'\x12', static_cast<char>(type.size())} + type;
  made.builder.AddAttribute(op, {made.builder.Intern(kElementTypes), made.builder.Intern(text)});
}

TEST_CASE("the argument whose shapes differ between a function's programs is told") {
  MadeProfile made;
  made.Source("a");
  int64_t program = 10;
  for (const int64_t batch : {64, 48, 64}) {
    const ModuleId module = made.builder.AddModule({made.builder.Intern("jit_step"), ++program});
    AddParameter(made, module, "w", {256, 256});
    AddParameter(made, module, "x", {batch, 256});
  }
  const ModuleId other = made.builder.AddModule({made.builder.Intern("jit_steps"), 20});
  AddParameter(made, other, "w", {1});
  const Profile profile = made.builder.Build();
  const ChangedArguments changed = ChangedArgumentsOf(profile, "jit_step");
  CHECK(changed.shapes == "x is [48,256] and [64,256]");
  CHECK(changed.types.empty());
  CHECK(ChangedArgumentsOf(profile, "jit_steps").empty());
}

TEST_CASE("arguments whose types alone differ do not change their shapes") {
  MadeProfile made;
  made.Source("a");
  int64_t program = 10;
  for (const char* const type : {"f32", "bf16"}) {
    const ModuleId module = made.builder.AddModule({made.builder.Intern("jit_step"), ++program});
    AddParameter(made, module, "lr", {1}, type);
  }
  const ChangedArguments changed = ChangedArgumentsOf(made.builder.Build(), "jit_step");
  CHECK(changed.shapes.empty());
  CHECK(changed.types == "lr is bf16[1] and f32[1]");
}

TEST_CASE("modules of a function whose name is no identifier are found") {
  MadeProfile made;
  made.Source("a");
  for (const int64_t program : {1, 2}) {
    const ModuleId module = made.builder.AddModule({made.builder.Intern("jit__lambda"), program});
    AddParameter(made, module, "x", {64, 256});
  }
  const Profile profile = made.builder.Build();
  CHECK(HasProgramsOfSameShapes(profile, "jit_<lambda>"));
  CHECK(!HasProgramsOfSameShapes(profile, "jit_<lambda>f"));
}

TEST_CASE("programs of one name that take different arguments are not compiled again") {
  MadeProfile made;
  made.Source("a");
  const ModuleId forward = made.builder.AddModule({made.builder.Intern("jit_f"), 1});
  for (const char* const name : {"w", "x", "reduce_sum"}) AddParameter(made, forward, name, {8});
  const ModuleId backward = made.builder.AddModule({made.builder.Intern("jit_f"), 2});
  for (const char* const name : {"w", "x", "kept"}) AddParameter(made, backward, name, {8});
  for (int64_t batch : {8, 16}) {
    const ModuleId program = made.builder.AddModule({made.builder.Intern("jit_step"), 10 + batch});
    AddParameter(made, program, "x", {batch});
    // What reduces may differ: it is no argument.
    if (batch == 16) AddParameter(made, program, "reduce_max", {});
  }
  const Profile profile = made.builder.Build();
  Compilation one;
  one.function = "jit_f";
  one.calls = 2;
  CHECK(AreDifferentPrograms(profile, one));
  one.calls = 3;
  CHECK_FALSE(AreDifferentPrograms(profile, one));
  one.function = "jit_step";
  one.calls = 2;
  CHECK_FALSE(AreDifferentPrograms(profile, one));
}

}  // namespace
}  // namespace profiler
