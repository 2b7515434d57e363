#ifndef PROFILER_VIEWS_METRICS_METRICS_H_
#define PROFILER_VIEWS_METRICS_METRICS_H_

#include "profiler/views/view.h"

namespace profiler {

extern const View kMetricsView;

}  // namespace profiler

#endif  // PROFILER_VIEWS_METRICS_METRICS_H_
