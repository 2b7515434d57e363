#include "profiler/analysis/ops/op_uses.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/analysis/shapes/shape_work.h"
#include "profiler/base/status.h"
#include "profiler/base/threads/in_parallel.h"

namespace profiler {
namespace {

// Adds up the float operations of executions whose op has the shapes of its inputs and no recorded
// float operations. On a host those count that the innermost op around them computes, as
// torch.utils.flop_counter counts: aten::addmm in aten::linear. On a device they count once for
// each execution of the op, however many kernels it started; kernels of no known execution have
// none.
class ShapeRuns {
 public:
  explicit ShapeRuns(const Profile& profile) : profile_(profile) {}

  // Events come as ForEachOpEvent() visits them. `row` is the row that the event belongs to.
  void Add(const OpEvent& event, size_t row);

  // NaN if none of the row's executions has any.
  double FlopsOf(size_t row) const;

 private:
  using EventKey = std::pair<TrackId, uint32_t>;

  double FlopsOfOp(OpId op);
  EventId RunOf(const OpEvent& event);
  bool IsCounted(const OpEvent& event);
  void CoverCallers(const OpEvent& event);

  const Profile& profile_;
  std::optional<LaunchedBy> launched_by_;
  absl::flat_hash_map<OpId, double> flops_of_op_;  // NaN of ops that have none
  absl::flat_hash_set<EventKey> covered_;          // events on hosts around one that was counted
  absl::flat_hash_set<EventKey> launched_;         // events on hosts whose kernels were counted
  std::vector<double> flops_;                      // by row
};

double ShapeRuns::FlopsOfOp(OpId op) {
  if (!op.valid()) return kAbsentReal;
  const OpRow& row = profile_.ops.row[op];
  if (!row.input_shapes.valid() || row.float_ops != kUnknown) return kAbsentReal;
  const auto [it, is_new] = flops_of_op_.try_emplace(op, kAbsentReal);
  if (!is_new) return it->second;
  if (const std::optional<ShapeWork> work = WorkOfShapes(profile_, op)) it->second = work->flops;
  return it->second;
}

// The op's execution on a host that started the kernel; invalid if unknown.
EventId ShapeRuns::RunOf(const OpEvent& event) {
  if (!launched_by_) launched_by_.emplace(profile_);
  const EventId call = (*launched_by_)(event.track, event.row);
  if (!call.valid()) return call;
  const Events& events = profile_.events[call.track];
  for (uint32_t at = call.row; at != Events::kNoParent; at = events.ParentOf(at)) {
    if (events.op[at] == event.op) return {call.track, at};
  }
  return {};
}

bool ShapeRuns::IsCounted(const OpEvent& event) {
  if (!event.on_device) return !covered_.erase({event.track, event.row});
  const EventId run = RunOf(event);
  return run.valid() && launched_.insert({run.track, run.row}).second;
}

// An event whose callers are covered covers no more.
void ShapeRuns::CoverCallers(const OpEvent& event) {
  const Events& events = profile_.events[event.track];
  for (uint32_t at = events.ParentOf(event.row); at != Events::kNoParent;
       at = events.ParentOf(at)) {
    if (std::isnan(FlopsOfOp(events.op[at]))) continue;
    if (!covered_.insert({event.track, at}).second) return;
  }
}

void ShapeRuns::Add(const OpEvent& event, size_t row) {
  const double flops = FlopsOfOp(event.op);
  if (std::isnan(flops)) return;
  const bool is_counted = IsCounted(event);
  if (!event.on_device) CoverCallers(event);
  if (!is_counted) return;
  if (flops_.size() <= row) flops_.resize(row + 1, kAbsentReal);
  flops_[row] = std::isnan(flops_[row]) ? flops : flops_[row] + flops;
}

double ShapeRuns::FlopsOf(size_t row) const {
  return row < flops_.size() ? flops_[row] : kAbsentReal;
}

class OpUseCollector {
 public:
  explicit OpUseCollector(const Profile& profile)
      : profile_(profile),
        use_of_(2 * profile.op_count(), kNone),
        parts_(2 * profile.op_count()),
        by_shapes_(profile),
        host_spans_(profile.tracks.size()) {}

