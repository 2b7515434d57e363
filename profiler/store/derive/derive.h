// Derives totals from facts, in one place for all formats. ProfileBuilder::Build() calls these
// functions in this order, and each uses the results of the earlier functions.
#ifndef PROFILER_STORE_DERIVE_DERIVE_H_
#define PROFILER_STORE_DERIVE_DERIVE_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler::derive {

// The name of the op for accelerator time that belongs to no op.
inline constexpr char kUnattributed[] = "<unattributed>";

// Sorts the events of each track by begin, then by descending duration, then by arrival. Updates
// the flows, which refer to events.
void SortEvents(Profile& profile, size_t threads);

// Sorts the values of each series by time, with a stable sort.
void SortSeries(Profile& profile);

// Puts the sources on one time axis. A window of a profile keeps the profile's axis.
void FindTimeAxis(Profile& profile);

// Returns the parent of each event of a thread, found by the times of the events, which must be
// sorted. UINT32_MAX means no parent.
std::vector<uint32_t> ParentsByTime(const std::vector<int64_t>& begin,
                                    const std::vector<int64_t>& duration);

// Fills `self` of the events, and `parent` on tracks that have none. Only thread tracks nest; an
// event that starts inside another event and ends after it is a sibling of that event. The time in
// which both run counts for the later event.
void NestEvents(Profile& profile, size_t threads);

// Sets the missing op or step of a launched event to that of the launching event. If the launching
// event has no op, uses the op of the nearest enclosing event.
void LinkLaunches(Profile& profile);

// Assigns steps across threads: an event to which a step hands work over on another thread belongs
// to that step, and so do all events nested in it. If several steps hand work to an event, the
// earliest step gets it.
void GroupSteps(Profile& profile);

// Infers the steps of the given sources, which have none. A step lasts from one execution of the
// work that repeats most to the next. Infers no steps if the confidence is low.
void InferSteps(Profile& profile, const std::vector<SourceId>& sources);

// Sets the step of events without one to the step of their parent, or else to the step of their
// source that contains their begin (if several do, the step that began last). A source without
// steps gets one step for everything. Handles only the events on accelerators' tracks or only all
// others. Also fills in unknown begins and ends of steps, and the steps of allocations if the
// profile has one source.
void AssignSteps(Profile& profile, bool accelerators);

// Extends each step to the end of the work that it launched. If the host runs ahead of the device,
// the step begins when the work of the previous step has ended.
void ExtendSteps(Profile& profile);

// Sets the op of accelerator events that still have none to an op named kUnattributed, and adds
// that op if needed.
void NameUnattributed(Profile& profile, std::vector<std::pair<OpId, StringId>>& types);

// Fills `execs` from recorded totals, and from events and snapshots if there is no recorded total.
// Counts self time: the time of nested events is subtracted from the op of the outer event on the
// same thread. The result does not depend on the number of threads.
void AddUpExecs(Profile& profile, size_t threads);

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_DERIVE_H_
