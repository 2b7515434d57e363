#include "profiler/analysis/instructions/device_peaks.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "profiler/base/ascii.h"

namespace profiler {
namespace {

// Dense float operations of a multiprocessor (NVIDIA) or a compute unit (AMD) in a cycle, in 16 bit
// with tensor or matrix cores where there are any, and in 32 bit without them. A multiply and an
// add are two.
struct CoreRate {
  std::string_view vendor, capability;
  double flops_per_cycle, plain_flops_per_cycle;
};
constexpr std::array<CoreRate, 14> kCoreRates = {{
    {"NVIDIA", "6.0", 256, 128},
    {"NVIDIA", "6.1", 256, 256},
    {"NVIDIA", "7.0", 1024, 128},
    {"NVIDIA", "7.5", 1024, 128},
    {"NVIDIA", "8.0", 2048, 128},
    {"NVIDIA", "8.6", 1024, 256},
    {"NVIDIA", "8.9", 1024, 256},
    {"NVIDIA", "9.0", 4096, 256},
    {"NVIDIA", "10.0", 8192, 256},
    {"NVIDIA", "10.3", 8192, 256},
    // Of AMD the capability has the first two digits of the processor: gfx942, gfx950. 9.0 may be
    // gfx908 or gfx90a, whose rates differ.
    {"AMD", "9.4", 2048, 256},
    {"AMD", "9.5", 4096, 256},
    {"AMD", "gfx942", 2048, 256},
    {"AMD", "gfx950", 4096, 256},
}};

// A model whose name has the words `name` and `variant`. The first that fits counts.
struct Model {
  std::string_view name, variant;
  double tera_flops_per_second, plain_tera_flops_per_second, giga_bytes_per_second;
  double link_giga_bytes_per_second = kAbsentReal;  // of NVLink, Infinity Fabric or ICI
};
constexpr std::array<Model, 34> kModels = {{
    {"V100", "", 125, 15.7, 900, 150},
    {"T4", "", 65, 8.1, 320},
    {"A100", "80GB PCIe", 312, 19.5, 1935},
    {"A100", "80GB", 312, 19.5, 2039, 300},
    {"A100", "", 312, 19.5, 1555, 300},
    {"A10G", "", 70, 31.2, 600},
    {"A10", "", 125, 31.2, 600},
    {"A40", "", 149.7, 37.4, 696},
    {"L40S", "", 362, 91.6, 864},
    {"L40", "", 181, 90.5, 864},
    {"L4", "", 121, 30.3, 300},
    {"GH200", "144G", 989.4, 66.9, 4900, 450},
    {"GH200", "", 989.4, 66.9, 4000, 450},
    {"H100", "NVL", 835.5, 60, 3938},
    {"H100", "PCIe", 756, 51.2, 2039},
    {"H100", "", 989.4, 66.9, 3352, 450},
    {"H200", "", 989.4, 66.9, 4800, 450},
    {"GB200", "", 2500, 80, 8000, 900},
    {"B200", "", 2250, 75, 8000, 900},
    {"MI100", "", 184.6, 23.1, 1229},
    {"MI210", "", 181, 22.6, 1638},
    {"MI250", "", 191.5, 22.6, 1638},
    {"MI250X", "", 191.5, 23.9, 1638},
    {"MI300A", "", 980.6, 122.6, 5300},
    {"MI300X", "", 1307.4, 163.4, 5300, 448},
    {"MI325X", "", 1307.4, 163.4, 6000, 448},
    {"MI350X", "", 2306.9, 144.2, 8000, 537.6},
    {"MI355X", "", 2516.6, 157.3, 8000, 537.6},
    {"TPU v2", "", 46, kAbsentReal, 700},
    {"TPU v3", "", 123, kAbsentReal, 900},
    {"TPU v4", "", 275, kAbsentReal, 1228},
    {"TPU v5 lite", "", 197, kAbsentReal, 819, 200},
    {"TPU v5", "", 459, kAbsentReal, 2765, 600},
    {"TPU v6", "", 918, kAbsentReal, 1640, 400},
}};

// By what its cores can do in a cycle; nothing if that is not known.
void TakeCores(const Profile& profile, const DeviceRow& device, DevicePeaks& peaks) {
  if (device.core_count <= 0 || device.clock_khz <= 0) return;
  const std::string vendor = Lower(profile.strings[device.vendor]);
  for (const CoreRate& rate : kCoreRates) {
    if (vendor == Lower(rate.vendor) &&
        profile.strings[device.compute_capability] == rate.capability) {
      const double cycles =
          static_cast<double>(device.core_count) * static_cast<double>(device.clock_khz) * 1e3;
      peaks.flops_per_second = rate.flops_per_cycle * cycles;
      peaks.plain_flops_per_second = rate.plain_flops_per_cycle * cycles;
      return;
    }
  }
}

bool HasWords(std::string_view text, std::string_view words) {
  if (words.empty()) return true;
  const auto is_part = [&](size_t at) { return at < text.size() && IsWordCharacter(text[at]); };
  for (size_t at = text.find(words); at != text.npos; at = text.find(words, at + 1)) {
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + words.size())) return true;
  }
  return false;
}

