#include "profiler/open/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "profiler/base/suggest.h"
#include "profiler/io/input.h"
#include "profiler/open/formats.h"
#include "profiler/open/sniff/sniff_other.h"
#include "profiler/open/unpack.h"

namespace profiler {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxEntries = 2000;     // of the folder, listed
constexpr size_t kMaxFiles = 2'000'000;  // of a folder whose files are all read: a day of a fleet
constexpr size_t kMaxSniffed = 200;      // of these, sniffed
constexpr int kMaxDepth = 12;

// The regular files below the folder, by depth and then by name, so that the order on disk does not
// matter.
std::vector<std::string> FilesBelow(const std::string& folder, size_t most,
                                    std::map<std::string, std::string>& unlisted) {
  std::vector<std::string> files, level = {folder};
  size_t entries = 0;
  for (int depth = 0; depth < kMaxDepth && !level.empty(); ++depth) {
    std::vector<std::string> here, below;
    for (const std::string& parent : level) {
      std::error_code error, ignored;
      fs::directory_iterator it(parent, error);
      for (; !error && it != fs::end(it) && entries < most; ++entries, it.increment(error)) {
        if (it->is_regular_file(ignored)) here.push_back(it->path().string());
        if (it->is_directory(ignored) && !it->is_symlink(ignored)) {
          below.push_back(it->path().string());
        }
      }
      if (error) unlisted[parent] = error.message();
    }
    std::sort(here.begin(), here.end());
    std::sort(below.begin(), below.end());
    files.insert(files.end(), here.begin(), here.end());
    level = std::move(below);
  }
  return files;
}

// Kinds of other files that are found in folders of profiles, by the end of their names.
struct OtherFile {
  std::string_view end, what;
  bool is_leftover = false;  // of an unfinished write, so never a profile
};
constexpr OtherFile kOtherFiles[] = {
    {".tmp", "still being written", true},
    {".corrupt", "given up by its writer", true},
    {"profilerconfig.json", "the recorder's settings"},
    {".metadata", "is the time of a trace"},
    {"python_stats", "statistics of Python's profiler"},
    {".html", "a page to look at"},
};

const OtherFile* FindOther(std::string_view file) {
  const auto* const other =
      std::find_if(std::begin(kOtherFiles), std::end(kOtherFiles),
                   [file](const OtherFile& known) { return file.ends_with(known.end); });
  return other == std::end(kOtherFiles) ? nullptr : other;
}

// Returns the kind of a file that no reader accepts, e.g. "*.csv", "*.tmp (still being written)" or
// "LICENSE".
std::string KindOfOther(std::string_view file) {
  const OtherFile* const other = FindOther(file);
  const std::string_view name = file.substr(file.rfind('/') + 1);
  const size_t point = name.rfind('.');
  const bool is_whole_name = point == name.npos || (other != nullptr && other->end[0] != '.');
  const std::string kind =
      is_whole_name ? std::string(name) : fmt::format("*{}", name.substr(point));
  return other == nullptr ? kind : fmt::format("{} ({})", kind, other->what);
}

bool AnyContains(const std::vector<std::string>& files, std::string_view part) {
  return std::any_of(files.begin(), files.end(), [part](const std::string& file) {
    return file.find(part) != std::string::npos;
  });
}

std::string_view KindOfFolder(const std::vector<std::string>& files) {
  if (AnyContains(files, "/system/incremental/") || AnyContains(files, "/framework/pevents/")) {
    return "a folder of SageMaker Debugger's profiler output";
  }
  if (AnyContains(files, "plugins/profile/")) return "a TensorBoard log folder";
  return "a folder";
}

struct Found {
  std::string first;
  size_t count = 0;
};

// The tables of a folder that are no metrics, by the reason.
class SkippedTables {
 public:
  // Returns false if the file is not named like a table.
  bool Add(const std::string& file, std::string_view bytes) {
    const std::string why = WhyNoTable(file, bytes);
    if (why.empty()) return false;
    Found& of_reason = by_reason_[{KindOfOther(file), why}];
    if (of_reason.count++ == 0) of_reason.first = file.substr(file.rfind('/') + 1);
    return true;
  }

