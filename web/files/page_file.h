// A page with its answers in one file, which a browser shows without a server.
#ifndef WEB_FILES_PAGE_FILE_H_
#define WEB_FILES_PAGE_FILE_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace profiler::web {

struct PageData {
  std::string start;                           // the command line that the page begins with
  std::map<std::string, std::string> answers;  // by command line, as JSON
  std::string state;                           // JSON (web/describe/state.h)
};

// The command lines that the pages ask when they are opened, each once.
absl::StatusOr<std::vector<std::string>> FirstQuestions();

// The file's bytes. They hold the script, the style and the data, and load nothing.
absl::StatusOr<std::string> PageFile(const PageData& data);

}  // namespace profiler::web

#endif  // WEB_FILES_PAGE_FILE_H_
