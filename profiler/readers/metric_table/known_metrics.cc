#include "profiler/readers/metric_table/known_metrics.h"

#include <algorithm>
#include <charconv>

#include "profiler/base/ascii.h"
#include "profiler/readers/metric_table/fields.h"

namespace profiler::metric_table {
namespace {

constexpr std::string_view kPercent = "percent", kBytes = "bytes", kBytesPerSecond = "bytes/s";
constexpr DeviceKind kHost = DeviceKind::kOther, kCpu = DeviceKind::kCpu, kGpu = DeviceKind::kGpu;

struct Known {
  std::string_view name;       // normalised (fields.h)
  std::string_view dimension;  // "": as recorded
  DeviceKind device;
  std::string_view kind, unit;
  double scale = 1;
};
// nvidia-smi's utilization.memory is the share of time in which memory was accessed, not how much
// is in use, so it is not GPUMemoryUtilization.
constexpr Known kKnown[] = {
    {"utilization_gpu", "GPUUtilization", kGpu, "gpu", kPercent},
    {"gpuutilization", "GPUUtilization", kGpu, "gpu", kPercent},
    {"gpu_utilization", "GPUUtilization", kGpu, "gpu", kPercent},
    {"gpu_util", "GPUUtilization", kGpu, "gpu", kPercent},
    {"gpu_percent", "GPUUtilization", kGpu, "gpu", kPercent},
    {"gpu_usage", "GPUUtilization", kGpu, "gpu", kPercent},
    {"gpu", "GPUUtilization", kGpu, "gpu", kPercent},
    {"gpumemoryutilization", "GPUMemoryUtilization", kGpu, "gpu", kPercent},
    {"gpu_memory_utilization", "GPUMemoryUtilization", kGpu, "gpu", kPercent},
    {"gpu_memory_percent", "GPUMemoryUtilization", kGpu, "gpu", kPercent},
    {"gpu_mem_percent", "GPUMemoryUtilization", kGpu, "gpu", kPercent},
    {"gpu_memory_used", "memory.used", kGpu, "gpu", ""},
    {"gpu_memory_total", "memory.total", kGpu, "gpu", ""},
    {"utilization_memory", "", kGpu, "gpu", kPercent},
    {"dcgm_fi_dev_gpu_util", "GPUUtilization", kGpu, "gpu", kPercent},
    {"dcgm_fi_dev_mem_copy_util", "utilization.memory", kGpu, "gpu", kPercent},
    {"dcgm_fi_dev_fb_used", "memory.used", kGpu, "gpu", kBytes, 1048576},
    {"dcgm_fi_dev_fb_free", "memory.free", kGpu, "gpu", kBytes, 1048576},
    {"dcgm_fi_dev_fb_total", "memory.total", kGpu, "gpu", kBytes, 1048576},
    {"dcgm_fi_dev_sm_clock", "", kGpu, "gpu", "MHz"},
    {"dcgm_fi_dev_mem_clock", "", kGpu, "gpu", "MHz"},
    {"dcgm_fi_dev_power_usage", "", kGpu, "gpu", "W"},
    {"cpuutilization", "CPUUtilization", kCpu, "cpu", kPercent},
    {"cpu_utilization", "CPUUtilization", kCpu, "cpu", kPercent},
    {"cpu_util", "CPUUtilization", kCpu, "cpu", kPercent},
    {"cpu_percent", "CPUUtilization", kCpu, "cpu", kPercent},
    {"cpu_usage", "CPUUtilization", kCpu, "cpu", kPercent},
    {"cpu", "CPUUtilization", kCpu, "cpu", kPercent},
    {"i_owaitpercentage", "I/OWaitPercentage", kCpu, "cpu", kPercent},
    {"iowaitpercentage", "I/OWaitPercentage", kCpu, "cpu", kPercent},
    {"iowait", "I/OWaitPercentage", kCpu, "cpu", kPercent},
    {"iowait_percent", "I/OWaitPercentage", kCpu, "cpu", kPercent},
    {"cpu_iowait", "I/OWaitPercentage", kCpu, "cpu", kPercent},
    {"cpu_iowait_percent", "I/OWaitPercentage", kCpu, "cpu", kPercent},
    {"wai", "I/OWaitPercentage", kCpu, "cpu", kPercent},
    {"usr", "", kCpu, "cpu", kPercent},
    {"user", "", kCpu, "cpu", kPercent},
    {"sys", "", kCpu, "cpu", kPercent},
    {"system", "", kCpu, "cpu", kPercent},
    {"nice", "", kCpu, "cpu", kPercent},
    {"stl", "", kCpu, "cpu", kPercent},
    {"steal", "", kCpu, "cpu", kPercent},
    {"idl", "", kCpu, "cpu", kPercent},
    {"idle", "", kCpu, "cpu", kPercent},
    {"memoryusedpercent", "MemoryUsedPercent", kHost, "memory", kPercent},
    {"memory_used_percent", "MemoryUsedPercent", kHost, "memory", kPercent},
    {"memory_percent", "MemoryUsedPercent", kHost, "memory", kPercent},
    {"mem_percent", "MemoryUsedPercent", kHost, "memory", kPercent},
    {"memused", "MemoryUsedPercent", kHost, "memory", kPercent},
    {"rxkb_s", "received", kHost, "network", kBytesPerSecond, 1024},
    {"txkb_s", "sent", kHost, "network", kBytesPerSecond, 1024},
    {"rkb_s", "read", kHost, "disk", kBytesPerSecond, 1024},
    {"wkb_s", "written", kHost, "disk", kBytesPerSecond, 1024},
};

// The metrics of dool and dstat below these headings, whatever follows in them ("net/eth0").
struct Group {
  std::string_view heading;
  DeviceKind device;
  std::string_view kind, unit;
};
constexpr Group kGroups[] = {
    {"total cpu usage", kCpu, "cpu", kPercent}, {"cpu", kCpu, "cpu", kPercent},
    {"memory usage", kHost, "memory", kBytes},  {"net/", kHost, "network", kBytesPerSecond},
    {"dsk/", kHost, "disk", kBytesPerSecond},
};
struct GroupName {
  std::string_view kind, name, dimension;
};
constexpr GroupName kGroupNames[] = {{"network", "recv", "received"},
                                     {"network", "send", "sent"},
                                     {"disk", "read", "read"},
                                     {"disk", "writ", "written"}};

const Known* FindKnown(std::string_view normal) {
  const auto* const found = std::find_if(std::begin(kKnown), std::end(kKnown),
                                         [&](const Known& known) { return known.name == normal; });
  return found == std::end(kKnown) ? nullptr : found;
}

MetricName NameKnown(const Known& known, std::string_view recorded) {
  MetricName name;
  name.device = known.device;
  name.kind = known.kind;
  name.dimension = known.dimension.empty() ? recorded : known.dimension;
  name.unit = known.unit;
  name.scale = known.scale;
  name.is_known = true;
  return name;
}

// Splits "gpu1_util", "cpu0", "GPU 1 power" into the device and the normalised rest.
bool SplitDevice(std::string_view normal, DeviceKind& kind, int64_t& ordinal,
                 std::string_view& rest) {
  if (!normal.starts_with("cpu") && !normal.starts_with("gpu")) return false;
  std::string_view number = normal.substr(3);
  if (number.starts_with('_')) number.remove_prefix(1);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), ordinal);
  if (error != std::errc() || ordinal < 0) return false;
  kind = normal[0] == 'c' ? kCpu : kGpu;
  rest = number.substr(static_cast<size_t>(end - number.data()));
  if (!rest.empty() && rest[0] != '_') return false;
  if (!rest.empty()) rest.remove_prefix(1);
  return true;
}

