// What the program says: answers to stdout, everything else to stderr.
#ifndef CLI_OUTPUT_OUTPUT_H_
#define CLI_OUTPUT_OUTPUT_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"

namespace profiler {

class Output {
 public:
  // Asks `context` whether to stop when a write is interrupted.
  explicit Output(const RunContext& context);

  // To stdout, at once; on a terminal control bytes are escaped, unless what gives the bytes has
  // done so. After the reader has gone (closed()) it does nothing and says Aborted.
  absl::Status Write(std::string_view bytes, bool is_safe_to_show = false);
  bool closed() const { return closed_; }
  bool terminal() const { return out_is_terminal_; }
  // What Write() is given now goes into a text.
  bool captured() const { return captured_ != nullptr; }
  // Of stderr, where it is a terminal; else -1.
  int error_terminal() const;

  // While one lives, what Write() is given goes into `text` instead.
  class Capture {
   public:
    Capture(Output& output, std::string& text) : output_(output) { output_.captured_ = &text; }
    ~Capture() { output_.captured_ = nullptr; }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

   private:
    Output& output_;
  };

  // "profiler: TEXT" on stderr.
  void Say(std::string_view text) const;

 private:
  const RunContext& context_;
  const bool out_is_terminal_, err_is_terminal_;
  bool closed_ = false;
  std::string* captured_ = nullptr;
};

// With what a terminal would obey as \x1b and the like; newlines, tabs and UTF-8 stay.
std::string EscapeControls(std::string_view bytes);

}  // namespace profiler

#endif  // CLI_OUTPUT_OUTPUT_H_
