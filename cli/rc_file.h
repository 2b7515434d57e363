// The user's own defaults: a file of `set` lines.
#ifndef CLI_RC_FILE_H_
#define CLI_RC_FILE_H_

#include <string>
#include <vector>

#include "profiler/query/options/options.h"

namespace profiler {

// "" where the environment names no folder; it need not exist.
std::string RcFilePath();

struct RcFile {
  Options options;                    // what its lines leave
  std::vector<std::string> problems;  // every wrong line, each in a sentence
};

// The defaults where there is no such file.
RcFile ReadRcFile(const std::string& path);

}  // namespace profiler

#endif  // CLI_RC_FILE_H_