bool NameOfDevice(const std::string& normal, MetricName& name) {
  DeviceKind device = kHost;
  int64_t ordinal = kUnknown;
  std::string_view rest;
  if (!SplitDevice(normal, device, ordinal, rest)) return false;
  const std::string_view kind = device == kGpu ? "gpu" : "cpu";
  const std::string of_kind =
      rest.empty() ? std::string(kind) : std::string(kind) + "_" + std::string(rest);
  const Known* known = FindKnown(of_kind);
  if (known == nullptr) known = FindKnown(rest);
  if (known != nullptr) {
    name = NameKnown(*known, rest);
  } else {
    name.kind = kind;
    name.dimension = rest;
  }
  name.device = device;
  name.ordinal = ordinal;
  return true;
}

bool NameInGroup(std::string_view recorded, std::string_view heading, MetricName& name) {
  for (const Group& group : kGroups) {
    if (!heading.starts_with(group.heading)) continue;
    if (const Known* known = FindKnown(Normal(recorded));
        known != nullptr && group.device == kCpu) {
      name = NameKnown(*known, recorded);
      return true;
    }
    name.device = group.device;
    name.kind = group.kind;
    name.unit = group.unit;
    name.dimension = recorded;
    for (const GroupName& of_group : kGroupNames) {
      if (of_group.kind == group.kind && of_group.name == recorded) {
        name.dimension = of_group.dimension;
      }
    }
    return true;
  }
  return false;
}

