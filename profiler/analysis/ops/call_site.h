#ifndef PROFILER_ANALYSIS_OPS_CALL_SITE_H_
#define PROFILER_ANALYSIS_OPS_CALL_SITE_H_

#include <string>

#include "profiler/store/profile.h"

namespace profiler {

// The op and the source line from which the runtime was called.
struct CallSite {
  // The outermost of the framework's nested ops, e.g. aten::item if it calls
  // aten::_local_scalar_dense.
  StringId op;
  FrameId frame;  // UserFrame() of the call

  friend bool operator==(const CallSite& a, const CallSite& b) {
    return a.op == b.op && a.frame == b.frame;
  }
  template <typename H>
  friend H AbslHashValue(H h, const CallSite& site) {
    return H::combine(std::move(h), site.op, site.frame);
  }
};

// `call` must be an event of a host, or invalid. Members are invalid if no op or frame encloses the
// call.
CallSite CallSiteOf(const Profile& profile, EventId call);

// The op's name, e.g. "aten::item", or the call's name if no op encloses the call.
std::string NameOf(const Profile& profile, const CallSite& site);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_CALL_SITE_H_
