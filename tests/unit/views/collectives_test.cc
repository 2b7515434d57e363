// The view `collectives`, on profiles built by hand: kinds, bandwidths, and who waited.
#include <cmath>

#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/collectives/collective_waits.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

// Ranks with a GPU each.
struct Job : MadeProfile {
  SourceId Rank(int64_t rank, int64_t epoch_ns = 1'000'000'000) {
    const SourceId source = Source("rank" + std::to_string(rank), "rank " + std::to_string(rank));
    builder.source(source).rank = rank;
    builder.source(source).world_size = 2;
    builder.source(source).epoch_ns = epoch_ns;
    return source;
  }
  TrackId Gpu(SourceId source) {
    TrackRow row;
    row.source = source;
    row.device = builder.Device("/device:GPU:" + std::to_string(source.row()));
    row.kind = TrackKind::kStream;
    row.name = builder.Intern("stream 7");
    return builder.Track(row);
  }
  void Kernel(TrackId track, int64_t begin_us, int64_t duration_us, const std::string& name,
              const std::string& detail = "", OpId op = {}) {
    EventRow row;
    row.begin = begin_us * kUs;
    row.duration = duration_us * kUs;
    row.op = op;
    row.label = builder.Intern(name);
    row.detail = builder.Intern(detail);
    builder.AddEvent(track, row);
  }
};

constexpr char kReduce[] = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage)";
const std::string kDetail =
    "collective:allreduce in_elements:1000 out_elements:1000 dtype:Float group_size:4 group:0";

bool HasNote(const Report& report, const std::string& id, const std::string& part = "") {
  for (const Note& note : report.notes) {
    if (note.id == id && note.text.find(part) != std::string::npos) return true;
  }
  return false;
}

