// The views on accelerators' time, on profiles built by hand.
#include <cmath>

#include "profiler/analysis/accelerators/device_times.h"
#include "profiler/analysis/collectives/traffic.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

constexpr char kGpu[] = "/device:GPU:0";

struct Accelerated : MadeProfile {
  SourceId source = Source("one");
  TrackId thread = Track(source, "/host:CPU", TrackKind::kThread);

  TrackId StreamOf(SourceId of, const std::string& name, const std::string& device = kGpu) {
    TrackRow row;
    row.source = of;
    row.device = builder.Device(device);
    row.kind = TrackKind::kStream;
    row.name = builder.Intern(name);
    return builder.Track(row);
  }
  EventId Add(TrackId track, int64_t begin_us, int64_t duration_us, OpId op,
              const std::string& label = "", StepId step = {}) {
    EventRow row;
    row.begin = begin_us * kUs;
    row.duration = duration_us * kUs;
    row.op = op;
    row.step = step;
    if (!label.empty()) row.label = builder.Intern(label);
    return builder.AddEvent(track, row);
  }
  OpId Runtime(const std::string& name) {
    const OpId op = Op(name);
    builder.op(op).kind = OpKind::kRuntime;
    return op;
  }
  // Work that a call on the host's thread starts.
  void Launch(int64_t call_us, int64_t call_time_us, TrackId stream, int64_t begin_us,
              int64_t duration_us, const std::string& kernel) {
    const EventId call = Add(thread, call_us, call_time_us, launch);
    builder.AddFlow({call, Add(stream, begin_us, duration_us, {}, kernel), FlowKind::kLaunch});
  }

  OpId launch = Runtime("cudaLaunchKernel");
};

TEST_CASE("utilization: what overlaps counts once, and its parts add up to busy time") {
  Accelerated made;
  const TrackId compute = made.StreamOf(made.source, "7"), side = made.StreamOf(made.source, "20");
  made.Add(compute, 0, 100, {}, "gemm");
  made.Add(side, 60, 100, {}, "ncclDevKernel_AllReduce_Sum_f32_RING_LL");  // 60 exposed
  made.Add(compute, 150, 30, {}, "MemcpyHtoD");                            // 20 exposed
  made.Add(compute, 200, 20, {}, "relu");
  made.Add(side, 205, 5, {}, "relu");
  const Report report = Answer("utilization", made.builder.Build());
  REQUIRE(report.rows.size() == 1);
  CHECK((Cell(report, 0, "span_us") == 220));
  CHECK((Cell(report, 0, "busy_us") == 200));
  CHECK((Cell(report, 0, "idle_us") == 20));
  CHECK((Cell(report, 0, "compute_us") == 120));
  CHECK((Cell(report, 0, "communication_us") == 100));
  CHECK((Cell(report, 0, "copy_us") == 30));
  CHECK((Cell(report, 0, "exposed_communication_us") == 60));
  CHECK((Cell(report, 0, "exposed_copy_us") == 20));
  CHECK(ColumnOf(report, "overlap_share").reals[0] == Approx(0.4));
  CHECK(report.notes.empty());
}

TEST_CASE("utilization: rows stand by rank; nothing to tell of is told why") {
  Accelerated made;
  const SourceId other = made.Source("two");
  made.builder.source(made.source).rank = 3;
  made.builder.source(other).rank = 1;
  made.Add(made.StreamOf(made.source, "7"), 0, 10, {}, "gemm");
  made.Add(made.StreamOf(other, "7"), 0, 20, {}, "my_lib::all_reduce_kernel<float>(float*)");
  const Report report = Answer("utilization", made.builder.Build());
  REQUIRE(report.rows.size() == 2);
  CHECK((Cell(report, 0, "busy_us") == 20));
  CHECK((Cell(report, 1, "busy_us") == 10));
  CHECK((Cell(report, 0, "communication_us") == 0));
  CHECK(std::isnan(ColumnOf(report, "overlap_share").reals[0]));
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].id == "unknown_collectives");
  CHECK(report.notes[0].severity == Severity::kWarning);
  CHECK(report.notes[0].text.find("my_lib::all_reduce_kernel<float>(float*) (0.020ms)") !=
        std::string::npos);

  Accelerated host_only;
  host_only.Add(host_only.thread, 0, 10, host_only.Op("MatMul"));
  const Profile profile = host_only.builder.Build();
  for (const char* view : {"utilization", "idle", "launches"}) {
    const Report empty = Answer(view, profile);
    REQUIRE(empty.notes.size() == 1);
    CHECK(empty.notes[0].id == "empty");
  }
}

