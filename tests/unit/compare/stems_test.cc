#include "profiler/compare/pairing/stems.h"

#include <catch2/catch.hpp>

#include "profiler/base/text/without_digits.h"
#include "profiler/compare/row_pairs.h"

namespace profiler {
namespace {

// A kernel as `diff` pairs it.
PairedRow Kernel(std::string_view name, double time) {
  PairedRow row{name, "", time};
  row.stem = StemOf(WithoutArchitecture(Demangled(name)));
  row.loose_stem = WithoutDigits(row.stem);
  return row;
}

}  // namespace

TEST_CASE("Names of kernels without what changes from build to build") {
  CHECK(WithoutDigits("ampere_sgemm_128x64_nn") == "ampere_sgemm_x_nn");
  CHECK(Demangled("_Z9vec_scalePfi") == "vec_scale(float*, int)");
  CHECK(Demangled("_Znonsense") == "_Znonsense");
  CHECK(Demangled("gemm") == "gemm");
  CHECK(BaseNameOf("/home/a/train.py") == "train.py");
  CHECK(BaseNameOf("train.py") == "train.py");
}

TEST_CASE("A kernel of another architecture has the same stem, and the tile stays in it") {
  CHECK(WithoutArchitecture("nvjet_sm90_hsh_128x256_64x4") == "nvjet_hsh_128x256_64x4");
  CHECK(WithoutArchitecture("sm80_xmma_gemm_f16f16") == "xmma_gemm_f16f16");
  CHECK(WithoutArchitecture("a_sm90a_b_sm120_c") == "a_b_c");
  for (const char* const kept :
       {"prism90_x", "sm9_x", "small_sm90", "sm1000_x", "gemm", "_sm", ""}) {
    CHECK(WithoutArchitecture(kept) == kept);
  }
  const std::vector<RowPair> pairs = PairRows({Kernel("nvjet_hsh_256x128_64x4_NTT", 100)},
                                              {Kernel("nvjet_sm90_hsh_256x128_64x4_NTT", 101)});
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].is_pair());
}

TEST_CASE("Ops of JAX without the functions that are compiled and the loops around them") {
  CHECK(WithoutTransforms("jit(step)/transpose(jvp(MLP))/Dense_1/dot_general") ==
        "transpose(jvp(MLP))/Dense_1/dot_general");
  CHECK(WithoutTransforms("jit(f)/shard_map/while/body/closed_call/dot_general") == "dot_general");
  CHECK(WithoutTransforms("jit(f)/jvp(MLP)/jit(relu)/max") == "jvp(MLP)/max");
  CHECK(WithoutTransforms("jit(step)") == "jit()");
  // A checkpoint differentiates once more. What it computes again is work of its own.
  CHECK(WithoutTransforms("jit(f)/transpose(jvp(jvp(MLP)))/checkpoint/dot_general") ==
        "transpose(jvp(MLP))/dot_general");
  CHECK(WithoutTransforms("jit(f)/transpose(jvp(jvp()))/checkpoint/rematted_computation/mul") ==
        "transpose(jvp())/rematted_computation/mul");
  CHECK(WithoutTransforms("jit(f)/jvp(jvp(a)b)/mul") == "jvp(jvp(a)b)/mul");
  CHECK(WithoutTransforms("jit(f)/jvp(jvp(") == "jvp(jvp(");
  CHECK(WithoutTransforms("tower_0/while/body/MatMul").empty());
  CHECK(WithoutTransforms("aten::mm").empty());
}

TEST_CASE("Kernels whose tile sizes changed are paired, others of that stem are not") {
  const std::vector<PairedRow> base = {Kernel("ampere_sgemm_128x64_nn", 100),
                                       Kernel("ampere_sgemm_32x32_nn", 3)};
  const std::vector<PairedRow> next = {Kernel("ampere_sgemm_128x128_nn", 80),
                                       Kernel("ampere_sgemm_32x32_nn", 3)};
  const std::vector<RowPair> pairs = PairRows(base, next);
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].base == 0);
  CHECK(pairs[0].next == 0);
  CHECK(pairs[0].by == PairedBy::kLooseStem);
  CHECK(pairs[1].by == PairedBy::kName);
}

TEST_CASE("Ops of a renamed function of JAX are paired each with its own") {
  const auto op = [](std::string_view name, double time) {
    PairedRow row{name, "dot_general", time};
    row.loose_stem = WithoutTransforms(name);
    return row;
  };
  const std::vector<RowPair> pairs =
      PairRows({op("jit(step)/jvp(MLP)/Dense_1/dot_general", 3),
                op("jit(step)/jvp(MLP)/Dense_2/dot_general", 2)},
               {op("jit(fit)/jvp(MLP)/Dense_2/dot_general", 2),
                op("jit(fit)/while/body/jvp(MLP)/Dense_1/dot_general", 5)});
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].base == 1);
  CHECK(pairs[1].base == 0);
  CHECK(pairs[1].by == PairedBy::kLooseStem);
}

TEST_CASE("Template numbers do not matter, mangled or not") {
  const std::vector<RowPair> pairs =
      PairRows({Kernel("void gemm<float, 128>(int)", 10), Kernel("_Z1fILi4EEvv", 7)},
               {Kernel("void gemm<float, 256>(int)", 11), Kernel("_Z1fILi8EEvv", 7)});
  REQUIRE(pairs.size() == 2);
  for (const RowPair& pair : pairs) {
    CHECK(pair.by == PairedBy::kStem);
    CHECK(pair.base == pair.next);
  }
}

}  // namespace profiler
