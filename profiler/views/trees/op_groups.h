// The ops of a profile by their type, as the view `op` shows them.
#ifndef PROFILER_VIEWS_TREES_OP_GROUPS_H_
#define PROFILER_VIEWS_TREES_OP_GROUPS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/trees/grouped_items.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/store/profile.h"

namespace profiler {

// The op types by name, with their ops.
struct OpGroups {
  std::vector<std::string_view> name;
  GroupedItems items;

  friend uint64_t HeapBytes(const OpGroups& groups) {
    return HeapBytes(groups.name) + HeapBytes(groups.items);
  }
};

// The names are those in the profile's strings, or constants. tfprof's own types are as recorded.
OpGroups GroupByType(const Profile& profile, const OpValues& values, bool is_compat);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_OP_GROUPS_H_
