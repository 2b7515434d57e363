// A profile built by hand with rows in every table, and values that a store may get wrong.
#ifndef TESTS_UNIT_STORE_STORE_FULL_PROFILE_H_
#define TESTS_UNIT_STORE_STORE_FULL_PROFILE_H_

#include <complex>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "profiler/store/builder.h"
#include "profiler/store/transform/to_builder.h"

namespace profiler {

class FullProfile {
 public:
  static constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

  // `long_text`: the size of its longest text.
  explicit FullProfile(size_t long_text = 3'000'000) : long_text_(long_text) {}

  Profile Make() {
    AddPlaces();
    AddOps();
    AddExecutions();
    AddEvents();
    AddRest();
    Profile profile = NestedOtherwise(builder_.Build());
    ImportRow row;
    row.path = profile.strings.Intern("a.pb");
    row.problem = profile.strings.Intern("dangling_input");
    row.sentence = profile.strings.Intern(
        "an input names a node that is not in the file: the "
        "edge was left out");
    row.severity = ImportSeverity::kLoss;
    row.count = 3;
    row.first_offset = 77;
    row.first_detail = profile.strings.Intern("x:0");
    profile.import_rows.push_back(row);
    return profile;
  }

 private:
  class Values : public TensorValues {
   public:
    absl::StatusOr<TensorValue> Read(std::string_view name, int64_t max_values) const override {
      if (name.size() < 4 || name == "bare" || name[0] == '<' || name.starts_with("module"))
        return absl::NotFoundError("");
      TensorValue value;
      value.dtype = "float64";
      value.shape = {2};
      value.count = 2;
      if (name == "single") value.values = std::vector<double>{0.5, -0.0};
      if (name == "double") value.values = std::vector<double>{0.1, -1e300};
      if (name == "signed") value.values = std::vector<int64_t>{-1, kMax};
      if (name == "wide") value.values = std::vector<uint64_t>{UINT64_MAX, 0};
      if (name == "complex") value.values = std::vector<std::complex<double>>{{1, -2}, {0.1, 0}};
      if (name == "broken") return absl::DataLossError("the values of 'broken' cannot be shown");
      if (name == "long") {
        value.shape = {100, 200};
        value.count = 20000;
        value.values = std::vector<double>(std::min<int64_t>(max_values, 20000), 7);
      }
      return value;
    }
  };

  StringId Text(const std::string& text) { return builder_.Intern(text); }

  SourceId Source(const std::string& path) {
    SourceRow row;
    row.path = Text(path);
    row.format = Text("hand_made");
    row.host = Text("host of " + path);
    row.run = Text("a run");
    row.role = Text("worker");
    row.rank = 3;
    row.epoch_ns = 1'700'000'000'000'000'000;
    row.resolution_ps = kPicosPerMicro;
    row.clock_offset_ps = -5;
    row.clock_offset_found_by = Text("guess");
    row.has_code_traces = true;
    row.misses_accelerator_stream = true;
    row.world_size = 8;
    return builder_.AddSource(row);
  }

  TrackId Track(SourceId source, DeviceId device, TrackKind kind, TrackRole role,
                const std::string& name) {
    TrackRow row;
    row.source = source;
    row.device = device;
    row.kind = kind;
    row.role = role;
    row.name = Text(name);
    row.sort_key = -7;
    return builder_.Track(row);
  }

  void AddPlaces() {
    a_ = Source("dir/a.pb");
    b_ = Source("dir/b.pb");
    c_ = Source("dir/c.pb");
    cpu_ = builder_.Device("/job:worker/replica:0/task:0/device:CPU:0");
    gpu_ = builder_.Device("/device:GPU:1");
    other_ = builder_.Device("a core of some kind");
    builder_.device(other_).kind = DeviceKind::kTpu;
    builder_.device(other_).memory_bytes = 1LL << 35;
    builder_.device(other_).peak_flops_per_second = kMax;
    builder_.device(other_).memory_bytes_per_second = 0;
    builder_.device(other_).vendor = Text("a vendor");
    builder_.device(other_).model = Text("a model");
    builder_.device(other_).compute_capability = Text("9.0");
    builder_.device(other_).core_count = 108;
    builder_.device(other_).clock_khz = 1'410'000;
    thread_ = Track(a_, cpu_, TrackKind::kThread, TrackRole::kExec, "main");
    lane_ = Track(a_, cpu_, TrackKind::kLane, TrackRole::kExec, "lane");
    stream_ = Track(a_, gpu_, TrackKind::kStream, TrackRole::kExec, "stream 1");
    copies_ = Track(a_, gpu_, TrackKind::kCopyQueue, TrackRole::kAsync, "copies");
    marks_ = Track(a_, DeviceId(), TrackKind::kMarker, TrackRole::kOverlay, "steps");
    whole_ = Track(c_, other_, TrackKind::kThread, TrackRole::kExec, "of no step");
    builder_.source(b_).run_group = builder_.source(c_).run_group = 1;
    // The key of two tracks may become equal after they were made.
    twin_ = Track(c_, other_, TrackKind::kThread, TrackRole::kExec, "twin");
    builder_.track(twin_).name = Text("of no step");
    timed_ = builder_.Step(a_, 1);
    builder_.step(timed_).begin = 0;
    builder_.step(timed_).end = 1000;
    builder_.step(timed_).listed = true;
    builder_.step(timed_).name = Text("first");
    builder_.step(builder_.Step(b_, 1)).counts_as = timed_;
    open_ = builder_.Step(a_, kUnknown);
    builder_.step(open_).partial = true;
    builder_.step(open_).found_by = StepFoundBy::kMarker;
    builder_.step(open_).confidence_percent = 0;
    metric_ = builder_.AddMetric({Text("load"), Text("percent"), Text("cpu"), Text("idle")});
    ModuleRow module;
    module.name = Text("module");
    module.program_id = -1;
    module_ = builder_.AddModule(module);
    FrameRow frame;
    frame.file = Text("model.py");
    frame.line = 3;
    outer_frame_ = builder_.Frame(frame);
    frame.parent = outer_frame_;
    frame.function = Text("f");
    frame.function_start_line = 1;
    frame.code = Text("y = f(x)");
    frame_ = builder_.Frame(frame);
  }

