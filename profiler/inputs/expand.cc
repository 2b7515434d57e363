#include "profiler/inputs/expand.h"

#include <fmt/format.h>
#include <glob.h>

#include <filesystem>
#include <set>
#include <system_error>

#include "profiler/base/status.h"
#include "profiler/inputs/folder.h"

namespace profiler {
namespace {

namespace fs = std::filesystem;

bool Exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

std::vector<std::string> Matches(const std::string& pattern) {
  std::vector<std::string> files;
  glob_t found{};
  if (glob(pattern.c_str(), GLOB_TILDE, nullptr, &found) == 0) {
    files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);  // sorted by glob
  }
  globfree(&found);
  return files;
}

absl::StatusOr<std::vector<std::string>> ExpandOne(const std::string& path, ImportReport& report) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    FolderProfiles folder = ProfilesIn(path);
    if (folder.readable.empty()) return absl::InvalidArgumentError(DescribeFolder(path));
    report.CountWhole(ImportProblem::kSkippedFile, path, folder.skipped);
    return folder.readable;
  }
  if (Exists(path) || path.find_first_of("*?[") == std::string::npos) return {{path}};
  std::vector<std::string> files;
  for (const std::string& match : Matches(path)) {
    if (!fs::is_directory(match, ignored)) files.push_back(match);
  }
  if (files.empty()) return absl::NotFoundError(fmt::format("no file matches '{}'", path));
  return files;
}

}  // namespace

absl::StatusOr<std::vector<std::string>> ExpandPaths(const std::vector<std::string>& paths,
                                                     ImportReport& report) {
  std::vector<std::string> files;
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    PROFILER_ASSIGN_OR_RETURN(const std::vector<std::string> found, ExpandOne(path, report));
    for (const std::string& file : found) {
      std::error_code error;
      const fs::path same = fs::canonical(file, error);
      if (seen.insert(error ? file : same.string()).second) {
        files.push_back(file);
      } else {
        report.CountWhole(ImportProblem::kRepeatedInput, file, 1);
      }
    }
  }
  return files;
}

}  // namespace profiler
