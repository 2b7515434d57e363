#include "profiler/analysis/memory/updated_copies.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/memory/memory_kinds.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

enum class UpdateRole : uint8_t { kNone, kUpdate, kInput };

// By op; empty if there is no optimizer.
std::vector<UpdateRole> UpdateRolesOf(const Profile& profile) {
  std::vector<UpdateRole> roles(profile.op_count());
  bool has_optimizer = false;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    const std::string_view name = profile.strings[op.name];
    if (name.starts_with(kOptimizerStep)) {
      roles[i] = UpdateRole::kUpdate;
      has_optimizer = true;
    } else if (WaitsForInput(name)) {
      roles[i] = UpdateRole::kInput;
    }
  }
  if (!has_optimizer) roles.clear();
  return roles;
}

// An optimizer's step on a thread.
struct Update {
  uint32_t event = 0;
  StepId step;
  int64_t begin = 0, end = 0;
  int64_t until = std::numeric_limits<int64_t>::max();  // when the thread waits for input again
  bool launches = false;                                // work other than copies
};

enum class CopyDirection : uint8_t { kNone, kToDevice, kFromDevice };

class UpdatedCopyFinder {
 public:
  explicit UpdatedCopyFinder(const Profile& profile)
      : profile_(profile), roles_(UpdateRolesOf(profile)) {}

  UpdatedCopies Find() {
    if (roles_.empty()) return {};
    updates_.resize(profile_.tracks.size());
    for (const Track track : Tracks(profile_, HoldsThreadsWork)) AddTrack(track);
    for (const FlowRow& flow : profile_.flows.values()) {
      if (flow.kind == FlowKind::kLaunch) AddLaunch(flow);
    }
    for (const FlowRow& copy : to_devices_) {
      const Update* update = UpdateBefore(copy.from);
      if (update != nullptr && IsOf(*update, copy)) found_.to_devices.push_back(copy.to);
    }
    return std::move(found_);
  }

 private:
  using StepAndBytes = std::pair<StepId, int64_t>;
  struct CopiesOut {
    std::vector<FlowRow> copies;
    bool are_found = false;  // to be an update's
  };

  void AddTrack(const Track& track) {
    const Events& events = track.events;
    std::vector<Update>& updates = updates_[track.id.row()];
    for (uint32_t e = 0; e < events.size(); ++e) {
      const UpdateRole role = events.op[e].valid() ? roles_[events.op[e].row()] : UpdateRole::kNone;
      const int64_t begin = events.begin[e];
      if (role == UpdateRole::kInput) {
        for (auto u = updates.rbegin(); u != updates.rend() && u->until > begin; ++u) {
          if (u->end <= begin) u->until = begin;
        }
      } else if (role == UpdateRole::kUpdate && events.step[e].valid()) {
        updates.push_back({.event = e,
                           .step = events.step[e],
                           .begin = begin,
                           .end = begin + events.duration[e]});
      }
    }
  }

  CopyDirection DirectionOf(EventId event) const {
    const Events& events = profile_.events[event.track];
    if (events.detail.empty() || !events.detail[event.row].valid()) return CopyDirection::kNone;
    const CopiedMemory memory = CopiedMemoryOf(profile_.strings[events.detail[event.row]]);
    const bool from = memory.from == MemoryKind::kDevice, to = memory.to == MemoryKind::kDevice;
    if (!memory.is_copy || from == to) return CopyDirection::kNone;
    return to ? CopyDirection::kToDevice : CopyDirection::kFromDevice;
  }

  int64_t BytesOf(EventId copy) const {
    const Events& events = profile_.events[copy.track];
    return ParseKernelDetails(profile_.strings[events.detail[copy.row]]).copied_bytes;
  }

  void AddLaunch(const FlowRow& flow) {
    const Events& events = profile_.events[flow.from.track];
    const StepId step = events.step[flow.from.row];
    if (!step.valid()) return;
    switch (DirectionOf(flow.to)) {
      case CopyDirection::kToDevice:
        to_devices_.push_back(flow);
        break;
      case CopyDirection::kFromDevice:
        from_devices_[{step, BytesOf(flow.to)}].copies.push_back(flow);
        break;
      case CopyDirection::kNone:
        Update* update = UpdateBefore(flow.from);
        if (update != nullptr && events.begin[flow.from.row] < update->end) update->launches = true;
    }
  }

  // The last one of the call's step and thread that began before it; null if there is none.
  Update* UpdateBefore(EventId call) {
    const Events& events = profile_.events[call.track];
    std::vector<Update>& updates = updates_[call.track.row()];
    const auto after =
        std::upper_bound(updates.begin(), updates.end(), events.begin[call.row],
                         [](int64_t time, const Update& update) { return time < update.begin; });
    if (after == updates.begin()) return nullptr;
    Update& last = *(after - 1);
    return last.step == events.step[call.row] ? &last : nullptr;
  }

  bool IsOf(const Update& update, const FlowRow& copy) {
    const int64_t begin = profile_.events[copy.from.track].begin[copy.from.row];
    if (begin < update.end) return true;
    if (begin >= update.until) return false;
    const bool came_out = CameOut({update.step, BytesOf(copy.to)}, begin);
    return came_out || (!update.launches && IsInMarkAround(update, copy.from));
  }

  // Whether as many bytes were copied from a device in the step before, which are the update's.
  bool CameOut(const StepAndBytes& key, int64_t before) {
    const auto out = from_devices_.find(key);
    if (out == from_devices_.end() || key.second == kUnknown) return false;
    if (out->second.are_found) return true;
    for (const FlowRow& copy : out->second.copies) {
      if (profile_.events[copy.from.track].begin[copy.from.row] >= before) continue;
      out->second.are_found = true;
      found_.from_devices.push_back(copy.to);
    }
    return out->second.are_found;
  }

  bool IsInMarkAround(const Update& update, EventId call) const {
    const Events& events = profile_.events[call.track];
    const int64_t begin = events.begin[call.row];
    for (uint32_t e = events.ParentOf(update.event); e != Events::kNoParent;
         e = events.ParentOf(e)) {
      const OpId op = events.op[e];
      if (!op.valid() || profile_.strings[profile_.ops.row[op].type] != kUserMarkType) continue;
      if (IsAroundStep(profile_, EventName(profile_, events, e), update.step)) continue;
      if (begin < events.begin[e] + events.duration[e]) return true;
    }
    return false;
  }

  const Profile& profile_;
  const std::vector<UpdateRole> roles_;
  std::vector<std::vector<Update>> updates_;  // by track
  std::vector<FlowRow> to_devices_;
  absl::flat_hash_map<StepAndBytes, CopiesOut> from_devices_;
  UpdatedCopies found_;
};

}  // namespace

UpdatedCopies FindUpdatedCopies(const Profile& profile) {
  return UpdatedCopyFinder(profile).Find();
}

}  // namespace profiler
