#include "profiler/views/hlo_uses.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/status.h"
#include "profiler/store/derive/derive.h"
#include "profiler/views/op_events.h"

namespace profiler {
namespace {

// Where an accelerator runs the instructions, what the host has of them are launches.
bool HasAccelerator(const Profile& profile) {
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (derive::IsAccelerator(track) && profile.events[TrackId(t)].size() > 0) return true;
  }
  return false;
}

class Uses {
 public:
  explicit Uses(const Profile& profile)
      : profile_(profile), has_accelerator_(HasAccelerator(profile)) {}

  void Add(const OpEvent& event) {
    StringId kernel;
    if (has_accelerator_ && !event.on_device) return;
    if (!IsInstruction(profile_, event.op)) {
      if (!event.on_device) return;
      const Events& events = profile_.events[event.track];
      if (!events.label.empty()) kernel = events.label[event.row];
    }
    auto [it, is_new] = index_.try_emplace({event.op, kernel}, uses_.size());
    if (is_new) uses_.push_back({event.op, kernel});
    HloUse& use = uses_[it->second];
    ++use.occurrences;
    use.total += event.duration;
    use.self += event.self;
  }

  // What took most time itself first, then by name.
  std::vector<HloUse> Sorted() && {
    std::sort(uses_.begin(), uses_.end(), [this](const HloUse& a, const HloUse& b) {
      if (a.self != b.self) return a.self > b.self;
      const auto names = [this](const HloUse& use) {
        return std::tuple(profile_.strings[profile_.ops.row[use.op].name],
                          profile_.strings[use.kernel], use.op.row());
      };
      return names(a) < names(b);
    });
    return std::move(uses_);
  }

 private:
  const Profile& profile_;
  const bool has_accelerator_;
  absl::flat_hash_map<std::pair<OpId, StringId>, size_t> index_;
  std::vector<HloUse> uses_;
};

}  // namespace

bool IsInstruction(const Profile& profile, OpId op) {
  return profile.ops.row[op].kind == OpKind::kHloInstruction;
}

absl::StatusOr<std::vector<HloUse>> UsesOfInstructions(const Profile& profile, const Query& query,
                                                       RunContext& context) {
  Uses uses(profile);
  PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
      profile, query, [](const OpRow& op) { return op.kind != OpKind::kRuntime; },
      [&](const OpEvent& event) { uses.Add(event); }, context));
  return std::move(uses).Sorted();
}

}  // namespace profiler
