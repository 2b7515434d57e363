#ifndef PROFILER_ANALYSIS_VALUES_MARK_NAMES_H_
#define PROFILER_ANALYSIS_VALUES_MARK_NAMES_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The names of marks around code. Work that no op launches, as that of a CUDA graph, has the mark
// around its launch in place of an op.
class MarkNames {
 public:
  explicit MarkNames(const Profile& profile) : is_mark_(profile.strings.size()) {
    for (const OpRow& op : profile.ops.row.values()) {
      const bool is_mark = op.name.valid() && profile.strings[op.type] == kUserMarkType;
      if (is_mark) is_mark_[op.name.row()] = 1;
    }
  }

  bool Has(StringId name) const { return name.valid() && is_mark_[name.row()] != 0; }

 private:
  std::vector<char> is_mark_;  // by string
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_MARK_NAMES_H_
