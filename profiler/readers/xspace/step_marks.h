#ifndef PROFILER_READERS_XSPACE_STEP_MARKS_H_
#define PROFILER_READERS_XSPACE_STEP_MARKS_H_

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// Finds the steps of a file from the marks on the timelines of hosts and cores.
class StepMarks {
 public:
  StepMarks(SourceId source, ProfileBuilder& builder) : source_(source), builder_(builder) {}

  // Adds a host's mark around the code of a step.
  void AddRoot(std::string_view name, EventId event, const EventRow& row, int64_t number);
  // Makes steps of the marks that were added since the last call, which are those of a thread. Of
  // marks inside each other the outer ones are steps, unless they are few that mainly hold many
  // others, as a mark around an epoch does. All events must have been added to the builder.
  void TakeRoots();
  // Adds a step of a core (from its line `Steps`). A step that cores record has the times of the
  // core that took longest, and hosts do not change these times, because the clocks differ. Without
  // `number`, the number is taken from the name. Returns an invalid id if the name has no number.
  StepId AddCoreStep(std::string_view name, const EventRow& row, int64_t number);

  // Adds an event of a host that has a step's number but is not declared a step's root, as the one
  // that Keras's TensorBoard callback records around a batch.
  void AddNumbered(std::string_view name, EventId event, const EventRow& row, int64_t number);
  // Where nothing else marks steps, makes marks of the numbered events that are in no other: those
  // of the name that takes the most time. All events must have been added to the builder.
  void TakeNumbered();

  // From now on, AddCoreStep() and OfCore() are for another device.
  void NextDevice() { core_steps_.clear(); }
  // Returns the device's step that contains the begin of an event, or an invalid id.
  StepId OfCore(int64_t begin);

  // Marks steps that reach the begin or the end of the recording as partial. `begin` and `end` are
  // in picoseconds.
  void EndRecording(int64_t begin, int64_t end);

 private:
  struct CoreStep {
    int64_t begin, end;
    StepId step;
  };

  struct HostStep {
    int64_t end;
    StepId step;
  };

  struct Numbered {
    StringId name;
    EventId event;
    EventRow row;
    int64_t number;
  };

  // Marks of the same number belong to one step if they overlap. If they do not overlap, a second
  // loop uses the number again, for another step.
  void AddHostMark(const Numbered& mark);
  StepId StepOfHostMark(std::string_view name, const EventRow& row, int64_t number);
  StepId Find(std::string_view name, int64_t number);
  StepId Another(std::string_view name, int64_t number);
  StringId NameOf(std::string_view name, int64_t number);

  const SourceId source_;
  ProfileBuilder& builder_;
  std::vector<StepId> steps_;
  std::vector<Numbered> roots_, numbered_;
  // By number of the step, then by begin.
  absl::flat_hash_map<int64_t, std::map<int64_t, HostStep>> host_steps_;
  absl::flat_hash_set<StepId> told_by_cores_;
  std::vector<CoreStep> core_steps_;
  bool is_sorted_ = true;
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_STEP_MARKS_H_