  OpId Op(const std::string& name) {
    OpRow row;
    row.kind = OpKind::kHloInstruction;
    row.name = Text(name);
    row.type = Text("Op" + name);
    row.module = module_;
    row.frame = frame_;
    row.recorded_id = kMax;
    row.assigned_device = cpu_;
    row.host_device = gpu_;
    row.float_ops = 0;
    row.bytes_accessed = kMax;
    row.category = Text("fusion");
    row.scope = Text("module/layer");
    row.input_shapes = Text("0:4x64,1:64x32");
    row.input_types = Text("0:c10::Half,1:float");
    row.eager = Eager::kYes;
    row.run_group = 1;
    const OpId op = builder_.AddOp(row);
    builder_.AddType(op, row.type);
    return op;
  }

  void AddOps() {
    x_ = Op("x");
    y_ = Op("y");
    builder_.op(x_).framework_op = y_;  // a later op
    OpRow bare;
    bare.name = Text("bare");
    bare_ = builder_.AddOp(bare);
    builder_.AddType(x_, Text("_gpu"));
    for (int64_t dim : {int64_t{-1}, int64_t{0}, kMax}) builder_.AddShapeDim(y_, dim);
    builder_.AddInput(y_, {1, x_, OpInput::kOutputUnknown, true});
    builder_.AddInput(y_, {-4, bare_, 2, false});
    builder_.AddOutputShape(y_, 0, {2, 3});
    builder_.AddOutputShape(x_, 1, {});
    builder_.AddOutputShape(x_, 0, {5, kUnknown});
    builder_.AddAttribute(x_, {Text("T"), Text(std::string("\0\1 bytes", 8))});
    builder_.AddAttribute(x_, {Text("value"), Text(std::string(long_text_, 'v') + "end")});
    builder_.AddAttribute(y_, {Text("after"), Text(std::string(long_text_ / 3, 'w'))});
  }

  void AddExecutions() {
    ExecRow exec;
    exec.op = y_;
    exec.step = timed_;
    exec.device = cpu_;
    exec.cpu_time = -(static_cast<Int128>(1) << 70) + 5;
    exec.accelerator_time = static_cast<Int128>(kMax) + 1;
    exec.first_start = 7;
    exec.last_end = kMax;
    exec.requested_bytes = exec.peak_bytes = exec.residual_bytes = -1;
    exec.output_bytes = 1;
    builder_.AddExec(exec);
    exec.device = DeviceId();
    exec.runs = 4;
    builder_.AddExec(exec);
    SnapshotRow snapshot;
    snapshot.op = x_;
    snapshot.step = timed_;
    snapshot.device = gpu_;
    snapshot.time = -1;
    snapshot.requested_bytes = kMax;
    snapshot.peak_bytes = snapshot.residual_bytes = snapshot.output_bytes = 0;
    snapshot.host_temp_bytes = snapshot.host_persistent_bytes = 1;
    snapshot.accelerator_temp_bytes = snapshot.accelerator_persistent_bytes = 2;
    snapshot.allocator_bytes_in_use = 0;
    builder_.AddSnapshot(snapshot);
    snapshot = {};
    snapshot.op = y_;
    const SnapshotId second = builder_.AddSnapshot(snapshot);
    builder_.AddOutput({second, 2, 16, UINT64_MAX});
    AllocationRow allocation;
    allocation.allocator = Text("bfc");
    allocation.delta = -8;
    allocation.address = 1;
    allocation.time = 4;
    allocation.total_allocated = 24;
    allocation.total_reserved = 32;
    allocation.stack = 2;
    allocation.available = 7;
    allocation.fragmentation = 250'000'000;
    allocation.source = b_;
    builder_.AddAllocation(allocation);
    allocation.op = x_;
    allocation.step = open_;
    allocation.device = gpu_;
    builder_.AddAllocation(allocation);
    builder_.AddLaneSeen({x_, timed_, copies_});
    builder_.AddUnplaced({x_, timed_, stream_, -5, -9, UnplacedReason::kNegativeDuration});
  }

