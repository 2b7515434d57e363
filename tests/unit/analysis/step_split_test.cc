// How the view `steps` splits a step's time, on profiles built by hand.
#include <cmath>
#include <map>

#include "profiler/views/steps/steps.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

constexpr char kHost[] = "/job:w/replica:0/task:0/device:cpu:0";
constexpr char kGpu[] = "/job:w/replica:0/task:0/device:gpu:0";

// A step "train 1" of 100 us, marked on a thread.
struct MarkedStep : MadeProfile {
  SourceId source = Source("one", "h");
  StepId step = builder.Step(source, 1);
  TrackId thread = Track(source, kHost, TrackKind::kThread), gpu = Stream(source, kGpu);

  MarkedStep() {
    StepRow& row = builder.step(step);
    row.name = builder.Intern("train 1");
    row.begin = 0;
    row.end = 100 * kUs;
    Add(thread, 0, 100, "train");
  }
  EventId Add(TrackId track, int64_t begin, int64_t duration, const std::string& name,
              bool of_step = true) {
    EventRow row;
    row.begin = begin * kUs;
    row.duration = duration * kUs;
    row.op = Op(name);
    if (of_step) row.step = step;
    return builder.AddEvent(track, row);
  }
};

void CheckParts(const Report& report, const std::map<std::string, Value>& parts) {
  Value sum = 0;
  for (const ReportColumn& part : StepPartColumns()) {
    CAPTURE(part.name);
    const auto it = parts.find(part.name);
    CHECK((Cell(report, 0, part.name) == (it == parts.end() ? 0 : it->second)));
    sum += ColumnOf(report, part.name).own[0];
  }
  CHECK((sum == ColumnOf(report, "total_us").own[0]));
}

TEST_CASE("of what runs at the same time the more telling counts, and the gaps are other") {
  MarkedStep made;
  made.Add(made.thread, 0, 50, "forward");
  made.Add(made.thread, 10, 10, "IteratorGetNext");
  const EventId launch = made.Add(made.thread, 30, 10, "cuLaunchKernel");
  made.Add(made.gpu, 15, 10, "MemcpyH2D");
  const EventId kernel = made.Add(made.gpu, 35, 25, "gemm_bf16_kernel");
  made.builder.AddFlow({launch, kernel, FlowKind::kLaunch});
  made.Add(made.gpu, 55, 10, "relu_kernel");  // 5 of it below the 16 bits
  made.Add(made.gpu, 65, 5, "ncclDevKernel_AllReduce");
  made.Add(made.gpu, 70, 5, "MEMCPYDtoH");
  made.Add(made.gpu, 95, 20, "MEMCPYDtoD");  // 15 of it when the step is over
  CheckParts(Answer("steps", made.builder.Build()), {{"input_us", 10},
                                                     {"host_to_device_us", 5},
                                                     {"host_compute_us", 15},
                                                     {"kernel_launch_us", 5},
                                                     {"device_compute_16_us", 25},
                                                     {"device_compute_32_us", 5},
                                                     {"collectives_us", 5},
                                                     {"output_us", 5},
                                                     {"device_to_device_us", 5},
                                                     {"other_us", 20}});
}

TEST_CASE("frames around ops, and what only its time puts into a step, do not count on a host") {
  MarkedStep made;
  made.Add(made.thread, 0, 30, "EagerExecute");
  made.Add(made.thread, 5, 10, "PjRtCpuClient::Compile");
  const TrackId other = made.Track(made.source, "pool", TrackKind::kThread);
  made.Add(other, 40, 20, "stray", /*of_step=*/false);
  made.Add(made.gpu, 70, 20, "stray_kernel", /*of_step=*/false);
  CheckParts(Answer("steps", made.builder.Build()),
             {{"compile_us", 10}, {"device_compute_32_us", 20}, {"other_us", 70}});
}

TEST_CASE("a mark that is work itself counts as that, as its name tells") {
  MarkedStep made;
  made.builder.step(made.step).name = made.builder.Intern("backend_compile 0");
  made.Add(made.thread, 0, 40, "backend_compile");
  CheckParts(Answer("steps", made.builder.Build()), {{"compile_us", 40}, {"host_compute_us", 60}});
}

TEST_CASE("without an accelerator a compiled program's instructions count by their time") {
  for (const bool has_device : {false, true}) {
    MarkedStep made;
    EventRow row;
    row.begin = 20 * kUs;
    row.duration = 30 * kUs;
    row.op = made.Op("dot.1");
    made.builder.op(row.op).kind = OpKind::kHloInstruction;
    made.builder.AddEvent(made.Track(made.source, "pool", TrackKind::kThread), row);
    if (has_device) made.Add(made.gpu, 90, 10, "kernel");
    const Report report = Answer("steps", made.builder.Build());
    CHECK((Cell(report, 0, "host_compute_us") == (has_device ? 0 : 30)));
  }
}

TEST_CASE("without an accelerator a call that has a correlation is host work") {
  MadeProfile made;
  const SourceId source = made.Source("one", "h");
  const StepId step = made.builder.Step(source, 1);
  made.Event(made.Track(source, kHost, TrackKind::kThread), 0, 10,
             made.Op("ExecutorState::Process"), step);
  CheckParts(Answer("steps", made.builder.Build()), {{"host_compute_us", 10}});
}

