#include "profiler/analysis/step_split/step_part_names.h"

namespace profiler {

std::string_view Name(StepPart part) {
  switch (part) {
    case StepPart::kCompile:
      return "compile";
    case StepPart::kOutput:
      return "output";
    case StepPart::kInput:
      return "input";
    case StepPart::kHostCompute:
      return "host_compute";
    case StepPart::kHostToDevice:
      return "host_to_device";
    case StepPart::kKernelLaunch:
      return "kernel_launch";
    case StepPart::kDeviceCompute16:
      return "device_compute_16";
    case StepPart::kDeviceCompute32:
      return "device_compute_32";
    case StepPart::kDeviceToDevice:
      return "device_to_device";
    case StepPart::kCollectives:
      return "collectives";
    case StepPart::kOther:
      return "other";
  }
  return "";
}

bool IsOfDevices(StepPart part) {
  return part == StepPart::kDeviceCompute16 || part == StepPart::kDeviceCompute32 ||
         part == StepPart::kDeviceToDevice;
}

}  // namespace profiler
