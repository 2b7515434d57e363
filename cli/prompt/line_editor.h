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

// Lines typed and edited on the terminal that stdin and stdout are.
class LineEditor {
 public:
  // What Tab offers for a line, asked anew each time.
  using CompleteFunction = std::function<Completion(std::string_view line, size_t cursor)>;

  // Null where the terminal cannot move its cursor (TERM is unset or dumb) or libedit fails.
  static std::unique_ptr<LineEditor> Make(const char* prompt, History& history,
                                          CompleteFunction complete, const RunContext& context);
  virtual ~LineEditor() = default;

  // Without its newline; nothing at Ctrl-D on an empty line, or when the terminal has gone;
  // Cancelled after Ctrl-C. The cursor is at the start of a line then.
  virtual absl::StatusOr<std::optional<std::string>> Next() = 0;

  // Forgets what was typed ahead: it was meant for what was interrupted.
  virtual void DropTyped() = 0;
};

}  // namespace profiler

#endif  // CLI_PROMPT_LINE_EDITOR_H_
