#include "profiler/open/same_recordings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/io/gzip.h"
#include "profiler/io/input.h"
#include "profiler/open/exported_trace.h"
#include "profiler/open/formats.h"
#include "profiler/readers/chrome_trace/chrome_trace.h"
#include "profiler/readers/common/recorder_file_name.h"
#include "profiler/readers/store/store.h"
#include "profiler/readers/xspace/xspace.h"

namespace profiler {
namespace {

namespace fs = std::filesystem;

// The beginning of a trace in which its first events are looked for.
constexpr size_t kTraceBeginning = size_t{4} << 20;
// A packed XSpace is unpacked to compare it up to this size.
constexpr size_t kMostUnpacked = size_t{1} << 30;
// So many XSpaces of other names are compared with a trace: a fleet has thousands.
constexpr size_t kMostOthers = 8;

struct Candidate {
  std::string path;
  const Format* format = nullptr;  // of the unpacked content; null if it is not read
  bool is_packed = false;
  uint64_t bytes = 0;             // of the file
  UnpackedCheck check = {};       // of a packed file
  std::string left_out_for = {};  // empty if the file is read
};

std::string_view FolderOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

// "HOST" of "FOLDER/HOST.xplane.pb" and "FOLDER/HOST.trace.json.gz".
std::string_view HostOfName(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  for (const std::string_view end : {".gz", ".pb", ".json", ".xplane", ".trace"}) {
    if (name.ends_with(end)) name.remove_suffix(end.size());
  }
  return name;
}

// Looks at the beginning of a file. A pipe can be read only once, and the parts of a recording are
// never packed or exported, so these have no format here.
Candidate LookAt(const std::string& path) {
  Candidate file{.path = path};
  std::error_code error;
  if (!sagemaker::RecordingOf(path).empty() || !fs::is_regular_file(path, error)) return file;
  const absl::StatusOr<Input> input = Input::Map(path);
  if (!input.ok()) return file;
  file.bytes = input->bytes().size();
  file.is_packed = IsGzip(input->bytes());
  file.format = SurestFormat(file.is_packed ? std::string_view(InflateBeginning(input->bytes()))
                                            : input->bytes());
  if (file.is_packed) file.check = CheckOfUnpacked(input->bytes());
  return file;
}

class SameRecordings {
 public:
  SameRecordings(const std::vector<std::string>& files, RunContext& context) : context_(context) {
    for (const std::string& path : files) files_.push_back(LookAt(path));
  }

  absl::Status Find() {
    PROFILER_RETURN_IF_ERROR(FindPacked());
    PROFILER_RETURN_IF_ERROR(FindExportedTraces());
    return FindStores();
  }

  const std::vector<Candidate>& files() const { return files_; }

  // The file that is read instead of a file that is left out: the trace's XSpace, for a packed
  // trace.
  std::string ReadInstead(const Candidate& file) const {
    const auto other = std::find_if(files_.begin(), files_.end(), [&](const Candidate& one) {
      return one.path == file.left_out_for && !one.left_out_for.empty();
    });
    return other == files_.end() ? file.left_out_for : other->left_out_for;
  }

 private:
  static bool IsOf(const Candidate& file, const Format& format) {
    return file.left_out_for.empty() && file.format == &format;
  }

  // Compares what the end of a packed file says with the other files' content, which is read only
  // if its size agrees.
  absl::Status FindPacked() {
    std::map<UnpackedCheck, std::string> first_packed;
    std::set<uint32_t> sizes;
    for (Candidate& file : files_) {
      if (file.format == nullptr || !file.is_packed) continue;
      const auto [first, is_new] = first_packed.try_emplace(file.check, file.path);
      if (!is_new) file.left_out_for = first->second;
      sizes.insert(file.check.bytes);
    }
    std::map<UnpackedCheck, std::string> plain;
    for (const Candidate& file : files_) {
      if (file.format == nullptr || file.is_packed) continue;
      if (!sizes.contains(static_cast<uint32_t>(file.bytes))) continue;
      PROFILER_RETURN_IF_ERROR(context_.Check());
      const absl::StatusOr<Input> input = Input::Map(file.path);
      if (input.ok()) plain.try_emplace(CheckOf(input->bytes()), file.path);
    }
    for (Candidate& file : files_) {
      if (file.format == nullptr || !file.is_packed) continue;
      if (const auto it = plain.find(file.check); it != plain.end()) file.left_out_for = it->second;
    }
    return absl::OkStatus();
  }

