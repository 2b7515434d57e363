#ifndef CLI_LINE_READER_H_
#define CLI_LINE_READER_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"

namespace profiler {

// Reads lines of a file descriptor, each as soon as it is complete.
class LineReader {
 public:
  // An interrupt that cancels `context` ends the wait for a line.
  LineReader(int fd, const RunContext& context) : fd_(fd), context_(context) {}

  // Returns the line without its newline; nullopt at the end of the input; Cancelled after an
  // interrupt. The last line need not end with a newline.
  absl::StatusOr<std::optional<std::string>> Next();

 private:
  // Reads more bytes (or none) into buffer_. Returns false at the end of the input.
  absl::StatusOr<bool> Fill();

  const int fd_;
  const RunContext& context_;
  std::string buffer_;
  size_t begin_ = 0;  // the start of the next line in buffer_
};

}  // namespace profiler

#endif  // CLI_LINE_READER_H_
