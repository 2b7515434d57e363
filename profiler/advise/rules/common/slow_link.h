#ifndef PROFILER_ADVISE_RULES_COMMON_SLOW_LINK_H_
#define PROFILER_ADVISE_RULES_COMMON_SLOW_LINK_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/base/int128.h"
#include "profiler/report/finding.h"

namespace profiler {

// The GPUs to which large copies from page-locked memory reach far less than the link of their
// model carries, where these copies take a hundredth or more of `span`, the devices' time.
absl::StatusOr<std::vector<Finding>> SlowLinkFindings(const RuleInput& input, Int128 span);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_SLOW_LINK_H_
