// Derives totals from facts, in one place for all formats. ProfileBuilder::Build() calls these
// functions in this order, and each uses the results of the earlier functions.
#ifndef PROFILER_STORE_DERIVE_DERIVE_H_
#define PROFILER_STORE_DERIVE_DERIVE_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "profiler/store/derive/steps/step_spans.h"
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

// Fills `self` of the events, and `parent` on threads that have none. Only thread tracks nest; an
// event that starts inside another event and ends after it is a sibling of that event. The time in
// which both run counts for the later event, and so it does on a TPU's core.
void NestEvents(Profile& profile, size_t threads);

// Sets the missing op or step of a launched event to that of the launching event. If the launching
// event has no op, uses the op of the nearest enclosing event.
void LinkLaunches(Profile& profile);

// Whether the track is a thread of a host that executes compiled programs, as XLA's executors on
// CPUs do. In steps such a thread counts as a device.
bool RunsPrograms(const Profile& profile, TrackId id);

// Whether the flow leads from the call of a compiled program to the first instruction of it that a
// thread of the host runs, before it runs those of another call.
bool IsProgramCall(const Profile& profile, const FlowRow& flow);

// Whether steps hold at least half of the time of the compiled programs that the source's host ran,
// by when these were called, where that is known. True if none ran.
bool HoldPrograms(const Profile& profile, SourceId source, const StepSpans& steps);

// Assigns the instructions of a compiled program that ran on a host to the step in whose time it
// was called, however late they ran. No link between the call and its threads' tasks is needed.
void AssignPrograms(Profile& profile);

// Assigns steps across threads: an event to which a step hands work over on another thread belongs
// to that step, and so do all events nested in it. If several steps hand work to an event, the
// earliest step gets it.
void GroupSteps(Profile& profile);

// Infers the steps of the given sources, which have none, from calls that repeat:
// - The thread is the host thread whose top-level calls take the most time. Top-level means that no
//   recorded call encloses the call.
// - The sequence is the shortest one that follows itself without another call in between. It has at
//   least two different names, runs at least five times in a row, and takes at least 80 % of the
//   time of the thread's top-level calls.
// - If there is none, names that take less than 1 % of that time are left out.
// - One run of the sequence is a step, which lasts until the next one begins.
// In a source without events of a host, the executions of modules on a device count as calls, and
// one module may be the whole sequence. Steps that hold less than half of the compiled programs
// that the source's host ran are withdrawn.
void InferSteps(Profile& profile, const std::vector<SourceId>& sources);

// Sets the step of events without one to the step of their parent, or else to the step of their
// source that contains their begin (if several do, the step that began last). A source without
// steps gets one step for everything but the recorder's own calls. Handles only the events on
// accelerators' tracks or only all others. The former also fills in unknown begins and ends of
// steps. The steps of allocations are found with the latter where the host may only launch work, as
// it allocates ahead of devices, else with the former. Those of no source have a step only if the
// profile has one source.
void AssignSteps(Profile& profile, bool accelerators);

// A thread that gets data from a step's ops in the time of the step works for it until the step
// ends, as the thread of PyTorch's backward pass does: its events in that time are the step's own,
// and no longer only placed there by time.
void OwnBackwardThreads(Profile& profile);

// Records the duration of each step's mark, and then sets the extent of each marked or inferred
// step. A step begins at its mark or when the step before it in its series ended, if that is later.
// It ends at its mark's end or when the last work launched in it ends on a device or in a thread
// that executes compiled programs, if that is later. Steps that a device recorded keep their times.
// The first step of a series is partial if a device was still busy with work that was launched
// before the mark, and the last one if its work was cut.
void ExtendSteps(Profile& profile);

// Makes the last step that PyTorch recorded partial if no op ran in it: its loop had ended, as one
// over a DataLoader in which only that end was found.
void MarkEndedLoops(Profile& profile);

// Makes JAX's annotations of users (TraceAnnotation) what PyTorch's are: ops of the type
// user_annotation. Their events look like the runtime's own, but are entered by Python and call
// Python; where Python was not recorded, the marks of steps hold them, and their names are no
// runtime's.
void NameAnnotations(Profile& profile, std::vector<std::pair<OpId, StringId>>& types);

// Makes an op of the call that launches a CUDA graph, for the work of graphs that no op launches:
// the work is the graph's, not that of a call of the runtime.
void NameGraphWork(Profile& profile, std::vector<std::pair<OpId, StringId>>& types);

// Sets the op of accelerator events that still have none to an op named kUnattributed, and adds
// that op if needed.
void NameUnattributed(Profile& profile, std::vector<std::pair<OpId, StringId>>& types);

// Makes the totals from recorded totals, and from events and snapshots if there is no recorded
// total. Counts self time: the time of nested events is subtracted from the op of the outer event
// on the same thread. The result does not depend on the number of threads.
Execs AddUpExecs(const Profile& profile, size_t threads);

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_DERIVE_H_
