// What Tab does at the prompt. Knows lines, options and the open profile, and no terminal.
#ifndef CLI_PROMPT_COMPLETION_H_
#define CLI_PROMPT_COMPLETION_H_

#include <string>
#include <string_view>
#include <vector>

#include "cli/prompt/completion_values.h"

namespace profiler {

struct Completion {
  size_t from = 0;                  // bytes [from, cursor) of the line give way to `insert`
  std::string insert;               // as far as all that is possible agrees, quoted as needed
  std::vector<std::string> labels;  // of what is possible
};

class Completer {
 public:
  explicit Completer(CompletionContext context) : context_(std::move(context)) {}

  // Looks at the line up to the cursor, and behind it only for where a word ends.
  Completion Complete(std::string_view line, size_t cursor) const;

 private:
  const CompletionContext context_;
};

}  // namespace profiler

#endif  // CLI_PROMPT_COMPLETION_H_