TEST_CASE("idle: a gap is the host's where the launch came after the stream ran empty") {
  Accelerated made;
  const TrackId stream = made.StreamOf(made.source, "7");
  made.Launch(0, 5, stream, 10, 10, "a");
  made.Launch(15, 5, stream, 24, 6, "b");     // launched in time: 4 us from kernel to kernel
  made.Launch(28, 5, stream, 90, 10, "c");    // launched in time, began late: other
  made.Launch(150, 5, stream, 160, 10, "d");  // launched late
  made.Launch(165, 1, stream, 200, 10, "e");  // of 30 us: no longer from kernel to kernel
  const Report report = Answer("idle", made.builder.Build());
  REQUIRE(report.rows.size() == 3);
  CHECK(ColumnOf(report, "cause").words == std::vector<std::string>{"host", "kernel", "other"});
  CHECK((Cell(report, 0, "total_us") == 60));
  CHECK(ColumnOf(report, "op").words[0] == "d");
  CHECK((Cell(report, 1, "total_us") == 4));
  CHECK((Cell(report, 2, "count") == 2));
  CHECK((Cell(report, 2, "total_us") == 90));
  CHECK((Cell(report, 2, "largest_us") == 60));
  CHECK((Cell(report, 2, "op_us") == 60));
}

TEST_CASE("launches: calls and what they started, by op and by call") {
  Accelerated made;
  const TrackId stream = made.StreamOf(made.source, "7");
  made.Add(made.thread, 0, 40, made.Op("aten::mm"));
  made.Launch(10, 5, stream, 20, 30, "gemm");
  made.Launch(20, 8, stream, 50, 4, "splitk");
  made.Launch(50, 2, stream, 51, 7, "alone");
  made.Add(stream, 70, 9, {}, "of no call");
  const Profile profile = made.builder.Build();

  const Report by_op = Answer("launches", profile);
  REQUIRE(by_op.rows.size() == 2);
  CHECK(by_op.rows[0].name == "aten::mm");
  CHECK((Cell(by_op, 0, "calls") == 2));
  CHECK((Cell(by_op, 0, "call_us") == 13));
  CHECK((Cell(by_op, 0, "kernel_us") == 34));
  CHECK((Cell(by_op, 0, "delay_avg_us") == 13));  // 5 and 22
  CHECK((Cell(by_op, 0, "delay_max_us") == 22));
  CHECK((Cell(by_op, 0, "short_kernels") == 1));
  CHECK((Cell(by_op, 0, "begin_us") == 10));
  CHECK((Cell(by_op, "<no op>", "delay_max_us") == 0));
  REQUIRE(by_op.notes.size() == 1);
  CHECK(by_op.notes[0].id == "work_without_launch");

  Query query;
  query.per_call = true;
  const Report by_call = Answer("launches", profile, query);
  REQUIRE(by_call.rows.size() == 3);
  CHECK((Cell(by_call, 0, "begin_us") == 10));
  CHECK((Cell(by_call, 1, "call_us") == 8));
  CHECK((Cell(by_call, 1, "delay_max_us") == 22));
  CHECK(ColumnOf(by_call, "call").words[2] == "cudaLaunchKernel");
  CHECK(ColumnOf(by_call, "stream").words[2] == "7");
  CHECK(by_call.rows[0].key != by_call.rows[1].key);
  query.top = 1;
  query.order_by_column = "kernel_us";
  const Report top = Answer("launches", profile, query);
  REQUIRE(top.rows.size() == 1);
  CHECK((Cell(top, 0, "kernel_us") == 30));
  CHECK(top.hidden_rows == 2);
}

TEST_CASE("ops: the device time of what an op launched, itself and in all") {
  Accelerated made;
  const TrackId stream = made.StreamOf(made.source, "7");
  const OpId add = made.Op("aten::add");
  made.Add(made.thread, 0, 100, made.Op("Module.forward"));
  made.Add(made.thread, 10, 50, add);
  made.Add(made.thread, 20, 30, add);  // within itself
  made.Launch(25, 5, stream, 40, 10, "inner");
  made.Launch(52, 5, stream, 60, 100, "outer");
  made.Launch(80, 5, stream, 200, 1000, "of the module");
  made.Add(made.thread, 300, 10, made.Op("aten::view"));
  const Report report = Answer("ops", made.builder.Build());
  const auto on_host = [&](const std::string& name, const std::string& column) {
    for (size_t row = 0; row < report.rows.size(); ++row) {
      const bool is_host = ColumnOf(report, "placement").words[row] == "host";
      if (is_host && report.rows[row].name == name) return Cell(report, row, column);
    }
    return kAbsent;
  };
  CHECK((on_host("Module.forward", "device_direct_us") == 1000));
  CHECK((on_host("Module.forward", "device_total_us") == 1110));
  CHECK((on_host("aten::add", "device_direct_us") == 110));
  CHECK((on_host("aten::add", "device_total_us") == 110));
  CHECK((on_host("aten::view", "device_total_us") == 0));
  for (size_t row = 0; row < report.rows.size(); ++row) {
    const bool is_device = ColumnOf(report, "placement").words[row] == "device";
    if (is_device) CHECK((Cell(report, row, "device_total_us") == kAbsent));
  }

  Accelerated host_only;
  host_only.Add(host_only.thread, 0, 10, host_only.Op("aten::add"));
  const Report unknown = Answer("ops", host_only.builder.Build());
  CHECK((Cell(unknown, "aten::add", "device_total_us") == kAbsent));
}