TEST_CASE("collectives: kinds by the names of kernels, ops and calls") {
  const std::pair<const char*, const char*> kCases[] = {
      {kReduce, "all_reduce"},
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
      {"ncclDevKernel_Generic_4", "other"},
  };
  for (const auto& [name, kind] : kCases) {
    CAPTURE(name);
    CHECK(Name(KindOfCollective(name)) == kind);
  }
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

TEST_CASE("collectives: bytes, time and bandwidth of a kind") {
  Job job;
  const TrackId gpu = job.Gpu(job.Rank(0));
  job.Kernel(gpu, 0, 2, kReduce, kDetail);
  job.Kernel(gpu, 10, 6, kReduce, kDetail);
  job.Kernel(gpu, 20, 5, "gemm");
  const Profile profile = job.builder.Build();
  const Report report = Answer("collectives", profile);
  REQUIRE(report.rows.size() == 1);
  CHECK(report.rows[0].name == "all_reduce");
  CHECK((Cell(report, 0, "occurrences") == 2));
  CHECK((Cell(report, 0, "bytes") == 8000));
  CHECK((Cell(report, 0, "total_us") == 8));
  CHECK((Cell(report, 0, "avg_us") == 4));
  CHECK((Cell(report, 0, "min_us") == 2));
  CHECK((Cell(report, 0, "max_us") == 6));
  CHECK((Cell(report, 0, "group_size") == 4));
  CHECK(ColumnOf(report, "dtype").words[0] == "Float");
  CHECK(ColumnOf(report, "algorithm_bandwidth").reals[0] == Approx(1e9));
  CHECK(ColumnOf(report, "bus_bandwidth").reals[0] == Approx(1.5e9));
  CHECK(HasNote(report, "missing_ranks", "2 ranks, and 1 of them was opened; missing: 1"));

  Query query;
  query.collectives.bandwidth = 2e9;
  const Report compared = Answer("collectives", profile, query);
  CHECK((Cell(compared, 0, "expected_us") == 4));
  CHECK(ColumnOf(compared, "measured_over_expected").reals[0] == Approx(2));
}

TEST_CASE("collectives: what is not recorded stays unknown") {
  Job job;
  const TrackId gpu = job.Gpu(job.Rank(0));
  job.Kernel(gpu, 0, 2, kReduce);
  job.Kernel(gpu, 0, 2, "ncclDevKernel_Broadcast_RING_LL", "collective:broadcast dtype:Float");
  const Report report = Answer("collectives", job.builder.Build());
  REQUIRE(report.rows.size() == 2);
  for (size_t row : {0, 1}) {
    CHECK((Cell(report, row, "bytes") == kAbsent));
    CHECK((Cell(report, row, "group_size") == kAbsent));
    CHECK(std::isnan(ColumnOf(report, "algorithm_bandwidth").reals[row]));
  }
}

TEST_CASE("collectives: a kernel takes what its launching op tells") {
  Job job;
  const SourceId source = job.Rank(0);
  const TrackId gpu = job.Gpu(source);
  const TrackId thread = job.Track(source, "/host:CPU", TrackKind::kThread);
  const OpId c10d = job.Op("c10d::alltoall_base_"), record = job.Op("record_param_comms");
  job.Event(thread, 0, 100, c10d);
  EventRow row;
  row.begin = 10 * kUs;
  row.duration = 80 * kUs;
  row.op = record;
  row.detail = job.builder.Intern("collective:all_to_all in_elements:10 dtype:Half group_size:2");
  job.builder.AddEvent(thread, row);
  row = {};
  row.begin = 20 * kUs;
  row.duration = 5 * kUs;
  row.op = job.Op("cudaLaunchKernel");
  const EventId call = job.builder.AddEvent(thread, row);
  row = {};
  row.begin = 50 * kUs;
  row.duration = 5 * kUs;
  row.label = job.builder.Intern("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*)");
  job.builder.AddFlow({call, job.builder.AddEvent(gpu, row), FlowKind::kLaunch});
  const Report report = Answer("collectives", job.builder.Build());
  REQUIRE(report.rows.size() == 1);  // what the host did only starts it
  CHECK(report.rows[0].name == "all_to_all");
  CHECK((Cell(report, 0, "bytes") == 20));
}

TEST_CASE("collectives: on hosts the library's work counts, or else the framework's call") {
  for (const bool has_work : {true, false}) {
    Job job;
    const SourceId source = job.Rank(0);
    const TrackId thread = job.Track(source, "/host:CPU", TrackKind::kThread);
    job.Event(thread, 0, 10, job.Op("c10d::allreduce_"));
    job.Event(thread, 2, 5, job.Op("c10d::allreduce_"));  // within the other
    const TrackId worker = job.Track(source, "/host:CPU worker", TrackKind::kThread);
    if (has_work) job.Event(worker, 20, 30, job.Op("gloo:all_reduce"));
    const Report report = Answer("collectives", job.builder.Build());
    const size_t row = 0;
    REQUIRE(!report.rows.empty());
    CHECK((Cell(report, row, "occurrences") == 1));
    CHECK(HasNote(report, "empty") == false);
    CHECK(HasNote(report, "calls_only") == !has_work);
  }
}

TEST_CASE("collectives: no rate of calls on a host, nor in a group of one") {
  const char* const kSize = "collective:allreduce in_elements:1000 dtype:Float group_size:";
  for (const std::string group : {"1", "2"}) {
    for (const bool on_device : {true, false}) {
      CAPTURE(group, on_device);
      Job job;
      const SourceId source = job.Rank(0);
      const TrackId track =
          on_device ? job.Gpu(source) : job.Track(source, "/host:CPU", TrackKind::kThread);
      job.Kernel(track, 0, 8, on_device ? kReduce : "", kSize + group,
                 on_device ? OpId() : job.Op("c10d::allreduce_"));
      Query query;
      query.collectives.bandwidth = 1e9;
      const Report report = Answer("collectives", job.builder.Build(), query);
      REQUIRE(report.rows.size() == 1);
      const bool has_rate = on_device && group == "2";
      CHECK((Cell(report, 0, "bytes") == 4000));
      CHECK(std::isnan(ColumnOf(report, "algorithm_bandwidth").reals[0]) != has_rate);
      CHECK(std::isnan(ColumnOf(report, "bus_bandwidth").reals[0]) != has_rate);
      CHECK((Cell(report, 0, "expected_us") == (has_rate ? Value(4) : kAbsent)));
      CHECK(HasNote(report, "not_expected", "1 of 1 rows") != has_rate);
    }
  }
}

TEST_CASE("collectives: what -from or -to cuts has no bytes") {
  Job job;
  const TrackId gpu = job.Gpu(job.Rank(0));
  job.Kernel(gpu, 0, 1, "gemm");
  job.Kernel(gpu, 10, 10, kReduce, kDetail);
  const Profile profile = job.builder.Build();
  Query query;
  query.selection.from = *TimeBound::Parse("15us");
  const Report report = Answer("collectives", profile, query);
  REQUIRE(report.rows.size() == 1);
  CHECK((Cell(report, 0, "total_us") == 5));
  CHECK((Cell(report, 0, "bytes") == kAbsent));
  CHECK(std::isnan(ColumnOf(report, "algorithm_bandwidth").reals[0]));
}

// Two ranks and three all-reduces of 10 us: rank 1 comes 5 us later to the first two.
void AddRanks(Job& job, int64_t epoch_of_second_ns) {
  const TrackId first = job.Gpu(job.Rank(0));
  const TrackId second = job.Gpu(job.Rank(1, epoch_of_second_ns));
  for (const int64_t at : {0, 100, 200}) {
    const int64_t late = at < 200 ? 5 : 0;
    job.Kernel(first, at, 10 + late, kReduce, kDetail);
    job.Kernel(second, at + late, 10, kReduce, kDetail);
  }
}

TEST_CASE("collectives: by rank, who waited and who came last, with clocks or without") {
  // A second apart, no collective would end at once.
  for (const int64_t epoch : {1'000'000'000, 2'000'000'000}) {
    CAPTURE(epoch);
    Job job;
    AddRanks(job, epoch);
    Query query;
    query.by = "rank";
    const Report report = Answer("collectives", job.builder.Build(), query);
    REQUIRE(report.rows.size() == 2);
    CHECK((Cell(report, "rank 0", "occurrences") == 3));
    CHECK((Cell(report, "rank 0", "compared") == 3));
    CHECK((Cell(report, "rank 0", "total_us") == 40));
    CHECK((Cell(report, "rank 0", "wait_us") == 10));
    CHECK((Cell(report, "rank 0", "late_us") == 0));
    CHECK((Cell(report, "rank 0", "last") == 0));
    CHECK((Cell(report, "rank 1", "wait_us") == 0));
    CHECK((Cell(report, "rank 1", "late_us") == 10));
    CHECK((Cell(report, "rank 1", "late_max_us") == 5));
    CHECK((Cell(report, "rank 1", "last") == 2));
    CHECK(ColumnOf(report, "last_share").reals[1] == Approx(2.0 / 3));
    CHECK(HasNote(report, "arrivals", epoch == 1'000'000'000 ? "clocks, by which" : "durations"));
    CHECK_FALSE(HasNote(report, "missing_ranks"));
  }
}

TEST_CASE("collectives: -rank shows one rank, compared with all") {
  Job job;
  AddRanks(job, 1'000'000'000);
  Query query;
  query.by = "rank";
  query.selection.ranks = *RegexSet::Compile({"1"});
  const Profile profile = job.builder.Build();
  const Report report = Answer("collectives", profile, query);
  REQUIRE(report.rows.size() == 1);
  CHECK((Cell(report, "rank 1", "last") == 2));
  query.selection.to = *TimeBound::Parse("1s");
  CHECK(HasNote(Answer("collectives", profile, query), "window_matches"));
}

TEST_CASE("collectives: ranks with unlike numbers of collectives are told") {
  Job job;
  AddRanks(job, 1'000'000'000);
  job.Kernel(TrackId(0), 300, 10, kReduce, kDetail);
  Query query;
  query.by = "rank";
  const Report report = Answer("collectives", job.builder.Build(), query);
  CHECK(HasNote(report, "unlike_ranks", "all_reduce of group 0, from 3 to 4"));
  CHECK_FALSE(HasNote(report, "window_matches"));
  CHECK((Cell(report, "rank 0", "compared") == 3));
  CHECK((Cell(report, "rank 0", "occurrences") == 4));
}

TEST_CASE("collectives: the time that gradients should take, by the model's parameters") {
  Job job;
  const OpId variable = job.Op("w");
  job.builder.op(variable).type = job.builder.Intern("VariableV2");
  job.builder.AddShapeDim(variable, 250);
  job.builder.AddShapeDim(variable, 4);
  job.Kernel(job.Gpu(job.Rank(0)), 0, 8, kReduce);
  Query query;
  query.collectives.bandwidth = 1e9;
  const Profile profile = job.builder.Build();
  const Report report = Answer("collectives", profile, query);
  REQUIRE(report.sections.size() == 1);
  CHECK((Cell(report.sections[0], 0, "parameters") == 1000));
  CHECK((Cell(report.sections[0], 0, "bytes") == 4000));
  CHECK((Cell(report.sections[0], 0, "expected_us") == 4));
  CHECK((Cell(report.sections[0], 0, "measured_us") == 8));
  CHECK(ColumnOf(report.sections[0], "measured_over_expected").reals[0] == Approx(2));
  CHECK(HasNote(report, "not_expected", "-parameters N tells"));
  query.collectives.parameters = 500;
  const Report given = Answer("collectives", profile, query);
  CHECK((Cell(given.sections.at(0), 0, "expected_us") == 2));
  CHECK_FALSE(HasNote(given, "not_expected", "-parameters N tells"));
}

TEST_CASE("collectives: an empty table says why") {
  Job job;
  job.Kernel(job.Gpu(job.Rank(0)), 0, 2, "gemm");
  const Report report = Answer("collectives", job.builder.Build());
  CHECK(report.rows.empty());
  CHECK(HasNote(report, "empty", "no collective was recorded"));
}

}  // namespace
}  // namespace profiler
