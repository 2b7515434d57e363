#include "cli/serve/page_file.h"

#include <optional>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/catalog/renderers.h"
#include "web/files/finer_metrics.h"
#include "web/files/page_file.h"

namespace profiler {

absl::StatusOr<std::string> PageWithAnswers(const RenderContext& about, const Report& report,
                                            bool has_all_pages, LineAnswers& answers,
                                            const web::OpenState& state, RunContext& context) {
  web::PageData data;
  data.start = about.command;
  data.state = web::StateJson(state);
  data.answers[data.start] = FindRenderer("json")->render(report, about);
  if (has_all_pages) {
    PROFILER_ASSIGN_OR_RETURN(const std::vector<std::string> lines, web::FirstQuestions());
    for (const std::string& line : lines) {
      if (data.answers.contains(line)) continue;
      // What the profile cannot answer is on its page as an error.
      data.answers[line] = answers.Ask(line, context).json;
      PROFILER_RETURN_IF_ERROR(context.Check());
    }
    const auto metrics = data.answers.find("metrics");
    const auto finer =
        metrics == data.answers.end() ? std::nullopt : web::FinerMetricsQuestion(metrics->second);
    if (finer) data.answers[*finer] = answers.Ask(*finer, context).json;
    PROFILER_RETURN_IF_ERROR(context.Check());
  }
  return web::PageFile(data);
}

}  // namespace profiler
