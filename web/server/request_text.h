// The parts of a request's target and of its header fields.
#ifndef WEB_SERVER_REQUEST_TEXT_H_
#define WEB_SERVER_REQUEST_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

namespace profiler::web {

// The part of a target such as `/api/answer?q=overview` before the question mark.
std::string_view PathOf(std::string_view target);

// The value of a parameter behind the question mark. A `+` is a blank, and %XX a byte. Nullopt if
// the parameter is missing or given twice, or its value is malformed: a % without two digits, or
// bytes that are not UTF-8 text.
std::optional<std::string> Parameter(std::string_view target, std::string_view name);

// The value of a cookie in the field `Cookie`; "" if there is none.
std::string_view CookieOf(std::string_view cookies, std::string_view name);

// Whether the field `Accept-Encoding` admits gzip.
bool AcceptsGzip(std::string_view accept_encoding);

}  // namespace profiler::web

#endif  // WEB_SERVER_REQUEST_TEXT_H_
