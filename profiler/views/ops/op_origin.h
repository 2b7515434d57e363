// The scopes and source lines of the ops of a row.
#ifndef PROFILER_VIEWS_OPS_OP_ORIGIN_H_
#define PROFILER_VIEWS_OPS_OP_ORIGIN_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/int128.h"
#include "profiler/base/value.h"
#include "profiler/report/column.h"
#include "profiler/store/profile.h"

namespace profiler {

// The amount that each op contributes to a row.
using AmountByOp = absl::flat_hash_map<OpId, Int128>;

// The scope and the source line that contribute most to a row; on a tie, the first by name. Shares
// are of the whole row. Texts are empty and shares NaN if no op has a scope or line.
struct OpOrigin {
  std::string scope, source;
  double scope_share = kAbsentReal, source_share = kAbsentReal;
};
OpOrigin OriginOf(const Profile& profile, const AmountByOp& amounts);

const std::vector<ColumnOf<OpOrigin>>& OriginColumns();

}  // namespace profiler

#endif  // PROFILER_VIEWS_OPS_OP_ORIGIN_H_
