#include "profiler/analysis/steps/code/rematerialized.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "profiler/analysis/instructions/hlo_uses.h"
#include "profiler/analysis/ops/accelerated_sources.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/ops/op_scope.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

enum class Remat : char { kNot, kAsked, kByXla };

// Whether a part of the path between slashes is that.
bool HasPathPart(std::string_view path, std::string_view part) {
  for (size_t at = path.find(part); at != path.npos; at = path.find(part, at + 1)) {
    const size_t end = at + part.size();
    if ((at == 0 || path[at - 1] == '/') && (end == path.size() || path[end] == '/')) return true;
  }
  return false;
}

Remat RematOf(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  if (row.kind != OpKind::kHloInstruction) return Remat::kNot;
  const OpId written = WrittenOp(profile, op);
  const OpId named = written.valid() ? written : op;
  if (HasPathPart(ScopeOf(profile, named), kRematScope) ||
      HasPathPart(profile.strings[profile.ops.row[named].name], kRematScope)) {
    return Remat::kAsked;
  }
  return IsRematName(profile.strings[row.name]) ? Remat::kByXla : Remat::kNot;
}

std::vector<Remat> RematOps(const Profile& profile) {
  std::vector<Remat> remat(profile.op_count(), Remat::kNot);
  for (uint32_t i = 0; i < remat.size(); ++i) remat[i] = RematOf(profile, OpId(i));
  return remat;
}

// When a device, or a host, computes again.
struct DeviceRemats {
  std::vector<Interval> asked, by_xla;
};

class RematSum {
 public:
  RematSum(const Selected& selected, const std::vector<StepTimings>& runs)
      : selected_(selected),
        profile_(selected.profile()),
        typical_(TypicalSteps(profile_, runs)),
        is_accelerated_(AcceleratedSources(profile_)) {}

  Rematerialized Sum() && {
    const std::vector<Remat> remat = RematOps(profile_);
    if (std::all_of(remat.begin(), remat.end(), [](Remat one) { return one == Remat::kNot; })) {
      return {};
    }
    AddSpans();
    for (const Track track : Tracks(selected_, HoldsWork)) {
      // Where accelerators work, the host's instructions are launches.
      const bool on_device = IsAccelerator(track.row);
      if (on_device == (is_accelerated_[track.row.source.row()] != 0)) AddRemats(track, remat);
    }
    for (auto& [source, devices] : remats_) AddDevices(devices);
    return sum_;
  }

 private:
  bool Counts(StepId step) const {
    return step.valid() && selected_.steps().Has(step) &&
           typical_[SameStep(profile_, step).row()] != 0 && !profile_.steps[step].partial;
  }

  void AddSpans() {
    for (uint32_t i = 0; i < profile_.steps.size(); ++i) {
      const StepRow& step = profile_.steps[StepId(i)];
      if (!Counts(StepId(i)) || step.begin == kUnknown || step.end <= step.begin) continue;
      ++sum_.steps;
      sum_.span += static_cast<Int128>(step.end) - step.begin;
    }
  }

  void AddRemats(const Track& track, const std::vector<Remat>& remat) {
    const Events& events = track.events;
    DeviceRemats* of_device = nullptr;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || !IsInstruction(profile_, op) || !IsSlice(events, e)) continue;
      if (!Counts(events.step[e])) continue;
      if (of_device == nullptr) of_device = &remats_[track.row.source][track.row.device];
      if (remat[op.row()] == Remat::kNot) continue;
      const Interval time = {events.begin[e], events.begin[e] + events.duration[e]};
      AddToLast(time, remat[op.row()] == Remat::kAsked ? of_device->asked : of_device->by_xla);
    }
  }

  void AddDevices(std::map<DeviceId, DeviceRemats>& devices) {
    Int128 asked = 0, by_xla = 0;
    for (auto& [device, times] : devices) {
      const std::vector<Interval> of_asked = United(std::move(times.asked));
      asked += TotalLength(of_asked);
      by_xla += TotalLength(Without(United(std::move(times.by_xla)), of_asked));
    }
    const auto count = static_cast<Int128>(devices.size());
    sum_.asked += asked / count;
    sum_.by_xla += by_xla / count;
  }

  const Selected& selected_;
  const Profile& profile_;
  const std::vector<char> typical_, is_accelerated_;
  std::map<SourceId, std::map<DeviceId, DeviceRemats>> remats_;
  Rematerialized sum_;
};

}  // namespace

bool IsRematName(std::string_view instruction) {
  constexpr std::string_view kRemat = ".remat";
  for (size_t at = instruction.find(kRemat); at != instruction.npos;
       at = instruction.find(kRemat, at + 1)) {
    size_t end = at + kRemat.size();
    while (end < instruction.size() &&
           absl::ascii_isdigit(static_cast<unsigned char>(instruction[end])))
      ++end;
    if (end == instruction.size() || instruction[end] == '.') return true;
  }
  return false;
}

Rematerialized RematerializedIn(const Selected& selected, const std::vector<StepTimings>& runs) {
  return RematSum(selected, runs).Sum();
}

}  // namespace profiler
