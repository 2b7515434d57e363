#ifndef PROFILER_ANALYSIS_OPS_CALL_SITE_H_
#define PROFILER_ANALYSIS_OPS_CALL_SITE_H_

#include <string>

#include "profiler/store/profile.h"

namespace profiler {

// Who made a call of the runtime: what a person would look for in the code.
struct CallSite {
  StringId op;    // the framework op around it: of aten::item > aten::_local_scalar_dense the first
  FrameId frame;  // the innermost line of Python that is the user's, else the innermost there is

  friend bool operator==(const CallSite& a, const CallSite& b) {
    return a.op == b.op && a.frame == b.frame;
  }
  template <typename H>
  friend H AbslHashValue(H h, const CallSite& site) {
    return H::combine(std::move(h), site.op, site.frame);
  }
};

// Of an event of a host. Invalid where nothing is around it; of no event nothing is known.
CallSite CallSiteOf(const Profile& profile, EventId call);

// "aten::item", or what it is called where no op was around it.
std::string NameOf(const Profile& profile, const CallSite& site);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_CALL_SITE_H_
