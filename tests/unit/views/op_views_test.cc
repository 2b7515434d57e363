// What `ops`, `kernels` and `hlo` say of profiles of several machines, and of parts.
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

constexpr char kHost[] = "/job:w/replica:0/task:0/device:cpu:0";
constexpr char kOtherHost[] = "/job:w/replica:0/task:1/device:cpu:0";
constexpr char kTpu[] = "/job:w/replica:0/task:1/device:tpu:0";
constexpr char kOtherTpu[] = "/job:w/replica:0/task:1/device:tpu:1";

struct Machines : MadeProfile {
  OpId Instruction(const std::string& name) {
    const OpId op = Op(name);
    builder.op(op).kind = OpKind::kHloInstruction;
    return op;
  }
};

TEST_CASE("hlo: one machine's accelerator does not make another's work a launch") {
  Machines made;
  const SourceId cpu = made.Source("cpu.pb"), tpu = made.Source("tpu.pb");
  made.Event(made.Track(cpu, kHost, TrackKind::kThread), 0, 5, made.Instruction("of_cpu"));
  made.Event(made.Stream(tpu, kTpu), 3, 5, made.Instruction("of_tpu"));
  made.Event(made.Track(tpu, kOtherHost, TrackKind::kThread), 0, 2, made.Instruction("launch"));
  const Report hlo = Answer("hlo", made.builder.Build());
  CHECK(HasRow(hlo, "of_cpu"));
  CHECK(HasRow(hlo, "of_tpu"));
  CHECK_FALSE(HasRow(hlo, "launch"));
}

// An op of 10 operations per byte, on devices that do so many operations in the time of a byte.
std::string BoundBy(std::vector<int64_t> flops_of_devices) {
  Machines made;
  const SourceId source = made.Source("one");
  const OpId op = made.Op("op"), elsewhere = made.Op("elsewhere");
  made.builder.op(op).float_ops = 1000;
  made.builder.op(op).bytes_accessed = 100;
  const auto peaks = [&](const char* name, int64_t flops) {
    DeviceRow& device = made.builder.device(made.builder.Device(name));
    device.peak_flops_per_second = flops;
    device.memory_bytes_per_second = flops == kUnknown ? kUnknown : 1;
  };
  // The first of all devices has peaks, and did not run it.
  made.Event(made.Stream(source, "/job:w/replica:0/task:0/device:gpu:0"), 0, 1, elsewhere);
  peaks("/job:w/replica:0/task:0/device:gpu:0", 5);
  const char* const names[] = {kTpu, kOtherTpu};
  for (size_t i = 0; i < flops_of_devices.size(); ++i) {
    made.Event(made.Stream(source, names[i]), 0, 1, op);
    peaks(names[i], flops_of_devices[i]);
  }
  return Word(Answer("ops", made.builder.Build()), "op", "bound_by");
}

TEST_CASE("ops: what binds an op is told by the peaks of the devices that it ran on") {
  CHECK(BoundBy({5}) == "compute");
  CHECK(BoundBy({20}) == "memory");
  CHECK(BoundBy({20, 20}) == "memory");
  CHECK(BoundBy({5, 20}) == "");
  CHECK(BoundBy({kUnknown}) == "");
  CHECK(BoundBy({20, kUnknown}) == "");
}

TEST_CASE("an empty table of a part of a profile does not say that nothing was recorded") {
  Machines made;
  const SourceId source = made.Source("one");
  made.Event(made.Track(source, kHost, TrackKind::kThread), 0, 10, made.Op("MatMul"));
  made.Event(made.Stream(source, kTpu), 20, 10, made.Op("kernel"));
  const Profile whole = made.builder.Build();
  Query query;
  query.selection.to = TimeBound::Parse("5us").value();
  const Report kernels = Answer("kernels", whole, query);
  CHECK(kernels.rows.empty());
  CHECK(kernels.notes.at(1).text.find("nothing of it ran in the steps, places and times") == 0);
}

}  // namespace
}  // namespace profiler
