#include "profiler/analysis/ops/call_site.h"

#include <string_view>

namespace profiler {
namespace {

// A stack may be as deep as a file likes, and each call is asked.
constexpr int kMostAround = 1000;

bool IsAten(std::string_view name) { return name.starts_with("aten::"); }

// A mark of the user's around code is a place, no op.
bool IsAnnotation(const Profile& profile, const OpRow& op) {
  return profile.strings[op.type] == "user_annotation";
}

// Frames of the libraries tell a user less than the line of the own code that called them.
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
  bool chain_ended = false;  // of the framework's ops that call each other
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
