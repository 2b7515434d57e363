#include "profiler/export/timeline/graph/timeline_ops.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "profiler/base/status.h"

namespace profiler {
namespace {

// Whether the query filters only by steps and places.
bool ShowsAllOps(const Query& query) {
  const Query defaults;
  return query.selection.account_types.all() && query.start_names.all() && query.show_names.all() &&
         query.trim_names.empty() && query.hide_names.empty() && !query.top.has_value() &&
         query.min == defaults.min;
}

}  // namespace

OpPicker::OpPicker(const Profile& profile, Answerer& views) : profile_(profile), views_(views) {
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    const StringId module = op.module.valid() ? profile.modules[op.module].name : StringId();
    ops_[{module, op.name}].push_back(OpId(i));
  }
}

absl::StatusOr<DrawnOps> OpPicker::Pick(const Selected& selected, const Query& query,
                                        RunContext& context) {
  Query asked = query;
  asked.select = {Measure::kMicros};  // other columns need not be computed
  DrawnOps drawn;
  drawn.rank.assign(profile_.op_count(), DrawnOps::kNotDrawn);
  drawn.without_op = ShowsAllOps(query);
  PROFILER_ASSIGN_OR_RETURN(Report report, views_.Ask("graph", selected, asked, context));
  Rank(report, false, drawn);
  drawn.hidden = report.hidden_rows;
  for (Note& note : report.notes) {
    if (note.severity == Severity::kWarning) drawn.notes.push_back(std::move(note));
  }
  if (!query.compat_tfprof) return drawn;
  if (lost_ == nullptr) {
    PROFILER_ASSIGN_OR_RETURN(
        lost_, context.memo().TryGet<LostOps>(profile_.identity, "ops that the graph loses",
                                              [&] { return FindLost(context); }));
  }
  if (!lost_->any) return drawn;
  asked.compat_tfprof = false;
  PROFILER_ASSIGN_OR_RETURN(report, views_.Ask("graph", selected, asked, context));
  Rank(report, true, drawn);
  return drawn;
}

absl::StatusOr<OpPicker::LostOps> OpPicker::FindLost(RunContext& context) const {
  Query everything;
  everything.max_depth = std::numeric_limits<int32_t>::max();
  everything.min.fill(std::numeric_limits<int64_t>::min());
  LostOps lost;
  PROFILER_ASSIGN_OR_RETURN(
      const Report report,
      views_.Ask("graph", {profile_, everything.selection}, everything, context));
  lost.has.assign(profile_.op_count(), 1);
  for (const Row& row : report.rows) {
    for (OpId op : OpsOf(row)) lost.has[op.row()] = 0;
  }
  lost.any = std::find(lost.has.begin(), lost.has.end(), 1) != lost.has.end();
  return lost;
}

// The ops of a row. The row's key is the op's name, or the module's name and the op's name. A
// number at the end of the key distinguishes ops of several runs, which are drawn together.
const std::vector<OpId>& OpPicker::OpsOf(const Row& row) const {
  static const std::vector<OpId> kNone;
  if (row.parent < 0) return kNone;
  const size_t parts = row.key.empty() ? 1 : row.key.size() - (row.key.back() == row.name ? 0 : 1);
  const StringId name = profile_.strings.Find(row.name);
  const StringId module = parts > 1 ? profile_.strings.Find(row.key.front()) : StringId();
  const auto found = ops_.find({module, name});
  return found == ops_.end() ? kNone : found->second;
}

void OpPicker::Rank(const Report& report, bool only_lost, DrawnOps& drawn) const {
  uint32_t rank = only_lost ? static_cast<uint32_t>(profile_.op_count()) : 0;
  for (const Row& row : report.rows) {
    for (OpId op : OpsOf(row)) {
      const bool is_new = drawn.rank[op.row()] == DrawnOps::kNotDrawn;
      if (is_new && (!only_lost || lost_->has[op.row()] != 0)) drawn.rank[op.row()] = rank++;
    }
  }
}

}  // namespace profiler
