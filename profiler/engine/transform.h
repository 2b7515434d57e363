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

// A profile that was transformed for a selection (a time window, or other steps).
struct Transformed {
  Profile profile;
  std::vector<Note> notes;  // for each answer: the clipped and omitted events

  Identity identity() const { return profile.identity; }
};
uint64_t HeapBytes(const Transformed& transformed);

// The profile with the steps of -step_event, cut to -from and -to. NotFound if no event matches
// -step_event, or no event is within the window.
absl::StatusOr<Transformed> Transform(const Profile& profile, const Selection& selection,
                                      RunContext& context);

// Transform() with the result cached in the memo, by the profile's identity and the selection.
absl::StatusOr<std::shared_ptr<const Transformed>> KeptTransform(const Profile& profile,
                                                                 const Selection& selection,
                                                                 RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ENGINE_TRANSFORM_H_