TEST_CASE("a step of which no timeline tells is not split") {
  MadeProfile made;
  const SourceId source = made.Source("one", "h");
  const OpId a = made.Op("a");
  made.Event(made.Track(source, kHost), 0, 10, a, made.builder.Step(source, 1));
  const StepId step = made.builder.Step(source, 2);
  made.Memory(a, step, kHost, 100);
  const Report report = Answer("steps", made.builder.Build());
  CHECK((Cell(report, 0, "other_us") == 0));
  CHECK((Cell(report, 1, "other_us") == kAbsent));
}

// Two cores; the second waits longer.
TEST_CASE("on TPUs the core that waits longest tells, by its instructions' self times") {
  MadeProfile made;
  const SourceId source = made.Source("one", "h");
  const StepId step = made.builder.Step(source, 1);
  made.builder.step(step).begin = 0;
  made.builder.step(step).end = 100 * kUs;
  for (const int core : {0, 1}) {
    const TrackId track = made.Stream(source, "TPU " + std::to_string(core));
    made.builder.device(made.builder.Device("TPU " + std::to_string(core))).kind = DeviceKind::kTpu;
    const auto add = [&](int64_t begin, int64_t duration, const std::string& category) {
      const OpId op = made.Op(category + std::to_string(core));
      made.builder.op(op).category = made.builder.Intern(category);
      made.Event(track, begin, duration, op, step);
    };
    add(0, 10 + 10 * core, "infeed");
    add(30, 40, "while");
    add(40, 10, "all-reduce fusion");
    add(70, 5, "outfeed");
    add(80, 6, "host send");
  }
  const Report report = Answer("steps", made.builder.Build());
  CheckParts(report, {{"input_us", 20},
                      {"device_compute_32_us", 30},
                      {"collectives_us", 10},
                      {"output_us", 5},
                      {"host_to_device_us", 6},
                      {"other_us", 29}});
  CHECK(ColumnOf(report, "infeed_share_min").reals[0] == Approx(0.1));
  CHECK(ColumnOf(report, "infeed_share_max").reals[0] == Approx(0.2));
}

// Steps of 10, 20, 30, 40 and 400 us, and a partial one.
TEST_CASE("statistics are of steps that are not partial, and outliers are told") {
  MadeProfile made;
  const SourceId source = made.Source("one", "h");
  const TrackId track = made.Track(source, kHost);
  int64_t number = 0;
  for (const int64_t length : {10, 20, 30, 40, 400, 7000}) {
    const StepId step = made.builder.Step(source, ++number);
    made.builder.step(step).partial = length == 7000;
    made.Event(track, 10'000 * number, length, made.Op("a"), step);
  }
  const Profile profile = made.builder.Build();
  const Report report = Answer("steps", profile);
  CHECK(ColumnOf(report, "outlier").own == std::vector<Value>{0, 0, 0, 0, 1, 0});
  REQUIRE(report.sections.size() == 1);
  const Report& statistics = report.sections[0];
  REQUIRE(HasRow(statistics, "host_compute_us"));
  CHECK_FALSE(HasRow(statistics, "input_us"));
  const size_t total = RowOf(statistics, "total_us");
  const auto of_total = [&](const std::string& column) {
    return ColumnOf(statistics, column).reals[total];
  };
  CHECK((Cell(statistics, total, "steps") == 5));
  CHECK(of_total("average_us") == Approx(100));
  CHECK(of_total("median_us") == Approx(30));
  CHECK(of_total("deviation_us") == Approx(std::sqrt(28'250.0)));
  CHECK(of_total("min_us") == Approx(10));
  CHECK(of_total("max_us") == Approx(400));
  CHECK(of_total("share") == Approx(1));
  Query query;
  query.select_columns = {"cpu_us"};
  query.top = 1;
  const Report selected = Answer("steps", profile, query);
  REQUIRE(selected.sections.size() == 1);
  REQUIRE(selected.sections[0].rows.size() == 1);  // of the columns that are shown, over all rows
  CHECK(selected.sections[0].rows[0].name == "cpu_us");
  CHECK((Cell(selected.sections[0], 0, "steps") == 5));
  CHECK(std::isnan(ColumnOf(selected.sections[0], "share").reals[0]));
}

TEST_CASE("a step is called as xprof does: by its mark, or by its number where a device tells") {
  MarkedStep marked;
  MadeProfile numbered;
  const SourceId source = numbered.Source("one", "h");
  numbered.Event(numbered.Track(source, kHost), 0, 10, numbered.Op("a"),
                 numbered.builder.Step(source, 7));
  CHECK(ColumnOf(Answer("steps", marked.builder.Build()), "step").words[0] == "train 1");
  CHECK(ColumnOf(Answer("steps", numbered.builder.Build()), "step").words[0] == "7");
  MarkedStep on_gpu;
  on_gpu.Add(on_gpu.gpu, 10, 5, "kernel");
  CHECK(ColumnOf(Answer("steps", on_gpu.builder.Build()), "step").words[0] == "1");
}

}  // namespace
}  // namespace profiler