  absl::Status FindExportedTraces() {
    std::vector<const Candidate*> xspaces;
    for (const Candidate& file : files_) {
      if (IsOf(file, kXSpaceFormat)) xspaces.push_back(&file);
    }
    if (xspaces.empty()) return absl::OkStatus();
    for (Candidate& file : files_) {
      if (!IsOf(file, kChromeTraceFormat)) continue;
      PROFILER_ASSIGN_OR_RETURN(const Candidate* const of, XSpaceOf(file, xspaces));
      if (of != nullptr) file.left_out_for = of->path;
    }
    return absl::OkStatus();
  }

  // The XSpace from which the trace was exported, or null.
  absl::StatusOr<const Candidate*> XSpaceOf(const Candidate& trace,
                                            const std::vector<const Candidate*>& xspaces) {
    std::vector<const Candidate*> likely, others;
    for (const Candidate* const xspace : xspaces) {
      const bool is_there = FolderOf(xspace->path) == FolderOf(trace.path);
      const bool has_name = HostOfName(xspace->path) == HostOfName(trace.path);
      // A page of a viewer may have been saved in a folder beside the XSpace.
      const bool is_around = trace.path.starts_with(std::string(FolderOf(xspace->path)) + "/");
      if (is_there && has_name) {
        likely.push_back(xspace);
      } else if ((is_there || has_name || is_around) && others.size() < kMostOthers) {
        others.push_back(xspace);
      }
    }
    likely.insert(likely.end(), others.begin(), others.end());
    if (likely.empty()) return nullptr;
    PROFILER_ASSIGN_OR_RETURN(const Input beginning, Content(trace, kTraceBeginning));
    const std::vector<std::string> events =
        EventsOfXSpaceIn(beginning.bytes().substr(0, kTraceBeginning));
    if (events.empty()) return nullptr;
    for (const Candidate* const xspace : likely) {
      PROFILER_ASSIGN_OR_RETURN(const Input content, Content(*xspace, kMostUnpacked));
      if (HoldsEvents(content.bytes(), events)) return xspace;
    }
    return nullptr;
  }

  // At least the first `most` bytes of the content, or all. Empty if the file cannot be read, which
  // reading it later reports.
  absl::StatusOr<Input> Content(const Candidate& file, size_t most) {
    PROFILER_RETURN_IF_ERROR(context_.Check());
    absl::StatusOr<Input> input = Input::Map(file.path);
    if (!input.ok()) return Input::FromBytes(file.path, "");
    if (!file.is_packed) return input;
    const size_t limit = std::min(most, MostInflated(input->bytes().size()));
    PROFILER_ASSIGN_OR_RETURN(Inflated inflated, Inflate(input->bytes(), limit, context_));
    return Input::FromBytes(file.path, std::move(inflated.bytes));
  }

  absl::Status FindStores() {
    std::map<size_t, std::vector<std::string>> stores;  // by file: the paths of its sources
    for (size_t i = 0; i < files_.size(); ++i) {
      if (!IsOf(files_[i], kStoreFormat)) continue;
      PROFILER_RETURN_IF_ERROR(context_.Check());
      const absl::StatusOr<Input> input = Input::Map(files_[i].path);
      if (input.ok()) stores[i] = SourcePathsOfStore(*input);
    }
    for (const auto& [store, sources] : stores) CompareWithSources(store, sources);
    for (const auto& [store, sources] : stores) CompareWithStores(store, stores);
    return absl::OkStatus();
  }

