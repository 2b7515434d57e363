#ifndef PROFILER_INPUTS_FOLDER_H_
#define PROFILER_INPUTS_FOLDER_H_

#include <string>

namespace profiler {

// What a user who gave the folder may have meant: the files below it that can be opened, or what
// else they are. Looks at a bounded number of files.
std::string DescribeFolder(const std::string& folder);

// "; did you mean 'x'?" with a file that lies where `path` does not, or "".
std::string DidYouMeanFile(const std::string& path);

}  // namespace profiler

#endif  // PROFILER_INPUTS_FOLDER_H_
