#include "web/server/token.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace profiler::web {

absl::StatusOr<std::string> MakeToken() {
  std::array<unsigned char, 16> bits;
  // The kernel never cuts so few bytes short.
  if (getrandom(bits.data(), bits.size(), 0) != static_cast<ssize_t>(bits.size())) {
    return absl::InternalError(
        fmt::format("the kernel gave no random numbers: {}", std::strerror(errno)));
  }
  std::string token;
  for (const unsigned char byte : bits) token += fmt::format("{:02x}", byte);
  return token;
}

bool IsSameSecret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

}  // namespace profiler::web
