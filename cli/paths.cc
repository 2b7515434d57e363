#include "cli/paths.h"

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace profiler {
namespace {

// The path in an environment variable; "" if it is relative, as it would depend on the working
// directory.
std::string AbsolutePathIn(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && value[0] == '/' ? value : "";
}

// The program's folder in the folder that the variable names, or else in `usual` in the home
// folder.
std::string OwnFolder(const char* variable, std::string_view usual) {
  std::string folder = AbsolutePathIn(variable);
  const std::string home = HomeFolder();
  if (folder.empty() && !home.empty()) folder = home + std::string(usual);
  return folder.empty() ? "" : folder + "/profiler";
}

}  // namespace

std::string HomeFolder() { return AbsolutePathIn("HOME"); }

std::string StateFolder() { return OwnFolder("XDG_STATE_HOME", "/.local/state"); }

std::string ConfigFolder() { return OwnFolder("XDG_CONFIG_HOME", "/.config"); }

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
