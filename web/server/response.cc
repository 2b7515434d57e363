#include "web/server/response.h"

#include <fmt/format.h>

#include <limits>

#include "profiler/base/output_text.h"
#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/io/gzip.h"
#include "web/files/gzip.h"

namespace profiler::web {
namespace {

constexpr size_t kWorthPacking = 1 << 10;

int HttpStatus(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return 200;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kUnimplemented:
      return 400;
    case absl::StatusCode::kNotFound:
      return 404;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kCancelled:
      return 503;
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kResourceExhausted:
      return 504;
    default:
      return 500;
  }
}

// The content's checksum and length, which end a gzip file.
std::string EntityTag(const EmbeddedFile& file) {
  constexpr size_t kEndBytes = 8;
  std::string tag = "\"";
  for (const char c : file.gzip.substr(file.gzip.size() - kEndBytes)) {
    tag += fmt::format("{:02x}", static_cast<unsigned char>(c));
  }
  return tag + '"';
}

}  // namespace

const std::vector<std::pair<std::string, std::string>>& CommonFields() {
  static const auto& fields = *new std::vector<std::pair<std::string, std::string>>{
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
       "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
  };
  return fields;
}

Response ErrorResponse(int status, std::string_view message) {
  Response response{.status = status, .body = R"({"error":{"message":)"};
  AppendJsonText(message, response.body);
  response.body += "}}\n";
  response.fields.emplace_back("Cache-Control", "no-store");
  return response;
}

Response TextResponse(int status, std::string_view message) {
  return {.status = status,
          .content_type = "text/plain; charset=utf-8",
          .body = fmt::format("{}\n", message),
          .fields = {{"Cache-Control", "no-store"}}};
}

Response AnswerResponse(Answer answer, bool accepts_gzip) {
  const int status = HttpStatus(answer.status);
  if (answer.json.empty()) return ErrorResponse(status, Message(answer.status));
  Response response{.status = status, .body = std::move(answer.json)};
  response.fields.emplace_back("Cache-Control", "no-store");
  response.fields.emplace_back("Vary", "Accept-Encoding");
  if (!accepts_gzip || response.body.size() < kWorthPacking) return response;
  absl::StatusOr<std::string> packed = Gzip(response.body, Packing::kFast);
  if (!packed.ok()) return response;
  response.body = *std::move(packed);
  response.fields.emplace_back("Content-Encoding", "gzip");
  return response;
}

Response FileResponse(const EmbeddedFile& file, std::string_view if_none_match, bool accepts_gzip) {
  Response response;
  response.content_type = file.content_type;
  const std::string tag = EntityTag(file);
  response.fields = {{"Cache-Control", "no-cache"}, {"ETag", tag}, {"Vary", "Accept-Encoding"}};
  if (if_none_match.find(tag) != if_none_match.npos) {
    response.status = 304;
    return response;
  }
  if (accepts_gzip) {
    response.body = file.gzip;
    response.fields.emplace_back("Content-Encoding", "gzip");
    return response;
  }
  RunContext context;
  absl::StatusOr<Inflated> whole = Inflate(file.gzip, std::numeric_limits<size_t>::max(), context);
  if (!whole.ok()) return TextResponse(500, Message(whole.status()));
  response.body = std::move(whole->bytes);
  return response;
}

}  // namespace profiler::web
