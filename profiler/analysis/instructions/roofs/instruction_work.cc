#include "profiler/analysis/instructions/roofs/instruction_work.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/instructions/data_formatting.h"
#include "profiler/analysis/instructions/device_peaks.h"
#include "profiler/analysis/instructions/hlo_uses.h"
#include "profiler/analysis/instructions/roofline.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/selection/counted_steps.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/base/status.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

struct InstructionUse {
  Int128 time = 0;
  int64_t runs = 0;
  DeviceId device;
  bool on_several = false;  // also on devices with other peaks
};

// Parts of categories, types and names of instructions whose speed says nothing: they wait, their
// work is not known, other instructions run in them, or their peak depends on their types.
constexpr std::array<std::string_view, 23> kNotHeldToRoofs = {
    "custom",  "while",      "conditional", "call",    "async",     "-start", "-done",  "infeed",
    "outfeed", "send",       "recv",        "copy",    "transpose", "convol", "dot",    "gemm",
    "all-",    "collective", "reduce-sc",   "permute", "barrier",   "host",   "unknown"};

bool IsNotHeldToRoofs(std::string_view text) {
  return std::any_of(kNotHeldToRoofs.begin(), kNotHeldToRoofs.end(),
                     [&](std::string_view part) { return text.find(part) != text.npos; });
}

class InstructionWorkSum {
 public:
  InstructionWorkSum(const Selected& selected, const Query& query)
      : profile_(selected.profile()),
        counted_(selected),
        peaks_(PeaksOfDevices(profile_, query.device_peaks)),
        kinds_(KindsByPeaks(profile_, query.device_peaks)),
        communication_(profile_),
        uses_(profile_.op_count()) {}

  void Add(const OpEvent& event) {
    const TrackRow& track = profile_.tracks[event.track];
    if (!event.on_device || !track.device.valid()) return;
    const StepId step = profile_.events[event.track].step[event.row];
    if (!counted_.Has(step)) return;
    if (counted_.has_whole()) steps_.insert({step, track.device});
    const OpRow& op = profile_.ops.row[event.op];
    WorkOnDevice& work = sum_.devices[{track.source, track.device}];
    sum_.time += event.self;
    work.time += event.self;
    if (op.float_ops != kUnknown) {
      work.with_flops += event.self;
      work.flops += static_cast<double>(op.float_ops);
    }
    if (op.bytes_accessed != kUnknown) {
      work.with_bytes += event.self;
      work.bytes += static_cast<double>(op.bytes_accessed);
    }
    InstructionUse& use = uses_[event.op.row()];
    if (use.runs == 0) use.device = track.device;
    use.on_several |= kinds_[use.device.row()] != kinds_[track.device.row()];
    use.time += event.self;
    ++use.runs;
  }

  InstructionWork Take(double efficiency) && {
    std::map<std::string, SlowPlace> places;
    for (uint32_t i = 0; i < uses_.size(); ++i) AddSlow(OpId(i), efficiency, places);
    for (auto& [name, place] : places) {
      place.of_memory /= static_cast<double>(place.time);
      place.of_compute /= static_cast<double>(place.time);
      sum_.slow.push_back(std::move(place));
    }
    std::stable_sort(sum_.slow.begin(), sum_.slow.end(),
                     [](const SlowPlace& a, const SlowPlace& b) { return a.time > b.time; });
    sum_.device_steps = steps_.size();
    return std::move(sum_);
  }

 private:
  // What ends sooner is limited by its start, which no roof has.
  static constexpr int64_t kLeastTime = 20'000'000;

  bool IsHeldToRoofs(OpId op) const {
    const OpRow& row = profile_.ops.row[op];
    if (communication_.Of(op) != Communication::kNone) return false;
    const std::string_view category = profile_.strings[row.category];
    if (IsDataFormatting(category)) return false;
    const OpRow& written = profile_.ops.row[WrittenOp(profile_, op)];
    return !IsNotHeldToRoofs(category) && !IsNotHeldToRoofs(profile_.strings[row.type]) &&
           !IsNotHeldToRoofs(profile_.strings[row.name]) &&
           !IsNotHeldToRoofs(profile_.strings[written.type]);
  }

  void AddSlow(OpId op, double efficiency, std::map<std::string, SlowPlace>& places) const {
    const InstructionUse& use = uses_[op.row()];
    if (use.runs == 0 || use.on_several || use.time < kLeastTime * static_cast<Int128>(use.runs)) {
      return;
    }
    const OpRow& row = profile_.ops.row[op];
    const auto runs = static_cast<double>(use.runs);
    const Roofline of =
        RooflineOf(KnownAmount(row.float_ops) * runs, KnownAmount(row.bytes_accessed) * runs,
                   use.time, peaks_[use.device.row()]);
    // Other units than those for matrices are that much slower.
    constexpr double kOtherUnits = 0.01;
    const bool is_window = profile_.strings[row.category].starts_with("reduce-window") ||
                           profile_.strings[row.type].starts_with("reduce-window");
    const bool is_slow = of.bound == Bound::kMemory && of.memory_share < efficiency &&
                         of.compute_share < (is_window ? kOtherUnits : kOtherUnits * efficiency);
    if (!is_slow || !IsHeldToRoofs(op)) return;
    std::string name = PlaceOfInstruction(profile_, op);
    SlowPlace& place = places[name];
    place.place = std::move(name);
    place.time += use.time;
    place.of_memory += of.memory_share * static_cast<double>(use.time);
    place.of_compute += of.compute_share * static_cast<double>(use.time);
    ++place.instructions;
    if (use.time <= place.most) return;
    place.op = op;
    place.most = use.time;
  }

  const Profile& profile_;
  const CountedSteps counted_;
  const std::vector<DevicePeaks> peaks_;
  const std::vector<uint32_t> kinds_;
  const CommunicationTable communication_;
  std::vector<InstructionUse> uses_;  // by op
  std::set<std::pair<StepId, DeviceId>> steps_;
  InstructionWork sum_;
};

}  // namespace

absl::StatusOr<InstructionWork> InstructionWorkOf(const Selected& selected, const Query& query,
                                                  double efficiency, RunContext& context) {
  if (!HasInstructionWork(selected.profile())) return InstructionWork();
  InstructionWorkSum sum(selected, query);
  PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
      selected, [](const OpRow& op) { return op.kind == OpKind::kHloInstruction; },
      [&](const OpEvent& event) { sum.Add(event); }, context));
  return std::move(sum).Take(efficiency);
}

bool HasInstructionWork(const Profile& profile) {
  const auto& devices = profile.devices.values();
  const auto& ops = profile.ops.row.values();
  return std::any_of(devices.begin(), devices.end(),
                     [](const DeviceRow& device) { return IsAccelerator(device.kind); }) &&
         std::any_of(ops.begin(), ops.end(), [](const OpRow& op) {
           return op.kind == OpKind::kHloInstruction &&
                  (op.float_ops != kUnknown || op.bytes_accessed != kUnknown);
         });
}

}  // namespace profiler
