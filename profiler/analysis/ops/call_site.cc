#include "profiler/analysis/ops/call_site.h"

#include <string_view>

namespace profiler {
namespace {

// The maximum number of enclosing events, or calling frames, to search, as stacks in a file may be
// arbitrarily deep.
constexpr int kMostAround = 1000;

bool IsAten(std::string_view name) { return name.starts_with("aten::"); }

// Whether the op is a user's mark around code, which does not count as the calling op.
bool IsAnnotation(const Profile& profile, const OpRow& op) {
  return profile.strings[op.type] == "user_annotation";
}

// Whether a file belongs to a library rather than to the user's code.
bool IsOfLibrary(std::string_view file) {
  return file.empty() || file.starts_with("torch/") || file.starts_with('<') ||
         file.find("site-packages/") != file.npos || file.find("/lib/python") != file.npos;
}

FrameId UsersFrame(const Profile& profile, FrameId innermost) {
  FrameId frame = innermost;
  for (int i = 0; frame.valid() && i < kMostAround; ++i, frame = profile.frames[frame].parent) {
    if (!IsOfLibrary(profile.strings[profile.frames[frame].file])) return frame;
  }
  return innermost;
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
  site.frame = UsersFrame(profile, innermost);
  return site;
}

std::string NameOf(const Profile& profile, const CallSite& site) {
  return site.op.valid() ? std::string(profile.strings[site.op]) : "<no op>";
}

}  // namespace profiler
