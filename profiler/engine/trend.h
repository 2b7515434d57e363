// `trend`: measures of many profiles, one after another.
#ifndef PROFILER_ENGINE_TREND_H_
#define PROFILER_ENGINE_TREND_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/engine/engine.h"
#include "profiler/engine/profile_handle.h"
#include "profiler/query/compare_options.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"

namespace profiler {

// What is followed without -of.
inline constexpr char kDefaultTrendMeasure[] = "steps: median(total_us)";

// Fails if a measure of the query is none, or none of a view.
absl::Status CheckTrend(const Query& query);

// Opens one profile.
using OpenOne = std::function<absl::StatusOr<ProfileHandle>(const std::string& path)>;

// Opens each path as a profile of its own, takes the measures of the question's query, and closes
// it before the next one. A profile that cannot be opened is a row without values; `open` reports
// it. Fails if none can be opened.
absl::StatusOr<Report> AnswerTrend(Engine& engine, const std::vector<std::string>& paths,
                                   const OpenOne& open, const Question& question,
                                   RunContext& context);

// The trend of a single profile, for lines in which the inputs are open already.
absl::StatusOr<Report> TrendOfOne(Answerer& answerer, const std::vector<const Selected*>& of,
                                  const Query& query, const CompareOptions& compare,
                                  RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ENGINE_TREND_H_
