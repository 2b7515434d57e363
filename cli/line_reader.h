#ifndef CLI_LINE_READER_H_
#define CLI_LINE_READER_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"

namespace profiler {

// Lines of a file descriptor, each as soon as it is there.
class LineReader {
 public:
  // An interrupt that cancels `context` ends the wait for a line.
  LineReader(int fd, const RunContext& context) : fd_(fd), context_(context) {}

  // Without its newline; nothing at the end of the input; Cancelled after an interrupt. The last
  // line need not end in a newline.
  absl::StatusOr<std::optional<std::string>> Next();

 private:
  // More bytes into buffer_, perhaps none yet; false at the end.
  absl::StatusOr<bool> Fill();

  const int fd_;
  const RunContext& context_;
  std::string buffer_;
  size_t begin_ = 0;  // of what Next() has not given out
};

}  // namespace profiler

#endif  // CLI_LINE_READER_H_
