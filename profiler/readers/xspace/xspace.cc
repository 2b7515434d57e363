#include "profiler/readers/xspace/xspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/base/threads/in_order.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/line_kinds.h"
#include "profiler/readers/xspace/hlo.h"
#include "profiler/readers/xspace/line_reader.h"
#include "profiler/readers/xspace/plane.h"
#include "profiler/readers/xspace/plane_stats.h"
#include "profiler/readers/xspace/sniff.h"

namespace profiler {
namespace xspace {
namespace {

using Role = PlaneKind::Role;

constexpr std::string_view kHostPlane = "/host:CPU";

// Profiles are named by their host: "/logs/host-1.xplane.pb".
std::string_view HostOfFile(std::string_view path) {
  constexpr std::string_view kEnding = ".xplane.pb", kPacked = ".gz";
  std::string_view name = path.substr(path.rfind('/') + 1);
  if (name.ends_with(kPacked)) name.remove_suffix(kPacked.size());
  return name.ends_with(kEnding) ? name.substr(0, name.size() - kEnding.size()) : "";
}

class Reader {
 public:
  Reader(const Input& input, ProfileBuilder& builder, ImportReport& report)
      : input_(input), builder_(builder), place_{report, input.name(), input.bytes().data()} {
    SourceRow row = NewSource(kXSpaceFormat, input.name(), builder);
    row.resolution_ps = 1;
    row.has_code_traces = true;
    source_ = builder.AddSource(row);
    builder.InferSteps(source_);
    builder.AddUpWhenAsked();
  }

  absl::Status Run(std::string_view bytes, RunContext& context) {
    Index(bytes, context.threads());
    SetClock();
    LineReader lines(source_, zero_ns_, builder_, place_, context.threads());
    // HLO modules first, as events refer to their instructions; then hosts, then the devices that
    // they drive.
    absl::flat_hash_set<ModuleId> modules;
    std::vector<HloEstimate> estimates;
    const bool has_gpu = std::any_of(planes_.begin(), planes_.end(), [](const Plane& plane) {
      return KindOfPlane(plane.name).device == DeviceKind::kGpu && !plane.lines.empty();
    });
    for (const Plane& plane : planes_) {
      if (KindOfPlane(plane.name).role == Role::kMetadata) {
        ReadModules(plane, lines.ops(), builder_, place_, modules, has_gpu ? &estimates : nullptr);
      }
    }
    const std::vector<Part> parts = Parts();
    InOrder<DecodedEvents> decoded(parts.size(), context.threads(), [&](size_t i) {
      return DecodeEvents(parts[i].bytes, *parts[i].plane);
    });
    PROFILER_RETURN_IF_ERROR(decoded.Run([&](size_t i, const DecodedEvents& events) {
      return Take(parts[i], events, lines, context);
    }));
    input_.Release(read_);
    lines.Finish();
    UseEstimates(estimates, builder_);
    lines.steps().EndRecording(begin_ps_, end_ps_);
    return absl::OkStatus();
  }

 private:
  // A unit of decoding: a part of a line, or the begin of a line or plane.
  struct Part {
    const Plane* plane = nullptr;
    const Line* line = nullptr;
    LinePart bytes;
    bool begins = false;  // of the line or the plane
  };

  void Index(std::string_view bytes, size_t threads);
  std::vector<ImportReport> IndexPlanes(std::string_view bytes, size_t threads);
  void SetClock();
  void SetRecording(int64_t start_ns, int64_t stop_ns, int64_t zero_ns);
  std::vector<Part> Parts() const;
  absl::Status Take(const Part& part, const DecodedEvents& events, LineReader& lines,
                    RunContext& context);
  void BeginPlane(const Plane& plane, LineReader& lines);
  void Release(std::string_view bytes);
  DeviceId AddDevice(const Plane& plane, const PlaneKind& kind);