  void Add(const OpEvent& event) {
    const OpId op = WrittenOp(profile_, event.op);
    OpUse& use = Find(event.on_device, op);
    // An op compiled to several instructions ran as often as the instruction with the most runs,
    // in each of the programs that it is in.
    Part& part = parts_[Place(event.on_device, event.op)];
    if (part.program == kNone) part.program = ProgramOf(event.on_device, op, event.op);
    int64_t& most = most_[part.program];
    if (++part.runs > most) {
      most = part.runs;
      ++use.occurrences;
    }
    use.total += event.duration;
    use.self += event.self;
    const OpRow& row = profile_.ops.row[event.op];
    part.self += event.self;
    use.eager = std::max(use.eager, row.eager);  // an op that ran both ways counts as eager
    if (row.float_ops != kUnknown) {
      use.flops += row.float_ops;
      use.has_flops = true;
    }
    if (row.bytes_accessed != kUnknown) {
      use.bytes += row.bytes_accessed;
      use.has_bytes = true;
    }
    by_shapes_.Add(event, use_of_[Place(event.on_device, op)]);
    if (event.on_device) AddDevice(profile_.tracks[event.track].device, use);
    AddSpan(event);
  }

  // Adds the float operations that the shapes of inputs tell.
  void AddShapeWork() {
    for (size_t i = 0; i < uses_.size(); ++i) {
      constexpr double kMost = 0x1p100;
      const double flops = by_shapes_.FlopsOf(i);
      if (!(flops < kMost)) continue;
      uses_[i].flops += static_cast<Int128>(flops);
      uses_[i].has_flops = true;
    }
  }

  // Finds the line that most of each use is of.
  void AddLines() {
    struct Line {
      Int128 self = 0;
      FrameId frame;
    };
    std::map<std::tuple<uint32_t, std::string_view, int64_t>, Line> lines;
    for (uint32_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i].runs == 0) continue;
      const OpId op(i / 2);
      const bool on_device = i % 2 != 0;
      const OpId written = WrittenOp(profile_, op);
      FrameId frame = UserFrame(profile_, profile_.ops.row[op].frame);
      if (!frame.valid()) frame = UserFrame(profile_, profile_.ops.row[written].frame);
      if (!frame.valid()) continue;
      const FrameRow& row = profile_.frames[frame];
      Line& line =
          lines[{use_of_[Place(on_device, written)], profile_.strings[row.file], row.line}];
      line.self += parts_[i].self;
      line.frame = frame;
    }
    for (const auto& [key, line] : lines) {
      OpUse& use = uses_[std::get<0>(key)];
      if (use.frame.valid() && line.self <= use.of_frame) continue;
      use.frame = line.frame;
      use.of_frame = line.self;
    }
  }

  void AddIdle(const Selected& selected) {
    AddSpansOfAccelerators(selected);
    std::array<Int128, 2> span = {}, self = {};
    for (const Span& one : host_spans_) {
      if (one.begin <= one.end) span[0] += one.end - one.begin;
    }
    for (const auto& [device, one] : device_spans_) span[1] += one.end - one.begin;
    for (const OpUse& use : uses_) self[use.on_device] += use.self;
    for (const bool on_device : {false, true}) {
      if (span[on_device] == 0) continue;
      OpUse& idle = uses_.emplace_back();
      idle.on_device = on_device;
      idle.is_idle = true;
      // Streams of one device overlap, so the difference may be negative.
      idle.total = idle.self = std::max<Int128>(0, span[on_device] - self[on_device]);
    }
  }

  void AddDeviceTimes(const OpDeviceTimes& times) {
    if (!times.known) return;
    for (OpUse& use : uses_) {
      if (use.on_device || use.is_idle) continue;
      const OpRow& row = profile_.ops.row[WrittenOp(profile_, use.op)];
      const auto it = times.of.find({row.name, row.type});
      use.launched = it == times.of.end() ? OpDeviceTime() : it->second;
    }
  }

  std::vector<OpUse> Sorted() && {
    const auto name = [&](const OpUse& use) {
      return use.is_idle ? std::string_view() : profile_.strings[profile_.ops.row[use.op].name];
    };
    std::sort(uses_.begin(), uses_.end(), [&](const OpUse& a, const OpUse& b) {
      if (a.on_device != b.on_device) return a.on_device;
      if (a.self != b.self) return a.self > b.self;
      return name(a) != name(b) ? name(a) < name(b) : a.op < b.op;
    });
    return std::move(uses_);
  }

 private:
  struct Span {
    int64_t begin = INT64_MAX, end = INT64_MIN;
    void Add(int64_t from, int64_t to) {
      begin = std::min(begin, from);
      end = std::max(end, to);
    }
  };

