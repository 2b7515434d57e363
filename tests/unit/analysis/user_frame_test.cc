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
  CHECK_FALSE(IsJaxFunction("reductions.py", "train_step"));
  CHECK_FALSE(IsJaxFunction("reductions.py", "ma"));
  CHECK_FALSE(IsJaxFunction("lax.py", ""));
  CHECK_FALSE(IsJaxFunction("train.py", "max"));
}

}  // namespace
}  // namespace profiler