  const Input& input_;
  ProfileBuilder& builder_;
  const Place place_;
  SourceId source_;
  std::vector<Plane> planes_;
  std::string hosts_;
  int64_t zero_ns_ = 0;
  int64_t begin_ps_ = INT64_MIN, end_ps_ = INT64_MAX;  // of the recording
  std::string_view read_;                              // read, and not freed yet
  DeviceId device_;                                    // of the current plane
  uint64_t done_ = 0, total_ = 0;                      // bytes of planes
};

// The problems of each plane, in order.
std::vector<ImportReport> Reader::IndexPlanes(std::string_view bytes, size_t threads) {
  std::vector<std::pair<std::string_view, bool>> found;
  for (WireWalk walk(bytes); walk.Next();) {
    if (walk.tag() == BytesField(1)) found.emplace_back(walk.bytes(), walk.cut());
  }
  std::vector<ImportReport> met(found.size());
  planes_.resize(found.size());
  InParallel(found.size(), threads, [&](size_t i) {
    const Place place{met[i], place_.path, place_.file_begin};
    planes_[i] = IndexPlane(found[i].first, found[i].second, place);
  });
  return met;
}

void Reader::Index(std::string_view bytes, size_t threads) {
  const std::vector<ImportReport> met = IndexPlanes(bytes, threads);
  auto met_in_plane = met.begin();
  WireWalk walk(bytes);
  while (walk.Next()) {
    if (walk.type() != WireWalk::Type::kBytes) {
      place_.Count(ImportProblem::kMalformedField, bytes.substr(walk.offset()));
      continue;
    }
    switch (walk.number()) {
      case 1:
        place_.report.Add(*met_in_plane++);
        total_ += walk.bytes().size();
        break;
      case 2:
        place_.Count(ImportProblem::kRecorderError, walk.bytes(), walk.bytes());
        break;
      case 3:
        place_.Count(ImportProblem::kRecorderWarning, walk.bytes(), walk.bytes());
        break;
      case 4:
        if (!hosts_.empty()) hosts_ += ',';
        hosts_ += walk.bytes();
        break;
      default:
        place_.Count(ImportProblem::kUnknownField, walk.bytes());
    }
  }
  place_.CountStop(walk, bytes);
  if (hosts_.empty()) hosts_ = HostOfFile(place_.path);
  builder_.source(source_).host = builder_.Intern(hosts_);
}

void Reader::SetClock() {
  int64_t least = INT64_MAX, start = kUnknown, stop = kUnknown;
  bool is_wall_clock = false;
  for (const Plane& plane : planes_) {
    for (const Line& line : plane.lines) {
      if (line.events == 0 || line.timestamp_ns < kLeastWallClock) continue;
      least = std::min(least, line.timestamp_ns);
      is_wall_clock = true;
    }
    if (KindOfPlane(plane.name).role != Role::kTask) continue;
    int64_t number = 0;
    const StatSet stats = plane.Stats();
    if (stats[Stat::kProfileStart].AsNumber(number)) start = number;
    if (stats[Stat::kProfileStop].AsNumber(number)) stop = number;
  }
  SourceRow& source = builder_.source(source_);
  source.epoch_ns = start;
  if (is_wall_clock) source.epoch_ns = zero_ns_ = least;
  SetRecording(start, stop, source.epoch_ns);
}

// Sets when the recording began and ended on the source's own scale, if known.
void Reader::SetRecording(int64_t start_ns, int64_t stop_ns, int64_t zero_ns) {
  const auto set = [zero_ns](int64_t ns, int64_t& ps) {
    int64_t scaled = 0;
    if (ns == kUnknown || zero_ns == kUnknown || __builtin_sub_overflow(ns, zero_ns, &scaled) ||
        __builtin_mul_overflow(scaled, int64_t{1000}, &scaled)) {
      return;
    }
    ps = scaled;
  };
  set(start_ns, begin_ps_);
  set(stop_ns, end_ps_);
}

DeviceId Reader::AddDevice(const Plane& plane, const PlaneKind& kind) {
  // Other recorders' data of the host belongs to the same device.
  const DeviceId id = builder_.Device(kind.role == Role::kHost ? kHostPlane : plane.name);
  DeviceRow& device = builder_.device(id);
  device.kind = kind.device;
  device.ordinal = kind.ordinal;
  device.host = builder_.Intern(hosts_);
  DescribeDevice(plane, builder_, id);
  return id;
}

// In the order of reading: hosts first, then the devices. A core's steps come before its other
// lines, whose events are assigned to them.
std::vector<Reader::Part> Reader::Parts() const {
  std::vector<Part> parts;
  const auto add_line = [&](const Plane& plane, const Line& line) {
    for (const LinePart& bytes : line.parts) {
      parts.push_back({&plane, &line, bytes, &bytes == line.parts.data()});
    }
  };
  for (const bool hosts : {true, false}) {
    for (const Plane& plane : planes_) {
      const PlaneKind kind = KindOfPlane(plane.name);
      if ((kind.role == Role::kHost) != hosts) continue;
      parts.push_back({&plane, nullptr, {}, true});
      if (kind.role == Role::kMetadata || kind.role == Role::kTask) continue;
      for (const bool steps : {true, false}) {
        for (const Line& line : plane.lines) {
          if (KindOfLine(kind, line.name).holds_steps == steps) add_line(plane, line);
        }
      }
    }
  }
  return parts;
}

void Reader::BeginPlane(const Plane& plane, LineReader& lines) {
  const PlaneKind kind = KindOfPlane(plane.name);
  int64_t dropped = 0;
  if (plane.Stats()[Stat::kDroppedTraces].AsNumber(dropped)) {
    place_.report.CountWhole(ImportProblem::kDroppedEvents, place_.path, dropped,
                             std::string(plane.name));
  }
  if (kind.role == Role::kMetadata || kind.role == Role::kTask) return;
  device_ = AddDevice(plane, kind);
  lines.steps().NextDevice();
}

// Frees what was read, many pages at a time.
void Reader::Release(std::string_view bytes) {
  constexpr size_t kAtOnce = 4 << 20;
  if (read_.data() + read_.size() == bytes.data()) {
    read_ = {read_.data(), read_.size() + bytes.size()};
  } else {
    input_.Release(std::exchange(read_, bytes));
  }
  if (read_.size() >= kAtOnce) input_.Release(std::exchange(read_, bytes.substr(bytes.size())));
}

absl::Status Reader::Take(const Part& part, const DecodedEvents& events, LineReader& lines,
                          RunContext& context) {
  PROFILER_RETURN_IF_ERROR(context.Check());
  if (part.line == nullptr) {
    BeginPlane(*part.plane, lines);
    return absl::OkStatus();
  }
  if (part.begins) lines.Begin(*part.plane, KindOfPlane(part.plane->name), device_, *part.line);
  lines.Add(events);
  Release(part.bytes.bytes);
  done_ += part.bytes.bytes.size();
  // If the file is cut while it is read, `done_` and `total_` may be inconsistent.
  context.Done(std::min(done_, total_), std::max<uint64_t>(total_, 1));
  return absl::OkStatus();
}

absl::Status Read(const Input& input, ProfileBuilder& builder, ImportReport& report,
                  RunContext& context) {
  return Reader(input, builder, report).Run(input.bytes(), context);
}

}  // namespace
}  // namespace xspace

constinit const Format kXSpaceFormat = {
    .name = "xspace",
    .description = "an XSpace (.xplane.pb of TensorFlow 2, JAX or PyTorch/XLA)",
    .sniff = SniffXSpace,
    .read = xspace::Read,
    .capabilities = {.recorder = Recorder::kXprof},
    .memory_per_byte = 2.1,
};

}  // namespace profiler
