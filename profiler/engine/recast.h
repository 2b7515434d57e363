#ifndef PROFILER_ENGINE_RECAST_H_
#define PROFILER_ENGINE_RECAST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// A profile as a selection asks to look at it, for every view and exporter alike.
struct Recast {
  Profile profile;
  std::vector<Note> notes;  // for each answer on it: what was cut and left out
};

// A time from the profile's start, as -from takes it: "36s", "1500ms", "95.25s"
// with at most three decimals, "80.5us".
std::string TimeText(Int128 picos);

// The profile with the steps of -step_event, cut to -from and -to. NotFound: no event is picked, or
// none lies in the window.
absl::StatusOr<Recast> MakeRecast(const Profile& profile, const Selection& selection,
                                  RunContext& context);

// Keeps the last recast of a profile, so that each command need not make it again.
class LastRecast {
 public:
  // What views are to run on: the profile itself where the selection asks for no other. It stays
  // until the next call. A change forgets what the context holds, which is of the one before.
  absl::StatusOr<const Profile*> Get(const Profile& profile, const Selection& selection,
                                     RunContext& context);
  // Of what Get() gave last.
  const std::vector<Note>& notes() const { return recast_.notes; }
  // The profile goes.
  void Forget();

 private:
  std::string key_;  // empty: there is none
  Recast recast_;
};

}  // namespace profiler

#endif  // PROFILER_ENGINE_RECAST_H_
