#include "profiler/advise/rules/common/input_copies.h"

namespace profiler {

std::string_view HowToCopyFaster(Framework framework) {
  switch (framework) {
    case Framework::kPyTorch:
      return "use DataLoader(pin_memory=True) or tensor.pin_memory(), and .to(device, "
             "non_blocking=True)";
    case Framework::kTensorFlow:
      return "let tf.data copy ahead (prefetch_to_device)";
    case Framework::kJax:
      return "put the next batch on the device before the step that needs it (jax.device_put)";
    case Framework::kUnknown:
      break;
  }
  return "copy from page-locked memory, ahead of the step that needs the data";
}

}  // namespace profiler
