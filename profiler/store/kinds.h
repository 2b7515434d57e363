#ifndef PROFILER_STORE_KINDS_H_
#define PROFILER_STORE_KINDS_H_

#include <cstdint>

#include "profiler/base/value.h"

namespace profiler {

enum class DeviceKind : uint8_t { kOther, kCpu, kGpu, kTpu, kSparseCore };

constexpr bool IsAccelerator(DeviceKind kind) {
  return kind != DeviceKind::kOther && kind != DeviceKind::kCpu;
}

enum class TrackKind : uint8_t {
  kThread,     // a call stack: events nest, self time is what their children leave
  kLane,       // executions of many threads on one device: they overlap and never nest
  kStream,     // an accelerator's stream or core
  kCopyQueue,  // an accelerator's copy engine
  kMarker,     // steps, modules, annotations
};

// Only kExec tracks are summed. An overlay shows time that an exec track holds already; an async
// track shows waiting.
enum class TrackRole : uint8_t { kExec, kOverlay, kAsync };

enum class StepFoundBy : uint8_t { kRecorded, kMarker, kInferred, kWhole };

enum class OpKind : uint8_t {
  kGraphNode,       // a node of a dataflow graph
  kFrameworkOp,     // what a framework's tracer names
  kHloInstruction,  // an instruction of a compiled module
  kRuntime,         // seen only while running, or made here to hold what belongs to no op
};

// Whether an op was called by itself from the user's code, rather than from within a graph or a
// compiled program. An op that ran both ways is eager.
enum class Eager : uint8_t { kUnknown, kNo, kYes };

enum class EventKind : uint8_t { kSlice, kInstant };

enum class FlowKind : uint8_t { kLaunch, kData, kAsync };

// Why an execution is on no track.
enum class UnplacedReason : uint8_t { kZeroStart, kNegativeDuration, kOutOfRange };

// Whether anything of a source has a time on the axis that all share; of old stores nobody knows.
enum class OnAxis : uint8_t { kUntold, kUntimed, kTimed };

// How bad what reading met is, from good to bad.
enum class ImportSeverity : uint8_t {
  kInfo,      // nothing that anyone would miss
  kRepaired,  // something was wrong and was mended, with nothing lost
  kLoss,      // the input is well formed, but a part of it could not be used or is not there
  kError,     // the file is damaged
};

// Whether a total stood in the file or was added up here.
enum class Origin : uint8_t { kRecorded, kDerived };

// The greatest of each, beyond which a file that claims one is damaged.
constexpr DeviceKind LastOf(DeviceKind) { return DeviceKind::kSparseCore; }
constexpr TrackKind LastOf(TrackKind) { return TrackKind::kMarker; }
constexpr TrackRole LastOf(TrackRole) { return TrackRole::kAsync; }
constexpr StepFoundBy LastOf(StepFoundBy) { return StepFoundBy::kWhole; }
constexpr OpKind LastOf(OpKind) { return OpKind::kRuntime; }
constexpr Eager LastOf(Eager) { return Eager::kYes; }
constexpr EventKind LastOf(EventKind) { return EventKind::kInstant; }
constexpr FlowKind LastOf(FlowKind) { return FlowKind::kAsync; }
constexpr UnplacedReason LastOf(UnplacedReason) { return UnplacedReason::kOutOfRange; }
constexpr OnAxis LastOf(OnAxis) { return OnAxis::kTimed; }

}  // namespace profiler

#endif  // PROFILER_STORE_KINDS_H_
