#include "profiler/analysis/memory/updated_copies.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/memory/memory_kinds.h"
#include "profiler/analysis/memory/update_marks.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

// By op, whether it waits for input.
std::vector<char> OpsThatWaitForInput(const Profile& profile) {
  std::vector<char> waits(profile.op_count());
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    waits[i] = WaitsForInput(profile.strings[profile.ops.row[OpId(i)].name]) ? 1 : 0;
  }
  return waits;
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
  explicit UpdatedCopyFinder(const Profile& profile) : profile_(profile), marks_(profile) {}

  UpdatedCopies Find() {
    if (marks_.empty()) return {};
    waits_for_input_ = OpsThatWaitForInput(profile_);
    updates_.resize(profile_.tracks.size());
    for (const Track track : Tracks(profile_, HoldsThreadsWork)) AddTrack(track);
    for (const FlowRow& flow : profile_.flows.values()) {
      if (flow.kind == FlowKind::kLaunch) AddLaunch(flow);
    }
    for (const FlowRow& copy : to_devices_) {
      const Update* update = UpdateBefore(copy.from);
      if (update != nullptr) AddIfOf(*update, copy);
    }
    AddGradients();
    return std::move(found_);
  }

 private:
  using StepAndBytes = std::pair<StepId, int64_t>;
  // Copies of as many bytes from devices in a step.
  struct CopiesOut {
    int64_t first = std::numeric_limits<int64_t>::max();  // when the first one is launched
    // Those launched before are of gradients: the end of the last update that copied as much back.
    int64_t until = std::numeric_limits<int64_t>::min();
  };

  void AddTrack(const Track& track) {
    const Events& events = track.events;
    std::vector<Update>& updates = updates_[track.id.row()];
    const std::vector<bool> is_mark = marks_.Of(events);
    for (uint32_t e = 0; e < events.size(); ++e) {
      const int64_t begin = events.begin[e];
      if (events.op[e].valid() && waits_for_input_[events.op[e].row()] != 0) {
        for (auto u = updates.rbegin(); u != updates.rend() && u->until > begin; ++u) {
          if (u->end <= begin) u->until = begin;
        }
      } else if (is_mark[e] && events.step[e].valid() &&
                 (updates.empty() || updates.back().end <= begin)) {
        updates.push_back({.event = e,
                           .step = events.step[e],
                           .begin = begin,
                           .end = begin + events.duration[e]});
      }
    }
  }

  CopyDirection DirectionOf(EventId event) const {
    const CopiedMemory memory = CopiedMemoryOf(profile_, profile_.events[event.track], event.row);
    const bool from = memory.from == MemoryKind::kDevice, to = memory.to == MemoryKind::kDevice;
    if (!memory.is_copy || from == to) return CopyDirection::kNone;
    return to ? CopyDirection::kToDevice : CopyDirection::kFromDevice;
  }

  int64_t BytesOf(EventId copy) const {
    const Events& events = profile_.events[copy.track];
    return ParseKernelDetails(profile_.strings[events.detail[copy.row]]).copied_bytes;
  }

  void AddLaunch(const FlowRow& flow) {
    const StepId step = profile_.events[flow.from.track].step[flow.from.row];
    if (!step.valid()) return;
    switch (DirectionOf(flow.to)) {
      case CopyDirection::kToDevice:
        to_devices_.push_back(flow);
        break;
      case CopyDirection::kFromDevice:
        if (const int64_t bytes = BytesOf(flow.to); bytes != kUnknown) {
          CopiesOut& out = out_[{step, bytes}];
          out.first = std::min(out.first, BeginOf(flow.from));
          from_devices_.push_back(flow);
        }
        break;
      case CopyDirection::kNone:
        Update* update = UpdateBefore(flow.from);
        if (update != nullptr && BeginOf(flow.from) < update->end) update->launches = true;
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

  void AddIfOf(const Update& update, const FlowRow& copy) {
    const int64_t begin = BeginOf(copy.from);
    if (update.launches) {
      if (begin < update.end) found_.of_state.push_back(copy.to);
    } else if (begin < update.end ||
               (begin < update.until &&
                (CameOut(update, BytesOf(copy.to)) || IsInMarkAround(update, copy.from)))) {
      found_.to_devices.push_back(copy.to);
    }
  }

  // Whether as many bytes were copied from a device before in the step.
  bool CameOut(const Update& update, int64_t bytes) {
    const auto out = out_.find({update.step, bytes});
    if (out == out_.end() || out->second.first >= update.end) return false;
    out->second.until = std::max(out->second.until, update.end);
    return true;
  }

  void AddGradients() {
    for (const FlowRow& copy : from_devices_) {
      const StepId step = profile_.events[copy.from.track].step[copy.from.row];
      if (BeginOf(copy.from) < out_.find({step, BytesOf(copy.to)})->second.until) {
        found_.from_devices.push_back(copy.to);
      }
    }
  }

  int64_t BeginOf(EventId event) const { return profile_.events[event.track].begin[event.row]; }

  bool IsInMarkAround(const Update& update, EventId call) const {
    const Events& events = profile_.events[call.track];
    const int64_t begin = events.begin[call.row];
    for (uint32_t e = events.ParentOf(update.event); e != Events::kNoParent;
         e = events.ParentOf(e)) {
      const OpId op = events.op[e];
      if (!op.valid() || profile_.strings[profile_.ops.row[op].type] != kUserMarkType) continue;
      // One of an optimizer around another is of step(closure).
      if (profile_.strings[profile_.ops.row[op].name].starts_with(kOptimizerStep)) continue;
      if (IsAroundStep(profile_, EventName(profile_, events, e), update.step)) continue;
      if (begin < events.begin[e] + events.duration[e]) return true;
    }
    return false;
  }

  const Profile& profile_;
  const UpdateMarks marks_;
  std::vector<char> waits_for_input_;         // by op
  std::vector<std::vector<Update>> updates_;  // by track, sorted, none in another
  std::vector<FlowRow> to_devices_, from_devices_;
  absl::flat_hash_map<StepAndBytes, CopiesOut> out_;
  UpdatedCopies found_;
};

}  // namespace

UpdatedCopies FindUpdatedCopies(const Profile& profile) {
  return UpdatedCopyFinder(profile).Find();
}

}  // namespace profiler
