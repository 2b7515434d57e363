#ifndef CLI_PROMPT_HISTORY_H_
#define CLI_PROMPT_HISTORY_H_

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

// The lines typed at prompts, kept in a file that all sessions share: each line is added as it is
// typed, so none destroys another's. Without the file it works all the same, for this session.
class History {
 public:
  static constexpr size_t kMaxLines = 1000;

  // An empty path keeps nothing.
  explicit History(std::string path) : path_(std::move(path)) {}

  // Of earlier sessions, the oldest first. A file that has grown too long is cut to the last ones.
  const std::vector<std::string>& Load();

  // False, and nothing is kept, for a line that begins with a blank or repeats the one before.
  bool Add(std::string_view line);

 private:
  void Append(const std::string& line) const;

  const std::string path_;
  std::vector<std::string> loaded_;
  std::string last_;
};

}  // namespace profiler

#endif  // CLI_PROMPT_HISTORY_H_