  // Names the file if it is the only one.
  void CountIn(std::map<std::string, int64_t>& skipped) const {
    for (const auto& [reason, found] : by_reason_) {
      const std::string& name = found.count == 1 ? found.first : reason.first;
      skipped[fmt::format("{} ({})", name, reason.second)] += static_cast<int64_t>(found.count);
    }
  }

 private:
  std::map<std::pair<std::string, std::string>, Found> by_reason_;  // by kind of file and reason
};

}  // namespace

std::string ListKinds(const std::map<std::string, int64_t>& kinds) {
  constexpr size_t kMost = 12;
  std::string text;
  size_t told = 0;
  for (const auto& [kind, count] : kinds) {
    if (told++ == kMost) return text + ", ...";
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, kind);
  }
  return text;
}

FolderProfiles ProfilesIn(const std::string& folder, const RunContext& context) {
  FolderProfiles profiles;
  SkippedTables tables;
  for (const std::string& file : FilesBelow(folder, kMaxFiles, profiles.unlisted)) {
    if (!context.Check().ok()) break;
    const OtherFile* const other = FindOther(file);
    if (other == nullptr || !other->is_leftover) {
      const absl::StatusOr<Input> input = Input::Map(file);
      if (input.ok() && IsReadable(input->bytes())) {
        profiles.readable.push_back(file);
        continue;
      }
      if (input.ok() && tables.Add(file, input->bytes())) continue;
    }
    ++profiles.skipped[KindOfOther(file)];
  }
  tables.CountIn(profiles.skipped);
  return profiles;
}

std::string DescribeFolder(const std::string& folder) {
  std::map<std::string, std::string> unlisted;
  const std::vector<std::string> files = FilesBelow(folder, kMaxEntries, unlisted);
  if (const auto top = unlisted.find(folder); top != unlisted.end()) {
    return fmt::format("'{}' cannot be listed ({}); check its owner and permissions", folder,
                       top->second);
  }
  std::map<const Format*, Found> found;
  for (size_t i = 0; i < files.size() && i < kMaxSniffed; ++i) {
    const absl::StatusOr<Input> input = Input::Map(files[i]);
    if (!input.ok()) continue;
    const Format* format = SurestFormat(input->bytes());
    if (format == nullptr) continue;
    Found& of_format = found[format];
    if (of_format.count++ == 0) of_format.first = files[i];
  }
  std::string text = fmt::format("'{}' is {}", folder, KindOfFolder(files));
  if (found.empty()) {
    std::map<std::string, int64_t> kinds;
    for (const std::string& file : files) ++kinds[KindOfOther(file)];
    text += "; nothing that looks like a profile was found in it";
    return kinds.empty() ? text : fmt::format("{}: {}", text, ListKinds(kinds));
  }
  text += " without a file that can be opened on its own:";
  std::string_view separator = " ";
  for (const Format* format : AllFormats()) {
    const auto it = found.find(format);
    if (it == found.end()) continue;
    const auto& [first, count] = it->second;
    text += fmt::format("{}'{}' is {}", separator, first, format->description);
    if (count > 1) text += fmt::format(", like {} more", count - 1);
    separator = "; ";
  }
  return text;
}

std::string DidYouMeanFile(const std::string& path) {
  const fs::path wanted(path);
  const fs::path folder = wanted.parent_path();
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator it(folder.empty() ? "." : folder, error);
  for (size_t i = 0; !error && it != fs::end(it) && i < kMaxEntries; ++i, it.increment(error)) {
    names.push_back(it->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const std::vector<std::string_view> choices(names.begin(), names.end());
  const std::string guess = Suggest(wanted.filename().string(), choices);
  return guess.empty() ? "" : fmt::format("; did you mean '{}'?", (folder / guess).string());
}

}  // namespace profiler
