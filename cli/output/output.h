// Output of the program: answers go to stdout, everything else to stderr.
#ifndef CLI_OUTPUT_OUTPUT_H_
#define CLI_OUTPUT_OUTPUT_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"

namespace profiler {

class Output {
 public:
  // If a write is interrupted, it continues unless `context` is cancelled.
  explicit Output(const RunContext& context);

  // Writes to stdout, unbuffered. On a terminal control bytes are escaped, unless the caller has
  // done so. Returns Aborted if the reader has closed the pipe (closed()).
  absl::Status Write(std::string_view bytes, bool is_safe_to_show = false);
  bool closed() const { return closed_; }
  bool terminal() const { return out_is_terminal_; }
  // Whether Write() currently appends to a text (Capture).
  bool captured() const { return captured_ != nullptr; }
  // The file descriptor of stderr if it is a terminal; else -1.
  int error_terminal() const;

  // While a Capture exists, Write() appends to `text` instead.
  class Capture {
   public:
    Capture(Output& output, std::string& text) : output_(output) { output_.captured_ = &text; }
    ~Capture() { output_.captured_ = nullptr; }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

   private:
    Output& output_;
  };

  // Prints "profiler: TEXT" on stderr.
  void Say(std::string_view text) const;

 private:
  const RunContext& context_;
  const bool out_is_terminal_, err_is_terminal_;
  bool closed_ = false;
  std::string* captured_ = nullptr;
};

// Escapes control bytes (e.g. as \x1b), which would change a terminal's state; newlines, tabs and
// UTF-8 characters are kept.
std::string EscapeControls(std::string_view bytes);

}  // namespace profiler

#endif  // CLI_OUTPUT_OUTPUT_H_
