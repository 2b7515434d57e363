// Values and texts of rows for single ops, for the scope and graph views.
#ifndef PROFILER_ANALYSIS_TREES_OP_ROWS_H_
#define PROFILER_ANALYSIS_TREES_OP_ROWS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "profiler/analysis/trees/tree.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// A text column of an op.
enum class OpText : uint8_t { kShape, kDevice, kTypes, kInputShapes };

// The names of all items of OpValues.
class OpNames {
 public:
  OpNames(const Profile& profile, const OpValues& values) : profile_(profile), values_(values) {}

  int32_t size() const { return static_cast<int32_t>(values_.of.size()); }
  std::string_view operator[](int32_t item) const {
    const auto op = static_cast<uint32_t>(item);
    if (op >= profile_.op_count()) return kOutsideSteps;
    return profile_.strings[profile_.ops.row[OpId(op)].name];
  }

 private:
  const Profile& profile_;
  const OpValues& values_;
};

// All items in the report, sorted by name. Computed once and kept in `context`.
std::shared_ptr<const std::vector<int32_t>> ItemsByName(const Profile& profile,
                                                        const OpValues& values,
                                                        RunContext& context);

// Fills `own`, `accounted` and `steps` of the nodes that have items. Other nodes get zero values
// and the type `parent_type`. `values` must outlive `input`.
absl::Status FillOpNodes(const Profile& profile, const Query& query, const OpValues& values,
                         const std::string& parent_type, const RunContext& context,
                         TreeInput& input);

// The texts of a node. `item` is kNoNode for a node without an op, whose type is `parent_type`.
std::vector<std::string> OpNodeTexts(const Profile& profile, const Quirks& quirks, int32_t item,
                                     const std::string& parent_type, OpText text);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_OP_ROWS_H_
