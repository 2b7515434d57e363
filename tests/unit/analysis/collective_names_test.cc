// Collectives recognized by names and details.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <utility>

#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/collectives/communication.h"

namespace profiler {
namespace {

TEST_CASE("Communication is known by the names of its libraries, old and new") {
  for (const char* name :
       {"ncclAllReduceRingLLKernel_sum_f32(ncclColl)",
        "ncclKernel_AllReduce_RING_LL_Sum_float",
        "ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*, unsigned long, ncclWork*)",
        "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
        "ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)",
        "ncclDevFunc_Broadcast",
        "ncclSymkDevKernel_AllReduce_AGxLL_R",
        "void ncclKernel_Generic<int>(ncclDevComm*)",
        "_Z32ncclDevKernel_AllReduce_Sum_f3224ncclDevKernelArgsStorage",
        "_NcclReduceSend",
        "NcclAllReduce",
        "nccl:all_to_all",
        "rcclGenericKernel",
        "mscclKernel_Sum_half_Simple_0",
        "mscclpp::allreduce",
        "gloo:all_reduce",
        "gloo::allreduce",
        "MPI_Allreduce",
        "MPI_Reduce_scatter",
        "mpi:all_reduce",
        "HorovodAllreduce",
        "NCCL_ALLREDUCE",
        "MPI_ALLREDUCE",
        "GLOO_ALLREDUCE",
        "CCL_ALLREDUCE",
        "ALLREDUCE",
        "oneccl_allreduce_f32",
        "xccl:all_reduce",
        "HcclAllReduce",
        "hcom_allReduce__1",
        "sharp_coll_do_allreduce",
        "void deep_ep::internode_ll::dispatch<true, 7168>(void*)",
        "nvshmemi_transfer_put",
        "void (anonymous namespace)::multimem_all_reduce_kernel<c10::BFloat16, 16>(void)",
        "void vllm::cross_device_reduce_1stage<float, 8>(void)",
        "_c10d_functional::all_reduce",
        "c10d::allreduce_",
        "all-reduce-start.3",
        "ragged-all-to-all",
        "XlaAllReduce",
        "userbuffers_fp16_sum_inplace_gpu_rr"}) {
    INFO(name);
    CHECK(CommunicationOf(name) == Communication::kCollective);
    CHECK_FALSE(LooksLikeCollective(name));
  }
  for (const char* name : {"nccl:send 0->1", "gloo:recv 1<-0", "c10d::send", "MPI_Isend"}) {
    INFO(name);
    CHECK(CommunicationOf(name) == Communication::kTransfer);
  }
  for (const char* name :
       {"aten::unsqueeze_nccl_like", "void at::native::reduce_kernel<512, 1>(float)", "cclean",
        "hipLaunchKernel", "broadcast.4", "Broadcast", "aten::scatter_reduce", "reduce",
        "ccl_label_components", "gloomy", "MPI_Comm_rank", "MPI_Wait", "successive_halving",
        "_c10d_functional::wait_tensor", "MEMCPY_IN_FUSION_BUFFER", "all_nccl/MatMul",
        "multimedia_decode", "triton_poi_fused_all_gather_into_tensor_0"}) {
    INFO(name);
    CHECK(CommunicationOf(name) == Communication::kNone);
    CHECK_FALSE(LooksLikeCollective(name));
  }
  for (const char* name : {"allreduce_free_buffer", "void my::AllGatherKernel<float>(float*)",
                           "fast_reduce_scatter_v2", "(anonymous namespace)::all_to_all_4"}) {
    INFO(name);
    CHECK(LooksLikeCollective(name));
  }
}

TEST_CASE("collectives: kinds by the names of kernels, ops and calls") {
  const std::pair<const char*, const char*> kCases[] = {
      {"ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage)", "all_reduce"},
      {"ncclAllReduceRingLLKernel_sum_f32(ncclColl)", "all_reduce"},
      {"ncclKernel_AllGather_RING_LL_Sum_int8_t(ncclDevComm*, unsigned long)", "all_gather"},
      {"c10d::_allgather_base_", "all_gather"},
      {"_reduce_scatter_base", "reduce_scatter"},
      {"ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL", "reduce_scatter"},
      {"nccl:all_to_all", "all_to_all"},
      {"alltoallv", "all_to_all"},
      {"ncclKernel_Broadcast_RING_LL_Sum_int8_t", "broadcast"},
      {"ncclDevKernel_Reduce_Sum_f32_RING_LL", "reduce"},
      {"ncclKernel_SendRecv(ncclWorkElem)", "send_recv"},
      {"collective-permute.3", "permute"},
      {"CollectiveReduceV2", "all_reduce"},
      {"gloo:barrier", "barrier"},
      {"gloo:send", "send"},
      {"mpi:recv", "recv"},
      {"ncclDevKernel_Generic_4", "other"},
  };
  for (const auto& [name, kind] : kCases) {
    CAPTURE(name);
    CHECK(Name(KindOfCollective(name)) == kind);
  }
}

TEST_CASE("collectives: names that process groups give to annotations") {
  for (const char* name : {"gloo:all_reduce", "nccl:_all_gather_base", "mpi:barrier", "ucc:send"}) {
    CAPTURE(name);
    CHECK(IsProcessGroupName(name));
  }
  for (const char* name : {"gloo: my code", "gloo::allreduce", "gloo:", "gloo", "c10d::broadcast_",
                           "train:all_reduce", "my gloo:all_reduce"}) {
    CAPTURE(name);
    CHECK_FALSE(IsProcessGroupName(name));
  }
  CHECK(HostRoleOf("gloo:all_reduce") == HostRole::kWork);
  CHECK(HostRoleOf("nccl:all_reduce") == HostRole::kCall);
  CHECK(HostRoleOf("c10d::allreduce_") == HostRole::kCall);
}

TEST_CASE("collectives: NCCL's factors, and sizes of elements") {
  CHECK(BusFactor(CollectiveKind::kAllReduce, 4) == 1.5);
  CHECK(BusFactor(CollectiveKind::kAllGather, 4) == 0.75);
  CHECK(BusFactor(CollectiveKind::kBroadcast, kUnknown) == 1);
  CHECK(std::isnan(BusFactor(CollectiveKind::kAllReduce, kUnknown)));
  CHECK(std::isnan(BusFactor(CollectiveKind::kBarrier, 4)));
  CHECK(ElementBytes("BFloat16") == 2);
  CHECK(ElementBytes("f64") == 8);
  CHECK(ElementBytes("quaternion") == kUnknown);
}

TEST_CASE("collectives: what a detail tells") {
  const CollectiveDetails details = ParseCollectiveDetails(
      "regs:96 grid:8,1,1 collective:_allgather_base in_elements:25136 out_elements:201088 "
      "dtype:BFloat16 group_size:8 group:3");
  CHECK(details.name == "_allgather_base");
  CHECK(details.in_elements == 25136);
  CHECK(details.out_elements == 201088);
  CHECK(details.dtype == "BFloat16");
  CHECK(details.group_size == 8);
  CHECK(details.group == "3");
  CHECK(ParseCollectiveDetails("regs:96 grid:8,1,1").name.empty());
  CHECK(ParseCollectiveDetails("collective:x in_elements:many").in_elements == kUnknown);
}

}  // namespace
}  // namespace profiler
