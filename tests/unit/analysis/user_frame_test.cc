// Which functions are JAX's own.
#include "profiler/analysis/ops/user_frame.h"

#include <catch2/catch.hpp>
#include <initializer_list>

#include "profiler/store/python_name.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

// Whether the innermost function is of a library. Each is called by the one before it.
bool IsInnermostOfLibrary(std::initializer_list<PythonName> calls) {
  MadeProfile made;
  made.Source("made");
  FrameId frame;
  for (const PythonName& call : calls) {
    FrameRow row;
    row.parent = frame;
    row.file = made.builder.Intern(call.path);
    row.function = made.builder.Intern(call.function);
    frame = made.builder.Frame(row);
  }
  const Profile profile = made.builder.Build();
  return IsOfLibrary(profile, profile.frames[frame]);
}

TEST_CASE("A user's functions are not JAX's in files that are named like JAX's") {
  CHECK(IsJaxFunction("reductions.py", "max"));
  CHECK(IsJaxFunction("reductions.py", "_reduce_max"));
  CHECK(IsJaxFunction("ufuncs.py", "multiply"));
  CHECK(IsJaxFunction("setops.py", "unique_values"));
  CHECK(IsJaxFunction("prng.py", "random_bits"));
  CHECK(IsJaxFunction("lax.py", "<lambda>"));
  CHECK(IsJaxFunction("lax.py", "zeros_like_shaped_array"));
  CHECK(IsJaxFunction("lax.py", "_dot_general_shape_rule"));
  CHECK(IsJaxFunction("dtypes.py", "lattice_result_type"));
  CHECK(IsJaxFunction("array.py", "_get_aval_array"));
  CHECK(IsJaxFunction("core.py", "process_primitive"));
  CHECK(IsJaxFunction("util.py", "safe_zip"));
  CHECK(IsJaxFunction("slicing.py", "_slice_impl"));
  CHECK_FALSE(IsJaxFunction("api.py", "main"));
  CHECK_FALSE(IsJaxFunction("core.py", "__call__"));
  CHECK_FALSE(IsJaxFunction("util.py", "load"));
  CHECK_FALSE(IsJaxFunction("util.py", "wrapper"));
  CHECK_FALSE(IsJaxFunction("config.py", "read"));
  CHECK_FALSE(IsJaxFunction("array.py", "train"));
  CHECK_FALSE(IsJaxFunction("reductions.py", "train_step"));
  CHECK_FALSE(IsJaxFunction("reductions.py", "ma"));
  CHECK_FALSE(IsJaxFunction("lax.py", ""));
  CHECK_FALSE(IsJaxFunction("train.py", "max"));
}

TEST_CASE("What only JAX calls is JAX's where JAX calls it, else a function of the user's") {
  CHECK_FALSE(IsInnermostOfLibrary({{"config.py", "read"}}));
  CHECK_FALSE(IsInnermostOfLibrary({{"train.py", "main"}, {"config.py", "read"}}));
  CHECK_FALSE(IsInnermostOfLibrary(
      {{"pjit.py", "_infer_params"}, {"train.py", "loss"}, {"util.py", "wrapper"}}));
  CHECK(IsInnermostOfLibrary({{"pjit.py", "_infer_params"}, {"util.py", "wrapper"}}));
  CHECK(IsInnermostOfLibrary({{"lax.py", "add"},
                              {"core.py", "bind"},
                              {"_functools", "call"},
                              {"util.py", "wrapper"},
                              {"config.py", "read"}}));
}

}  // namespace
}  // namespace profiler
