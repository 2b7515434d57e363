#ifndef WEB_SERVER_RESPONSE_H_
#define WEB_SERVER_RESPONSE_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "web/files/embedded.h"
#include "web/source.h"

namespace profiler::web {

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> fields = {};  // further ones of its header
};

// The fields of every answer: what the pages may load, and who may embed them.
const std::vector<std::pair<std::string, std::string>>& CommonFields();

// `{"error": {"message": "..."}}`, for requests of a page.
Response ErrorResponse(int status, std::string_view message);
// One sentence, for a person who opened a wrong URL.
Response TextResponse(int status, std::string_view message);

// An answer of the source, or its error, with the HTTP status that says which. Compressed if
// `accepts_gzip` and worth it.
Response AnswerResponse(Answer answer, bool accepts_gzip);

// A file of the pages. `if_none_match` is what the browser has already.
Response FileResponse(const EmbeddedFile& file, std::string_view if_none_match, bool accepts_gzip);

}  // namespace profiler::web

#endif  // WEB_SERVER_RESPONSE_H_