TEST_CASE("Places are picked outside every step, too") {
  Accelerated made;
  for (const int64_t rank : {0, 1}) {
    const SourceId source = rank == 0 ? made.source : made.Source("two");
    made.builder.source(source).rank = rank;
    const StepId step = made.builder.Step(source, 1);
    made.builder.step(step).begin = 0;
    made.builder.step(step).end = 10 * kUs;
    // Of the same name on both: the track's source tells them apart.
    const TrackId stream = made.StreamOf(source, "7");
    made.Add(stream, 0, 10, made.Op("in_step"), "", step);
    made.Add(stream, 1000 + rank, 10 + rank, made.Op("late"));
  }
  const Profile profile = made.builder.Build();
  Query query;
  for (const char* rank : {"0", "1"}) {
    query.selection.ranks = *RegexSet::Compile({rank});
    const Value late = rank[0] == '0' ? 10 : 11;
    CHECK((Cell(Answer("ops", profile, query), "late", "total_us") == late));
    CHECK((Cell(Answer("kernels", profile, query), "late", "total_us") == late));
    const Report utilization = Answer("utilization", profile, query);
    REQUIRE(utilization.rows.size() == 1);
    CHECK((Cell(utilization, 0, "busy_us") == 10 + late));
    CHECK(Answer("trace", profile, query).rows.size() == 2);
    CHECK(Answer("idle", profile, query).rows.size() == 1);
  }
}

TEST_CASE("Totals outside every step are of the source that recorded the device") {
  Accelerated made;
  for (const int64_t rank : {0, 1}) {
    const SourceId source = rank == 0 ? made.source : made.Source("two");
    made.builder.source(source).rank = rank;
    const StepId step = made.builder.Step(source, 1);
    made.builder.step(step).begin = 0;
    made.builder.step(step).end = 10 * kUs;
    const TrackId stream = made.StreamOf(source, "7", "/device:GPU:" + std::to_string(rank));
    made.Add(stream, 1000, 10 + rank, made.Op("late"));
  }
  const Profile profile = made.builder.Build();
  Query query;
  for (const char* rank : {"0", "1"}) {
    query.selection.ranks = *RegexSet::Compile({rank});
    const Value late = rank[0] == '0' ? 10 : 11;
    CHECK((Cell(Answer("op", profile, query), "<outside steps>", "micros") == late));
    CHECK((Cell(Answer("ops", profile, query), "late", "total_us") == late));
  }
}

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
    CHECK(TrafficOf(name) == Traffic::kCollective);
    CHECK_FALSE(LooksLikeCollective(name));
  }
  for (const char* name : {"nccl:send 0->1", "gloo:recv 1<-0", "c10d::send", "MPI_Isend"}) {
    INFO(name);
    CHECK(TrafficOf(name) == Traffic::kTransfer);
  }
  for (const char* name :
       {"aten::unsqueeze_nccl_like", "void at::native::reduce_kernel<512, 1>(float)", "cclean",
        "hipLaunchKernel", "broadcast.4", "Broadcast", "aten::scatter_reduce", "reduce",
        "ccl_label_components", "gloomy", "MPI_Comm_rank", "MPI_Wait", "successive_halving",
        "_c10d_functional::wait_tensor", "MEMCPY_IN_FUSION_BUFFER", "all_nccl/MatMul",
        "multimedia_decode", "triton_poi_fused_all_gather_into_tensor_0"}) {
    INFO(name);
    CHECK(TrafficOf(name) == Traffic::kNone);
    CHECK_FALSE(LooksLikeCollective(name));
  }
  for (const char* name : {"allreduce_free_buffer", "void my::AllGatherKernel<float>(float*)",
                           "fast_reduce_scatter_v2", "(anonymous namespace)::all_to_all_4"}) {
    INFO(name);
    CHECK(LooksLikeCollective(name));
  }
}

}  // namespace
}  // namespace profiler
