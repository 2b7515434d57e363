#include "profiler/readers/sagemaker/recorder_settings.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "profiler/base/ascii.h"
#include "profiler/readers/common/sniff_text.h"

namespace profiler {
namespace {

using Json = nlohmann::json;

constexpr size_t kMostJson = 1 << 20;  // a longer one is damage

// "DetailedProfilingConfig {"StartStep": 2}, LocalPath /opt/ml": members without nested objects.
void AppendMembers(const Json& object, std::string& text) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_structured()) continue;
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", key,
                    value.is_string() ? value.get_ref<const std::string&>()
                                      : value.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
}

absl::Status ReadSettings(const Input& input, ProfileBuilder& /*builder*/, ImportReport& report,
                          RunContext& /*context*/) {
  const std::string_view bytes = input.bytes();
  const Json settings = bytes.size() > kMostJson
                            ? Json(Json::value_t::discarded)
                            : Json::parse(bytes, nullptr, /*allow_exceptions=*/false);
  if (!settings.is_object()) {
    report.CountWhole(ImportProblem::kMalformedField, input.name(), 1, "the settings are no JSON");
    return absl::OkStatus();
  }
  std::string text;
  AppendMembers(settings, text);
  for (const auto& [key, value] : settings.items()) {
    if (value.is_object()) AppendMembers(value, text);
  }
  report.CountWhole(ImportProblem::kRecorderSettings, input.name(), 1, text);
  return absl::OkStatus();
}

int SniffSettings(std::string_view bytes) {
  const std::string text =
      Lower(BeginningOfText(bytes).substr(0, kFirstObjectBytes));  // SageMaker ignores case
  if (!text.starts_with('{')) return 0;
  const bool has_key = HasKey(text, "\"profilingparameters\"") ||
                       HasKey(text, "\"profilingintervalinmilliseconds\"");
  return has_key ? 90 : 0;
}

}  // namespace

constinit const Format kRecorderSettingsFormat = {
    .name = "sagemaker_settings",
    .description = "the settings of SageMaker's profiler (profilerconfig.json)",
    .sniff = SniffSettings,
    .read = ReadSettings,
    .is_part_of_recording = true,
};

}  // namespace profiler
