#ifndef PROFILER_COMPARE_PAGE_WORK_BESIDE_STEP_H_
#define PROFILER_COMPARE_PAGE_WORK_BESIDE_STEP_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// By op: whether most of its time on hosts is within calls of input pipelines' iterators, or on
// tf.data's own threads, where these hold no steps, as behind a prefetch: batches are made there
// ahead of the steps. Empty if no pipeline was recorded.
std::vector<char> OpsBesideSteps(const Selected& selected);

// Whether the step's change may be that of the input pipeline: steps wait for it more or less than
// before. `parts` are those of the step.
bool WaitsOtherwiseForInput(const Change& step, const std::vector<DiffRow>& parts);

// Whether no accelerator ran in either profile, as far as recorded, so that what runs beside the
// steps may take cores from them.
bool StepsComputeOnHosts(const Profile& base, const Profile& next);

// Which ops have no share of the step's change for that reason, or, if steps compute on hosts, only
// by the cores that they take; nothing if none changed.
std::optional<Note> BesideNote(const std::vector<DiffRow>& ops, bool on_hosts);

// Where steps compute on hosts: that the work of these ops changed as the step did, and by a large
// part of it. Empty elsewhere.
std::string BesideSentence(const Change& step, const std::vector<DiffRow>& ops, bool on_hosts);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_WORK_BESIDE_STEP_H_
