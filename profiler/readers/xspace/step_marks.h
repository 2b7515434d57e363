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

// The steps of a file, from the marks that hosts and cores leave on their timelines.
class StepMarks {
 public:
  StepMarks(SourceId source, ProfileBuilder& builder) : source_(source), builder_(builder) {}

  // A host's mark around the code of a step. Marks of one number are of one step where they
  // overlap; else a second loop counts from the beginning again.
  StepId AddHostMark(std::string_view name, const EventRow& row, int64_t number);
  // A step of a core (`Steps`). Where cores tell of a step, it is that of the core it took longest
  // on, whatever the hosts say: their clocks differ. Without a number the name tells; invalid where
  // none does.
  StepId AddCoreStep(std::string_view name, const EventRow& row, int64_t number);

  // From here on, core steps are those of another device.
  void NextDevice() { core_steps_.clear(); }
  // The step of the device in whose time an event begins; invalid where there is none.
  StepId OfCore(int64_t begin);

  // Steps that reach beyond the recording are partial, and of more than five that hosts mark the
  // first and the last. `begin` and `end` are in picoseconds.
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

  StepId Find(std::string_view name, int64_t number);
  StepId Another(std::string_view name, int64_t number);
  StringId NameOf(std::string_view name, int64_t number);
  void MarkEdges();

  const SourceId source_;
  ProfileBuilder& builder_;
  std::vector<StepId> steps_;  // all there are
  // By number, then by begin.
  absl::flat_hash_map<int64_t, std::map<int64_t, HostStep>> host_steps_;
  absl::flat_hash_set<StepId> told_by_cores_;
  std::vector<CoreStep> core_steps_;
  bool is_sorted_ = true;
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_STEP_MARKS_H_
