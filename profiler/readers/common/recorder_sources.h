#ifndef PROFILER_READERS_COMMON_RECORDER_SOURCES_H_
#define PROFILER_READERS_COMMON_RECORDER_SOURCES_H_

#include <optional>
#include <string_view>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/readers/common/recorder_file_name.h"
#include "profiler/store/builder.h"

namespace profiler::sagemaker {

// The source that a file's facts are of. Files are read one by one with one builder, and a node's
// system files are one source, as are the timelines of one process from one recorder.
SourceId SourceOf(const FileName& name, std::string_view node, std::string_view format,
                  ProfileBuilder& builder);

// Whether a time, ps since 1970, can be one of a training: clocks that were never set begin in
// 1970.
bool IsWallClock(Int128 wall_ps);

// The time zero for all sources of a recording, ns since 1970, by what the names of all its files
// tell (TimeOfName): the middle one, as single clocks may be wrong by years. kUnknown where none
// tells any.
int64_t EpochOf(const std::vector<int64_t>& names_us);

// A time, ps since 1970, as one of the source. Time zero is ProfileBuilder::shared_epoch_ns(), or
// else the first time that is asked for. Nothing for what is months away from it.
std::optional<int64_t> TimeIn(SourceId source, Int128 wall_ps, ProfileBuilder& builder);

// "gpu0" of the node "algo-1": the device "algo-1/gpu0".
DeviceId DeviceOf(std::string_view node, DeviceKind kind, int64_t ordinal, ProfileBuilder& builder);

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_COMMON_RECORDER_SOURCES_H_
