#include "profiler/views/overview/overview_ops.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/values/value_columns.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"

namespace profiler {
namespace {

using enum ColumnType;

constexpr std::string_view Placement(bool on_device) { return on_device ? "device" : "host"; }

// PyTorch's marks around steps: what they have for themselves is the time of no op.
class StepMarks {
 public:
  explicit StepMarks(const Profile& profile) : profile_(profile) {
    for (const StepRow& step : profile.steps.values()) names_.insert(step.name);
  }
  bool Has(const OpRow& op) const {
    return profile_.strings[op.type] == "user_annotation" && names_.count(op.name) > 0;
  }

 private:
  const Profile& profile_;
  std::set<StringId> names_;
};

Int128 SelfTime(const std::vector<OpUse>& uses) {
  Int128 sum = 0;
  for (const OpUse& use : uses) sum += use.self;
  return sum;
}

}  // namespace

Report PlacementSection(const std::vector<OpUse>& uses) {
  Report report = StartTable(
      "placement", "Where ops ran", "host or device (an accelerator)",
      {
          TableColumn("ops", kNumber, Unit::kCount, "ops", "how many different ones"),
          TableColumn("occurrences", kNumber, Unit::kCount, "occurrences", "how often they ran"),
          TableColumn("occurrence_share", kReal, Unit::kShare, "share",
                      "occurrences as a part of those of both"),
          TableColumn("self_us", kNumber, Unit::kMicros, "self",
                      "their time without ops nested in them, added up"),
          TableColumn("self_share", kReal, Unit::kShare, "share",
                      "self_us as a part of that of both"),
      });
  struct Sum {
    int64_t ops = 0, occurrences = 0;
    Int128 self = 0;
  };
  std::array<Sum, 2> sums;
  for (const OpUse& use : uses) {
    Sum& sum = sums[use.on_device];
    ++sum.ops;
    sum.occurrences += use.occurrences;
    sum.self += use.self;
  }
  for (const bool on_device : {true, false}) {
    const Sum &sum = sums[on_device], &other = sums[!on_device];
    TableRow(report, Placement(on_device))
        .Number(sum.ops)
        .Number(sum.occurrences)
        .Real(ShareOf(sum.occurrences, sum.occurrences + other.occurrences))
        .Number(sum.self)
        .Real(ShareOf(sum.self, sum.self + other.self));
  }
  return report;
}

Report TopOpsSection(const Profile& profile, std::vector<OpUse> uses, size_t count) {
  Report report = StartTable(
      "top_ops", "Ops that took most time (`ops` shows all)", "the op",
      {
          TableColumn("placement", kText, Unit::kNone, "placement", "where it ran: device or host"),
          TableColumn("type", kText, Unit::kNone, "type", "the op's type"),
          TableColumn("occurrences", kNumber, Unit::kCount, "occurrences", "how often it ran"),
          TableColumn("self_us", kNumber, Unit::kMicros, "self",
                      "its time without ops nested in it, summed over its occurrences"),
          TableColumn("self_share", kReal, Unit::kShare, "share",
                      "self_us as a part of that of all ops, on devices and hosts"),
          TableColumn("source", kText, Unit::kNone, "source", "the line that made it: file:line"),
      });
  const Int128 all = SelfTime(uses);
  std::stable_sort(uses.begin(), uses.end(),
                   [](const OpUse& a, const OpUse& b) { return a.self > b.self; });
  const StepMarks marks(profile);
  for (const OpUse& use : uses) {
    if (report.rows.size() >= count) break;
    const OpRow& op = profile.ops.row[use.op];
    if (marks.Has(op)) continue;
    const std::string name(profile.strings[op.name]), type(profile.strings[op.type]);
    TableRow(report, name, {std::string(Placement(use.on_device)), type, name})
        .Text(Placement(use.on_device))
        .Text(type)
        .Number(use.occurrences)
        .Number(use.self)
        .Real(ShareOf(use.self, all))
        .Text(SourceLine(profile, use.frame));
  }
  return report;
}

TopHostOp FindTopHostOp(const Profile& profile, const std::vector<OpUse>& uses) {
  const StepMarks marks(profile);
  const OpUse* top = nullptr;
  Int128 all = 0;
  for (const OpUse& use : uses) {
    if (use.on_device || use.is_idle) continue;
    all += use.self;
    if (marks.Has(profile.ops.row[use.op])) continue;
    if (top == nullptr || use.self > top->self) top = &use;
  }
  if (top == nullptr || top->self == 0) return {};
  return {std::string(profile.strings[profile.ops.row[top->op].name]), ShareOf(top->self, all)};
}

}  // namespace profiler
