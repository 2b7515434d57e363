#include "web/server/routes.h"

#include <utility>

#include "web/describe/catalog.h"
#include "web/server/request_text.h"

namespace profiler::web {
namespace {

Route ApiRoute(std::string_view path, const RequestHead& head, bool accepts_gzip, Source& source) {
  if (path == "/api/state") {
    return {.response = AnswerResponse({absl::OkStatus(), source.State()}, accepts_gzip)};
  }
  if (path == "/api/catalog") {
    return {.response = AnswerResponse({absl::OkStatus(), CatalogJson()}, accepts_gzip)};
  }
  if (path != "/api/answer") {
    return {.response = ErrorResponse(404, "There is no such request: docs/http.md lists them.")};
  }
  std::optional<std::string> question = Parameter(head.target, "q");
  if (!question) {
    return {.response = ErrorResponse(
                400, "One question in UTF-8 is expected, as in /api/answer?q=op%20-top%2010.")};
  }
  Route route{.question = std::move(question)};
  if (Parameter(head.target, "error_status") == "200") route.error_status = 200;
  return route;
}

}  // namespace

Route RouteOf(const RequestHead& head, const Gate& gate, Source& source) {
  if (std::optional<Response> stopped = gate.Check(head)) return {.response = *std::move(stopped)};
  const std::string_view path = PathOf(head.target);
  const bool accepts_gzip = AcceptsGzip(head.accept_encoding);
  if (path.starts_with("/api/")) return ApiRoute(path, head, accepts_gzip, source);
  const EmbeddedFiles& files = Embedded();
  for (const EmbeddedFile* file : {&files.index, &files.style, &files.script}) {
    if (path == file->path) {
      return {.response = FileResponse(*file, head.if_none_match, accepts_gzip)};
    }
  }
  return {.response = TextResponse(404, "There is no such page: / is the only one.")};
}

}  // namespace profiler::web
