#include "profiler/analysis/kept/recorded_details.h"

#include <algorithm>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/steps/code/python_threads.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// By op, whether it is a function of Python.
std::vector<char> FindPythonFunctions(const Profile& profile) {
  std::vector<char> are_functions;
  are_functions.reserve(profile.ops.row.size());
  for (const OpRow& op : profile.ops.row.values()) {
    are_functions.push_back(profile.strings[op.type] == kPythonFunctionType ? 1 : 0);
  }
  return are_functions;
}

bool HasEventOf(const std::vector<char>& ops, const Events& events) {
  for (uint32_t e = 0; e < events.size(); ++e) {
    if (events.op[e].valid() && ops[events.op[e].row()] != 0) return true;
  }
  return false;
}

void AddShapes(const Profile& profile, std::vector<RecordedDetails>& details) {
  for (const ExecRow& row : profile.execs().row.values()) {
    if (!row.step.valid() || !row.op.valid()) continue;
    if (!profile.ops.row[row.op].input_shapes.valid()) continue;
    details[profile.steps[row.step].source.row()].shapes = true;
  }
}

void AddMemory(const Profile& profile, std::vector<RecordedDetails>& details) {
  for (const AllocationRow& row : profile.allocations) {
    const SourceId source =
        row.source.valid() || !row.step.valid() ? row.source : profile.steps[row.step].source;
    if (source.valid()) details[source.row()].memory = true;
  }
}

}  // namespace

bool RecordsShapes(const Profile& profile) {
  const auto ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(),
                     [](const OpRow& op) { return op.input_shapes.valid(); });
}

std::vector<RecordedDetails> DetailsOfSources(const Profile& profile) {
  std::vector<RecordedDetails> details(profile.sources.size());
  const std::vector<char> are_functions = FindPythonFunctions(profile);
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    if (!track.row.source.valid()) continue;
    RecordedDetails& of = details[track.row.source.row()];
    if (of.stacks || !HasEventOf(are_functions, track.events)) continue;
    // Other threads may run Python on some ranks only, however they were recorded.
    of.stacks = TakesSteps(profile, track.events);
  }
  AddShapes(profile, details);
  AddMemory(profile, details);
  return details;
}

}  // namespace profiler
