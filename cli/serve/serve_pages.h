// The command `serve`.
#ifndef CLI_SERVE_SERVE_PAGES_H_
#define CLI_SERVE_SERVE_PAGES_H_

#include "absl/status/status.h"
#include "cli/interrupt.h"
#include "cli/output/output.h"
#include "cli/serve/page_source.h"
#include "profiler/base/run_context.h"
#include "profiler/query/options/options.h"

namespace profiler {

// Serves pages until a signal ends it, which is no error, or until opening the inputs fails. The
// caller blocks signals before it starts threads, so that this thread gets them.
absl::Status ServePages(PageSource& source, const Options& options,
                        const InterruptsBlocked& blocked, Output& output,
                        const RunContext& context);

}  // namespace profiler

#endif  // CLI_SERVE_SERVE_PAGES_H_
