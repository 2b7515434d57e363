// From facts to totals, in one place for all formats. Each function reads what those before it
// left; ProfileBuilder::Build() calls them in this order.
#ifndef PROFILER_STORE_DERIVE_DERIVE_H_
#define PROFILER_STORE_DERIVE_DERIVE_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler::derive {

// The op that holds accelerator time which belongs to no op.
inline constexpr char kUnattributed[] = "<unattributed>";

// Sorts every track by begin, the longer event first, equal ones as they arrived, and renumbers
// the flows' ends.
void SortEvents(Profile& profile, size_t threads);

// Sorts the values of each series by time, those of one time as they arrived.
void SortSeries(Profile& profile);

// Puts the sources on one time axis. A part of another profile has that one's already.
void FindTimeAxis(Profile& profile);

// Of sorted events on a thread, which one each lies in as their times tell: UINT32_MAX for none.
std::vector<uint32_t> ParentsByTime(const std::vector<int64_t>& begin,
                                    const std::vector<int64_t>& duration);

// Fills `self` of the events, and `parent` on tracks that have none. Only thread tracks nest; an
// event that starts inside another and ends after it is its sibling, and has the time that both
// run.
void NestEvents(Profile& profile, size_t threads);

// Gives a launched event without op or step those of what launched it: the launching event's own,
// or for the op that of the nearest event around it.
void LinkLaunches(Profile& profile);

// Follows hand-overs between threads: what a step's work hands on to another thread is of that
// step, with all that is nested in it. Of several steps that reach an event the earliest has it.
void GroupSteps(Profile& profile);

// Finds steps in sources that have none and whose reader asked for it: from one execution to the
// next of the work that repeats most. Where nothing repeats with confidence there are none.
void InferSteps(Profile& profile, const std::vector<SourceId>& sources);

// Gives events without step that of the event they are nested in, or else the step of their source
// in whose time they begin (of several the one that began last), and a source without steps one
// step that holds everything. Looks at events on accelerators' tracks, or at all others. Fills in
// unknown begins and ends of steps, and the steps of allocations of a profile of one source.
void AssignSteps(Profile& profile, bool accelerators);

// A step lasts until the work that it launched has ended. Where hosts run ahead of devices, it
// begins when the work of the step before has ended.
void ExtendSteps(Profile& profile);

// Gives events of accelerator tracks that still have no op the op kUnattributed, made when needed.
void NameUnattributed(Profile& profile, std::vector<std::pair<OpId, StringId>>& types);

// Fills execs: what was recorded, and from events and snapshots what that leaves unknown.
// Time nested below another op's event on the same thread is taken from the outer one: self time.
// How many threads there are changes nothing in the result.
void AddUpExecs(Profile& profile, size_t threads);

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_DERIVE_H_
