#include "profiler/readers/common/recorder_file_name.h"

#include <algorithm>
#include <charconv>

namespace profiler::sagemaker {
namespace {

bool IsDigits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool IsNumber(std::string_view text, int64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return IsDigits(text) && error == std::errc();
}

// Returns the path up to and including the folder `part` if `below` follows it, or else the whole
// path.
std::string_view FolderOf(std::string_view path, std::string_view part, std::string_view below) {
  for (size_t at = path.rfind(part); at != path.npos && at > 0; at = path.rfind(part, at - 1)) {
    const std::string_view behind = path.substr(at + part.size());
    if (path[at - 1] == '/' && behind.starts_with(below)) return path.substr(0, at + part.size());
  }
  return path.starts_with(part) && path.substr(part.size()).starts_with(below) ? part : path;
}

// The file's name without its endings for JSON and gzip.
std::string_view Stem(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  for (const std::string_view end : {".gz", ".json"}) {
    if (name.ends_with(end)) name.remove_suffix(end.size());
  }
  return name;
}

}  // namespace

bool ParseSystemName(std::string_view path, FileName& name) {
  name.folder = FolderOf(path, "system", "/incremental/");
  const std::string_view stem = Stem(path);
  const size_t point = stem.find('.');
  if (point == stem.npos || !IsDigits(stem.substr(0, point))) return false;
  std::from_chars(stem.data(), stem.data() + point, name.begin_s);
  name.node = stem.substr(point + 1);
  return !name.node.empty();
}

bool ParseTimelineName(std::string_view path, FileName& name) {
  name.folder = FolderOf(path, "framework", "/pevents/");
  const std::string_view stem = Stem(path);
  const size_t end = stem.find('_');
  const size_t node = end == stem.npos ? end : stem.find('_', end + 1);
  if (node == stem.npos || !IsDigits(stem.substr(0, end))) return false;
  const std::string_view time = stem.substr(0, end), place = stem.substr(end + 1, node - end - 1);
  std::from_chars(time.data(), time.data() + time.size(), name.end_us);
  const size_t dash = place.find('-');
  const bool has_process = dash != place.npos && IsDigits(place.substr(0, dash));
  if (has_process) name.process = place.substr(0, dash);
  name.node = has_process ? place.substr(dash + 1) : place;
  name.recorder = stem.substr(node + 1);
  return !name.node.empty();
}

std::string_view RecordingOf(std::string_view path) {
  for (const std::string_view part : {"/system/incremental/", "/framework/pevents/",
                                      "/detailed_profiling/", "/cProfile/", "/pyinstrument/"}) {
    const size_t at = path.rfind(part);
    if (at == path.npos) continue;
    std::string_view folder = path.substr(0, at);
    if (part.starts_with("/system/") || part.starts_with("/framework/")) return folder;
    for (const std::string_view framework : {"/framework/tensorflow", "/framework/pytorch"}) {
      if (folder.ends_with(framework)) return folder.substr(0, at - framework.size());
    }
  }
  return {};
}

int64_t TimeOfName(std::string_view path) {
  constexpr int64_t kMaxSeconds = 100'000'000'000, kMicros = 1'000'000;
  const std::string_view stem = Stem(path);
  int64_t time = kUnknown;
  if (!IsNumber(stem.substr(0, stem.find_first_of("._")), time)) return kUnknown;
  return time < kMaxSeconds ? time * kMicros : time;
}

bool ParseMetadataName(std::string_view path, TraceMetadata& metadata) {
  constexpr std::string_view kEnd = ".metadata";
  std::string_view name = path.substr(path.rfind('/') + 1);
  if (!name.ends_with(kEnd)) return false;
  name.remove_suffix(kEnd.size());
  const size_t end = name.rfind('_');
  const size_t begin = end == name.npos || end == 0 ? name.npos : name.rfind('_', end - 1);
  const size_t dash = name.find('-');
  if (begin == name.npos || dash >= begin || !IsDigits(name.substr(0, dash))) return false;
  metadata.node = name.substr(dash + 1, begin - dash - 1);
  return !metadata.node.empty() &&
         IsNumber(name.substr(begin + 1, end - begin - 1), metadata.begin_us);
}

}  // namespace profiler::sagemaker
