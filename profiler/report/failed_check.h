#ifndef PROFILER_REPORT_FAILED_CHECK_H_
#define PROFILER_REPORT_FAILED_CHECK_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// The least severity that fails the check; nullopt if nothing does.
std::optional<Severity> FailsFrom(std::optional<AdviceOptions::FailOn> fail_on);

// Why the check of -fail_on fails, for the findings that the report shows: a sentence about
// `command`. Empty if the check holds, or without -fail_on.
std::string FailedCheck(std::string_view command, std::optional<AdviceOptions::FailOn> fail_on,
                        const Report& report);

// How many requirements fail: "2 of 4 requirements are broken; cannot tell of 1 of 4, and it looks
// worse". Empty if none does.
std::string FailingRequirements(const std::vector<CheckResult>& results);

}  // namespace profiler

#endif  // PROFILER_REPORT_FAILED_CHECK_H_
