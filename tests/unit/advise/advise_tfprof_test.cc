// The three rules of tfprof, and how ours differ from its errors.
#include <algorithm>

#include "profiler/analysis/accelerators/host_waits.h"
#include "tests/unit/advise/advise_fixture.h"

namespace profiler {
namespace {

const std::string kUtilization = "AcceleratorUtilizationChecker";
const std::string kOperation = "OperationChecker";
const std::string kExpensive = "ExpensiveOperationChecker";

// Kernels from `begin` to `end` in us, each its own op, on streams of one GPU.
struct Kernel {
  int64_t begin, end;
  std::string stream = "1";
};
Profile Gpu(const std::vector<Kernel>& kernels) {
  AdviseMaker make;
  const StepId step = make.Step(1);
  for (const Kernel& kernel : kernels) {
    const OpId op = make.Op("op" + std::to_string(make.builder.op_count()), "MatMul", kGpu);
    make.Event(make.Track(kGpu, TrackKind::kStream, kernel.stream), kernel.begin,
               kernel.end - kernel.begin, op, step);
  }
  return make.builder.Build();
}

TEST_CASE("Utilization is the kernels' time in the span, in tfprof's words") {
  const Report low = Section(Gpu({{0, 10}, {90, 100}}), kUtilization);
  CHECK(Said(low, "low_utilization") == std::string("device: ") + kGpu + " low utilization: 0.20");
  CHECK(Said(low, "low_utilization", "severity") == "warning");
  CHECK(Own(EvidenceOf(low, "low_utilization"), "last step", "span_us") == 100 * kUs);
  const Report good = Section(Gpu({{0, 60}, {70, 100}}), kUtilization);
  CHECK(Said(good, "utilization") == std::string("device: ") + kGpu + " utilization: 0.90");
  CHECK(Said(good, "utilization", "severity") == "info");
  CHECK(Lacks(good).empty());
}

TEST_CASE("Kernels that overlap are no utilization over 1") {
  // 150 us of kernels in 100 us, with at least one running during 80.
  const Report over = Section(Gpu({{0, 80, "1"}, {0, 70, "2"}, {100, 100, "1"}}), kUtilization);
  CHECK(Said(over, "utilization") ==
        std::string("device ") + kGpu +
            ": kernels ran during 80% of its span, on several streams at once");
  CHECK(Own(EvidenceOf(over, "utilization"), "last step", "busy_us") == 80 * kUs);
  CHECK(Own(EvidenceOf(over, "utilization"), "last step", "summed_us") == 150 * kUs);
}

TEST_CASE("Utilization is of the last selected step in which an op ran") {
  AdviseMaker make;
  const OpId first = make.Op("first", "MatMul", kGpu), last = make.Op("last", "MatMul", kGpu);
  const TrackId stream = make.Track(kGpu, TrackKind::kStream);
  for (int64_t step = 1; step <= 2; ++step) {
    make.Event(stream, 1000 * step, 40 * step, first, make.Step(step));
    make.Event(stream, 1000 * step + 90, 10, last, make.Step(step));
  }
  const Profile profile = make.builder.Build();
  CHECK(Contains(Said(Section(profile, kUtilization), "utilization"), "utilization: 0.90"));
  Query query = AdviceQuery({kUtilization});
  query.selection.steps = StepSelection::One(1);
  CHECK(Contains(Said(Advise(profile, query).sections[0], "utilization"), "utilization: 0.50"));
}

TEST_CASE(
    "Where no op is assigned to an accelerator, what ran there tells; nested work counts once") {
  AdviseMaker make;
  const OpId op = make.Op("fusion", "fusion");
  const TrackId stream = make.Track(kGpu, TrackKind::kStream, "1");
  make.Event(stream, 0, 100, op, make.Step(1));
  const StepId last = make.Step(2);
  make.Event(stream, 200, 50, op, last);
  make.Event(stream, 210, 10, op, last);
  make.Event(stream, 290, 10, op, last);
  const Report use = Section(make.builder.Build(), kUtilization);
  // Over both steps, each from its first event to its last.
  CHECK(Said(use, "utilization") ==
        std::string(kGpu) + " was busy for 80% of 2 steps, 160 us of 200 us");
  CHECK(Own(EvidenceOf(use, "utilization"), "2 steps", "busy_us") == 160 * kUs);
}

TEST_CASE("Utilization is not judged without an accelerator, or without its times") {
  AdviseMaker on_cpu;
  on_cpu.Event(on_cpu.Track(kCpu, TrackKind::kLane), 0, 10, on_cpu.Op("a", "A", kCpu),
               on_cpu.Step(1));
  CHECK(Lacks(Section(on_cpu.builder.Build(), kUtilization)) == "no op ran on an accelerator");

  AdviseMaker make;  // only its scheduling on the host was recorded
  make.Event(make.Track(kCpu, TrackKind::kLane), 0, 10, make.Op("a", "A", kGpu), make.Step(1));
  const Profile no_kernels = make.builder.Build();
  const Report section = Section(no_kernels, kUtilization);
  CHECK(section.rows.empty());
  CHECK(Contains(Lacks(section), "kernel times were not recorded"));
  // tfprof's line stays with its arithmetic.
  Query query = AdviceQuery({kUtilization});
  query.compat_tfprof = true;
  const Report compat = Advise(no_kernels, query).sections[0];
  CHECK(Said(compat, "utilization_unknown") ==
        std::string("device: ") + kGpu + " low utilization: 0.00");
  CHECK(Said(compat, "utilization_unknown", "severity") == "info");
  CHECK(Contains(Lacks(compat), "kernel times were not recorded"));
}

// A batch normalization of this type, on the device.
Profile BatchNorm(const std::string& type, const std::string& device, const std::string& format) {
  AdviseMaker make;
  const OpId op = make.Op("net/BatchNorm", type, device);
  if (!format.empty()) make.TextAttribute(op, "data_format", format);
  make.Event(make.Track(device, TrackKind::kLane), 0, 10, op, make.Step(1));
  return make.builder.Build();
}

TEST_CASE("Batch normalization that is not fused") {
  const Report section = Section(BatchNorm("Mul", kCpu, ""), kOperation);
  CHECK(Said(section, "batch_norm_not_fused") ==
        "Maybe use faster FusedBatchNorm instead of BatchNorm");
  CHECK(Said(section, "batch_norm_not_fused", "severity") == "warning");
  CHECK(Own(EvidenceOf(section, "batch_norm_not_fused"), "net/BatchNorm", "micros") == 10 * kUs);
}

TEST_CASE("Every version of FusedBatchNorm is fused") {
  for (const char* type : {"FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"}) {
    CAPTURE(type);
    CHECK(Section(BatchNorm(type, kCpu, ""), kOperation).rows.empty());
  }
}

TEST_CASE("NHWC is advised against on a GPU only") {
  const Report section = Section(BatchNorm("FusedBatchNormV3", kGpu, "NHWC"), kOperation);
  CHECK(Said(section, "nhwc_on_gpu") ==
        "Found operation using NHWC data_format on GPU. Maybe NCHW is faster.");
  CHECK(Section(BatchNorm("FusedBatchNormV3", kGpu, "NCHW"), kOperation).rows.empty());
  CHECK(Section(BatchNorm("FusedBatchNormV3", kCpu, "NHWC"), kOperation).rows.empty());
  CHECK(Section(BatchNorm("FusedBatchNormV3", kGpu, ""), kOperation).rows.empty());
}

TEST_CASE("Without attributes of ops their data formats are not judged") {
  const Report section = Section(BatchNorm("FusedBatchNormV3", kGpu, ""), kOperation);
  CHECK(section.rows.empty());
  CHECK(Contains(Lacks(section), "data formats are not known"));
  CHECK(Lacks(Section(BatchNorm("FusedBatchNormV3", kGpu, "NCHW"), kOperation)).empty());
}

// Two ops in one scope, below frames that call only one other frame each.
Profile Traced(int64_t micros, int64_t frames_above = 0) {
  AdviseMaker make;
  FrameId main;
  for (int64_t i = frames_above; i >= 0; --i) main = make.Frame(main, "run.py", i + 1, "main");
  const FrameId build = make.Frame(main, "model.py", 2, "build");
  const TrackId lane = make.Track(kCpu, TrackKind::kLane);
  const StepId step = make.Step(1);
  for (int64_t i = 0; i < 2; ++i) {
    const OpId op = make.Op("net/op" + std::to_string(i), i == 0 ? "MatMul" : "odd name(2)", kCpu);
    make.builder.op(op).frame = make.Frame(build, "model.py", 10 + i, "layer");
    make.Event(lane, 10000 * i, micros * (2 - i), op, step);
  }
  return make.builder.Build();
}

std::vector<std::string> TextsOf(const Report& section, const std::string& id) {
  std::vector<std::string> texts;
  for (size_t row = 0; row < section.rows.size(); ++row) {
    if (section.rows[row].name == id) texts.push_back(ColumnOf(section, "text").words[row]);
  }
  return texts;
}

TEST_CASE("The costliest types per step, and what their share is of") {
  const Report section = Section(Traced(2000), kExpensive);
  const auto types = TextsOf(section, "op_type");
  REQUIRE(types.size() == 2);
  CHECK(types[0] ==
        "top 1 operation type: MatMul, 4 ms per step on the host; 67% of the self time of all ops, "
        "on hosts and devices, as in `overview`");
  CHECK(types[1] == "top 2 operation type: odd name(2), 2 ms per step on the host; 33%");
  CHECK(Said(section, "op_type", "command") ==
        "scope -account_type_regexes MatMul -order_by micros");
  CHECK(ColumnOf(section, "command").words[1] ==
        R"(scope -account_type_regexes 'odd name\(2\)' -order_by micros)");
}

TEST_CASE("A scope is shown with all that is in it") {
  const auto scopes = TextsOf(Section(Traced(2000), kExpensive), "scope");
  REQUIRE(scopes.size() == 1);
  CHECK(scopes[0] == "top 1 graph node: net, 6 ms per step on the host");
}

TEST_CASE("Lines of code below frames that call one other only are shown") {
  const Report section = Section(Traced(2000), kExpensive);
  CHECK(TextsOf(section, "code") ==
        std::vector<std::string>{"model.py:10:layer, 4 ms per step on the host",
                                 "model.py:11:layer, 2 ms per step on the host"});
  CHECK(Contains(Said(section, "code", "subject"), "model.py:2:build > model.py:10:layer"));
}

TEST_CASE("However many frames that call one other only stand above the lines of code") {
  for (const int64_t frames : {2, 3, 4, 5, 40}) {
    const auto lines = TextsOf(Section(Traced(2000, frames), kExpensive), "code");
    CHECK(lines == TextsOf(Section(Traced(2000), kExpensive), "code"));
  }
}

TEST_CASE("Cheap lines of code are left out; the threshold says which") {
  const Profile profile = Traced(400);
  CHECK_FALSE(Has(Section(profile, kExpensive), "code"));
  CHECK(TextsOf(Section(profile, kExpensive, {{kExpensive + ".code_us", 500}}), "code").size() ==
        1);
}

TEST_CASE("Nothing is expensive where nothing ran") {
  AdviseMaker make;
  make.Op("a", "A", kCpu);
  const Report section = Section(make.builder.Build(), kExpensive);
  CHECK(section.rows.empty());
  CHECK(Contains(Lacks(section), "no execution was recorded"));
}

TEST_CASE("Threads that only wait are known by Python's own names") {
  for (const char* name :
       {"threading.py(359): wait", "/usr/lib/python3.10/threading.py(320): wait",
        "queue.py(180): get", "selectors.py(452): select", "<built-in function sleep>",
        "<built-in method acquire of _thread.lock object at 0x7f>", "$threading.py:320 wait",
        "$time sleep"}) {
    INFO(name);
    CHECK(WaitsForThreads(name));
  }
  for (const char* name :
       {"train.py(3): wait", "my_queue.py(1): get", "threading.py(1): run",
        "<built-in method wait_stream of Stream>", "aten::select", "$time time", ""}) {
    INFO(name);
    CHECK_FALSE(WaitsForThreads(name));
  }
}

TEST_CASE("What is outside every step is told by itself, waiting threads apart") {
  AdviseMaker make;
  const StepId step = make.Step(1);
  const TrackId thread = make.Track(kCpu, TrackKind::kThread);
  make.Event(thread, 0, 2000, make.Op("mm", "MatMul", kCpu), step);
  const OpId wait = make.Op("threading.py(359): wait", "PythonFunction");
  make.builder.op(wait).kind = OpKind::kRuntime;
  make.Event(thread, 5000, 9000, wait, StepId());
  make.Event(thread, 20'000, 1000, make.Op("save", "Save"), StepId());
  const Report section = Section(make.builder.Build(), kExpensive);
  CHECK(Contains(TextsOf(section, "op_type").front(), "top 1 operation type: MatMul"));
  CHECK(Said(section, "outside_steps") ==
        "outside every step: 1 ms, added up over threads and devices; most work there is save "
        "(100%); besides, threads only wait for 9 ms");
  for (const Row& row : section.rows) CHECK(row.key.back() != "<outside steps>");
}

}  // namespace
}  // namespace profiler