  static constexpr uint32_t kNone = UINT32_MAX;

  // The use of an instruction that an op was compiled to, or of the op itself.
  struct Part {
    int64_t runs = 0;
    Int128 self = 0;
    uint32_t program = kNone;  // index of most_
  };
  // The index in flat arrays with two entries per op. Arrays are used for speed, as events are
  // many.
  static size_t Place(bool on_device, OpId op) {
    return 2 * size_t{op.row()} + (on_device ? 1 : 0);
  }

  // The index in most_ of an op as the user wrote it, in the program that the instruction is in.
  uint32_t ProgramOf(bool on_device, OpId written, OpId instruction) {
    const auto [at, is_new] =
        programs_.try_emplace({on_device, written, profile_.ops.row[instruction].module},
                              static_cast<uint32_t>(most_.size()));
    if (is_new) most_.push_back(0);
    return at->second;
  }

  OpUse& Find(bool on_device, OpId op) {
    uint32_t& at = use_of_[Place(on_device, op)];
    if (at != kNone) return uses_[at];
    // Ops of several runs may have the same name.
    const OpRow& written = profile_.ops.row[op];
    auto [it, is_new] = index_.try_emplace({on_device, written.name, written.type},
                                           static_cast<uint32_t>(uses_.size()));
    at = it->second;
    if (is_new) {
      OpUse& use = uses_.emplace_back();
      use.on_device = on_device;
      use.op = op;
      use.eager = written.eager;
    }
    return uses_[at];
  }

  void AddDevice(DeviceId device, OpUse& use) const {
    if (use.ran_on_several_kinds || device == use.device) return;
    if (!use.device.valid()) {
      use.device = device;
      return;
    }
    const auto peaks = [&](DeviceId id) {
      const DeviceRow& row = profile_.devices[id];
      return std::pair(row.peak_flops_per_second, row.memory_bytes_per_second);
    };
    use.ran_on_several_kinds = !device.valid() || peaks(device) != peaks(use.device);
  }

  void AddSpan(const OpEvent& event) {
    if (event.on_device) return;
    const int64_t begin = profile_.events[event.track].begin[event.row];
    host_spans_[event.track.row()].Add(begin, begin + event.duration);
  }

  // Includes copies, as these are work, too.
  void AddSpansOfAccelerators(const Selected& selected) {
    for (const Track track : Tracks(selected, HoldsDeviceWork)) {
      const Events& events = track.events;
      for (uint32_t e = 0; e < events.size(); ++e) {
        if (!selected.steps().Has(events.step[e])) continue;
        device_spans_[track.row.device].Add(events.begin[e], events.begin[e] + events.duration[e]);
      }
    }
  }

  const Profile& profile_;
  absl::flat_hash_map<std::tuple<bool, StringId, StringId>, uint32_t> index_;
  std::vector<uint32_t> use_of_;  // by Place; parts_ is, too
  std::vector<Part> parts_;       // sums of the ops that ran
  ShapeRuns by_shapes_;           // by index of uses_
  absl::flat_hash_map<std::tuple<bool, OpId, ModuleId>, uint32_t> programs_;
  std::vector<int64_t> most_;     // by op as the user wrote it and program: runs
  std::vector<Span> host_spans_;  // indexed by track
  absl::flat_hash_map<DeviceId, Span> device_spans_;
  std::vector<OpUse> uses_;
};

}  // namespace

absl::StatusOr<std::vector<OpUse>> UsesOfOps(const Selected& selected, const Query& query,
                                             RunContext& context) {
  const Profile& profile = selected.profile();
  OpUseCollector uses(profile);
  absl::Status added;
  absl::StatusOr<OpDeviceTimes> times;
  InParallel(2, context.threads(), [&](size_t i) {
    if (i == 0) {
      added = ForEachOpEvent(
          selected, [](const OpRow& op) { return op.kind != OpKind::kRuntime; },
          [&](const OpEvent& event) { uses.Add(event); }, context);
    } else {
      times = DeviceTimesOfOps(selected, context);
    }
  });
  PROFILER_RETURN_IF_ERROR(added);
  PROFILER_RETURN_IF_ERROR(times.status());
  uses.AddShapeWork();
  uses.AddLines();
  uses.AddDeviceTimes(*times);
  if (query.show_idle) uses.AddIdle(selected);
  return std::move(uses).Sorted();
}

}  // namespace profiler
