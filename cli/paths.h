// Where the user's own files are.
#ifndef CLI_PATHS_H_
#define CLI_PATHS_H_

#include <string>
#include <vector>

namespace profiler {

// "" where the environment names no folder.
std::string HomeFolder();

// The program's folder for what outlives a run, or ""; it need not exist.
std::string StateFolder();

// The same for the user's settings.
std::string ConfigFolder();

// `~` and `~/...` are in the home folder; other paths stay.
std::string ExpandHome(std::string path);

struct FolderEntry {
  std::string name;
  bool is_folder = false;
};
// Of the working directory for ""; none where it cannot be read. Not sorted.
std::vector<FolderEntry> ListFolder(const std::string& folder);

}  // namespace profiler

#endif  // CLI_PATHS_H_
