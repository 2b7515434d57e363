// Maps the rows of the part that is being merged to rows of the merged profile.
#ifndef PROFILER_STORE_TRANSFORM_MERGE_PART_H_
#define PROFILER_STORE_TRANSFORM_MERGE_PART_H_

#include <cstdint>
#include <vector>

#include "profiler/store/builder.h"
#include "profiler/store/profile.h"
#include "profiler/store/transform/merge_rows.h"

namespace profiler {

// The maps are filled table by table, in the order in which rows refer to each other.
struct MergedPart {
  explicit MergedPart(ProfileBuilder& merged) : builder(merged) {}

  StringId Text(StringId id) const {
    return id.valid() ? builder.Intern(profile->strings[id]) : id;
  }
  // Maps the ids of a row: those of texts, and those of the tables to which `maps` belong.
  template <typename Row, typename... Maps>
  Row InMerged(Row row, const Maps&... maps) const {
    MapRow(
        row, [this](StringId id) { return Text(id); }, maps...);
    return row;
  }
  // For rows that refer to sources, devices, ops and steps, but not to metrics.
  template <typename Row>
  Row Fact(const Row& row) const {
    return InMerged(row, sources, devices, tracks, frames, modules, ops, steps);
  }
  uint32_t GroupOf(const StepRow& step) const { return profile->sources[step.source].run_group; }

  ProfileBuilder& builder;
  const Profile* profile = nullptr;
  std::vector<uint32_t> run_of;  // by group of sources
  std::vector<SourceId> sources;
  std::vector<DeviceId> devices;
  std::vector<TrackId> tracks;
  std::vector<FrameId> frames;
  std::vector<ModuleId> modules;
  std::vector<OpId> ops;
  std::vector<StepId> steps;
  std::vector<MetricId> metrics;
};

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_MERGE_PART_H_
