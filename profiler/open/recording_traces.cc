#include "profiler/open/recording_traces.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include "profiler/readers/common/recorder_file_name.h"

namespace profiler {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kNanosPerMicro = 1000;

bool IsRecording(const Profile& part) {
  return part.sources.size() > 0 &&
         part.strings[part.sources[SourceId(0)].format].starts_with("sagemaker_");
}

// The folder of a recording, and the nodes that have files in it.
struct Recording {
  std::string folder;
  std::set<std::string> nodes;
};

// Returns nullopt for a profile made of several recordings.
std::optional<Recording> RecordingIn(const Profile& part) {
  Recording recording;
  for (const SourceRow& source : part.sources.values()) {
    const std::string_view path = part.strings[source.path];  // ".../system", ".../framework"
    const std::string_view folder = path.substr(0, std::min(path.rfind('/'), path.size()));
    if (folder == path || (!recording.folder.empty() && recording.folder != folder)) return {};
    recording.folder = folder;
    if (const std::string_view node = part.strings[source.host]; !node.empty()) {
      recording.nodes.emplace(node);
    }
  }
  return recording;
}

// Returns the name of the trace's .metadata file, or "" if there is none or several.
std::string MetadataFor(std::string_view trace, std::string_view recording) {
  fs::path folder = fs::path(trace).parent_path();
  for (; folder.native().size() > recording.size(); folder = folder.parent_path()) {
    std::string found;
    std::error_code error;
    fs::directory_iterator it(folder, error);
    for (; !error && it != fs::end(it); it.increment(error)) {
      sagemaker::TraceMetadata metadata;
      const std::string name = it->path().filename().string();
      if (!sagemaker::ParseMetadataName(name, metadata)) continue;
      if (!found.empty()) return "";
      found = name;
    }
    if (!found.empty()) return found;
  }
  return "";
}

void SetHost(Profile& part, std::string_view node) {
  SourceRow& source = part.sources[SourceId(0)];
  if (node.empty() || !part.strings[source.host].empty()) return;
  source.host = part.strings.Intern(node);
  for (uint32_t i = 0; i < part.devices.size(); ++i) {
    DeviceRow& device = part.devices[DeviceId(i)];
    if (part.strings[device.host].empty()) device.host = source.host;
  }
}

void JoinTrace(Profile& part, const Recording& recording) {
  SourceRow& source = part.sources[SourceId(0)];
  const std::string name = MetadataFor(part.strings[source.path], recording.folder);
  sagemaker::TraceMetadata metadata;
  if (sagemaker::ParseMetadataName(name, metadata)) {
    SetHost(part, metadata.node);
    if (source.epoch_ns == kUnknown && metadata.begin_us < INT64_MAX / kNanosPerMicro) {
      source.epoch_ns = metadata.begin_us * kNanosPerMicro;
    }
  }
  if (recording.nodes.size() == 1) SetHost(part, *recording.nodes.begin());
}

bool LiesIn(std::string_view path, std::string_view folder) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

void SetRun(Profile& part, std::string_view run) {
  const StringId id = part.strings.Intern(run);
  for (uint32_t s = 0; s < part.sources.size(); ++s) part.sources[SourceId(s)].run = id;
}

void JoinTo(Profile& of_recording, std::vector<Profile>& parts) {
  const std::optional<Recording> recording = RecordingIn(of_recording);
  if (!recording.has_value()) return;
  bool any_joined = false;
  for (Profile& part : parts) {
    if (part.sources.size() != 1 || IsRecording(part)) continue;
    if (!LiesIn(part.strings[part.sources[SourceId(0)].path], recording->folder)) continue;
    JoinTrace(part, *recording);
    SetRun(part, recording->folder);
    any_joined = true;
  }
  if (any_joined) SetRun(of_recording, recording->folder);
}

}  // namespace

void JoinRecordingTraces(std::vector<Profile>& parts) {
  for (Profile& part : parts) {
    if (IsRecording(part)) JoinTo(part, parts);
  }
}

}  // namespace profiler
