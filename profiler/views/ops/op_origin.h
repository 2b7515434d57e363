// Where the ops come from that a row adds up.
#ifndef PROFILER_VIEWS_OPS_OP_ORIGIN_H_
#define PROFILER_VIEWS_OPS_OP_ORIGIN_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/int128.h"
#include "profiler/report/report.h"
#include "profiler/report/table_row.h"
#include "profiler/store/profile.h"

namespace profiler {

// What each of them brings to the row.
using AmountByOp = absl::flat_hash_map<OpId, Int128>;

// `scope` and `source`, and the part of the row that each tells of.
std::vector<ReportColumn> OriginColumns();
// The cells: the scope and the line of the ops that bring most; of equal ones the first by name.
void AddOrigin(const Profile& profile, const AmountByOp& amounts, TableRow& row);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OPS_OP_ORIGIN_H_
