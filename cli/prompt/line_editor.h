#ifndef CLI_PROMPT_LINE_EDITOR_H_
#define CLI_PROMPT_LINE_EDITOR_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "cli/prompt/completion.h"
#include "cli/prompt/history.h"
#include "profiler/base/run_context.h"

namespace profiler {

// Reads lines that are edited on the terminal of stdin and stdout.
class LineEditor {
 public:
  // Completes a line; called at each Tab.
  using CompleteFunction = std::function<Completion(std::string_view line, size_t cursor)>;

  // Null if the terminal cannot move its cursor (TERM is unset or dumb) or libedit fails.
  static std::unique_ptr<LineEditor> Make(History& history, CompleteFunction complete,
                                          const RunContext& context);
  virtual ~LineEditor() = default;

  // Shows the prompt. Returns the line without its newline; nullopt at Ctrl-D on an empty line, or
  // if the terminal was closed; Cancelled after Ctrl-C. The cursor is at the start of a line
  // afterwards.
  virtual absl::StatusOr<std::optional<std::string>> Next(const char* prompt) = 0;

  // Adds a line to the history.
  virtual void Remember(const std::string& line) = 0;

  // Discards typed-ahead input, which was meant for the interrupted command.
  virtual void DropTyped() = 0;
};

}  // namespace profiler

#endif  // CLI_PROMPT_LINE_EDITOR_H_
