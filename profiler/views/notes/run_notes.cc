#include "profiler/views/notes/run_notes.h"

#include <algorithm>

#include "profiler/analysis/values/tfprof_run_rules.h"
#include "profiler/store/row_facts.h"
#include "profiler/views/trees/tree_report.h"

namespace profiler {
namespace {

// Whether tfprof shows, for some input, the shape of an output that is not the one used.
bool HasOtherOutputs(const Profile& profile) {
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    for (const OpInput& input : profile.ops.inputs[OpId(op)]) {
      if (input.control || input.output > 0) return true;
    }
  }
  return false;
}

}  // namespace

void AddRunNotes(const Profile& profile, const Query& query, const std::vector<Quirk>& used,
                 Report& report) {
  if (!HasTensorFlowRun(profile)) return;
  AddQuirkNotes(used, report);
  const bool shows_shapes =
      std::any_of(report.columns.begin(), report.columns.end(), [](const ReportColumn& column) {
        return column.role == ColumnRole::kInputShapes && !column.not_available;
      });
  if (Quirks(query.compat_tfprof).Has(Quirk::kFirstOutputShape) && shows_shapes &&
      HasOtherOutputs(profile)) {
    AddQuirkNotes({Quirk::kFirstOutputShape}, report);
  }
  for (const SourceRow& source : profile.sources.values()) {
    // tfprof does not warn about this in a ProfileProto, so only the import report does.
    if (!source.misses_accelerator_stream || !IsTensorFlowRun(source)) continue;
    report.misses_accelerator_stream = true;
  }
}

}  // namespace profiler
