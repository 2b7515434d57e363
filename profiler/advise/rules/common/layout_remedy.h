#ifndef PROFILER_ADVISE_RULES_COMMON_LAYOUT_REMEDY_H_
#define PROFILER_ADVISE_RULES_COMMON_LAYOUT_REMEDY_H_

#include <string_view>

#include "profiler/analysis/ops/framework_op.h"

namespace profiler {

// How tensors keep the layout that convolutions on tensor cores want, so that no kernel changes it.
inline std::string_view HowToKeepLayout(Framework framework) {
  switch (framework) {
    case Framework::kPyTorch:
      return "keep tensors in NHWC, model.to(memory_format=torch.channels_last) and the input as "
             "well";
    case Framework::kTensorFlow:
      return "keep tensors in NHWC (data_format='channels_last')";
    case Framework::kJax:
    case Framework::kUnknown:
      break;
  }
  return "keep tensors in NHWC";
}

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_LAYOUT_REMEDY_H_