  void CompareWithSources(size_t store, const std::vector<std::string>& sources) {
    std::set<size_t> found;
    bool has_all = !sources.empty();
    for (const std::string& source : sources) {
      const std::set<size_t> of_source = FilesOf(source, store);
      has_all = has_all && !of_source.empty();
      found.insert(of_source.begin(), of_source.end());
    }
    if (!has_all) {
      for (const size_t file : found) files_[file].left_out_for = files_[store].path;
    } else {
      files_[store].left_out_for =
          fmt::format("{}{}", files_[*found.begin()].path,
                      found.size() > 1 ? fmt::format(" and {} more", found.size() - 1) : "");
    }
  }

  // The inputs that a store names as a source: the file, or the files below the folder. The store
  // and its sources may have been moved together.
  std::set<size_t> FilesOf(const std::string& source, size_t store) {
    if (by_inode_.empty()) {
      for (size_t i = 0; i < files_.size(); ++i) by_inode_.emplace(InodeOf(files_[i].path), i);
    }
    const fs::path folder = fs::path(files_[store].path).parent_path(), named = source;
    for (const fs::path& path : {named, folder / named, folder / named.filename()}) {
      std::set<size_t> found;
      const auto inode = InodeOf(path.native());
      if (inode == std::pair<uint64_t, uint64_t>()) continue;
      const auto it = by_inode_.find(inode);
      if (it != by_inode_.end() && it->second != store) found.insert(it->second);
      std::error_code error;
      if (fs::is_directory(path, error)) AddFilesBelow(path, found);
      if (!found.empty()) return found;
    }
    return {};
  }

  void AddFilesBelow(const fs::path& folder, std::set<size_t>& found) const {
    std::error_code error;
    const std::string prefix = fs::absolute(folder, error).lexically_normal().native() + "/";
    for (size_t i = 0; i < files_.size(); ++i) {
      const fs::path path = fs::absolute(files_[i].path, error).lexically_normal();
      if (path.native().starts_with(prefix) && !IsOf(files_[i], kStoreFormat)) found.insert(i);
    }
  }

  // A store of fewer sources than another store has.
  void CompareWithStores(size_t store, const std::map<size_t, std::vector<std::string>>& stores) {
    const std::vector<std::string>& paths = stores.at(store);
    const std::set<std::string> own(paths.begin(), paths.end());
    if (own.empty() || !files_[store].left_out_for.empty()) return;
    for (const auto& [other, sources] : stores) {
      const std::set<std::string> more(sources.begin(), sources.end());
      if (more.size() <= own.size() || !files_[other].left_out_for.empty()) continue;
      if (!std::includes(more.begin(), more.end(), own.begin(), own.end())) continue;
      files_[store].left_out_for = files_[other].path;
      return;
    }
  }

  // Zeros if the file does not exist.
  static std::pair<uint64_t, uint64_t> InodeOf(const std::string& path) {
    struct stat info;
    if (stat(path.c_str(), &info) != 0) return {};
    return {info.st_dev, info.st_ino};
  }

  RunContext& context_;
  std::vector<Candidate> files_;
  std::map<std::pair<uint64_t, uint64_t>, size_t> by_inode_;
};

}  // namespace

absl::Status LeaveOutSameRecordings(const std::vector<std::string>& named,
                                    std::vector<std::string>& files, ImportReport& report,
                                    RunContext& context) {
  if (files.size() < 2) return absl::OkStatus();
  SameRecordings same(files, context);
  PROFILER_RETURN_IF_ERROR(same.Find());
  files.clear();
  for (const Candidate& file : same.files()) {
    if (file.left_out_for.empty()) {
      files.push_back(file.path);
      continue;
    }
    const bool is_named = std::find(named.begin(), named.end(), file.path) != named.end();
    report.CountWhole(is_named ? ImportProblem::kRepeatedInput : ImportProblem::kSameRecording,
                      file.path, 1, "read instead: " + same.ReadInstead(file));
  }
  return absl::OkStatus();
}

}  // namespace profiler
