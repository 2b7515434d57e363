#ifndef PROFILER_BASE_STATUS_H_
#define PROFILER_BASE_STATUS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace profiler {

// Converts a status's message to std::string, because Debian's Abseil has its own string_view type.
inline std::string Message(const absl::Status& status) {
  return std::string(status.message().data(), status.message().size());
}

}  // namespace profiler

#define PROFILER_RETURN_IF_ERROR(expression)                                \
  do {                                                                      \
    if (absl::Status status_ = (expression); !status_.ok()) return status_; \
  } while (false)

#define PROFILER_CONCAT_INNER_(a, b) a##b
#define PROFILER_CONCAT_(a, b) PROFILER_CONCAT_INNER_(a, b)
#define PROFILER_ASSIGN_OR_RETURN(target, expression) \
  PROFILER_ASSIGN_OR_RETURN_(PROFILER_CONCAT_(status_or_, __LINE__), target, expression)
#define PROFILER_ASSIGN_OR_RETURN_(status_or, target, expression) \
  auto status_or = (expression);                                  \
  if (!status_or.ok()) return status_or.status();                 \
  target = std::move(status_or).value()

#endif  // PROFILER_BASE_STATUS_H_