const Model* ModelOf(std::string_view name) {
  for (const Model& model : kModels) {
    if (HasWords(name, model.name) && HasWords(name, model.variant)) return &model;
  }
  return nullptr;
}

// What the user says counts before all else.
void TakeGiven(const Profile& profile, const DeviceRow& device,
               const std::vector<GivenPeaks>& given, DevicePeaks& peaks) {
  for (const GivenPeaks& one : given) {
    if (!HasWords(ModelToShow(profile, device), one.model)) continue;
    const auto take = [](double value, double& peak) {
      if (!std::isnan(value)) peak = value;
    };
    take(one.flops_per_second, peaks.flops_per_second);
    take(one.memory_bytes_per_second, peaks.bytes_per_second);
    take(one.link_bytes_per_second, peaks.link_bytes_per_second);
    return;
  }
}

}  // namespace

std::string ModelToShow(const Profile& profile, const DeviceRow& device) {
  const std::string_view vendor = profile.strings[device.vendor];
  const std::string_view capability = profile.strings[device.compute_capability];
  if (const std::string_view model = profile.strings[device.model]; !model.empty()) {
    return std::string(model);
  }
  if (!vendor.empty() && !capability.empty()) return fmt::format("{} {}", vendor, capability);
  return std::string(profile.strings[device.name]);
}

DevicePeaks PeaksOf(const Profile& profile, DeviceId id, const std::vector<GivenPeaks>& given) {
  DevicePeaks peaks;
  if (!id.valid()) return peaks;
  const DeviceRow& device = profile.devices[id];
  TakeCores(profile, device, peaks);
  if (device.peak_flops_per_second > 0) {
    peaks.flops_per_second = static_cast<double>(device.peak_flops_per_second);
  }
  if (device.memory_bytes_per_second > 0) {
    peaks.bytes_per_second = static_cast<double>(device.memory_bytes_per_second);
  }
  if (const Model* const model = ModelOf(profile.strings[device.model]); model != nullptr) {
    if (std::isnan(peaks.flops_per_second)) {
      peaks.flops_per_second = model->tera_flops_per_second * 1e12;
    }
    if (std::isnan(peaks.plain_flops_per_second)) {
      peaks.plain_flops_per_second = model->plain_tera_flops_per_second * 1e12;
    }
    if (std::isnan(peaks.bytes_per_second)) {
      peaks.bytes_per_second = model->giga_bytes_per_second * 1e9;
    }
    peaks.link_bytes_per_second = model->link_giga_bytes_per_second * 1e9;
  }
  TakeGiven(profile, device, given, peaks);
  return peaks;
}

std::vector<DevicePeaks> PeaksOfDevices(const Profile& profile,
                                        const std::vector<GivenPeaks>& given) {
  std::vector<DevicePeaks> peaks;
  peaks.reserve(profile.devices.size());
  for (uint32_t i = 0; i < profile.devices.size(); ++i) {
    peaks.push_back(PeaksOf(profile, DeviceId(i), given));
  }
  return peaks;
}

std::vector<uint32_t> KindsByPeaks(const Profile& profile, const std::vector<GivenPeaks>& given) {
  const auto or_zero = [](double rate) { return std::isnan(rate) ? 0 : rate; };
  std::map<std::pair<double, double>, uint32_t> kinds;
  std::vector<uint32_t> of_device;
  of_device.reserve(profile.devices.size());
  for (const DevicePeaks& peaks : PeaksOfDevices(profile, given)) {
    const auto key = std::pair(or_zero(peaks.flops_per_second), or_zero(peaks.bytes_per_second));
    of_device.push_back(kinds.try_emplace(key, kinds.size()).first->second);
  }
  return of_device;
}

}  // namespace profiler
