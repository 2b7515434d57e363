#include "profiler/readers/trace_events/categories.h"

#include <optional>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/trace_events/trace_event.h"

namespace profiler::chrome_trace {
namespace {

struct CategoryName {
  std::string_view text;
  Category category;
};

constexpr CategoryName kCategories[] = {
    {"cpu_op", Category::kOp},
    {"user_annotation", Category::kAnnotation},
    {"python_function", Category::kPython},
    {"cuda_runtime", Category::kRuntime},
    {"cuda_driver", Category::kRuntime},
    {"hip_runtime", Category::kRuntime},
    {"hip_driver", Category::kRuntime},
    {"xpu_runtime", Category::kRuntime},
    {"xpu_driver", Category::kRuntime},
    {"mtia_runtime", Category::kRuntime},
    {"glow_runtime", Category::kRuntime},
    {"privateuse1_runtime", Category::kRuntime},
    {"privateuse1_driver", Category::kRuntime},
    {"kernel", Category::kDeviceWork},
    {"Kernel", Category::kDeviceWork},
    {"gpu_memcpy", Category::kDeviceWork},
    {"Memcpy", Category::kDeviceWork},
    {"gpu_memset", Category::kDeviceWork},
    {"Memset", Category::kDeviceWork},
    {"concurrent_kernel", Category::kDeviceWork},
    {"mtia_ccp_events", Category::kDeviceWork},
    {"cuda_sync", Category::kDeviceWait},
    {"gpu_user_annotation", Category::kDeviceOverlay},
    {"cuda_profiler_range", Category::kDeviceOverlay},
    {"cpu_instant_event", Category::kMemory},
    {"Trace", Category::kSpan},
    {"overhead", Category::kSpan},
    // Used until 2021.
    {"Operator", Category::kOp},
    {"Runtime", Category::kRuntime},
    {"Python", Category::kPython},
};

bool Number(std::string_view text, int64_t& number) {
  const std::optional<int64_t> whole = Value{text, true}.AsNumber();
  if (whole.has_value()) number = *whole;
  return whole.has_value();
}

PythonFrame SplitTensorBoardFrame(std::string_view name) {
  PythonFrame frame;
  const size_t blank = name.find(' ');
  const std::string_view place = name.substr(0, blank);
  const size_t colon = place.rfind(':');
  if (blank == name.npos || colon == place.npos || !Number(place.substr(colon + 1), frame.line)) {
    frame.function = name;
    return frame;
  }
  frame.file = place.substr(0, colon);
  frame.function = name.substr(blank + 1);
  return frame;
}

}  // namespace

Category FindCategory(std::string_view category) {
  static const auto& categories = *[] {
    auto* map = new absl::flat_hash_map<std::string_view, Category>();
    for (const CategoryName& name : kCategories) map->emplace(name.text, name.category);
    return map;
  }();
  const auto it = categories.find(category);
  return it == categories.end() ? Category::kOther : it->second;
}

bool IsLaunchFlow(std::string_view category) {
  return category == "ac2g" || category == "async_cpu_to_gpu";
}

bool IsBackwardFlow(std::string_view category) {
  return category == "fwdbwd" || category == "forward_backward";
}

int64_t StepOfAnnotation(std::string_view name) {
  constexpr std::string_view kMark = "ProfilerStep#";
  int64_t number = 0;
  if (!name.starts_with(kMark) || !Number(name.substr(kMark.size()), number)) return kUnknown;
  return number;
}

bool IsRecordingMark(std::string_view name) {
  return name.starts_with("Iteration Start") || name == "Record Window End";
}

std::string_view ModuleOfFrame(std::string_view name) {
  constexpr std::string_view kMark = "nn.Module: ";
  return name.starts_with(kMark) ? name.substr(kMark.size()) : std::string_view();
}

std::string WithoutAddress(std::string_view name) {
  constexpr std::string_view kMark = " at 0x";
  std::string text;
  for (size_t at = 0; at < name.size();) {
    const size_t mark = name.find(kMark, at);
    text += name.substr(at, mark - at);
    if (mark == name.npos) break;
    at = name.find_first_not_of("0123456789abcdefABCDEF", mark + kMark.size());
    if (at == name.npos) break;
  }
  return text;
}

PythonFrame SplitFrame(std::string_view name) {
  if (name.starts_with('$')) return SplitTensorBoardFrame(name.substr(1));
  PythonFrame frame;
  const size_t close = name.find("): ");
  const size_t open = close == name.npos ? name.npos : name.rfind('(', close);
  int64_t line = 0;
  if (open == name.npos || !Number(name.substr(open + 1, close - open - 1), line)) {
    frame.function = name;
    return frame;
  }
  frame.file = name.substr(0, open);
  frame.function = name.substr(close + 3);
  frame.line = line;
  return frame;
}

}  // namespace profiler::chrome_trace
