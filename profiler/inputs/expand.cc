#include "profiler/inputs/expand.h"

#include <fmt/format.h>
#include <glob.h>

#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "profiler/base/run_folder.h"
#include "profiler/base/status.h"
#include "profiler/inputs/folder.h"
#include "profiler/inputs/seen_files.h"

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

// A run of a log folder, by its name and the folder that it lies in: of equal names the latter
// decides. Both are empty of a file that is in none.
std::pair<std::string, std::string> RunOfFile(const std::string& file) {
  std::error_code error;
  const fs::path path = fs::absolute(file, error).lexically_normal();
  const std::string run(RunOfPath(path.native()));
  return {run, run.empty() ? "" : path.parent_path().string()};
}

// A log folder has a run for each time that it was recorded: as one profile they would be averaged.
// The newest stays, which has the last name, as recorders name runs by the time.
void LeaveNewestRun(const std::string& folder, std::vector<std::string>& files,
                    ImportReport& report) {
  std::set<std::pair<std::string, std::string>> runs;
  for (const std::string& file : files) runs.insert(RunOfFile(file));
  runs.erase({"", ""});
  if (runs.size() < 2) return;
  const auto newest = *runs.rbegin();
  runs.erase(newest);
  std::erase_if(files, [&](const std::string& file) { return runs.count(RunOfFile(file)) > 0; });
  constexpr size_t kMostNamed = 8;
  std::vector<std::string> names;
  for (auto run = runs.rbegin(); run != runs.rend() && names.size() < kMostNamed; ++run) {
    names.push_back(run->second);
  }
  report.CountWhole(ImportProblem::kOtherRun, folder, static_cast<int64_t>(runs.size()),
                    fmt::format("read: {}; left out: {}{}", newest.first, fmt::join(names, ", "),
                                names.size() < runs.size() ? ", ..." : ""));
}

absl::StatusOr<std::vector<std::string>> ExpandOne(const std::string& path, ImportReport& report) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    FolderProfiles folder = ProfilesIn(path);
    if (folder.readable.empty()) return absl::InvalidArgumentError(DescribeFolder(path));
    report.CountWhole(ImportProblem::kSkippedFile, path, folder.skipped);
    LeaveNewestRun(path, folder.readable, report);
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
  SeenFiles seen;
  for (const std::string& path : paths) {
    PROFILER_ASSIGN_OR_RETURN(const std::vector<std::string> found, ExpandOne(path, report));
    for (const std::string& file : found) {
      if (seen.Add(file)) {
        files.push_back(file);
      } else {
        report.CountWhole(ImportProblem::kRepeatedInput, file, 1);
      }
    }
  }
  return files;
}

}  // namespace profiler
