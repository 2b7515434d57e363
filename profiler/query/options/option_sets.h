// The options by subject, with one file per set. catalog/options.cc lists them.
#ifndef PROFILER_QUERY_OPTIONS_OPTION_SETS_H_
#define PROFILER_QUERY_OPTIONS_OPTION_SETS_H_

#include <vector>

#include "profiler/query/options/options.h"

namespace profiler {

struct OptionSet {
  std::vector<OptionSpec> (*options)();
};

extern const OptionSet kTfprofOptions;      // filters and columns of scope, graph, code and op
extern const OptionSet kPlaceOptions;       // by source, host, rank and device
extern const OptionSet kRowOptions;         // which rows, and how values of steps are combined
extern const OptionSet kPartOptions;        // the time window and the steps
extern const OptionSet kCompareOptions;     // how a profile is compared with a base
extern const OptionSet kViewOptions;        // the meaning of a view's rows
extern const OptionSet kMetricOptions;      // of `metrics`
extern const OptionSet kCollectiveOptions;  // of `collectives`
extern const OptionSet kDipOptions;         // of `dips`
extern const OptionSet kCompatOptions;
extern const OptionSet kAdviceOptions;  // of `advise`
extern const OptionSet kCheckOptions;   // of `check`
extern const OptionSet kTrendOptions;   // of `trend`
extern const OptionSet kSqlOptions;     // of `sql`
extern const OptionSet kServeOptions;   // of `serve`
extern const OptionSet kAnswerOptions;  // of exporters, `schema` and all commands
extern const OptionSet kLimitOptions;   // on memory and time
extern const OptionSet kInputOptions;
extern const OptionSet kProgramOptions;  // only for the command line

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_OPTION_SETS_H_
