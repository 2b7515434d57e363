#include "profiler/open/expand.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "profiler/base/run_folder.h"
#include "profiler/base/status.h"
#include "profiler/open/folder.h"
#include "profiler/open/seen_files.h"
#include "profiler/readers/common/recorder_file_name.h"

namespace profiler {
namespace {

namespace fs = std::filesystem;

bool Exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool IsPattern(const std::string& path) {
  return path.find_first_of("*?[") != std::string::npos && !Exists(path);
}

std::vector<std::string> Matches(const std::string& pattern) {
  std::vector<std::string> files;
  glob_t found{};
  if (glob(pattern.c_str(), GLOB_TILDE, nullptr, &found) == 0) {
    files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);  // in glob's order
  }
  globfree(&found);
  return files;
}

// The run of a file in a log folder: its name and the folder that contains it, as names may repeat.
// Both are empty for files outside of log folders.
std::pair<std::string, std::string> RunOfFile(const std::string& file) {
  if (!sagemaker::RecordingOf(file).empty()) return {};  // it may have many files
  std::error_code error;
  const fs::path path = fs::absolute(file, error).lexically_normal();
  const std::string run(RunOfPath(path.native()));
  return {run, run.empty() ? "" : path.parent_path().string()};
}

void ReportSkipped(const std::string& folder, const std::map<std::string, int64_t>& skipped,
                   ImportReport& report) {
  int64_t files = 0;
  for (const auto& [kind, count] : skipped) files += count;
  report.CountWhole(ImportProblem::kSkippedFile, folder, files, ListKinds(skipped));
}

void ReportLeftOut(const std::string& folder, const std::string& read,
                   const std::vector<std::string>& left_out, ImportReport& report) {
  constexpr size_t kMostNamed = 8;
  const auto first = left_out.begin();
  const auto last = first + static_cast<ptrdiff_t>(std::min(left_out.size(), kMostNamed));
  report.CountWhole(ImportProblem::kOtherRun, folder, static_cast<int64_t>(left_out.size()),
                    fmt::format("read: {}; left out: {}{}", read, fmt::join(first, last, ", "),
                                last == left_out.end() ? "" : ", ..."));
}

// Keeps only the newest run of a log folder, because merging several runs would average them. The
// newest run has the last name, because recorders name runs by time.
void LeaveNewestRun(const std::string& folder, std::vector<std::string>& files,
                    ImportReport& report) {
  std::set<std::pair<std::string, std::string>> runs;
  for (const std::string& file : files) runs.insert(RunOfFile(file));
  runs.erase({"", ""});
  if (runs.size() < 2) return;
  const auto newest = *runs.rbegin();
  runs.erase(newest);
  std::erase_if(files, [&](const std::string& file) { return runs.count(RunOfFile(file)) > 0; });
  std::vector<std::string> names;
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) names.push_back(run->second);
  ReportLeftOut(folder, newest.first, names, report);
}

// Keeps only the newest of SageMaker Debugger's recordings, of which a folder has one per job. The
// file names contain the time.
void LeaveNewestRecording(const std::string& folder, std::vector<std::string>& files,
                          ImportReport& report) {
  std::map<std::string, int64_t> newest_file;  // by recording
  for (const std::string& file : files) {
    const std::string recording(sagemaker::RecordingOf(file));
    if (recording.empty()) continue;
    int64_t& newest = newest_file.try_emplace(recording, kUnknown).first->second;
    newest = std::max(newest, sagemaker::TimeOfName(file));
  }
  if (newest_file.size() < 2) return;
  const auto newest =
      std::max_element(newest_file.begin(), newest_file.end(), [](const auto& a, const auto& b) {
        return std::tie(a.second, a.first) < std::tie(b.second, b.first);
      });
  std::vector<std::string> others;
  for (const auto& [recording, time] : newest_file) {
    if (recording != newest->first) others.push_back(recording);
  }
  std::erase_if(files, [&](const std::string& file) {
    const std::string_view recording = sagemaker::RecordingOf(file);
    return !recording.empty() && recording != newest->first;
  });
  ReportLeftOut(folder, newest->first, others, report);
}

absl::StatusOr<std::vector<std::string>> ExpandFolder(const std::string& path, ImportReport& report,
                                                      const RunContext& context) {
  FolderProfiles folder = ProfilesIn(path, context);
  PROFILER_RETURN_IF_ERROR(context.Check());
  if (folder.readable.empty()) return absl::InvalidArgumentError(DescribeFolder(path));
  for (const auto& [unlisted, why] : folder.unlisted) {
    report.CountWhole(ImportProblem::kUnreadableInput, unlisted, 1, "it cannot be listed: " + why);
  }
  ReportSkipped(path, folder.skipped, report);
  LeaveNewestRecording(path, folder.readable, report);
  LeaveNewestRun(path, folder.readable, report);
  return folder.readable;
}

// A pattern is of files. Where none matches, it is of folders, as of JAX and TensorFlow.
absl::StatusOr<std::vector<std::string>> ExpandOne(const std::string& path, ImportReport& report,
                                                   const RunContext& context) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return ExpandFolder(path, report, context);
  if (!IsPattern(path)) return {{path}};
  std::vector<std::string> files, folders;
  for (const std::string& match : Matches(path)) {
    (fs::is_directory(match, ignored) ? folders : files).push_back(match);
  }
  if (!files.empty()) return files;
  for (const std::string& folder : folders) {
    PROFILER_ASSIGN_OR_RETURN(const std::vector<std::string> in_folder,
                              ExpandFolder(folder, report, context));
    files.insert(files.end(), in_folder.begin(), in_folder.end());
  }
  if (files.empty()) return absl::NotFoundError(fmt::format("no file matches '{}'", path));
  return files;
}

}  // namespace

absl::StatusOr<std::vector<std::string>> ExpandPaths(const std::vector<std::string>& paths,
                                                     ImportReport& report,
                                                     const RunContext& context) {
  std::vector<std::string> files;
  SeenFiles seen;
  for (const std::string& path : paths) {
    PROFILER_ASSIGN_OR_RETURN(const std::vector<std::string> found,
                              ExpandOne(path, report, context));
    for (const std::string& file : found) {
      PROFILER_RETURN_IF_ERROR(context.Check());
      if (seen.Add(file)) {
        files.push_back(file);
      } else {
        report.CountWhole(ImportProblem::kRepeatedInput, file, 1);
      }
    }
  }
  return files;
}

std::vector<std::string> ExpandPatterns(const std::vector<std::string>& paths) {
  std::vector<std::string> expanded;
  for (const std::string& path : paths) {
    std::vector<std::string> found = IsPattern(path) ? Matches(path) : std::vector<std::string>();
    if (found.empty()) found = {path};
    std::move(found.begin(), found.end(), std::back_inserter(expanded));
  }
  return expanded;
}

}  // namespace profiler
