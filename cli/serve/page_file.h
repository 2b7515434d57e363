// A page in one file (-output html).
#ifndef CLI_SERVE_PAGE_FILE_H_
#define CLI_SERVE_PAGE_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "cli/ask/line_answers.h"
#include "profiler/base/run_context.h"
#include "profiler/render/render.h"
#include "profiler/report/report.h"
#include "web/describe/state.h"

namespace profiler {

// The bytes of a page that begins with the report. With `has_all_pages` it also has the answers
// that pages ask when they are opened.
absl::StatusOr<std::string> PageWithAnswers(const RenderContext& about, const Report& report,
                                            bool has_all_pages, LineAnswers& answers,
                                            const web::OpenState& state, RunContext& context);

}  // namespace profiler

#endif  // CLI_SERVE_PAGE_FILE_H_
