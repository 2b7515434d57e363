#include "profiler/advise/rules/memory/run_of_memory.h"

#include <algorithm>
#include <vector>

#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/time/run_begin.h"

namespace profiler {

std::string RunOfMemory(const Profile& profile, const MemoryUse& memory) {
  if (!memory.source.valid()) return "";
  const Runs runs = RunsOf(profile);
  return runs.are_several() ? runs.names[runs.of_source[memory.source.row()]] : "";
}

Int128 FromBeginOfRun(const Profile& profile, const MemoryUse& memory, int64_t time) {
  const Runs runs = RunsOf(profile);
  const Int128 begin = runs.are_several()
                           ? BeginOf(profile, runs.SourcesOf(runs.of_source[memory.source.row()]))
                           : profile.time_axis.start;
  return profile.time_axis.At(memory.source, time) - begin;
}

void SetPlaceOfMemory(const Profile& profile, const MemoryUse& memory, Finding& finding) {
  if (RunOfMemory(profile, memory).empty()) return SetPlace(profile, memory.device, finding);
  SetPlace(profile, std::vector<SourceId>{memory.source}, finding);
}

}  // namespace profiler
