#ifndef PROFILER_OPEN_FOLDER_H_
#define PROFILER_OPEN_FOLDER_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "profiler/base/run_context.h"

namespace profiler {

// The files below the folder that a reader takes, sorted, and how many others there are, by kind.
struct FolderProfiles {
  std::vector<std::string> readable;
  std::map<std::string, std::string> unlisted;  // folders that cannot be listed, and why
  std::map<std::string, int64_t> skipped;
};
// "2 *.csv, 1 notes.txt": how many there are of each kind.
std::string TellKinds(const std::map<std::string, int64_t>& kinds);
// Ends early where `context` says to stop.
FolderProfiles ProfilesIn(const std::string& folder, const RunContext& context);

// What a user who gave the folder may have meant: the files below it that can be opened, or what
// else they are. Looks at a bounded number of files.
std::string DescribeFolder(const std::string& folder);

// "; did you mean 'x'?" with a file that lies where `path` does not, or "".
std::string DidYouMeanFile(const std::string& path);

}  // namespace profiler

#endif  // PROFILER_OPEN_FOLDER_H_
