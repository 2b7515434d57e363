#ifndef PROFILER_READERS_STORE_STORE_H_
#define PROFILER_READERS_STORE_STORE_H_

#include "profiler/readers/common/format.h"

namespace profiler {

// The file of `-output store` (proto/store.proto): the profile that was written, with the import
// reports of its sources. Of a cut or damaged file, everything before the damage is read. A file of
// a newer format version or without a source is an error.
extern const Format kStoreFormat;

}  // namespace profiler

#endif  // PROFILER_READERS_STORE_STORE_H_
