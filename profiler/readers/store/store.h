#ifndef PROFILER_READERS_STORE_STORE_H_
#define PROFILER_READERS_STORE_STORE_H_

#include <string>
#include <vector>

#include "profiler/readers/common/format.h"

namespace profiler {

// The file of `-output store` (proto/store.proto): the profile that was written, with the import
// reports of its sources. Of a cut or damaged file, everything before the damage is read. A file of
// a newer format version or without a source is an error.
extern const Format kStoreFormat;

// The paths of the sources of a store, as they were named when it was written. Reads no facts.
// Empty if the sources cannot be read.
std::vector<std::string> SourcePathsOfStore(const Input& input);

}  // namespace profiler

#endif  // PROFILER_READERS_STORE_STORE_H_
