#include "profiler/readers/sagemaker/phases.h"

#include <charconv>

namespace profiler::sagemaker {
namespace {

// The GPU of "/device:GPU:1/stream:7"; 0 if there is none.
int64_t GpuOf(std::string_view phase) {
  constexpr std::string_view kGpu = "GPU:";
  const size_t at = phase.find(kGpu);
  int64_t ordinal = 0;
  if (at == phase.npos) return 0;
  const std::string_view digits = phase.substr(at + kGpu.size());
  std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
  return ordinal;
}

}  // namespace

PhaseKind KindOfPhase(std::string_view phase, std::string_view recorder) {
  PhaseKind kind;
  if (phase.starts_with("Step:")) {
    kind.is_step = true;
    kind.track = TrackKind::kMarker;
    kind.role = TrackRole::kOverlay;
  } else if (phase.starts_with("/device:GPU:") || phase == "gpu_functions") {
    kind.track = TrackKind::kStream;
    kind.device = DeviceKind::kGpu;
    kind.ordinal = GpuOf(phase);
  } else if (recorder == "horovod_timeline" || recorder == "smdataparallel_timeline" ||
             phase == "NcclManager") {
    kind.role = TrackRole::kAsync;  // they wait for other ranks
  }
  return kind;
}

}  // namespace profiler::sagemaker
