// Answers command lines as JSON, for pages. A line only asks here: it writes nothing, and reads
// nothing but the open profiles.
#ifndef CLI_ASK_LINE_ANSWERS_H_
#define CLI_ASK_LINE_ANSWERS_H_

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "cli/ask/opened.h"
#include "cli/commands/command.h"
#include "profiler/base/run_context.h"
#include "profiler/engine/engine.h"
#include "profiler/query/options/options.h"
#include "web/source.h"

namespace profiler {

// The line's command. Fails if it would do more than ask.
absl::StatusOr<Command> ParseQuestion(std::string_view line, const Options& defaults);

// Whose limits of time and memory apply to a line.
enum class LineLimits : uint8_t {
  kOwn,      // those of the defaults, which the line may lower
  kCallers,  // those that the caller has set on the context
};

// Safe to use from several threads.
class LineAnswers {
 public:
  // `defaults` are the options of lines that do not give them.
  LineAnswers(Engine& engine, Opened opened, Options defaults, bool gives_statistic,
              LineLimits limits);

  // The same bytes as those of `-c LINE -format json`.
  web::Answer Ask(std::string_view line, RunContext& context);

 private:
  absl::StatusOr<Report> Answer(const Command& command, RunContext& context);
  absl::StatusOr<std::string> Rendered(const Command& command, RunContext& context);

  Engine& engine_;
  std::mutex mutex_;
  Opened opened_;  // guarded by mutex_, as a query may add parts
  const Options defaults_;
  const bool gives_statistic_;
  const LineLimits limits_;
};

}  // namespace profiler

#endif  // CLI_ASK_LINE_ANSWERS_H_
