#include "profiler/analysis/ops/call_site.h"

#include <string_view>

#include "profiler/analysis/ops/user_frame.h"

namespace profiler {
namespace {

// The maximum number of enclosing events to search, as stacks in a file may be arbitrarily deep.
constexpr int kMostAround = 1000;

bool IsAten(std::string_view name) { return name.starts_with("aten::"); }

// Whether the op is a user's mark around code, which does not count as the calling op.
bool IsAnnotation(const Profile& profile, const OpRow& op) {
  return profile.strings[op.type] == kUserMarkType;
}

}  // namespace

CallSite CallSiteOf(const Profile& profile, EventId call) {
  CallSite site;
  if (!call.valid()) return site;
  const Events& events = profile.events[call.track];
  uint32_t event = call.row;
  FrameId innermost;
  bool chain_ended = false;  // the chain of framework ops that call each other has ended
  for (int i = 0; event != Events::kNoParent && i < kMostAround; ++i) {
    const OpId id = events.op[event];
    if (id.valid()) {
      const OpRow& op = profile.ops.row[id];
      if (!innermost.valid()) innermost = op.frame;
      if (op.kind == OpKind::kRuntime || IsAnnotation(profile, op)) {
        chain_ended = site.op.valid();
      } else if (!site.op.valid() || (!chain_ended && IsAten(profile.strings[op.name]) &&
                                      IsAten(profile.strings[site.op]))) {
        site.op = op.name;
      } else {
        chain_ended = true;
      }
      if (chain_ended && innermost.valid()) break;
    }
    event = events.ParentOf(event);
  }
  site.frame = UserFrame(profile, innermost);
  return site;
}

std::string NameOf(const Profile& profile, const CallSite& site) {
  return site.op.valid() ? std::string(profile.strings[site.op]) : "<no op>";
}

}  // namespace profiler
