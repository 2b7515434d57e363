#ifndef PROFILER_OPEN_FOLDER_H_
#define PROFILER_OPEN_FOLDER_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "profiler/base/run_context.h"

namespace profiler {

// The files below a folder: the sorted paths of those that a reader accepts, and the number of
// skipped files by kind.
struct FolderProfiles {
  std::vector<std::string> readable;
  std::map<std::string, std::string> unlisted;  // folders that cannot be listed, and the reason
  std::map<std::string, int64_t> skipped;
};
// Formats the number of files of each kind, e.g. "2 *.csv, 1 notes.txt".
std::string ListKinds(const std::map<std::string, int64_t>& kinds);
// Finds the profiles below a folder. Ends early if `context` is cancelled.
FolderProfiles ProfilesIn(const std::string& folder, const RunContext& context);

// Returns a hint for a user who passed the folder as a file: which files below it can be opened, or
// else what kinds of files it contains. Looks at a bounded number of files.
std::string DescribeFolder(const std::string& folder);

// Returns "; did you mean 'x'?" with an existing file whose name is similar to `path`, or "".
std::string DidYouMeanFile(const std::string& path);

}  // namespace profiler

#endif  // PROFILER_OPEN_FOLDER_H_
