#ifndef PROFILER_READERS_COMMON_RECORDER_SOURCES_H_
#define PROFILER_READERS_COMMON_RECORDER_SOURCES_H_

#include <optional>
#include <string_view>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/readers/common/format.h"
#include "profiler/readers/common/recorder_file_name.h"
#include "profiler/store/builder.h"

namespace profiler::sagemaker {

// Returns the source for a file of a recording, and adds it if it is new. All files of a recording
// are read with one builder. The system files of a node are one source; so are the timelines that
// one recorder wrote for one process.
SourceId SourceOf(const FileName& name, std::string_view node, const Format& format,
                  ProfileBuilder& builder);

// Whether a time in ps since 1970 is plausible. Clocks that were never set start in 1970.
bool IsWallClock(Int128 wall_ps);

// Returns the time zero for all sources of a recording, in ns since 1970. It is the median of
// `names_us`, the times in the names of the files (TimeOfName()), because single clocks may be
// wrong by years. kUnknown if no name has a time.
int64_t EpochOf(const std::vector<int64_t>& names_us);

// Converts a time in ps since 1970 to a time of the source. The source's time zero is
// ProfileBuilder::shared_epoch_ns(), or else the first converted time. Returns nullopt for a time
// that is months away from time zero.
std::optional<int64_t> TimeIn(SourceId source, Int128 wall_ps, ProfileBuilder& builder);

// Returns the device of a node, e.g. "algo-1/gpu0" for GPU 0 of the node "algo-1".
DeviceId DeviceOf(std::string_view node, DeviceKind kind, int64_t ordinal, ProfileBuilder& builder);

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_COMMON_RECORDER_SOURCES_H_
