// The sections of `memory`.
#ifndef PROFILER_VIEWS_MEMORY_MEMORY_SECTIONS_H_
#define PROFILER_VIEWS_MEMORY_MEMORY_SECTIONS_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/memory/memory_use.h"
#include "profiler/report/column.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"
#include "profiler/views/common/source_keys.h"

namespace profiler {

// The allocator of a row.
struct MemoryPlace {
  const Profile& profile;
  const MemoryUse& use;

  SourceRow source() const;
  std::string_view device() const;
  std::string_view allocator() const;
  std::vector<std::string> Key(const SourceKeys& sources) const;
  // From the profile's start to a time of the allocator's source.
  Value FromStart(int64_t time) const;
};

// The first columns of every table about allocators.
const std::vector<ColumnOf<MemoryPlace>>& MemoryPlaceColumns();

// Says what the sizes of a table of the allocators are, and its shares if it has any.
void DescribeSizes(const std::vector<MemoryUse>& uses, bool has_shares, Report& report);
// "at the peak", or when else.
std::string_view WhenHeld(const std::vector<MemoryUse>& uses);

// Memory held at the peak, in descending order, by allocating op, by scope and by line of code.
Report PeakByOp(const Profile& profile, const std::vector<MemoryUse>& uses);
Report PeakByLine(const Profile& profile, const std::vector<MemoryUse>& uses);
Report PeakByScope(const Profile& profile, const std::vector<MemoryUse>& uses);
// What allocators recorded of themselves at the peak; those that recorded nothing are left out.
Report MemoryAtPeak(const Profile& profile, const std::vector<MemoryUse>& uses);
// Allocations that failed.
Report RefusedAllocations(const Profile& profile, const std::vector<MemoryUse>& uses);
// The pieces that were held at the peak, equal ones in one row, if the recorder said what is in
// them.
Report PeakAllocations(const Profile& profile, const std::vector<MemoryUse>& uses);
Report MemoryOverTime(const Profile& profile, const std::vector<MemoryUse>& uses);

}  // namespace profiler

#endif  // PROFILER_VIEWS_MEMORY_MEMORY_SECTIONS_H_
