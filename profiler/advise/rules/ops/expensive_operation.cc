#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/steps/outside_steps.h"
#include "profiler/analysis/trees/code_tree.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/runtime_calls.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/format_value.h"

namespace profiler {
namespace {

struct ExpenseThresholds {
  Threshold code_us = {"code_us", 1000,
                       "lines of Python that take less, in us of a step, are not told"};
};

constexpr size_t kTop = 3;
constexpr int32_t kCodeLevels = 4;
constexpr int32_t kFirstLevel = 2;  // value for -max_depth, where the root is at 1

// A row's own time in a ranked report, its total in a tree.
struct Times {
  Value cpu = 0, accelerator = 0, both = 0;
};

class Reader {
 public:
  explicit Reader(const Report& report) : report_(report) {}

  Times Of(size_t row) const {
    return {At(Measure::kCpuMicros, row), At(Measure::kAcceleratorMicros, row),
            At(Measure::kMicros, row)};
  }

 private:
  Value At(Measure measure, size_t row) const {
    for (const ReportColumn& column : report_.columns) {
      if (column.measure != measure) continue;
      return OrZero(report_.shape == Shape::kTree ? column.total[row] : column.own[row]);
    }
    return 0;
  }

  const Report& report_;
};

std::string Costs(const Times& times) {
  return fmt::format("cpu: {}, accelerator: {}, total: {}", FormatValue(times.cpu, Unit::kMicros),
                     FormatValue(times.accelerator, Unit::kMicros),
                     FormatValue(times.both, Unit::kMicros));
}

// A query for all ops of the selected steps, sorted by time.
Query TimeQuery(const Query& asked, int32_t max_depth, int64_t min_micros) {
  Query query;
  query.selection = asked.selection;
  query.compat_tfprof = asked.compat_tfprof;
  query.order_by = Measure::kMicros;
  query.max_depth = max_depth;
  query.min[static_cast<size_t>(Measure::kMicros)] = min_micros;
  return query;
}

Finding MakeFinding(std::string id, std::string subject, std::string text, std::string command) {
  Finding finding;
  finding.id = std::move(id);
  finding.subject = std::move(subject);
  finding.text = std::move(text);
  finding.command = std::move(command);
  finding.level = 0;
  return finding;
}

// The finding about the time of threads outside the steps, and of events before and after the
// steps.
Finding OutsideFinding(const RuleInput& input) {
  const Profile& profile = input.profile();
  const OutsideSteps outside = OutsideStepsOf(input.selected);
  std::string text =
      fmt::format("outside every step: {}", FormatValue(outside.time, Unit::kMicros));
  const auto share = [&](Int128 part) {
    return fmt::format("{:.0f}%", 100 * static_cast<double>(part) /
                                      std::max(static_cast<double>(outside.time), 1.0));
  };
  if (outside.waits > 0) {
    text += fmt::format(", {} of it threads that only wait", share(outside.waits));
  }
  std::string command = "steps";
  if (outside.most.valid()) {
    const std::string_view name = profile.strings[outside.most];
    text += fmt::format("; most work there is {} ({})", name, share(outside.most_time));
    command = fmt::format("trace -show_name_regexes {} -order_by self_us -top 10",
                          QuoteWord(NameRegex(name)));
  }
  return MakeFinding("outside_steps", "", std::move(text), std::move(command));
}

// Names of types whose ops are all calls of a runtime, functions of Python, marks or time of no op.
std::set<std::string_view> OtherTypes(const Profile& profile) {
  std::set<std::string_view> types, others;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpId op(i);
    const std::string_view type = profile.strings[profile.ops.row[op].type];
    (IsFrameworkOp(profile, op) ? types : others).insert(type);
  }
  for (const std::string_view type : types) others.erase(type);
  return others;
}

std::string_view FirstPart(std::string_view path) { return path.substr(0, path.find('/')); }

// The first levels of names that hold ops, rather than calls, functions or marks alone.
std::set<std::string_view> ScopesOfOps(const Profile& profile) {
  std::set<std::string_view> scopes;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpId op(i);
    if (!IsFrameworkOp(profile, op)) continue;
    const OpRow& row = profile.ops.row[op];
    scopes.insert(FirstPart(profile.strings[row.scope.valid() ? row.scope : row.name]));
  }
  return scopes;
}

// No regex selects ops without a type, which `op` names so.
std::string CommandOfType(const std::string& type) {
  if (type == "<no type>") return "op -order_by micros -max_depth 10";
  return fmt::format("scope -account_type_regexes {} -order_by micros", QuoteWord(NameRegex(type)));
}

// What an op's own time leaves out, as calls of a runtime are ops of their own.
std::string Besides(Int128 calls) {
  return calls <= 0 ? ""
                    : fmt::format(
                          "; besides, calls of the runtime or of Python in it take {} over all "
                          "steps, which "
                          "`ops` adds",
                          FormatMicros(calls));
}

absl::Status AddTypes(const RuleInput& input, Verdict& verdict) {
  const std::set<std::string_view> others = OtherTypes(input.profile());
  const auto most_rows = static_cast<int32_t>(kTop + others.size() + 1);
  PROFILER_ASSIGN_OR_RETURN(
      const Report report,
      input.views.Ask("op", input.selected, TimeQuery(input.query, most_rows, 1), input.context));
  PROFILER_ASSIGN_OR_RETURN(const auto calls, CallTimesOfTypes(input.selected, input.context));
  const Reader times(report);
  size_t shown = 0;
  bool has_outside = false;
  for (size_t row = 0; row < report.rows.size() && shown < kTop; ++row) {
    if (report.rows[row].name == kOutsideSteps) {
      has_outside = true;
      continue;
    }
    if (others.count(report.rows[row].name) > 0) continue;
    const Times cost = times.Of(row);
    double share = 0;
    for (const ReportColumn& column : report.columns) {
      if (column.measure == Measure::kMicros) share = column.share[row];
    }
    const std::string type(report.rows[row].name);
    const auto of_type = calls.find(input.profile().strings.Find(type));
    verdict.findings.push_back(MakeFinding(
        "op_type", type,
        fmt::format("top {} operation type: {}, {} ({:.2f}%){}", ++shown, type, Costs(cost),
                    100 * share, Besides(of_type == calls.end() ? 0 : of_type->second)),
        CommandOfType(type)));
  }
  if (has_outside) verdict.findings.push_back(OutsideFinding(input));
  return absl::OkStatus();
}

