#include "cli/serve/serve_pages.h"

#include <poll.h>

#include <ctime>
#include <memory>
#include <string>

#include "profiler/base/status.h"
#include "web/server/server.h"

namespace profiler {
namespace {

// Between two looks whether opening failed.
constexpr timespec kBetweenLooks = {.tv_sec = 0, .tv_nsec = 50'000'000};

}  // namespace

absl::Status ServePages(PageSource& source, const InterruptsBlocked& blocked, Output& output,
                        const RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<web::Server> server,
                            web::Server::Start({}, source));
  PROFILER_RETURN_IF_ERROR(output.Write(server->Url() + '\n'));
  if (output.error_terminal() >= 0) output.Say("open this URL in a browser; Ctrl-C ends it");
  while (context.Check().ok()) {
    PROFILER_RETURN_IF_ERROR(source.Failed());
    ppoll(nullptr, 0, source.IsOpening() ? &kBetweenLooks : nullptr, &blocked.outside());
  }
  return absl::OkStatus();
}

}  // namespace profiler
