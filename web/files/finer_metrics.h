// What charts of metrics draw where a page is a file: the mean and the range of each of many short
// spans.
#ifndef WEB_FILES_FINER_METRICS_H_
#define WEB_FILES_FINER_METRICS_H_

#include <optional>
#include <string>
#include <string_view>

namespace profiler::web {

// The question for them, after `metrics` was answered with this JSON. A served page asks the same
// (web/src/pages/metric_spans.ts). Nothing if the answer's own means are as fine.
std::optional<std::string> FinerMetricsQuestion(std::string_view answer);

}  // namespace profiler::web

#endif  // WEB_FILES_FINER_METRICS_H_
