#ifndef PROFILER_ANALYSIS_STEP_SPLIT_STEP_EVENT_TYPES_H_
#define PROFILER_ANALYSIS_STEP_SPLIT_STEP_EVENT_TYPES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "profiler/analysis/accelerators/blocking_calls.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/input/results/result_reads.h"
#include "profiler/analysis/input/results/results_code.h"
#include "profiler/analysis/memory/model_copies.h"
#include "profiler/analysis/ops/precision/precision.h"
#include "profiler/analysis/step_split/name_facts.h"
#include "profiler/store/profile.h"

namespace profiler {

// The role of an event in its step. If events overlap, the type listed last counts: e.g. a launch
// hides the code around it, and a device's work hides the host's.
enum class StepEventType : uint8_t {
  kBackwardGap,  // between two ops of a backward pass: what runs there is no input
  kHostElse,     // the host works, and perhaps for another step
  kHostWait,     // the host waits for a device
  kHostSleep,    // a Python thread sleeps, or waits for another thread or process
  kHostPython,   // a Python function or a user's mark of unknown purpose, whose time is no op's
  kInputCode,    // the same, of code that reads or makes input
  kKnownPython,  // the same, of a model or its framework, or of code that reports results
  // Copies of a client without accelerators, on threads of its own: other work hides them.
  kClientToHost,
  kClientToDevice,
  kHostAround,       // on a host without accelerators, what a runtime does around ops
  kHostCollectives,  // on such a host: its ops hide them, as an accelerator's kernels do there
  kHostCompute,
  kHostCompile,
  kHostToHost,
  kCopyLaunch,  // a call that starts a copy: it may last as long as the copy
  // A copy of what the model computed on the host, or by a compiled program itself: no input.
  kModelToDevice,
  kHostToDevice,
  kKernelLaunch,
  kCollectives,
  kWaitInput,
  kDeviceToDevice,
  kDeviceToHost,
  kCompute32,
  kCompute16,
  kNone,  // the event does not count
};
inline constexpr size_t kStepEventTypeCount = static_cast<size_t>(StepEventType::kNone);

// Caches the types of a profile's events.
class StepEventTypes {
 public:
  explicit StepEventTypes(const Profile& profile);

  // The event must have a step and be on an exec track. A host event that is in a marked step only
  // because of its time is kNone, as it may belong to another step. Host events of a compiled
  // program's instructions count only if there is no accelerator to run them.
  StepEventType Of(TrackId track, uint32_t event);
  // The facts of all events of a host's thread. They are looked up once, as events of many ops
  // follow each other: other members take them.
  std::vector<NameFacts> NameFactsOf(TrackId track);
  // The facts that any of them has.
  static NameFacts AnyOf(const std::vector<NameFacts>& facts);
  // Of() on a host's thread.
  StepEventType OnHost(EventId event, NameFacts facts) const;
  // Whether OnHost() is kHostCompute for all events of a host's thread whose names imply nothing.
  bool ArePlain(TrackId track) const;
  static bool IsPlain(NameFacts facts) { return facts == name_fact::kSeen; }
  // Whether in the event a host waits for a device, in a step or outside.
  bool IsHostWait(EventId event, NameFacts facts) const;
  // The time of a wait: PjRt marks only the end of one that Python called for, as
  // block_until_ready() and float() do, and which no event of Python's shows.
  Interval WaitTime(TrackId track, uint32_t event);
  // The table of ops and events that move data between devices or workers.
  CommunicationTable& communication() { return communication_; }
  // Whether work of devices other than copies is launched on the track.
  bool LaunchesKernels(TrackId track) const { return !launches_other_[track.row()].empty(); }
  // The waits of a host's thread for devices, its sleep, and on a host without accelerators its
  // collectives, but not waits for input: facts, AnyOf() them and roles must be those of the track.
  HostWaits WaitsOf(TrackId track, const std::vector<NameFacts>& facts, NameFacts any,
                    const std::vector<CodeRole>& roles);
  // By event of a host's thread, the role of the Python function or of the user's mark that it is
  // or runs in. Empty if none was recorded there.
  std::vector<CodeRole> CodeRolesOf(TrackId track, const std::vector<NameFacts>& facts,
                                    NameFacts any) const;
  // Whether the source recorded an accelerator.
  bool HasDevice(SourceId source) const { return has_device_[source.row()] != 0; }
  // That of collectives which the source's hosts run.
  StepEventType CollectiveType(SourceId source) const {
    return HasDevice(source) ? StepEventType::kCollectives : StepEventType::kHostCollectives;
  }
  // Whether the event is a call of PyTorch's backward pass, which runs one after another.
  static bool IsBackward(NameFacts facts);
  // Whether the event is a Python function.
  static bool IsPython(NameFacts facts);
  // Whether the event is one that sleeps, or waits for another thread or process.
  static bool IsSleep(NameFacts facts);

 private:
  // Facts shared by the events of an op that have the same label, as most events of an op do.
  struct Known {
    StringId label;
    NameFacts facts = 0;  // 0 if not computed yet
  };
  // The same of work on devices. Types are kNone if not computed yet.
  struct KnownWork {
    StringId label, detail;
    StepEventType type = StepEventType::kNone;      // of what has this detail, too
    StepEventType computes = StepEventType::kNone;  // of what is no copy by its names
  };

  StepEventType OnDevice(TrackId track, uint32_t event);
  // Of work that has these facts.
  StepEventType TypeOfWork(TrackId track, uint32_t event, NameFacts facts, KnownWork& known);
  NameFacts FactsOf(const Events& events, uint32_t event);
  NameFacts FactsOfNames(OpId op, StringId name);
  // The label, or the op's name if there is none.
  StringId NameOf(const Events& events, uint32_t event) const;
  bool IsLaunch(EventId event) const;
  bool StartsOnlyCopies(EventId event) const;
  bool IsCollectiveOnHost(OpId op) const;
  bool IsAroundOps(OpId op, NameFacts facts) const;
  bool IsMark(std::string_view name, StepId step) const;
  bool IsProgram(OpId op) const;
  static uint32_t Before(const Events& events, uint32_t event);
  void AddMarkNames();

  const Profile& profile_;
  const BlockingCalls blocking_;
  CommunicationTable communication_;
  PrecisionTable precisions_;
  const StringId runtime_;  // the type of calls of a runtime
  const bool has_collectives_, has_named_code_;
  std::vector<char> has_device_;  // indexed by source
  // By track and event: whether it launches device work, and work other than copies.
  std::vector<std::vector<bool>> launches_, launches_other_;
  ModelCopies model_copies_;
  ResultsCode results_code_;
  ResultReads result_reads_;
  NameFactTable names_;
  absl::flat_hash_set<std::string_view> mark_names_;  // what IsMark() holds for
  std::vector<Known> known_;                          // indexed by op
  Known without_op_;
  std::vector<KnownWork> work_;  // indexed by op
  KnownWork work_without_op_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEP_SPLIT_STEP_EVENT_TYPES_H_
