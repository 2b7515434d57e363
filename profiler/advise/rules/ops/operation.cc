#include "profiler/advise/rules/ops/operation.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "profiler/analysis/ops/op_attribute.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

constexpr size_t kShownOps = 5;

std::string_view TypeOf(const Profile& profile, OpId op) {
  return profile.strings[profile.ops.row[op].type];
}

// FusedBatchNorm, its V2, V3 and gradients.
bool IsFusedBatchNorm(std::string_view type) { return type.starts_with("FusedBatchNorm"); }

bool IsOnGpu(const Profile& profile, OpId op) {
  const DeviceId device = profile.ops.row[op].assigned_device;
  return device.valid() && profile.devices[device].kind == DeviceKind::kGpu;
}

struct Suspects {
  std::vector<OpId> batch_norm;  // named so, and not fused
  bool has_fused = false;
  std::vector<OpId> nhwc_on_gpu;
  bool has_attributes = false;  // of any op: formats without a graph record none
};

Suspects FindSuspects(const Profile& profile) {
  Suspects found;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpId op(i);
    const std::string_view name = profile.strings[profile.ops.row[op].name];
    if (name.find("BatchNorm") != name.npos) found.batch_norm.push_back(op);
    found.has_fused = found.has_fused || IsFusedBatchNorm(TypeOf(profile, op));
    found.has_attributes = found.has_attributes || !profile.ops.attributes[op].empty();
    for (StringId type : profile.ops.types[op]) {
      found.has_fused = found.has_fused || IsFusedBatchNorm(profile.strings[type]);
    }
    if (IsOnGpu(profile, op) && TextAttribute(profile, op, "data_format") == "NHWC") {
      found.nhwc_on_gpu.push_back(op);
    }
  }
  return found;
}

// Those that took most time.
Report Evidence(const Profile& profile, const OpValues& values, std::vector<OpId> ops) {
  const auto micros = [&](OpId op) { return values.of[op.row()][Measure::kMicros]; };
  std::stable_sort(ops.begin(), ops.end(),
                   [&](OpId a, OpId b) { return OrZero(micros(a)) > OrZero(micros(b)); });
  Report table;
  table.columns = {
      TableColumn("type", ColumnType::kText, Unit::kNone, "", "The op's type."),
      TableColumn("micros", ColumnType::kNumber, Unit::kMicros, "", "Its time in a step."),
  };
  table.hidden_rows = static_cast<int64_t>(ops.size() - std::min(ops.size(), kShownOps));
  if (table.hidden_rows > 0) table.hidden_reason = "those that took less time";
  ops.resize(std::min(ops.size(), kShownOps));
  for (OpId op : ops) {
    const std::string name(profile.strings[profile.ops.row[op].name]);
    table.rows.push_back({name, {name}, 0, -1, true});
    table.columns[0].words.emplace_back(TypeOf(profile, op));
    table.columns[1].own.push_back(micros(op));
  }
  return table;
}

Finding MakeFinding(std::string id, std::string text, std::string command, Report evidence) {
  Finding finding;
  finding.id = std::move(id);
  finding.severity = FindingSeverity::kWarning;
  finding.text = std::move(text);
  finding.level = 0;
  finding.command = std::move(command);
  finding.evidence = std::move(evidence);
  return finding;
}

}  // namespace

absl::StatusOr<Verdict> Operation(const RuleInput& input) {
  const Profile& profile = input.profile();
  PROFILER_ASSIGN_OR_RETURN(const auto values,
                            GetOpValues(input.selected, input.query, input.context));
  const Suspects found = FindSuspects(profile);
  Verdict verdict;
  if (!found.batch_norm.empty() && !found.has_fused) {
    verdict.findings.push_back(
        MakeFinding("batch_norm_not_fused", "Maybe use faster FusedBatchNorm instead of BatchNorm",
                    "scope -show_name_regexes .*BatchNorm.* -order_by micros -max_depth 100",
                    Evidence(profile, *values, found.batch_norm)));
  }
  if (!found.nhwc_on_gpu.empty()) {
    verdict.findings.push_back(MakeFinding(
        "nhwc_on_gpu", "Found operation using NHWC data_format on GPU. Maybe NCHW is faster.",
        "op -account_type_regexes .*gpu:.* -order_by micros -max_depth 10",
        Evidence(profile, *values, found.nhwc_on_gpu)));
  }
  if (!found.has_attributes) {
    verdict.lacks = "no attributes of ops were recorded, so their data formats are not known";
  }
  return verdict;
}

}  // namespace profiler
