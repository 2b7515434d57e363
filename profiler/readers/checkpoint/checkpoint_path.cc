#include "profiler/readers/checkpoint/checkpoint_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "profiler/base/status.h"

namespace profiler {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIndexSuffix = ".index";
constexpr std::string_view kStateFile = "checkpoint";
constexpr size_t kMaxStateBytes = 1 << 20;

bool IsFile(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// Returns "model.ckpt" for "model.ckpt.data-00000-of-00001", and "" for other names.
std::string_view WithoutDataSuffix(std::string_view path) {
  constexpr std::string_view kPattern = ".data-#####-of-#####";
  if (path.size() <= kPattern.size()) return {};
  const std::string_view suffix = path.substr(path.size() - kPattern.size());
  const bool matches = std::equal(
      suffix.begin(), suffix.end(), kPattern.begin(),
      [](char c, char pattern) { return pattern == '#' ? c >= '0' && c <= '9' : c == pattern; });
  return matches ? path.substr(0, path.size() - kPattern.size()) : std::string_view();
}

// The quoted text after `model_checkpoint_path:` in the text form of a CheckpointState.
std::string NewestInState(const fs::path& state) {
  std::ifstream file(state, std::ios::binary);
  std::string text(kMaxStateBytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  constexpr std::string_view kKey = "model_checkpoint_path:";
  size_t at = text.rfind(kKey, 0) == 0 ? 0 : text.find(fmt::format("\n{}", kKey));
  if (at == std::string::npos) return "";
  at = text.find('"', at);
  std::string name;
  while (at != std::string::npos && ++at < text.size() && text[at] != '"' && text[at] != '\n') {
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    name += text[at];
  }
  return name;
}

absl::StatusOr<std::string> FromState(const fs::path& folder) {
  const fs::path state = folder / kStateFile;
  const fs::path newest = NewestInState(state);
  if (newest.empty()) {
    return absl::InvalidArgumentError(fmt::format(
        "'{}' names no checkpoint (model_checkpoint_path); give the checkpoint itself, as "
        "model.ckpt",
        state.string()));
  }
  // A folder that was moved still has the old absolute path in its state file.
  for (const fs::path& prefix : {folder / newest, folder / newest.filename()}) {
    if (IsFile(CheckpointIndexPath(prefix.string()))) return prefix.string();
  }
  return absl::NotFoundError(
      fmt::format("'{}' names the checkpoint '{}', of which there is no index file; give another "
                  "one of that folder",
                  state.string(), newest.string()));
}

absl::StatusOr<std::string> InFolder(const fs::path& folder) {
  if (IsFile(folder / kStateFile)) return FromState(folder);
  std::vector<std::string> prefixes;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::string name = it->path().string();
    if (!std::string_view(name).ends_with(kIndexSuffix)) continue;
    name.resize(name.size() - kIndexSuffix.size());
    prefixes.push_back(std::move(name));
  }
  if (error) {
    return absl::UnavailableError(
        fmt::format("the folder '{}' cannot be read ({})", folder.string(), error.message()));
  }
  if (prefixes.size() == 1) return prefixes.front();
  if (prefixes.empty()) {
    return absl::NotFoundError(
        fmt::format("the folder '{}' holds no checkpoint (no file *.index)", folder.string()));
  }
  std::sort(prefixes.begin(), prefixes.end());
  return absl::InvalidArgumentError(
      fmt::format("the folder '{}' holds {} checkpoints; give one of them, as '{}'",
                  folder.string(), prefixes.size(), prefixes.back()));
}

}  // namespace

std::string CheckpointIndexPath(const std::string& prefix) {
  return fmt::format("{}{}", prefix, kIndexSuffix);
}

std::string CheckpointDataPath(const std::string& prefix, int32_t shard, int32_t num_shards) {
  return fmt::format("{}.data-{:05}-of-{:05}", prefix, shard, num_shards);
}

absl::StatusOr<std::string> FindCheckpoint(const std::string& path) {
  if (IsFile(CheckpointIndexPath(path))) return path;
  std::error_code error;
  if (fs::is_directory(path, error)) return InFolder(path);
  if (!IsFile(path)) {
    return absl::NotFoundError(
        fmt::format("no checkpoint '{0}': there is no file '{0}.index'; give the path that "
                    "Saver.save() returned, as model.ckpt",
                    path));
  }
  const fs::path file(path);
  if (file.filename() == kStateFile) return FromState(file.parent_path());
  if (path.size() > kIndexSuffix.size() && path.ends_with(kIndexSuffix)) {
    return path.substr(0, path.size() - kIndexSuffix.size());
  }
  const std::string prefix(WithoutDataSuffix(path));
  if (prefix.empty()) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is no checkpoint: there is no '{}.index'; checkpoints in one file, as "
                    "TensorFlow wrote them before 1.0, are not read: save it again with a newer "
                    "TensorFlow",
                    path, path));
  }
  if (!IsFile(CheckpointIndexPath(prefix))) {
    return absl::NotFoundError(
        fmt::format("'{}' is data of a checkpoint whose index '{}.index' is not there; copy the "
                    "index beside it",
                    path, prefix));
  }
  return prefix;
}

}  // namespace profiler
