#ifndef PROFILER_EXPORT_STORE_STORE_NESTING_H_
#define PROFILER_EXPORT_STORE_STORE_NESTING_H_

#include <cstdint>
#include <vector>

#include "profiler/store/tables.h"

namespace profiler {

// The parents of a track's events, coded as in EventFact; empty if readers can compute the parents
// from the times of the written events. For each event, `left_out` has the number of earlier events
// that are not written; its last entry is the total. `left_out` is empty if all events are written.
std::vector<uint32_t> StoreNesting(const Events& events, const std::vector<uint32_t>& left_out);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_STORE_NESTING_H_
