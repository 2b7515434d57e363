#include "profiler/readers/chrome_trace/top_level.h"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <string>

#include "profiler/base/text/utf8.h"
#include "profiler/readers/trace_events/trace_event.h"

namespace profiler::chrome_trace {
namespace {

using Json = nlohmann::json;

// Values outside of the events are small; a longer one is damage or unknown.
constexpr size_t kMostJson = 1 << 20;
constexpr size_t kMostMessage = 200;  // of one that is not a text

// Kineto's error on each machine without a GPU (cudaErrorNoDevice): no data is missing.
constexpr std::string_view kNoGpu = "gpuGetDeviceCount failed with code 100";

Json Parse(std::string_view json) {
  if (json.size() > kMostJson) return Json(Json::value_t::discarded);
  return Json::parse(json, nullptr, /*allow_exceptions=*/false);
}

int64_t NumberIn(const Json& object, const char* key) {
  const auto it = object.find(key);
  if (it == object.end()) return kUnknown;
  if (it->is_number_integer()) return it->get<int64_t>();
  if (it->is_string()) {
    return Value{it->get_ref<const std::string&>(), true}.AsNumber().value_or(kUnknown);
  }
  return kUnknown;
}

}  // namespace

int64_t RankOfFile(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const std::string_view word : {"rank", "worker"}) {
    const size_t at = name.rfind(word);
    if (at == name.npos) continue;
    std::string_view digits = name.substr(at + word.size());
    if (!digits.empty() && (digits[0] == '-' || digits[0] == '_')) digits.remove_prefix(1);
    int64_t rank = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), rank);
    if (error == std::errc() && rank >= 0) return rank;
  }
  return kUnknown;
}

std::string_view NodeOfFile(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789";
  std::string_view name = path.substr(path.rfind('/') + 1);
  for (const char end : {'_', '-'}) {  // of the time, and of the process
    const size_t digits = name.find_first_not_of(kDigits);
    if (digits == 0 || digits == name.npos || name[digits] != end) return {};
    name.remove_prefix(digits + 1);
  }
  const size_t kind = name.find('_');
  const bool is_timeline = kind != name.npos && name.find("timeline.json", kind) != name.npos;
  return is_timeline ? name.substr(0, kind) : std::string_view();
}

std::string_view HostOfFile(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789", kKind = ".pt.trace.json";
  constexpr std::string_view kOfHosts =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";
  // Nanoseconds since 1970 have 19 digits, and the milliseconds of older PyTorch 13.
  constexpr size_t kLeastOfTime = 13;
  std::string_view name = path.substr(path.rfind('/') + 1);
  name = name.substr(0, name.find(kKind));
  if (name.size() + kKind.size() > path.size() || RankOfFile(path) != kUnknown) return {};
  const size_t time = name.rfind('.');
  if (time == name.npos || name.size() - time - 1 < kLeastOfTime) return {};
  if (name.find_first_not_of(kDigits, time + 1) != name.npos) return {};
  name = name.substr(0, time);
  const size_t process = name.rfind('_');
  if (process == name.npos || process == 0 || process + 1 == name.size()) return {};
  if (name.find_first_not_of(kDigits, process + 1) != name.npos) return {};
  const std::string_view host = name.substr(0, process);
  return host.find_first_not_of(kOfHosts) == host.npos ? host : std::string_view();
}

void TopLevel::Take(std::string_view key, std::string_view json) {
  SourceRow& source = builder_.source(source_);
  if (key == "baseTimeNanoseconds") {
    base_ns_ = Value{json, false}.AsNumber().value_or(kUnknown);
  } else if (key == "host_name") {
    if (const Json name = Parse(json); name.is_string()) {
      source.host = builder_.Intern(name.get_ref<const std::string&>());
    }
  } else if (key == "distributedInfo") {
    TakeDistributed(json);
  } else if (key == "deviceProperties") {
    devices_ = json;
  } else if (key == "ERROR") {
    TakeMessages(json, ImportProblem::kRecorderError);
  } else if (key == "WARNING") {
    TakeMessages(json, ImportProblem::kRecorderWarning);
  }
}

void TopLevel::TakeDistributed(std::string_view json) {
  const Json info = Parse(json);
  if (!info.is_object()) return place_.Count(ImportProblem::kMalformedText, json);
  if (const int64_t rank = NumberIn(info, "rank"); rank != kUnknown && rank >= 0) {
    builder_.source(source_).rank = rank;
  }
  if (const int64_t size = NumberIn(info, "world_size"); size > 0) {
    builder_.source(source_).world_size = size;
  }
}

void TopLevel::TakeMessages(std::string_view json, ImportProblem problem) {
  const Json messages = Parse(json);
  if (messages.is_string()) {
    place_.Count(problem, json, messages.get_ref<const std::string&>());
  } else if (messages.is_array()) {
    for (const Json& message : messages) {
      // Not dump(), which recurses to any depth that a file has.
      const std::string_view text = message.is_string()
                                        ? std::string_view(message.get_ref<const std::string&>())
                                        : LettersWithin(json, kMostMessage);
      place_.Count(text.find(kNoGpu) == text.npos ? problem : ImportProblem::kRecorderWarning, json,
                   text);
    }
  }
}

std::vector<int64_t> TopLevel::AddDevices() {
  std::vector<int64_t> ordinals;
  if (devices_.empty()) return ordinals;
  const Json devices = Parse(devices_);
  if (!devices.is_array()) {
    place_.Count(ImportProblem::kMalformedText, devices_);
    return ordinals;
  }
  for (const Json& properties : devices) {
    const int64_t ordinal = properties.is_object() ? NumberIn(properties, "id") : kUnknown;
    if (ordinal == kUnknown || ordinal < 0) {
      place_.Count(ImportProblem::kMalformedText, devices_, "a device");
      continue;
    }
    ordinals.push_back(ordinal);
    DeviceRow& device = builder_.device(builder_.Device(fmt::format("/device:GPU:{}", ordinal)));
    device.host = builder_.source(source_).host;
    device.memory_bytes = NumberIn(properties, "totalGlobalMem");
    device.core_count = NumberIn(properties, "numSms");
    const auto model = properties.find("name");
    if (model != properties.end() && model->is_string()) {
      device.model = builder_.Intern(model->get_ref<const std::string&>());
    }
    const int64_t major = NumberIn(properties, "computeMajor");
    const int64_t minor = NumberIn(properties, "computeMinor");
    if (major != kUnknown && minor != kUnknown) {
      device.compute_capability = builder_.Intern(fmt::format("{}.{}", major, minor));
    }
  }
  return ordinals;
}

}  // namespace profiler::chrome_trace
