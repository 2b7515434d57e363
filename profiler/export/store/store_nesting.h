#ifndef PROFILER_EXPORT_STORE_STORE_NESTING_H_
#define PROFILER_EXPORT_STORE_STORE_NESTING_H_

#include <cstdint>
#include <vector>

#include "profiler/store/tables.h"

namespace profiler {

// How a track's events are nested in each other, where the times of those that are written do not
// tell: by event what EventFact says of it. Empty where they do tell. `left_out`: how
// many of the events before each one are not written, which the last entry tells of all; empty
// where all are.
std::vector<uint32_t> StoreNesting(const Events& events, const std::vector<uint32_t>& left_out);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_STORE_NESTING_H_
