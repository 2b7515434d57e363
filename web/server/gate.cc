#include "web/server/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "profiler/base/ascii.h"
#include "web/server/request_text.h"
#include "web/server/token.h"

namespace profiler::web {
namespace {

constexpr uint16_t kPortOfHttp = 80;  // which browsers leave out

}  // namespace

Gate::Gate(const std::vector<std::string>& hosts, uint16_t port, std::string token)
    : cookie_(fmt::format("profiler_{}", port)), token_(std::move(token)) {
  for (const std::string& host : hosts) {
    hosts_.push_back(fmt::format("{}:{}", Lower(host), port));
    if (port == kPortOfHttp) hosts_.push_back(Lower(host));
  }
}

std::string Gate::EntryTarget() const { return "/?token=" + token_; }

std::optional<Response> Gate::CheckOrigin(const RequestHead& head) const {
  const auto is_ours = [&](std::string_view host) {
    return std::find(hosts_.begin(), hosts_.end(), Lower(host)) != hosts_.end();
  };
  if (!is_ours(head.host)) {
    return TextResponse(403, "This server is not the host that the request names.");
  }
  constexpr std::string_view kScheme = "http://";
  const bool is_own_origin =
      head.origin.starts_with(kScheme) && is_ours(head.origin.substr(kScheme.size()));
  if (!head.origin.empty() && !is_own_origin) {
    return TextResponse(403, "Pages of other sites may not ask this server.");
  }
  // A page on another port is `same-site`: it would bring the cookie.
  const bool is_own_request =
      head.fetch_site.empty() || head.fetch_site == "same-origin" || head.fetch_site == "none";
  if (!is_own_request) {
    return TextResponse(403,
                        "Links and pages of other sites may not open this page: copy its URL into "
                        "the browser's address bar.");
  }
  return std::nullopt;
}

bool Gate::HasToken(const RequestHead& head) const {
  constexpr std::string_view kBearer = "Bearer ";
  if (IsSameSecret(CookieOf(head.cookie, cookie_), token_)) return true;
  return head.authorization.starts_with(kBearer) &&
         IsSameSecret(head.authorization.substr(kBearer.size()), token_);
}

std::optional<Response> Gate::Check(const RequestHead& head) const {
  if (head.method != "GET" && head.method != "HEAD") {
    Response refused = TextResponse(405, "Only GET and HEAD are answered here.");
    refused.fields.emplace_back("Allow", "GET, HEAD");
    return refused;
  }
  if (std::optional<Response> refused = CheckOrigin(head)) return refused;
  if (PathOf(head.target) == "/" && head.target.find("token=") != head.target.npos) {
    if (IsSameSecret(Parameter(head.target, "token").value_or(""), token_)) {
      Response entry = TextResponse(303, "Welcome.");
      entry.fields.emplace_back("Location", "/");
      entry.fields.emplace_back(
          "Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie_, token_));
      return entry;
    }
  } else if (HasToken(head)) {
    return std::nullopt;
  }
  constexpr std::string_view kNoToken =
      "The token is missing or that of an earlier run: open the URL that `profiler serve` printed.";
  const bool is_of_page = head.target.starts_with("/api/");
  return is_of_page ? ErrorResponse(403, kNoToken) : TextResponse(403, kNoToken);
}

}  // namespace profiler::web
