// Paths of the user's files.
#ifndef CLI_PATHS_H_
#define CLI_PATHS_H_

#include <string>
#include <vector>

namespace profiler {

// The user's home folder; "" if the environment has none.
std::string HomeFolder();

// The program's folder for files that are kept between runs, or "". The folder may not exist.
std::string StateFolder();

// The program's folder for settings, or "". The folder may not exist.
std::string ConfigFolder();

// Expands `~` and `~/...`; other paths are unchanged.
std::string ExpandHome(std::string path);

struct FolderEntry {
  std::string name;
  bool is_folder = false;
};
// The entries of a folder, unsorted; "" is the working directory. Empty if the folder cannot be
// read.
std::vector<FolderEntry> ListFolder(const std::string& folder);

}  // namespace profiler

#endif  // CLI_PATHS_H_
