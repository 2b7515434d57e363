// The precision of kernels and compiled instructions, and host events that only wait.
#include "profiler/analysis/ops/precision/precision.h"

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/instructions/kernel_instructions.h"
#include "profiler/analysis/ops/kernel_names.h"
#include "tests/unit/advise/advise_fixture.h"

namespace profiler {
namespace {

TEST_CASE("The names of kernels tell what they compute with") {
  for (const char* name :
       {"Cijk_Ailk_Bljk_BBS_BH_MT256x128x64_MI16x16x16x1", "Cijk_Alik_Bljk_HHS_BH_MT64x64x32",
        "volta_h884gemm_128x128_nn", "ampere_fp16_s16816gemm_fp16_128x64_nn",
        "sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n", "void kernel<__half>(int)",
        "nvjet_hsh_bfloat16", "ck_tile::gemm<BF16>", "fp8_gemm_e4m3",
        "CatArrayBatchedCopy<at::native::OpaqueType<2u>, unsigned int, 4, 128, 1>"}) {
    INFO(name);
    CHECK(PrecisionOfKernel(name) == Precision::kBits16);
  }
  for (const char* name : {"Cijk_Ailk_Bljk_SB_MT64x64x16", "ampere_sgemm_128x64_nn",
                           "sm80_xmma_gemm_f32f32_tf32f32_f32_nn", "cutlass_tf32_s1688gemm",
                           "CatArrayBatchedCopy<at::native::OpaqueType<4u>, unsigned int>"}) {
    INFO(name);
    CHECK(PrecisionOfKernel(name) == Precision::kBits32);
  }
  for (const char* name : {"Im3d2Col.kd", "input_transpose_fusion", "half_scope/MatMul", ""}) {
    INFO(name);
    CHECK(PrecisionOfKernel(name) == Precision::kUnknown);
  }
}

TEST_CASE("cuBLAS's own kernels name their types by letters") {
  CHECK(PrecisionOfKernel("nvjet_tst_128x64_64x6_2x1_v_bz_TNT") == Precision::kBits16);
  CHECK(PrecisionOfKernel("nvjet_sm100_hsh_64x64_64x16_2x1_h_bz_NNT") == Precision::kBits16);
  CHECK(PrecisionOfKernel("nvjet_qqtst_128x64_128x6_2x1_v_bz_TNT") == Precision::kBits16);
  CHECK(PrecisionOfKernel("nvjet_sss_128x64_64x6_2x1_v_bz_TNT") == Precision::kBits32);
}

TEST_CASE("Kernels on tensor cores") {
  for (const char* name :
       {"nvjet_tst_128x64_64x6_2x1_v_bz_TNT", "fmhaSm100aKernel_QkvE4m3OBfloat16H64Paged",
        "void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128>>",
        "void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<128>>",
        "cutlass_80_tensorop_s1688gemm_64x64_32x6_tn_align4",
        "void cutlass::Kernel2<cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_32x32_128x2>",
        "void cutlass::device_kernel<cutlass::gemm::collective::MainloopSm90TmaGmmaWarp>",
        "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n", "fp8_blockwise_gemm_kernel",
        "sm80_xmma_fprop_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc",
        "bmm_MxE4m3_MxE2m1MxE4m3_Fp32_t128x16x256u2", "volta_h884gemm_128x128_nn",
        "Cijk_Ailk_Bljk_BBS_BH_MT256x128x64_MI16x16x16x1_SN", "gemm_fusion_dot_7.kd",
        "void ck_tile::kentry<2, ck_tile::FmhaFwdKernel<ck_tile::BlockFmhaPipeline>>",
        "ampere_fp16_s16816gemm_fp16_128x128_ldg8_f2f_stages_32x5_nn"}) {
    INFO(name);
    CHECK(UsesTensorCores(name) == true);
    CHECK(IsProductKernel(name));
  }
}

TEST_CASE("Kernels that plainly use no tensor cores") {
  for (const char* name :
       {"ampere_sgemm_128x64_nn",
        "void cutlass::Kernel<cutlass_80_simt_sgemm_128x32_8x5_nn_align1>",
        "cudnn_infer_volta_scudnn_128x64_relu_small_nn_v1",
        "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize32x32x8_stage3_warpsize1x2x1_ffma_aligna4",
        "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<c10::BFloat16>>",
        "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float>>",
        "void splitKreduce_kernel<float, float, float>", "triton_poi_fused_convolution_relu_0",
        "void vllm::scaled_fp8_quant_kernel_strided<c10::BFloat16, c10::Float8_e4m3fn>",
        "void fbgemm_gpu::_FP8rowwise_to_float_cuda_kernel<float>(unsigned char)",
        "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "loop_convert_fusion",
        "void ck_tile::kentry<2, ck_tile::FmhaBwdOGradDotOKernel<ck_tile::BlockFmhaBwd>>"}) {
    INFO(name);
    CHECK(UsesTensorCores(name) == false);
  }
}

TEST_CASE("Names that do not say whether the kernel uses tensor cores") {
  for (const char* name : {"gemm", "triton__0d1d2d3d", "my_kernel", "triton_tem_fused_mm_0",
                           "Cijk_Alik_Bljk_SB_MT64x64x8_SE_K1", "fusion_12", ""}) {
    INFO(name);
    CHECK(UsesTensorCores(name) == std::nullopt);
  }
  CHECK_FALSE(IsProductKernel("BiasAddGrad"));
  CHECK_FALSE(IsProductKernel("scope/gemm/Relu"));
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

TEST_CASE("A kernel in a command buffer runs the instruction that it is named after") {
  AdviseMaker make;
  const ModuleId module = make.builder.AddModule({make.builder.Intern("jit_step"), 1});
  const ModuleId other = make.builder.AddModule({make.builder.Intern("jit_eval"), 2});
  const auto instruction = [&](const char* name, const char* type, ModuleId of) {
    const OpId op = make.Op(name, type);
    make.builder.op(op).kind = OpKind::kHloInstruction;
    make.builder.op(op).module = of;
    return op;
  };
  const OpId buffer = instruction("command_buffer_1", "command_buffer_1", module);
  make.TextAttribute(instruction("fusion.8", "fusion", other), "element_types", "f32");
  make.builder.Intern("fusion_8");
  const OpId fusion = instruction("gemm_fusion-dot.7", "fusion", module);
  make.TextAttribute(fusion, "element_types", "bf16");
  const StringId kernel = make.builder.Intern("gemm_fusion_dot_7");
  const Profile profile = make.builder.Build();
  CHECK(IsCommandBuffer(profile, buffer));
  CHECK(!IsCommandBuffer(profile, fusion));
  const auto precisions = PrecisionsInCommandBuffers(profile);
  CHECK(precisions.size() == 1);
  CHECK(precisions.at(kernel) == Precision::kBits16);
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

TEST_CASE("The recorded types of inputs count by their numbers") {
  const auto precision = [](const std::string& types, const std::string& shapes = "") {
    AdviseMaker make;
    const OpId op = make.Op("product", "aten::mm");
    make.builder.op(op).input_types = make.builder.Intern(types);
    if (!shapes.empty()) make.builder.op(op).input_shapes = make.builder.Intern(shapes);
    return PrecisionOf(make.builder.Build(), op);
  };
  CHECK(precision("0:c10::Half,1:c10::Half") == Precision::kBits16);
  CHECK(precision("0:c10::BFloat16") == Precision::kBits16);
  CHECK(precision("0:c10::Float8_e4m3fn,1:c10::Float8_e4m3fn,2:float,3:float", "0:64x64,1:64x64") ==
        Precision::kBits16);
  CHECK(precision("0:float,1:float,2:long int") == Precision::kBits32);
  CHECK(precision("0:float,1:c10::Half", "0:4x4,1:64x64") == Precision::kBits16);
  CHECK(precision("0:double") == Precision::kOther);
}

TEST_CASE("Waits for devices are known by their names") {
  for (const char* name :
       {"$api.py:3154 block_until_ready", "try_to_block", "BufferSequencingEvent::Execute",
        "xla::BlockHostUntilReady", "hipStreamSynchronize", "cuCtxSynchronize",
        "$array.py:615 _value", "ThunkExecutor::Execute (wait for completion)",
        "np.asarray(jax.Array)"}) {
    INFO(name);
    CHECK(WaitsForDevice(name));
  }
  for (const char* name : {"not_try_to_block", "cuLaunchKernel", "MatMul", "", "Wait",
                           "$my_array.py:6 _value", "ThunkExecutor::Execute"}) {
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
