#include "cli/paths.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace profiler {
namespace {

// A relative one would depend on the working directory: as good as none.
std::string AbsolutePathIn(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && value[0] == '/' ? value : "";
}

}  // namespace

std::string HomeFolder() { return AbsolutePathIn("HOME"); }

std::string StateFolder() {
  if (const std::string state = AbsolutePathIn("XDG_STATE_HOME"); !state.empty()) {
    return state + "/profiler";
  }
  const std::string home = HomeFolder();
  return home.empty() ? "" : home + "/.local/state/profiler";
}

std::string ExpandHome(std::string path) {
  if (path != "~" && path.rfind("~/", 0) != 0) return path;
  const std::string home = HomeFolder();
  return home.empty() ? path : home + path.substr(1);
}

std::vector<FolderEntry> ListFolder(const std::string& folder) {
  std::vector<FolderEntry> entries;
  std::error_code failed;
  std::filesystem::directory_iterator it(folder.empty() ? "." : folder, failed);
  for (; !failed && it != std::filesystem::directory_iterator(); it.increment(failed)) {
    std::error_code unknown;
    entries.push_back({it->path().filename().string(), it->is_directory(unknown)});
  }
  return entries;
}

}  // namespace profiler
