#ifndef PROFILER_ENGINE_TRANSFORM_H_
#define PROFILER_ENGINE_TRANSFORM_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// A profile as a selection asks to look at it, for every view and exporter alike.
struct Transformed {
  Profile profile;
  std::vector<Note> notes;  // for each answer on it: what was cut and left out

  Identity identity() const { return profile.identity; }
};
uint64_t HeapBytes(const Transformed& transformed);

// The profile with the steps of -step_event, cut to -from and -to. NotFound: no event is picked, or
// none lies in the window.
absl::StatusOr<Transformed> Transform(const Profile& profile, const Selection& selection,
                                      RunContext& context);

// The same, kept in the memo by the profile's identity and the selection, so that each command need
// not make it again.
absl::StatusOr<std::shared_ptr<const Transformed>> KeptTransform(const Profile& profile,
                                                                 const Selection& selection,
                                                                 RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ENGINE_TRANSFORM_H_