// Whether the metric is one that dcgm-exporter and DCGM's own tools write of each GPU.
bool IsOfDcgm(std::string_view normal) { return normal.starts_with(kDcgmNames); }

// The unit that the spelling of an unknown name suggests.
std::string_view UnitByName(std::string_view recorded, std::string_view normal) {
  if (recorded.starts_with('%') || normal.ends_with("_percent")) return kPercent;
  return normal.ends_with("_bytes") ? kBytes : "";
}

}  // namespace

UnitText UnitOf(std::string_view text) {
  struct Scaled {
    std::string_view text;
    double scale;
  };
  constexpr Scaled kSizes[] = {
      {"b", 1},    {"kib", 1024}, {"mib", 1048576}, {"gib", 1073741824},
      {"kb", 1e3}, {"mb", 1e6},   {"gb", 1e9},
  };
  if (text == "%") return {std::string(kPercent), 1};
  const std::string lower = Lower(text);
  for (const Scaled& size : kSizes) {
    if (size.text == lower) return {std::string(kBytes), size.scale};
  }
  return {std::string(text), 1};
}

bool ParseDevice(std::string_view name, DeviceKind& kind, int64_t& ordinal) {
  std::string_view rest;
  const std::string normal = Normal(name);
  return SplitDevice(normal, kind, ordinal, rest) && rest.empty();
}

MetricName NameMetric(std::string_view name, std::string_view group) {
  MetricName metric;
  std::string_view unit;
  const size_t bracket = name.rfind('[');
  if (bracket != name.npos && bracket > 0 && name.ends_with(']')) {
    unit = name.substr(bracket + 1, name.size() - bracket - 2);
    name = Trim(name.substr(0, bracket));
  }
  const std::string normal = Normal(name);
  if (!group.empty() && NameInGroup(name, group, metric)) return metric;
  if (const Known* known = FindKnown(normal); known != nullptr) {
    metric = NameKnown(*known, name);
  } else if (!NameOfDevice(normal, metric)) {
    metric.dimension = name;
    metric.kind = group;
    if (IsOfDcgm(normal)) {
      metric.device = kGpu;
      metric.kind = "gpu";
    }
  }
  if (metric.unit.empty()) metric.unit = UnitByName(name, normal);
  if (!unit.empty()) {
    UnitText text = UnitOf(unit);
    metric.unit = std::move(text.unit);
    metric.scale = text.scale;
  }
  return metric;
}

}  // namespace profiler::metric_table
