// The secret that admits a browser.
#ifndef WEB_SERVER_TOKEN_H_
#define WEB_SERVER_TOKEN_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace profiler::web {

// 128 random bits, as 32 hexadecimal digits.
absl::StatusOr<std::string> MakeToken();

// Takes the same time wherever the texts differ, so that nobody finds a token by measuring.
bool IsSameSecret(std::string_view a, std::string_view b);

}  // namespace profiler::web

#endif  // WEB_SERVER_TOKEN_H_
