// MemoryChecker and its analysis.
#include <cmath>
#include <utility>

#include "profiler/analysis/memory/memory_in_use.h"
#include "profiler/analysis/memory/memory_use.h"
#include "tests/unit/advise/advise_fixture.h"

namespace profiler {
namespace {

const std::string kRule = "MemoryChecker";

// Allocations are in MB, times in us.
class MemoryMaker : public AdviseMaker {
 public:
  void Allocate(OpId op, StepId step, int64_t at, double megabytes, uint64_t address = 0,
                const std::string& allocator = "", const std::string& device = kGpu) {
    AllocationRow row;
    row.op = op;
    row.step = step;
    row.device = Device(device);
    if (!allocator.empty()) row.allocator = builder.Intern(allocator);
    row.time = at == kUnknown ? kUnknown : at * kUs;
    row.delta = static_cast<int64_t>(megabytes * 1e6);
    row.address = address;
    builder.AddAllocation(row);
  }
  void Snapshot(OpId op, StepId step, int64_t peak, int64_t residual, int64_t in_use = 0,
                const std::string& device = kGpu) {
    SnapshotRow row;
    row.op = op;
    row.step = step;
    row.device = Device(device);
    row.peak_bytes = row.requested_bytes = peak;
    row.residual_bytes = residual;
    row.allocator_bytes_in_use = in_use;
    builder.AddSnapshot(row);
  }
  void Counter(const std::string& metric, int64_t at, double value) {
    MetricRow row;
    row.name = builder.Intern(metric);
    CounterRow counter;
    counter.metric = builder.AddMetric(row);
    counter.source = source;
    counter.device = Device(kGpu);
    counter.time = at * kUs;
    counter.value = value;
    builder.AddCounter(counter);
  }
  void Extent(StepId step, int64_t begin, int64_t end) {
    builder.step(step).begin = begin * kUs;
    builder.step(step).end = end * kUs;
  }
};

Selected StepsOf(const Profile& profile, const std::string& text) {
  Selection selection = Query().selection;
  selection.steps = *StepSelection::Parse(text);
  const Selected selected(profile, selection);
  REQUIRE(selected.CheckSteps().ok());
  return selected;
}
std::vector<MemoryUse> UsesOf(const Selected& selected) {
  RunContext context;
  return FindMemoryUses(selected, context, MemoryPieces::kAll)->uses;
}
std::vector<MemoryUse> Live(const Profile& profile, const std::string& steps = "-1") {
  return UsesOf(StepsOf(profile, steps));
}

TEST_CASE("What is alive at the peak, and from when to when") {
  MemoryMaker make;
  const StepId step = make.Step(1);
  make.Extent(step, 0, 100);
  const OpId a = make.Op("a", "A", kGpu), b = make.Op("b", "B", kGpu);
  make.Allocate(b, step, 50, -2);  // in any order
  make.Allocate(a, step, 10, 3);
  make.Allocate(b, step, 20, 2);
  make.Allocate(b, step, 60, 2);  // an equal peak: the last one counts
  const std::vector<MemoryUse> live = Live(make.builder.Build());
  REQUIRE(live.size() == 1);
  CHECK(live[0].step == step);
  CHECK(live[0].begin == 10 * kUs);
  CHECK(live[0].end == 60 * kUs);
  CHECK((live[0].peak == 5'000'000));
  CHECK((live[0].held_at_peak == 5'000'000));
  CHECK(live[0].peak_time == 60 * kUs);
  REQUIRE(live[0].held.size() == 2);
  CHECK(live[0].held[0].end == kUnknown);
  CHECK(live[0].held[1].begin == 60 * kUs);
  REQUIRE(live[0].not_at_peak.size() == 1);
  CHECK(live[0].not_at_peak[0].end == 50 * kUs);
}

TEST_CASE("What is freed without having been allocated was held from the start") {
  MemoryMaker make;
  const StepId step = make.Step(1);
  const OpId a = make.Op("a", "A", kGpu);
  make.Allocate(a, step, 10, 1);
  make.Allocate(a, step, 20, -7);
  make.Allocate(a, step, 30, 4);
  const MemoryUse live = Live(make.builder.Build()).at(0);
  CHECK((live.peak - live.held_at_peak == 7'000'000));
  CHECK((live.peak == 8'000'000));
  CHECK(live.peak_time == 10 * kUs);

  MemoryMaker only_frees;
  only_frees.Allocate(a, only_frees.Step(1), 10, -7);
  CHECK((Live(only_frees.builder.Build()).at(0).peak == 7'000'000));
}

TEST_CASE("An address tells what a free ends, whoever frees it") {
  MemoryMaker make;
  const StepId step = make.Step(1);
  const OpId a = make.Op("a", "A", kGpu);
  make.Allocate(a, step, 10, 1, 0x100);
  make.Allocate(a, step, 20, 1, 0x200);
  make.Allocate(OpId(), step, 30, -1, 0x200);
  const MemoryUse live = Live(make.builder.Build()).at(0);
  CHECK(live.held.at(0).end == kUnknown);
  CHECK(live.held.at(1).end == 30 * kUs);
}

TEST_CASE("Each device and allocator by itself, in its step with the highest peak") {
  MemoryMaker make;
  const StepId one = make.Step(1), two = make.Step(2);
  const OpId a = make.Op("a", "A", kGpu);
  make.Allocate(a, one, 10, 1, 0, "GPU_0_bfc");
  make.Allocate(a, two, 1010, 5, 0, "GPU_0_bfc");
  make.Allocate(a, one, 11, 2, 0, "gpu_host_bfc");
  make.Allocate(a, one, 12, 3, 0, "cpu", kCpu);
  make.Allocate(a, one, kUnknown, 100, 0, "cpu", kCpu);  // without a time
  const Profile profile = make.builder.Build();
  const std::vector<MemoryUse> live = Live(profile);
  REQUIRE(live.size() == 3);
  // Hosts come before their accelerators.
  CHECK((live[0].peak == 3'000'000));
  CHECK((live[1].peak == 5'000'000));
  CHECK(live[1].step == two);
  CHECK((live[2].peak == 2'000'000));
  CHECK((Live(profile, "1").at(1).peak == 1'000'000));
  Selection cpu_only = Query().selection;
  cpu_only.devices = *RegexSet::Compile({".*cpu.*"});
  CHECK(UsesOf({profile, cpu_only}).size() == 1);
}

TEST_CASE("The most memory in use, of snapshots and counters of the selected steps") {
  MemoryMaker make;
  const StepId one = make.Step(1), two = make.Step(2);
  make.Extent(one, 0, 100);
  make.Extent(two, 100, 200);
  const OpId a = make.Op("a", "A", kGpu);
  make.Snapshot(a, one, 1, 1, 300);
  make.Snapshot(a, two, 1, 1, 400);
  make.Snapshot(a, one, 1, 1, 0, kCpu);  // an allocator without statistics
  make.Counter("bytes_in_use", 50, 500);
  make.Counter("bytes_in_use", 150, 600);
  make.Counter("some other bytes", 50, 9000);
  make.Counter("bytes_in_use", 50, std::nan(""));
  make.Counter("bytes_in_use", 50, 1e300);
  const Profile profile = make.builder.Build();
  const auto most = [&](const std::string& steps) {
    return MostMemoryInUse(StepsOf(profile, steps));
  };
  REQUIRE(profile.devices.size() == 2);
  CHECK((most("-1")[0].used == 600));
  CHECK((most("-1")[0].reserved == kAbsent));
  CHECK((most("-1")[1].taken() == kAbsent));
  CHECK((most("1")[0].used == 500));
}

TEST_CASE("What an allocator says it took counts, with all that was held before the recording") {
  MemoryMaker make;
  make.builder.device(make.Device(kGpu)).memory_bytes = 1'000'000'000;
  const OpId op = make.Op("aten::mm", "aten::mm", kGpu);
  make.builder.op(op).scope = make.builder.Intern("Net_0/Linear_1");
  for (int64_t i = 1; i <= 2; ++i) {
    AllocationRow row;
    row.op = op;
    row.step = make.Step(i);
    row.device = make.Device(kGpu);
    row.time = i * kUs;
    row.delta = 400'000'000;
    row.total_allocated = 800'000'000 * i / 2;
    row.total_reserved = 950'000'000 * i / 2;
    make.builder.AddAllocation(row);
  }
  const Profile profile = make.builder.Build();
  const Report section = Section(profile, kRule);
  // What the allocator took is not free for others; what no op uses of it is there for further ops,
  // so this is no warning.
  CHECK(Contains(Said(section, "headroom"),
                 "its allocator reserved 950 MB of it at most, of which 800 MB were in use: "
                 "50 MB (5%) stays free"));
  CHECK((Own(EvidenceOf(section, "headroom"), "memory", "reserved_bytes") == 950'000'000));
  CHECK(Contains(Said(section, "peak_by_scope"), "Net_0/Linear_1 held 100%"));
  const auto first = MostMemoryInUse(StepsOf(profile, "1"));
  CHECK((first[0].taken() == 475'000'000));
}

// A step of 100 us on a GPU with `gigabytes`, in which a convolution holds 6 MB for 80 us.
Profile Holding(double gigabytes) {
  MemoryMaker make;
  if (gigabytes > 0) {
    make.builder.device(make.Device(kGpu)).memory_bytes = static_cast<int64_t>(gigabytes * 1e9);
  }
  const StepId step = make.Step(3);
  make.Extent(step, 0, 100);
  const OpId conv = make.Op("net/block/a/conv/Conv2D", "Conv2D", kGpu);
  const OpId relu = make.Op("net/block/a/Relu", "Relu", kGpu);
  make.Allocate(conv, step, 10, 6);
  make.Allocate(relu, step, 20, 2);
  make.Allocate(relu, step, 30, -2);
  make.Allocate(conv, step, 90, -6);
  make.Snapshot(conv, step, 6'000'000, 6'000'000, 950'000'000);
  make.Snapshot(relu, step, 2'000'000, 0, 960'000'000);
  return make.builder.Build();
}

TEST_CASE("Who holds the memory at the peak, by type and by scope") {
  const Report section = Section(Holding(1), kRule);
  CHECK(Said(section, "peak_by_type") ==
        std::string("peak memory 8 MB (recorded allocations) on ") + kGpu +
            ", 20 us into step 3; 75% of it is of Conv2D");
  const Report& types = EvidenceOf(section, "peak_by_type");
  CHECK((Own(types, "Conv2D", "bytes") == 6'000'000));
  CHECK((Own(types, "Conv2D", "kept_us") == 80 * kUs));
  CHECK((Own(types, "Relu", "allocations") == 1));
  CHECK(EvidenceOf(section, "peak_by_scope").rows[0].name == "net/block/a");
  CHECK((Own(EvidenceOf(section, "peak_by_scope"), "net/block/a", "bytes") == 8'000'000));
  CHECK(Contains(Said(section, "peak_by_scope", "command"), "-step 3"));
}

TEST_CASE("What is kept long and is big; thresholds say what that means") {
  const Profile profile = Holding(1);
  const Report section = Section(profile, kRule);
  CHECK(Contains(Said(section, "kept_long"),
                 "1 allocation of 6 MB in all, most of "
                 "net/block/a/conv/Conv2D, is held for over 50%"));
  CHECK(EvidenceOf(section, "kept_long").rows.size() == 1);
  CHECK_FALSE(Has(Section(profile, kRule, {{kRule + ".kept_share", 0.8}}), "kept_long"));
  CHECK_FALSE(Has(Section(profile, kRule, {{kRule + ".kept_bytes", 7e6}}), "kept_long"));
  const Report all =
      Section(profile, kRule, {{kRule + ".kept_bytes", 1}, {kRule + ".kept_share", 0}});
  CHECK(EvidenceOf(all, "kept_long").rows.size() == 2);
}

// The loss in 32 bit, two tensors of its size, and logits in 16 bit; 10 of the 13 MB at the peak.
Profile HoldingLogits(int64_t device_bytes) {
  MemoryMaker make;
  make.builder.device(make.Device(kGpu)).memory_bytes = device_bytes;
  const StepId step = make.Step(1);
  make.Extent(step, 0, 100);
  const std::pair<const char*, double> held[] = {
      {"aten::gelu", 3}, {"aten::mm", 2}, {"aten::copy_", 4}, {"aten::_log_softmax", 4}};
  for (const auto& [name, megabytes] : held) {
    const OpId op = make.Op(name, name, kGpu);
    make.Allocate(op, step, 10, megabytes);
    make.Allocate(op, step, 50, -megabytes);
  }
  return make.builder.Build();
}

TEST_CASE("What the loss and its logits hold at the peak") {
  const Report section = Section(HoldingLogits(100'000'000), kRule);
  CHECK(Contains(Said(section, "loss_memory"),
                 "10 MB of the 13 MB peak (77%) is in 3 tensors as large as the logits"));
  CHECK(Said(section, "loss_memory", "severity") == "info");
  CHECK((Own(EvidenceOf(section, "loss_memory"), "aten::mm", "bytes") == 2'000'000));
  CHECK(Said(Section(HoldingLogits(14'000'000), kRule), "loss_memory", "severity") == "warning");
  CHECK_FALSE(Has(Section(HoldingLogits(1), kRule, {{kRule + ".loss", 0.8}}), "loss_memory"));
}

// The remedy for a loss of the op, whose logits have the shape.
std::string RemedyForLogits(const char* op, const char* shape) {
  MemoryMaker make;
  const StepId step = make.Step(1);
  make.Extent(step, 0, 100);
  for (const char* name : {op, "aten::_log_softmax_backward_data"}) {
    const OpId loss = make.Op(name, name, kGpu);
    if (*shape != '\0') make.builder.op(loss).input_shapes = make.builder.Intern(shape);
    make.Allocate(loss, step, 10, 4);
    make.Allocate(loss, step, 50, -4);
  }
  return Said(Section(make.builder.Build(), kRule), "loss_memory");
}

TEST_CASE("How to make a loss smaller depends on what its logits are of") {
  const std::string tokens = "compute the loss in chunks of tokens, or fuse it";
  const std::string images = "compute the loss in chunks of images, or of logits at a lower";
  CHECK(Contains(RemedyForLogits("aten::_log_softmax", "0:4096x50000"), tokens));
  CHECK(Contains(RemedyForLogits("aten::_log_softmax", ""), tokens));
  CHECK(Contains(RemedyForLogits("aten::_log_softmax", "0:32x150x512x512"), images));
  // A sequence with the classes before the positions.
  CHECK(Contains(RemedyForLogits("aten::nll_loss2d_forward", "0:8x50000x1x2048"), tokens));
  CHECK(Contains(RemedyForLogits("aten::nll_loss2d_forward", ""),
                 "compute the loss in chunks, so that they are never all there; logits"));
}

TEST_CASE("Fires: hardly any memory stays free") {
  const Report section = Section(Holding(1), kRule);
  CHECK(Said(section, "low_headroom", "severity") == "warning");
  CHECK(Contains(Said(section, "low_headroom"), "960 MB of it were in use at most: 40 MB (4%)"));
  CHECK((Own(EvidenceOf(section, "low_headroom"), "memory", "free_bytes") == 40'000'000));
  CHECK(Has(Section(Holding(1), kRule, {{kRule + ".headroom", 0.01}}), "headroom"));
  CHECK(Contains(Said(Section(Holding(0.5), kRule), "low_headroom"), "0 B (0%) stays free"));
}

TEST_CASE("Quiet: most of the memory stays free") {
  const Report section = Section(Holding(16), kRule);
  CHECK(Said(section, "headroom", "severity") == "info");
  for (const std::string& severity : ColumnOf(section, "severity").words) CHECK(severity == "info");
  CHECK(Lacks(section).empty());
}

TEST_CASE("Lacks: the size of the memory, when it was freed, or all of it") {
  CHECK(Lacks(Section(Holding(0), kRule)) == std::string(kGpu) +
                                                 " had 960 MB in use at most; its memory size "
                                                 "was not recorded, so the headroom is unknown");

  MemoryMaker snapshots;
  snapshots.Snapshot(snapshots.Op("a", "A", kCpu), snapshots.Step(1), 3000, 2000, 0, kCpu);
  const Report section = Section(snapshots.builder.Build(), kRule);
  CHECK(Contains(Said(section, "held_by_ops"),
                 "one execution of a took the most memory by itself, 3 KB; when ops ended they "
                 "still held 2 KB in a step, 100% of it A"));
  CHECK((Own(EvidenceOf(section, "held_by_ops"), "A", "peak_bytes") == 3000));
  CHECK(Contains(Lacks(section), "when memory was freed was not recorded"));

  AdviseMaker nothing;
  nothing.Event(nothing.Track(kCpu, TrackKind::kLane), 0, 1, nothing.Op("a", "A", kCpu),
                nothing.Step(1));
  const Report none = Section(nothing.builder.Build(), kRule);
  CHECK(none.rows.empty());
  CHECK(Lacks(none) == "no memory was recorded");
}

TEST_CASE("A GPU's host memory does not fill the GPU") {
  MemoryMaker make;
  make.builder.device(make.Device(kGpu)).memory_bytes = 10'000'000;
  const OpId op = make.Op("a", "A", kGpu);
  make.Allocate(op, make.Step(1), 10, 9.9, 0, "gpu_host_bfc");
  make.Allocate(op, make.Step(1), 10, 1, 0, "GPU_0_bfc");
  const Report section = Section(make.builder.Build(), kRule);
  CHECK(Contains(Said(section, "headroom"), "1 MB of it were in use"));
}

TEST_CASE("BufferChecker tells constants that are much of a program's peak") {
  const auto advise = [](int64_t constant) {
    MemoryMaker make;
    ModuleRow module;
    module.name = make.builder.Intern("jit_step");
    BufferRow row;
    row.module = make.builder.AddModule(module);
    row.op = make.Op("constant.7", "constant", kGpu);
    row.kind = BufferKind::kConstant;
    row.shape = make.builder.Intern("f32[300,100]");
    row.bytes = constant;
    make.builder.AddBuffer(row);
    row.kind = BufferKind::kParameter;
    row.bytes = 400'000'000;
    make.builder.AddBuffer(row);
    return Section(make.builder.Build(), "BufferChecker");
  };
  CHECK(Contains(Said(advise(200'000'000), "large_constants"),
                 "200 MB of the 600 MB peak of jit_step (33%) are constants of the program, the "
                 "largest is constant.7 (f32[300,100])"));
  CHECK(advise(99'000'000).rows.empty());
}

}  // namespace
}  // namespace profiler
