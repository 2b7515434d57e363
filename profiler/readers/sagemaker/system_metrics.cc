#include "profiler/readers/sagemaker/system_metrics.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/byte_order_mark.h"
#include "profiler/base/output_text.h"
#include "profiler/base/status.h"
#include "profiler/readers/proto_fields.h"
#include "profiler/readers/sagemaker/file_name.h"
#include "profiler/readers/sagemaker/sources.h"
#include "profiler/readers/sagemaker/system_line.h"

namespace profiler {
namespace sagemaker {
namespace {

constexpr size_t kReleasedAtOnce = 4 << 20;
constexpr size_t kLongestName = 4096;  // names are compared, and shown

struct Unit {
  std::string_view dimension, unit;
};
constexpr Unit kUnits[] = {
    {"CPUUtilization", "percent"},
    {"GPUUtilization", "percent"},
    {"GPUMemoryUtilization", "percent"},
    {"I/OWaitPercentage", "percent"},
    {"MemoryUsedPercent", "percent"},
    {"Algorithm", "bytes"},
    {"Platform", "bytes"},
};

// "gpu3": the device that a metric is of.
bool ParseDevice(std::string_view name, DeviceKind& kind, int64_t& ordinal) {
  if (!name.starts_with("cpu") && !name.starts_with("gpu")) return false;
  kind = name[0] == 'c' ? DeviceKind::kCpu : DeviceKind::kGpu;
  const std::string_view digits = name.substr(3);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
  return error == std::errc() && end == digits.data() + digits.size() && ordinal >= 0;
}

class Reader {
 public:
  Reader(const Input& input, ProfileBuilder& builder, ImportReport& report)
      : input_(input),
        bytes_(input.bytes()),
        builder_(builder),
        place_{report, input.name(), bytes_.data()} {
    if (!ParseSystemName(input.name(), name_)) {
      report.CountWhole(ImportProblem::kBadFileName, input.name(), 1);
    }
  }

  absl::Status Run(RunContext& context) {
    size_t released = 0;
    for (size_t at = bytes_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
         at < bytes_.size();) {
      const size_t end = std::min(bytes_.find('\n', at), bytes_.size());
      ReadLine(bytes_.substr(at, end - at));
      at = end + 1;
      if (at < released + kReleasedAtOnce) continue;
      PROFILER_RETURN_IF_ERROR(context.Check());
      input_.Release(bytes_.substr(released, end - released));
      released = at;
    }
    return absl::OkStatus();
  }

 private:
  // Where the values of a metric go.
  struct Target {
    MetricId metric;
    SourceId source;
    DeviceId device;
    bool is_of_known_unit = false;  // none of these is ever below zero
  };

  void ReadLine(std::string_view json) {
    if (json.find_first_not_of(" \t\r") == json.npos) return;
    const size_t behind =
        static_cast<size_t>(bytes_.data() + bytes_.size() - (json.data() + json.size()));
    SystemLine line;
    if (!parser_.Parse(json, behind, line)) {
      const bool is_last =
          bytes_.substr(bytes_.size() - behind).find_first_not_of("\r\n") == std::string_view::npos;
      place_.Count(is_last ? ImportProblem::kUnfinishedLine : ImportProblem::kBadJsonLine, json);
      return;
    }
    if (!line.value.has_value()) return place_.Count(ImportProblem::kBadNumber, json, line.name);
    if (!line.wall_ps.has_value()) return place_.Count(ImportProblem::kMalformedTime, json);
    if (!IsWallClock(*line.wall_ps)) return place_.Count(ImportProblem::kWrongClock, json);
    const Target target = TargetOf(line, json);
    if (target.is_of_known_unit && *line.value < 0) {
      return place_.Count(ImportProblem::kNegativeValue, json, line.name);
    }
    const std::optional<int64_t> time = TimeIn(target.source, *line.wall_ps, builder_);
    if (!time.has_value()) return place_.Count(ImportProblem::kWrongClock, json);
    builder_.AddCounter({target.metric, target.source, target.device, *time, *line.value});
  }

  Target TargetOf(const SystemLine& line, std::string_view json) {
    const std::string_view node = line.node.empty() ? std::string_view(name_.node) : line.node;
    key_.clear();
    for (const std::string_view part : {line.type, line.name, line.dimension, node}) {
      key_.append(part).push_back('\0');
    }
    const auto [it, is_new] = targets_.try_emplace(key_);
    if (is_new) it->second = MakeTarget(line, node, json);
    return it->second;
  }

  Target MakeTarget(SystemLine line, std::string_view node, std::string_view json) {
    for (std::string_view* text : {&line.type, &line.name, &line.dimension, &node}) {
      *text = LettersWithin(*text, kLongestName);
    }
    Target target;
    target.source = SourceOf(name_, node, "sagemaker_system", builder_);
    DeviceKind kind = DeviceKind::kOther;
    int64_t ordinal = kUnknown;
    const bool is_device = ParseDevice(line.name, kind, ordinal);
    if (is_device) target.device = DeviceOf(node, kind, ordinal, builder_);
    const auto* const unit = std::find_if(std::begin(kUnits), std::end(kUnits), [&](const Unit& u) {
      return u.dimension == line.dimension;
    });
    target.is_of_known_unit = unit != std::end(kUnits);
    if (!target.is_of_known_unit) {
      place_.Count(ImportProblem::kUnknownDimension, json, line.dimension);
    }
    MetricRow row;
    row.name = builder_.Intern(is_device || line.name.empty() ? line.dimension : line.name);
    row.unit = builder_.Intern(target.is_of_known_unit ? unit->unit : "");
    row.kind = builder_.Intern(line.type);
    row.dimension = builder_.Intern(line.dimension);
    target.metric = builder_.Metric(row);
    return target;
  }

  const Input& input_;
  const std::string_view bytes_;
  ProfileBuilder& builder_;
  const Place place_;
  FileName name_;
  SystemLineParser parser_;
  absl::flat_hash_map<std::string, Target> targets_;
  std::string key_;
};

}  // namespace
}  // namespace sagemaker

absl::Status ReadSageMakerSystem(const Input& input, ProfileBuilder& builder, ImportReport& report,
                                 RunContext& context) {
  return sagemaker::Reader(input, builder, report).Run(context);
}

}  // namespace profiler