// Adds the first levels of scopes, with their total times. tfprof shows their own time, which is
// mostly 0.
absl::Status AddScopes(const RuleInput& input, Verdict& verdict) {
  PROFILER_ASSIGN_OR_RETURN(
      const Report report,
      input.views.Ask("scope", input.selected, TimeQuery(input.query, kFirstLevel, 100),
                      input.context));
  const Reader times(report);
  const std::set<std::string_view> scopes = ScopesOfOps(input.profile());
  const std::string_view what = HasGraphNodes(input.profile()) ? "graph node" : "scope";
  size_t shown = 0;
  for (size_t row = 0; row < report.rows.size() && shown < kTop; ++row) {
    const std::string name(report.rows[row].name);
    if (report.rows[row].depth != 1 || name == kOutsideSteps) continue;
    if (scopes.count(FirstPart(name)) == 0) continue;
    verdict.findings.push_back(MakeFinding(
        "scope", name, fmt::format("top {} {}: {}, {}", ++shown, what, name, Costs(times.Of(row))),
        fmt::format("scope -start_name_regexes {} -order_by micros", QuoteWord(NameRegex(name)))));
  }
  return absl::OkStatus();
}

// Adds the lines of Python below the first line that calls several other lines.
class CodeLines {
 public:
  CodeLines(const Report& report, int32_t max_depth, Value least)
      : report_(report), times_(report), max_depth_(max_depth), least_(least) {
    children_.resize(report.rows.size());
    for (size_t row = 1; row < report.rows.size(); ++row) {
      children_[static_cast<size_t>(report.rows[row].parent)].push_back(row);
    }
  }

  // Returns false if the report had too few levels.
  bool Add(Verdict& verdict) {
    if (!report_.rows.empty()) AddBelow(0, 0, verdict);
    return is_deep_enough_;
  }

 private:
  // Adds the lines below `row`, at most kCodeLevels deep. Levels with a single frame are skipped.
  void AddBelow(size_t row, int32_t level, Verdict& verdict) {
    if (level >= kCodeLevels) return;
    while (children_[row].size() == 1) row = children_[row][0];
    if (report_.rows[row].depth >= max_depth_ - 1) is_deep_enough_ = false;  // the root is at 1
    size_t shown = 0;
    for (size_t i = 0; i < children_[row].size() && shown < kTop; ++i) {
      const size_t child = children_[row][i];
      if (report_.rows[child].name == kNoTrace) continue;  // not a line of Python
      ++shown;
      const Times cost = times_.Of(child);
      if (cost.both < least_) continue;
      const std::vector<std::string> key = KeyOf(report_, child);
      Finding finding =
          MakeFinding("code", fmt::format("{}", fmt::join(key, " > ")),
                      fmt::format("{}, {}", report_.rows[child].name, Costs(cost)),
                      level == 0 ? "code -order_by micros -min_micros 1000 -max_depth 100" : "");
      finding.level = level;
      verdict.findings.push_back(std::move(finding));
      AddBelow(child, level + 1, verdict);
    }
  }

  const Report& report_;
  const Reader times_;
  const int32_t max_depth_;
  const Value least_;
  bool is_deep_enough_ = true;
  std::vector<std::vector<size_t>> children_;
};

absl::Status AddCode(const InputOf<ExpenseThresholds>& input, Verdict& verdict) {
  constexpr int32_t kDeepest = 96;
  const auto least = static_cast<Value>(input.thresholds.code_us * 1e6);
  // Only a few levels are shown, and mostly only a few levels above have a single frame, so the
  // first report usually suffices.
  for (int32_t max_depth = kCodeLevels + 2; max_depth <= kDeepest; max_depth *= 2) {
    const auto report = input.views.Ask("code", input.selected,
                                        TimeQuery(input.query, max_depth, 1), input.context);
    if (absl::IsFailedPrecondition(report.status())) return absl::OkStatus();  // no stacks
    PROFILER_RETURN_IF_ERROR(report.status());
    Verdict lines;
    if (!CodeLines(*report, max_depth, least).Add(lines) && max_depth < kDeepest) continue;
    std::move(lines.findings.begin(), lines.findings.end(), std::back_inserter(verdict.findings));
    break;
  }
  return absl::OkStatus();
}

absl::StatusOr<Verdict> JudgeExpenses(const InputOf<ExpenseThresholds>& input) {
  Verdict verdict;
  if (input.profile().execs.row.size() == 0) {
    verdict.lacks = "no execution was recorded: record RunMetadata";
    return verdict;
  }
  PROFILER_RETURN_IF_ERROR(AddTypes(input, verdict));
  PROFILER_RETURN_IF_ERROR(AddScopes(input, verdict));
  PROFILER_RETURN_IF_ERROR(AddCode(input, verdict));
  return verdict;
}

}  // namespace

extern const Rule kExpensiveOperationChecker = RuleOf<ExpenseThresholds>{
    .name = "ExpensiveOperationChecker",
    .summary = "where the time goes: op types, scopes, lines of Python",
    .run = JudgeExpenses,
};

}  // namespace profiler
