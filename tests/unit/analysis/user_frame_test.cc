// Which functions are JAX's own.
#include "profiler/analysis/ops/user_frame.h"

#include <catch2/catch.hpp>

namespace profiler {
namespace {

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
  CHECK(IsJaxFunction("util.py", "wrapper"));
  CHECK(IsJaxFunction("slicing.py", "_slice_impl"));
  CHECK_FALSE(IsJaxFunction("api.py", "main"));
  CHECK_FALSE(IsJaxFunction("core.py", "__call__"));
  CHECK_FALSE(IsJaxFunction("util.py", "load"));
  CHECK_FALSE(IsJaxFunction("array.py", "train"));
  CHECK_FALSE(IsJaxFunction("reductions.py", "train_step"));
  CHECK_FALSE(IsJaxFunction("reductions.py", "ma"));
  CHECK_FALSE(IsJaxFunction("lax.py", ""));
  CHECK_FALSE(IsJaxFunction("train.py", "max"));
}

}  // namespace
}  // namespace profiler
