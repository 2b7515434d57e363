#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/ops/precision/precision.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

struct DoubleThresholds {
  Threshold share = {"share", 0.1,
                     "ops of 64-bit floats take this share of the time of all ops or more, 0 to 1",
                     1};
};

struct DoubleOp {
  std::string_view name;
  Int128 time = 0;
};

// Where ops ran on accelerators only these count: the host's time does not depend on the type.
struct TimeOfOps {
  Int128 all = 0;
  std::map<OpId, Int128> doubles;
};

class DoubleFinder {
 public:
  explicit DoubleFinder(const Profile& profile) : profile_(profile) {
    is_double_.reserve(profile.op_count());
    for (uint32_t op = 0; op < profile.op_count(); ++op) {
      is_double_.push_back(ComputesDoubles(profile, OpId(op)) ? 1 : 0);
    }
  }

  bool finds_none() const {
    return std::find(is_double_.begin(), is_double_.end(), 1) == is_double_.end();
  }

  absl::StatusOr<TimeOfOps> Run(const Selected& selected, RunContext& context) {
    TimeOfOps host, devices;
    const auto counts = [&](const OpRow& op) {
      const bool is_op = op.kind == OpKind::kHloInstruction || op.kind == OpKind::kFrameworkOp ||
                         op.kind == OpKind::kGraphNode;
      return is_op && profile_.strings[op.type] != kUserMarkType;
    };
    PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
        selected, counts,
        [&](const OpEvent& event) {
          TimeOfOps& of = event.on_device ? devices : host;
          of.all += event.self;
          if (is_double_[event.op.row()] != 0) of.doubles[event.op] += event.self;
        },
        context));
    return devices.all > 0 ? devices : host;
  }

 private:
  const Profile& profile_;
  std::vector<char> is_double_;  // by op
};

std::vector<DoubleOp> LongestFirst(const Profile& profile, const TimeOfOps& times) {
  std::map<std::string_view, Int128> by_name;
  for (const auto& [op, time] : times.doubles) {
    by_name[profile.strings[profile.ops.row[op].name]] += time;
  }
  std::vector<DoubleOp> ops;
  ops.reserve(by_name.size());
  for (const auto& [name, time] : by_name) ops.push_back({name, time});
  std::stable_sort(ops.begin(), ops.end(),
                   [](const DoubleOp& a, const DoubleOp& b) { return a.time > b.time; });
  return ops;
}

// Where 64 bit come from, and what to change. JAX has none unless they are switched on.
std::string_view DoubleRemedy(const Profile& profile, const TimeOfOps& times) {
  const OpId op = times.doubles.begin()->first;
  return profile.ops.row[op].kind == OpKind::kHloInstruction
             ? "look for what is made in 64 bit: the input, the parameters or constants (in JAX "
               "only with jax_enable_x64)"
             : "cast the input and the parameters: numpy's numbers are 64 bit";
}

Finding FindingOf(const std::vector<DoubleOp>& ops, Int128 doubles, Int128 all,
                  std::string_view remedy) {
  Finding finding = Warning(
      "doubles", "",
      fmt::format("{} of the time of ops ({} of {}) computes with 64-bit floats, {} {}: they "
                  "take twice the memory and time of 32 bit on CPUs, and many times on GPUs. Where "
                  "that is not meant, {}",
                  Percent(Share(doubles, all)), FormatMicros(doubles), FormatMicros(all),
                  MostOfIt(ops.front().time, doubles), ops.front().name, remedy),
      fmt::format("scope -show_name_regexes {} -max_depth 100 -select micros,occurrence",
                  QuoteWord(".*" + NameRegex(ops.front().name))));
  using C = ColumnOf<DoubleOp>;
  finding.evidence.push_back(
      EvidenceOf<DoubleOp>({C::Number("self_us", Unit::kMicros, "",
                                      "Its time, without ops nested in it.", &DoubleOp::time)},
                           ops, &DoubleOp::name, "ops that take less", kLittleEvidence));
  return finding;
}

bool HasTypes(const Profile& profile) {
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(), [](const OpRow& op) {
    return op.input_types.valid() || op.kind == OpKind::kHloInstruction ||
           op.kind == OpKind::kGraphNode;
  });
}

absl::StatusOr<Verdict> JudgeDoubles(const InputOf<DoubleThresholds>& input) {
  Verdict verdict;
  DoubleFinder finder(input.profile());
  if (finder.finds_none()) {
    if (!HasTypes(input.profile())) {
      verdict.lacks = "the types of ops' inputs were not recorded (PyTorch: record_shapes=True)";
    }
    return verdict;
  }
  PROFILER_ASSIGN_OR_RETURN(const TimeOfOps times, finder.Run(input.selected, input.context));
  Int128 doubles = 0;
  for (const auto& [op, time] : times.doubles) doubles += time;
  if (doubles == 0 || Share(doubles, times.all) < input.thresholds.share) return verdict;
  verdict.findings.push_back(FindingOf(LongestFirst(input.profile(), times), doubles, times.all,
                                       DoubleRemedy(input.profile(), times)));
  return verdict;
}

bool HasDoubles(const Profile& profile) {
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    if (ComputesDoubles(profile, OpId(op))) return true;
  }
  return false;
}

}  // namespace

extern const Rule kDoubleChecker = RuleOf<DoubleThresholds>{
    .name = "DoubleChecker",
    .summary = "ops that compute with 64-bit floats",
    .run = JudgeDoubles,
    .applies = HasDoubles,
};

}  // namespace profiler
