#ifndef CLI_PROMPT_HISTORY_H_
#define CLI_PROMPT_HISTORY_H_

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

// The lines typed at prompts, in a file that all sessions share: each line is appended when typed,
// so sessions do not overwrite each other. If the file cannot be used, the history still works
// within the session.
class History {
 public:
  static constexpr size_t kMaxLines = 1000;

  // With an empty path, lines are not stored.
  explicit History(std::string path) : path_(std::move(path)) {}

  // Lines of earlier sessions, oldest first. If the file is too long, it is cut to the last lines.
  const std::vector<std::string>& Load();

  // Returns false and stores nothing if the line starts with a blank or equals the previous line.
  bool Add(std::string_view line);

 private:
  void Append(const std::string& line) const;

  const std::string path_;
  std::vector<std::string> loaded_;
  std::string last_;
};

}  // namespace profiler

#endif  // CLI_PROMPT_HISTORY_H_
