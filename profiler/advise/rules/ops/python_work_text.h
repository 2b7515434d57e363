#ifndef PROFILER_ADVISE_RULES_OPS_PYTHON_WORK_TEXT_H_
#define PROFILER_ADVISE_RULES_OPS_PYTHON_WORK_TEXT_H_

#include <string_view>
#include <vector>

#include "profiler/analysis/steps/code/beside_training.h"
#include "profiler/analysis/steps/code/python_work.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

// What HostChecker says of Python that runs no op: a finding of each of the
// longest, a warning from `much` of the steps. `timings` are of the run that it
// is in.
std::vector<Finding> PythonWorkFindings(const Profile& profile, const StepTimings& timings,
                                        const std::vector<PythonWork>& works, double much);

// What HostChecker says of a function that has no part in training. `steps` are those that its
// share is of, such as "a step".
Finding BesideTrainingFinding(const Profile& profile, const StepTimings& timings,
                              const BesideTraining& beside, std::string_view steps);

// Where the recorder of Python takes much of the steps.
void AddCostOfRecording(std::vector<Finding>& findings);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_OPS_PYTHON_WORK_TEXT_H_
