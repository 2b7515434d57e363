#ifndef PROFILER_STORE_KINDS_H_
#define PROFILER_STORE_KINDS_H_

#include <cstdint>
#include <string_view>

#include "profiler/base/value.h"

namespace profiler {

enum class DeviceKind : uint8_t { kOther, kCpu, kGpu, kTpu, kSparseCore };

constexpr bool IsAccelerator(DeviceKind kind) {
  return kind != DeviceKind::kOther && kind != DeviceKind::kCpu;
}

enum class TrackKind : uint8_t {
  kThread,     // a thread with a call stack: events nest, and self time excludes children
  kLane,       // executions of many threads on one device, which overlap and never nest
  kStream,     // an accelerator's stream or core
  kCopyQueue,  // an accelerator's copy engine
  kMarker,     // steps, modules, annotations
};

// Totals include only kExec tracks. An overlay track repeats time of an exec track; an async track
// shows waiting.
enum class TrackRole : uint8_t { kExec, kOverlay, kAsync };

enum class StepFoundBy : uint8_t { kRecorded, kMarker, kInferred, kWhole };

enum class OpKind : uint8_t {
  kGraphNode,       // a node of a dataflow graph
  kFrameworkOp,     // named by a framework's tracer
  kHloInstruction,  // an instruction of a compiled module
  kRuntime,         // seen only at run time, or added by ProfileBuilder for time without an op
};

// The types of the ops that readers make of events which no graph has, whatever recorded them.
inline constexpr std::string_view kPythonFunctionType = "PythonFunction";
inline constexpr std::string_view kUserMarkType = "user_annotation";
inline constexpr std::string_view kRuntimeType = "Runtime";  // of a framework's machinery, too

// Whether the user's code called an op directly, rather than a graph or a compiled program. An op
// that ran both ways is kYes.
enum class Eager : uint8_t { kUnknown, kNo, kYes };

// What a compiled program uses a buffer for. All but temporaries are there for the whole run.
enum class BufferKind : uint8_t {
  kTemporary,
  kParameter,
  kOutput,
  kConstant,
  kThreadLocal,
  kHeap,  // the room that temporaries lie in
};

enum class EventKind : uint8_t { kSlice, kInstant };

enum class FlowKind : uint8_t { kLaunch, kData, kAsync };

// Whether tfprof reads a source, and whether tfprof's rules on which executions count were already
// applied to it.
enum class TfprofRules : uint8_t {
  kNotRead,  // tfprof does not read files of this format
  kApplied,  // a ProfileProto, to which tfprof applied the rules on writing
  kToApply,  // a graph or RunMetadata, to which tfprof applies the rules on reading
};

// The kind of program that recorded a source. The kinds differ in the facts that they omit and in
// their options to record more.
enum class Recorder : uint8_t {
  kOther,
  kSession,  // a TensorFlow session that was run with RunOptions
  kXprof,    // TensorFlow 2's, JAX's and PyTorch/XLA's profiler
  kTracer,   // torch.profiler and other programs that write trace events
};

// Why an execution has no place on a track.
enum class UnplacedReason : uint8_t { kZeroStart, kNegativeDuration, kOutOfRange };

// Whether any fact of a source has a time on the shared axis. kUntold is for old stores, which do
// not record this.
enum class OnAxis : uint8_t { kUntold, kUntimed, kTimed };

// The severity of an import problem, in ascending order.
enum class ImportSeverity : uint8_t {
  kInfo,      // nothing is lost
  kRepaired,  // something was wrong and was repaired without loss
  kLoss,      // the input is well formed, but a part is unusable or missing
  kError,     // the file is damaged
};

// Whether a total was in the file or was computed by this program.
enum class Origin : uint8_t { kRecorded, kDerived };

// The last value of each enum. A larger one in a file means damage.
constexpr DeviceKind LastOf(DeviceKind) { return DeviceKind::kSparseCore; }
constexpr TrackKind LastOf(TrackKind) { return TrackKind::kMarker; }
constexpr TrackRole LastOf(TrackRole) { return TrackRole::kAsync; }
constexpr StepFoundBy LastOf(StepFoundBy) { return StepFoundBy::kWhole; }
constexpr OpKind LastOf(OpKind) { return OpKind::kRuntime; }
constexpr Eager LastOf(Eager) { return Eager::kYes; }
constexpr BufferKind LastOf(BufferKind) { return BufferKind::kHeap; }
constexpr EventKind LastOf(EventKind) { return EventKind::kInstant; }
constexpr FlowKind LastOf(FlowKind) { return FlowKind::kAsync; }
constexpr TfprofRules LastOf(TfprofRules) { return TfprofRules::kToApply; }
constexpr Recorder LastOf(Recorder) { return Recorder::kTracer; }
constexpr UnplacedReason LastOf(UnplacedReason) { return UnplacedReason::kOutOfRange; }
constexpr OnAxis LastOf(OnAxis) { return OnAxis::kTimed; }
constexpr ImportSeverity LastOf(ImportSeverity) { return ImportSeverity::kError; }
constexpr Origin LastOf(Origin) { return Origin::kDerived; }

}  // namespace profiler

#endif  // PROFILER_STORE_KINDS_H_
