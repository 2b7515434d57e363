#ifndef WEB_FILES_GZIP_H_
#define WEB_FILES_GZIP_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace profiler::web {

// How much time compressing may take: fast for an answer that a page waits for.
enum class Packing { kFast, kSmall };

// The bytes as a gzip file. Equal bytes give equal files.
absl::StatusOr<std::string> Gzip(std::string_view bytes, Packing packing);

}  // namespace profiler::web

#endif  // WEB_FILES_GZIP_H_
