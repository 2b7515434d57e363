// Tab completion at the prompt. It uses the line, the options and the open profile, not the
// terminal.
#ifndef CLI_PROMPT_COMPLETION_H_
#define CLI_PROMPT_COMPLETION_H_

#include <string>
#include <string_view>
#include <vector>

#include "cli/prompt/completion_values.h"

namespace profiler {

struct Completion {
  size_t from = 0;                  // `insert` replaces bytes [from, cursor) of the line
  std::string insert;               // the common prefix of all candidates, quoted as needed
  std::vector<std::string> labels;  // of all candidates
};

class Completer {
 public:
  explicit Completer(CompletionContext context) : context_(std::move(context)) {}

  // Uses the line up to the cursor and, after the cursor, only the rest of the current word.
  Completion Complete(std::string_view line, size_t cursor) const;

 private:
  const CompletionContext context_;
};

}  // namespace profiler

#endif  // CLI_PROMPT_COMPLETION_H_