  EventId Event(TrackId track, int64_t begin, int64_t duration, OpId op = OpId(),
                StepId step = StepId(), EventKind kind = EventKind::kSlice,
                const std::string& label = "", uint64_t args = EventRow::kNoArgs) {
    const StringId text = label.empty() ? StringId() : Text(label);
    const StringId detail = kind == EventKind::kInstant ? Text("grid:1,1,1") : StringId();
    return builder_.AddEvent(track, {begin, duration, op, step, text, kind, args, detail});
  }

  void AddEvents() {
    // Unsorted, nested, of equal begin, outside every step.
    Event(thread_, 100, 50, x_);
    Event(thread_, 0, 5, x_);
    const EventId launch = Event(thread_, 10, 80, y_, timed_, EventKind::kSlice, "launches", 12);
    Event(thread_, 10, 20, x_);
    Event(thread_, 30, 0, OpId(), StepId(), EventKind::kInstant, "mark", 0);
    Event(thread_, 5000, 10, x_);
    Event(thread_, 7000, 20, bare_, open_);
    // After the build this step has a time that was not recorded; it accepts no more events.
    Event(lane_, 7005, 1, bare_);
    const EventId kernel = Event(stream_, 200, 30);
    Event(stream_, 300, 30);
    const EventId copy = Event(copies_, 1, 2);
    const EventId later = Event(copies_, 2, 2);
    // Links that are found only backwards.
    builder_.AddFlow({kernel, copy, FlowKind::kLaunch});
    builder_.AddFlow({launch, kernel, FlowKind::kLaunch});
    builder_.AddFlow({copy, later, FlowKind::kData});
    Event(marks_, 0, 1000, OpId(), timed_);
    Event(marks_, kMax - 5, 5);
    Event(marks_, -kMax, 1);
    Event(whole_, 4, 4, y_);
    Event(twin_, 6, 1, y_);
  }

  // As windows leave it: an event that is nested by its times is a sibling, and the axis is that of
  // a profile that began before.
  Profile NestedOtherwise(const Profile& built) {
    ProfileBuilder builder = ToBuilder(built, BuilderEvents::kAll);
    Events& events = builder.Restore().events[thread_];
    for (uint32_t& parent : events.parent) parent = UINT32_MAX;
    events.self = events.duration;
    builder.Restore().time_axis.start -= 3 * kPicosPerMicro;
    return builder.Build();
  }

  void AddRest() {
    builder_.AddSample({frame_, metric_, -12});
    builder_.AddSample({FrameId(), metric_, 12});
    builder_.AddCounter({metric_, a_, gpu_, 5, 0.1});
    builder_.AddCounter({metric_, a_, gpu_, 4, 0.2});
    builder_.AddCounter({metric_, b_, DeviceId(), -5, -0.0});
    BufferRow buffer;
    buffer.module = module_;
    buffer.op = y_;
    buffer.kind = BufferKind::kOutput;
    buffer.live_out = true;
    buffer.shape = Text("f32[3]{0}");
    buffer.unpadded_bytes = 8;
    buffer.memory_space = 1;
    buffer.offset = 0;
    buffer.bytes = 12;
    buffer.live_from = -2;
    buffer.live_to = 9;
    builder_.AddBuffer(buffer);
    for (const char* name : {"broken", "complex", "double", "long", "signed", "single", "wide"}) {
      VariableRow row;
      row.source = a_;
      row.name = Text(name);
      row.dtype = Text("float64");
      if (name[0] != 'w') {
        row.op = Op(name);
        builder_.op(row.op).kind = OpKind::kGraphNode;  // shown only by its name
        builder_.op(row.op).scope = StringId();
      }
      row.shape = {2, 0};
      row.shard = name[0] == 's' ? 1 : -1;
      row.offset = 5;
      row.bytes = 16;
      row.crc32c = UINT32_MAX;
      row.slices = Text("0,1");
      builder_.AddVariable(row);
    }
    builder_.SetTensorValues(std::make_shared<Values>());
  }

  const size_t long_text_;
  ProfileBuilder builder_;
  SourceId a_, b_, c_;
  DeviceId cpu_, gpu_, other_;
  TrackId thread_, lane_, stream_, copies_, marks_, whole_, twin_;
  StepId timed_, open_;
  MetricId metric_;
  ModuleId module_;
  FrameId outer_frame_, frame_;
  OpId x_, y_, bare_;
};

}  // namespace profiler

#endif  // TESTS_UNIT_STORE_STORE_FULL_PROFILE_H_
