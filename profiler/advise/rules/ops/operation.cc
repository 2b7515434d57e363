#include <algorithm>
#include <string_view>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_attribute.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

std::string_view TypeOf(const Profile& profile, OpId op) {
  return profile.strings[profile.ops.row[op].type];
}

// Matches FusedBatchNorm, its V2 and V3, and their gradients.
bool IsFusedBatchNorm(std::string_view type) { return type.starts_with("FusedBatchNorm"); }

bool IsOnGpu(const Profile& profile, OpId op) {
  const DeviceId device = profile.ops.row[op].assigned_device;
  return device.valid() && profile.devices[device].kind == DeviceKind::kGpu;
}

struct Suspects {
  std::vector<OpId> batch_norm;  // named like batch norm, but not fused
  bool has_fused = false;
  std::vector<OpId> nhwc_on_gpu;
  bool has_nodes = false;       // of a dataflow graph
  bool has_attributes = false;  // for any of them
};

Suspects FindSuspects(const Profile& profile) {
  Suspects found;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpId op(i);
    // Both pieces of advice are about TensorFlow's graphs: the names mean other things elsewhere.
    if (profile.ops.row[op].kind != OpKind::kGraphNode) continue;
    found.has_nodes = true;
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

// A table of the ops in descending order of time.
Report Evidence(const Profile& profile, const OpValues& values, std::vector<OpId> ops) {
  const auto micros = [&](OpId op) { return values.of[op.row()][Measure::kMicros]; };
  std::stable_sort(ops.begin(), ops.end(),
                   [&](OpId a, OpId b) { return OrZero(micros(a)) > OrZero(micros(b)); });
  using C = ColumnOf<OpId>;
  return EvidenceOf<OpId>(
      {
          C::Text("type", "", "The op's type.", [&](OpId op) { return TypeOf(profile, op); }),
          C::Number("micros", Unit::kMicros, "", "Its time in a step.", micros),
      },
      ops, [&](OpId op) { return profile.strings[profile.ops.row[op].name]; },
      "those that took less time", kLittleEvidence);
}

Finding Suggest(std::string id, std::string text, std::string command, Report evidence) {
  Finding finding = Warning(std::move(id), "", std::move(text), std::move(command));
  finding.level = 0;
  finding.evidence.push_back(std::move(evidence));
  return finding;
}

absl::StatusOr<Verdict> JudgeOperations(const InputOf<NoThresholds>& input) {
  const Profile& profile = input.profile();
  PROFILER_ASSIGN_OR_RETURN(const auto values,
                            GetOpValues(input.selected, input.query, input.context));
  const Suspects found = FindSuspects(profile);
  Verdict verdict;
  if (!found.batch_norm.empty() && !found.has_fused) {
    verdict.findings.push_back(
        Suggest("batch_norm_not_fused", "Maybe use faster FusedBatchNorm instead of BatchNorm",
                "scope -show_name_regexes .*BatchNorm.* -order_by micros -max_depth 100",
                Evidence(profile, *values, found.batch_norm)));
  }
  if (!found.nhwc_on_gpu.empty()) {
    verdict.findings.push_back(Suggest(
        "nhwc_on_gpu", "Found operation using NHWC data_format on GPU. Maybe NCHW is faster.",
        "op -account_type_regexes .*gpu:.* -order_by micros -max_depth 10",
        Evidence(profile, *values, found.nhwc_on_gpu)));
  }
  if (!found.has_nodes) {
    verdict.lacks = "no TensorFlow graph was recorded, and the rule is about ops of such a graph";
  } else if (!found.has_attributes) {
    verdict.lacks = "no attributes of ops were recorded, so their data formats are not known";
  }
  return verdict;
}

}  // namespace

extern const Rule kOperationChecker = RuleOf<>{
    .name = "OperationChecker",
    .summary = "ops of a TensorFlow graph for which a faster form is known",
    .run = JudgeOperations,
    .applies = HasGraphNodes,
};

}  // namespace profiler
