#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_WORK_BUSIEST_TEXT_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_WORK_BUSIEST_TEXT_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/analysis/accelerators/work/busiest_work.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// The name of a function in C++, without its types and arguments; a path of JAX as it is.
std::string_view FunctionName(std::string_view kernel);

// Says what devices that hardly ever wait work on. Looks at their events when it is first asked.
class BusiestWorkText {
 public:
  BusiestWorkText(const Selected& selected, const RunContext& context)
      : selected_(selected), context_(context) {}

  // A sentence such as ". Most of its work is matrix multiplication (71.0%, mostly aten::mm), then
  // attention (13.6%, aten::_flash_attention_backward)". Empty where nothing takes much.
  absl::StatusOr<std::string> Of(const std::vector<const DeviceBusy*>& devices);

 private:
  const Selected& selected_;
  const RunContext& context_;
  std::optional<DeviceWorkTimes> times_;
};

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_WORK_BUSIEST_TEXT_H_
