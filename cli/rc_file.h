// The user's defaults: a file of `set` lines.
#ifndef CLI_RC_FILE_H_
#define CLI_RC_FILE_H_

#include <string>
#include <vector>

#include "profiler/query/options/options.h"

namespace profiler {

// The path of the file, which may not exist; "" if the environment names no folder.
std::string RcFilePath();

struct RcFile {
  Options options;                    // after all lines of the file
  bool gives_statistic = false;       // whether a line sets -stat
  std::vector<std::string> problems;  // one message per invalid line
};

// Reads the file. The result has the program's defaults if the file does not exist.
RcFile ReadRcFile(const std::string& path);

}  // namespace profiler

#endif  // CLI_RC_FILE_H_
