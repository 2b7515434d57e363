#ifndef PROFILER_ANALYSIS_SHAPES_OP_TIMES_H_
#define PROFILER_ANALYSIS_SHAPES_OP_TIMES_H_

#include <map>
#include <utility>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/store/profile.h"

namespace profiler {

// Self times of ops, in picoseconds.
template <typename Key>
struct OpTimesBy {
  Int128 all = 0;
  std::map<Key, Int128> of;  // by what is asked about ops
};

// Of the framework's ops that are selected: on accelerators where any ran there, else on hosts.
// Calls add(event, of) for each, which adds to the times of what its op is of.
template <typename Key, typename Add>
absl::StatusOr<OpTimesBy<Key>> SumOpTimes(const Selected& selected, RunContext& context,
                                          const Add& add) {
  const Profile& profile = selected.profile();
  const auto counts = [&](const OpRow& op) {
    return op.kind == OpKind::kFrameworkOp && profile.strings[op.type] != kUserMarkType;
  };
  OpTimesBy<Key> host, devices;
  PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
      selected, counts,
      [&](const OpEvent& event) {
        OpTimesBy<Key>& times = event.on_device ? devices : host;
        times.all += event.self;
        add(event, times.of);
      },
      context));
  return devices.all > 0 ? std::move(devices) : std::move(host);
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SHAPES_OP_TIMES_H_
