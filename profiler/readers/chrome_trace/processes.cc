#include "profiler/readers/chrome_trace/processes.h"

#include "profiler/base/text/utf8.h"

namespace profiler::chrome_trace {
namespace {

using Writer = ProcessKind::Writer;

bool TakePrefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool TakeSuffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

// TensorFlow's timeline.Timeline: "DEVICE Compute", "DEVICE Tensors".
ProcessKind OfTimeline(std::string_view name, bool has_all_streams) {
  ProcessKind kind;
  if (TakeSuffix(name, " Tensors")) {
    kind = {Writer::kTensorFlow, name, TrackKind::kMarker, TrackRole::kOverlay};
    return kind;
  }
  TakeSuffix(name, " Compute");
  kind = {Writer::kTensorFlow, name, TrackKind::kLane, TrackRole::kExec};
  const size_t stream = name.find("/stream:");
  const bool is_copies = name.ends_with("/memcpy");
  if (stream != name.npos) {
    const bool is_all = name.substr(stream) == "/stream:all";
    kind.device = name.substr(0, stream);
    kind.track = TrackKind::kStream;
    if (!is_all && has_all_streams) kind.role = TrackRole::kOverlay;
  } else if (is_copies) {
    kind.device = name.substr(0, name.size() - std::string_view("/memcpy").size());
    kind.track = TrackKind::kCopyQueue;
    if (has_all_streams) kind.role = TrackRole::kOverlay;
  }
  return kind;
}

}  // namespace

bool HoldsAllStreams(std::string_view process) {
  return process.find("/stream:all") != process.npos;
}

ProcessKind KindOfProcess(std::string_view name, bool has_all_streams) {
  // tfprof's timelines.
  if (TakePrefix(name, "Op execution threads: ") || TakePrefix(name, "Op scheduling threads: ")) {
    return OfTimeline(name, has_all_streams);
  }
  if (name.starts_with("Scope:")) {
    return {Writer::kTotals, name, TrackKind::kMarker, TrackRole::kOverlay};
  }
  if (TakePrefix(name, "mem usage on:") || TakePrefix(name, "tensors on:")) {
    return {Writer::kTensorFlow, name, TrackKind::kMarker, TrackRole::kOverlay};
  }
  if (name.ends_with(" Compute") || name.ends_with(" Tensors")) {
    return OfTimeline(name, has_all_streams);
  }
  if (name.starts_with("/host:") || name.starts_with("/device:")) {
    ProcessKind kind = {Writer::kXSpace, name, TrackKind::kThread, TrackRole::kExec};
    const size_t open = name.find(" (");
    kind.plane = name.substr(0, open);
    if (open != name.npos && name.ends_with(')')) {
      kind.place = name.substr(open + 2, name.size() - open - 3);
    }
    return kind;
  }
  return {};
}

std::string_view ShortName(std::string_view name) {
  constexpr size_t kLongest = 256;
  return LettersWithin(name, kLongest);
}

}  // namespace profiler::chrome_trace
