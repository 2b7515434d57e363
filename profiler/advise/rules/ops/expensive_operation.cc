#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/how_to_record.h"
#include "profiler/advise/rules/ops/code_lines.h"
#include "profiler/advise/rules/ops/costs.h"
#include "profiler/advise/rules/ops/judged_ops.h"
#include "profiler/advise/rules/ops/type_costs.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/steps/outside_steps.h"
#include "profiler/analysis/values/op_type_times.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/scaled.h"
#include "profiler/store/derive/derive.h"

namespace profiler {
namespace {

struct ExpenseThresholds {
  Threshold code_us = {"code_us", 1000, "the cheapest line of Python to report, in us per step"};
};

constexpr size_t kTop = 3;
constexpr int kLeastOfOutside = 100;  // what takes less than 1 of so many parts is not named
constexpr int32_t kCodeLevels = 4;
constexpr int32_t kFirstLevel = 2;  // value for -max_depth, where the root is at 1

// A query for all ops of the selected steps, sorted by time.
Query TimeQuery(const Query& asked, int32_t max_depth, int64_t min_micros) {
  Query query;
  query.selection = asked.selection;
  query.compat_tfprof = asked.compat_tfprof;
  query.statistic = asked.statistic;
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

// The finding about what threads and devices do outside the steps: meanwhile, before and after
// them. nullopt if that is next to nothing beside threads that only wait.
std::optional<Finding> OutsideFinding(const RuleInput& input) {
  const Profile& profile = input.profile();
  const OutsideSteps outside = OutsideStepsOf(input.selected);
  if (kLeastOfOutside * outside.work < outside.waits) return std::nullopt;
  // The job itself has next to nothing there.
  if (kLeastOfOutside * (outside.work - outside.recorder) < outside.recorder) return std::nullopt;
  std::string text = fmt::format("outside every step: {}, added up over threads and devices",
                                 ScaledText(outside.work, Unit::kMicros));
  const auto share = [&](Int128 part) {
    return fmt::format("{:.0f}%", 100 * static_cast<double>(part) /
                                      std::max(static_cast<double>(outside.work), 1.0));
  };
  if (outside.recorder > 0 && kLeastOfOutside * outside.recorder >= outside.work) {
    text += fmt::format(", {} of it the recorder's own start and stop", share(outside.recorder));
  }
  std::string command = "steps";
  if (outside.most.valid() && kLeastOfOutside * outside.most_time >= outside.work) {
    const std::string_view name = profile.strings[outside.most];
    const bool is_of_no_op = name == derive::kUnattributed;
    text += fmt::format("; {} there is {} ({})",
                        2 * outside.most_time > outside.work ? "most work" : "the longest work",
                        is_of_no_op ? "on accelerators, of no recorded op" : name,
                        share(outside.most_time));
    command = is_of_no_op ? "trace -where 'step == null' -order_by self_us -top 10"
                          : fmt::format("trace -show_name_regexes {} -order_by self_us -top 10",
                                        QuoteWord(NameRegex(name)));
  }
  if (outside.waits > 0) {
    text += fmt::format("; besides, threads only wait for {}",
                        ScaledText(outside.waits, Unit::kMicros));
  }
  return MakeFinding("outside_steps", "", std::move(text), std::move(command));
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

std::string_view OrderBy(bool on_devices) { return on_devices ? "accelerator_micros" : "micros"; }

// No regex selects ops without a type, which `op` names so. What compiled programs ran has other
// types than what the user wrote, which only `ops` shows.
std::string CommandOfType(const JudgedOps& judged, const std::string& type, bool on_devices) {
  if (type == kNoTypeName) return judged.Command("op -order_by micros -max_depth 10");
  if (IsProcessGroupName(type)) return judged.Command("collectives");
  if (!judged.input().query.compat_tfprof && judged.input().profile().modules.size() > 0) {
    return judged.Command(fmt::format("ops -where {} -order_by self_us -top 10",
                                      QuoteWord(fmt::format("type == \"{}\"", type))));
  }
  return judged.Command(fmt::format("scope -account_type_regexes {} -order_by {}",
                                    QuoteWord(NameRegex(type)), OrderBy(on_devices)));
}

// ", in 3 of 24 steps" for what ran in some of the steps only.
std::string InSomeStepsText(const TypeCosts& one, const CostsOfTypes& all) {
  if (one.steps == 0 || one.steps >= all.steps) return "";
  return fmt::format(", in {} of {} steps", one.steps, all.steps);
}

// Whether `op` shows time outside steps before kTop op types.
bool IsOutsideAmongTop(const Profile& profile, const Report& op) {
  const std::set<std::string_view> others = TypesOfNoOp(profile);
  size_t shown = 0;
  for (const Row& row : op.rows) {
    if (row.name == kOutsideSteps) return true;
    if (others.count(row.name) == 0 && ++shown == kTop) return false;
  }
  return false;
}

absl::StatusOr<Report> AskOp(const RuleInput& input) {
  constexpr int32_t kAllRows = std::numeric_limits<int32_t>::max();
  return input.views.Ask("op", input.selected, TimeQuery(input.query, kAllRows, 1), input.context);
}

// Whether devices are always busy: then what ops take on them is what steps take. What launches
// them may be blocked for long, while the queue of a device is full, and costs nothing.
absl::StatusOr<bool> AreDevicesTheLimit(const RuleInput& input) {
  if (input.query.compat_tfprof) return false;
  PROFILER_ASSIGN_OR_RETURN(const auto devices, SharedBusyDevices(input.selected, input.context));
  Int128 busy = 0, span = 0;
  for (const DeviceBusy& device : *devices) {
    busy += device.busy;
    span += device.span;
  }
  return Share(busy, span) >= kHardlyWaits;
}

absl::Status AddTypes(const JudgedOps& judged, const CostText& text, bool on_devices,
                      Verdict& verdict) {
  const RuleInput& input = judged.input();
  PROFILER_ASSIGN_OR_RETURN(CostsOfTypes found,
                            FindCostsOfTypes(input, on_devices, [&] { return AskOp(input); }));
  // Which ops have no type says nothing of what they do.
  if (!input.query.compat_tfprof) {
    std::erase_if(found.types, [](const TypeCosts& one) { return one.type == kNoTypeName; });
  }
  for (size_t i = 0; i < std::min(kTop, found.types.size()); ++i) {
    const TypeCosts& one = found.types[i];
    if (one.costs.all <= 0) break;
    const std::string costs = fmt::format("top {} operation type: {}, {}{}", i + 1, one.type,
                                          text(one.costs), InSomeStepsText(one, found));
    // Only the first says what the shares are of; tfprof says nothing.
    const std::string share = found.shares_of.empty() ? fmt::format(" ({:.2f}%)", 100 * one.share)
                              : i == 0
                                  ? fmt::format("; {} of {}", Percent(one.share), found.shares_of)
                                  : fmt::format("; {}", Percent(one.share));
    verdict.findings.push_back(MakeFinding("op_type", one.type, costs + share,
                                           CommandOfType(judged, one.type, on_devices)));
  }
  return absl::OkStatus();
}

// Adds time outside all steps, if it is among what took most. It is a total, so it is compared with
// the totals of op types.
absl::Status AddOutside(const RuleInput& input, Verdict& verdict) {
  Query totals = input.query;
  if (!totals.compat_tfprof) totals.statistic = Statistic::kSum;
  PROFILER_ASSIGN_OR_RETURN(const Report op,
                            AskOp({input.selected, totals, input.views, input.context}));
  if (!IsOutsideAmongTop(input.profile(), op)) return absl::OkStatus();
  if (auto outside = OutsideFinding(input)) verdict.findings.push_back(*std::move(outside));
  return absl::OkStatus();
}

// Adds the first levels of scopes, with their total times. tfprof shows their own time, which is
// mostly 0.
absl::Status AddScopes(const JudgedOps& judged, const CostText& text, bool on_devices,
                       Verdict& verdict) {
  const RuleInput& input = judged.input();
  Query query = TimeQuery(input.query, kFirstLevel, 100);
  if (on_devices) query.order_by = Measure::kAcceleratorMicros;
  PROFILER_ASSIGN_OR_RETURN(const Report report,
                            input.views.Ask("scope", input.selected, query, input.context));
  const CostReader costs(report);
  const std::set<std::string_view> scopes = ScopesOfOps(input.profile());
  const std::string_view what = HasGraphNodes(input.profile()) ? "graph node" : "scope";
  const bool has_backward = TrainsInPyTorch(input.profile());
  size_t shown = 0;
  for (size_t row = 0; row < report.rows.size() && shown < kTop; ++row) {
    const std::string name(report.rows[row].name);
    if (report.rows[row].depth != 1 || name == kOutsideSteps) continue;
    if (scopes.count(FirstPart(name)) == 0) continue;
    const Costs of_row = on_devices ? OnDevices(costs.Of(row)) : costs.Of(row);
    if (on_devices && of_row.all <= 0) continue;
    // Code has the module's forward pass alone, as the backward pass is called elsewhere.
    const bool is_module = input.profile().strings.Find("nn.Module: " + name).valid();
    verdict.findings.push_back(
        MakeFinding("scope", name,
                    fmt::format("top {} {}: {}, {}{}", ++shown, what, name, text(of_row),
                                is_module && has_backward ? ", with its backward pass" : ""),
                    judged.Command(fmt::format("scope -start_name_regexes {} -order_by {}",
                                               QuoteWord(NameRegex(name)), OrderBy(on_devices)))));
  }
  return absl::OkStatus();
}

absl::Status AddCode(const JudgedOps& judged, const CostText& text, double least_us,
                     Verdict& verdict) {
  constexpr int32_t kDeepest = 96;
  const RuleInput& input = judged.input();
  const auto least = static_cast<Value>(least_us * 1e6);
  const std::string command =
      judged.Command("code -order_by micros -min_micros 1000 -max_depth 100");
  // Only a few levels are shown, and mostly only a few levels above have a single frame, so the
  // first report usually suffices.
  for (int32_t max_depth = kCodeLevels + 2; max_depth <= kDeepest; max_depth *= 2) {
    const auto report = input.views.Ask("code", input.selected,
                                        TimeQuery(input.query, max_depth, 1), input.context);
    if (absl::IsFailedPrecondition(report.status())) return absl::OkStatus();  // no stacks
    PROFILER_RETURN_IF_ERROR(report.status());
    Verdict lines;
    const bool is_deep_enough =
        AddCodeLines(*report, text, {kCodeLevels, kTop, max_depth, least, command}, lines);
    if (!is_deep_enough && max_depth < kDeepest) continue;
    std::move(lines.findings.begin(), lines.findings.end(), std::back_inserter(verdict.findings));
    break;
  }
  return absl::OkStatus();
}

// Whether any op was recorded, rather than calls of Python and of runtimes, and the recorder's own
// marks, which have no type.
bool AreOpsRecorded(const Profile& profile) {
  const std::vector<OpRow>& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(), [&](const OpRow& op) {
    return op.kind != OpKind::kRuntime && !profile.strings[op.type].empty();
  });
}

absl::StatusOr<Verdict> JudgeExpenses(const InputOf<ExpenseThresholds>& input) {
  Verdict verdict;
  if (input.profile().execs().row.size() == 0) {
    verdict.lacks = fmt::format("no execution was recorded{}", HowToRecordOps(input.profile()));
    return verdict;
  }
  const JudgedOps judged(input);
  const CostText text(judged.input().selected, input.query.compat_tfprof);
  PROFILER_ASSIGN_OR_RETURN(const bool on_devices, AreDevicesTheLimit(judged.input()));
  PROFILER_RETURN_IF_ERROR(AddTypes(judged, text, on_devices, verdict));
  PROFILER_RETURN_IF_ERROR(AddOutside(input, verdict));
  PROFILER_RETURN_IF_ERROR(AddScopes(judged, text, on_devices, verdict));
  const JudgedOps after_warm_up(input, WarmUp::kLeftOut);
  PROFILER_RETURN_IF_ERROR(AddCode(after_warm_up, text, input.thresholds.code_us, verdict));
  if (verdict.findings.empty() && !input.query.compat_tfprof && !AreOpsRecorded(input.profile())) {
    verdict.lacks = "no op was recorded";
  }
  return verdict;
}

}  // namespace

extern const Rule kExpensiveOperationChecker = RuleOf<ExpenseThresholds>{
    .name = "ExpensiveOperationChecker",
    .summary = "where the time goes: op types, scopes, lines of Python",
    .run = JudgeExpenses,
    .asks_views = true,
};

}  // namespace profiler
