#ifndef CLI_OUTPUT_PAGER_H_
#define CLI_OUTPUT_PAGER_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"

namespace profiler {

// The command that shows long answers: $PROFILER_PAGER, else $PAGER, else `less`. Empty if there
// is none to use, because the variable is empty or `cat`.
std::string PagerCommand();

// Whether the text takes more lines than the terminal on stdout has, long lines wrapped.
bool IsLongerThanScreen(std::string_view text);

// Shows the text with the pager and waits for its end. However the pager ends is no error, because
// people leave pagers early; NotFound if there is no such command. Ctrl-C is left to the pager.
absl::Status ShowInPager(const std::string& command, std::string_view text,
                         const RunContext& context);

}  // namespace profiler

#endif  // CLI_OUTPUT_PAGER_H_
