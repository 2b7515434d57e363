// The precision of kernels and compiled instructions, and host events that only wait.
#include "profiler/analysis/ops/precision.h"

#include "profiler/analysis/accelerators/host_waits.h"
#include "tests/unit/advise/advise_fixture.h"

namespace profiler {
namespace {

TEST_CASE("The names of kernels tell what they compute with") {
  for (const char* name :
       {"Cijk_Ailk_Bljk_BBS_BH_MT256x128x64_MI16x16x16x1", "Cijk_Alik_Bljk_HHS_BH_MT64x64x32",
        "volta_h884gemm_128x128_nn", "ampere_fp16_s16816gemm_fp16_128x64_nn",
        "sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n", "void kernel<__half>(int)",
        "nvjet_hsh_bfloat16", "ck_tile::gemm<BF16>", "fp8_gemm_e4m3"}) {
    INFO(name);
    CHECK(PrecisionOfKernel(name) == Precision::kBits16);
  }
  for (const char* name : {"Cijk_Ailk_Bljk_SB_MT64x64x16", "ampere_sgemm_128x64_nn",
                           "sm80_xmma_gemm_f32f32_tf32f32_f32_nn", "cutlass_tf32_s1688gemm"}) {
    INFO(name);
    CHECK(PrecisionOfKernel(name) == Precision::kBits32);
  }
  for (const char* name : {"Im3d2Col.kd", "input_transpose_fusion", "half_scope/MatMul", ""}) {
    INFO(name);
    CHECK(PrecisionOfKernel(name) == Precision::kUnknown);
  }
}

// An instruction with operands of these element types and sizes.
struct Operand {
  const char* types;
  int64_t size;
};
Precision OfInstruction(const std::vector<Operand>& operands, const char* result) {
  AdviseMaker make;
  const OpId op = make.Op("fusion.1", "fusion");
  make.builder.op(op).kind = OpKind::kHloInstruction;
  make.TextAttribute(op, "element_types", result);
  for (size_t i = 0; i < operands.size(); ++i) {
    const OpId operand = make.Op("p" + std::to_string(i), "parameter");
    make.TextAttribute(operand, "element_types", operands[i].types);
    make.builder.AddOutputShape(operand, 0, {operands[i].size});
    make.Input(op, static_cast<int32_t>(i), operand);
  }
  return PrecisionOf(make.builder.Build(), op);
}

TEST_CASE("A compiled instruction computes with what most of its operands are") {
  CHECK(OfInstruction({{"bf16", 100}, {"bf16", 100}}, "f32") == Precision::kBits16);
  CHECK(OfInstruction({{"f16", 100}, {"f32", 10}}, "f32") == Precision::kBits16);
  CHECK(OfInstruction({{"f32", 100}, {"bf16", 100}}, "f32") == Precision::kBits32);
  CHECK(OfInstruction({{"s32", 100}, {"f8e4m3fn", 10}}, "f32") == Precision::kBits16);
  CHECK(OfInstruction({}, "bf16") == Precision::kBits16);
  CHECK(OfInstruction({{"s32", 100}}, "f32") == Precision::kBits32);
  CHECK(OfInstruction({{"pred", 100}}, "s32") == Precision::kOther);
  CHECK(OfInstruction({}, "?") == Precision::kUnknown);
}

TEST_CASE("Waits for devices are known by their names") {
  for (const char* name :
       {"$api.py:3154 block_until_ready", "try_to_block", "BufferSequencingEvent::Execute",
        "xla::BlockHostUntilReady", "hipStreamSynchronize", "cuCtxSynchronize"}) {
    INFO(name);
    CHECK(WaitsForDevice(name));
  }
  for (const char* name : {"not_try_to_block", "cuLaunchKernel", "MatMul", "", "Wait"}) {
    INFO(name);
    CHECK_FALSE(WaitsForDevice(name));
  }
}

TEST_CASE("A function is its time without the waits in it, not without those it is in") {
  HostWaits waits;
  waits.Add(10, 50);
  waits.Add(20, 30);
  waits.Add(60, 70);
  const auto lengths = [&](int64_t begin, int64_t end) {
    std::vector<int64_t> result;
    for (const Interval& part : waits.Around({begin, end})) result.push_back(part.end - part.begin);
    return result;
  };
  CHECK(lengths(0, 100) == std::vector<int64_t>{10, 10, 30});
  CHECK(lengths(15, 40) == std::vector<int64_t>{5, 10});  // in the first wait, contains the second
  CHECK(lengths(10, 50) == std::vector<int64_t>{10, 20});
  CHECK(lengths(62, 65) == std::vector<int64_t>{3});
}

}  // namespace
}  // namespace profiler
