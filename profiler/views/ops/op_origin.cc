#include "profiler/views/ops/op_origin.h"

#include <map>
#include <tuple>
#include <utility>

#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/ops/op_scope.h"
#include "profiler/analysis/ops/source_line.h"

namespace profiler {
namespace {

// Returns the text with the largest sum of amounts, and the share of that sum in the total.
template <typename TextOf>
std::pair<std::string, double> Most(const AmountByOp& amounts, const TextOf& text_of) {
  std::map<std::string, Int128> by_text;
  Int128 all = 0;
  for (const auto& [op, amount] : amounts) {
    all += amount;
    std::string text = text_of(op);
    if (!text.empty()) by_text[std::move(text)] += amount;
  }
  auto most = by_text.begin();
  for (auto it = by_text.begin(); it != by_text.end(); ++it) {
    if (it->second > most->second) most = it;
  }
  if (most == by_text.end()) return {"", kAbsentReal};
  return {most->first, ShareOf(most->second, all)};
}

}  // namespace

const std::vector<ColumnOf<OpOrigin>>& OriginColumns() {
  using C = ColumnOf<OpOrigin>;
  static const std::vector<C> kColumns = {
      C::Text("scope", "scope",
              "The path above the op; of several the one that most of the row is of.",
              &OpOrigin::scope),
      C::Real("scope_share", Unit::kShare, "scope share", "The part of the row that is.",
              &OpOrigin::scope_share)
          .Typical(),
      C::Text("source", "source",
              "The line that made the op, file:line; of several the one that most of the row is "
              "of.",
              &OpOrigin::source)
          .As(ColumnRole::kPath),
      C::Real("source_share", Unit::kShare, "source share", "The part of the row that is.",
              &OpOrigin::source_share)
          .Typical(),
  };
  return kColumns;
}

OpOrigin OriginOf(const Profile& profile, const AmountByOp& amounts) {
  const auto written = [&](OpId op) { return op.valid() ? WrittenOp(profile, op) : op; };
  const auto line = [&](OpId op) {
    return op.valid() ? SourceLine(profile, profile.ops.row[op].frame) : std::string();
  };
  OpOrigin origin;
  std::tie(origin.scope, origin.scope_share) =
      Most(amounts, [&](OpId op) { return std::string(ScopeOf(profile, written(op))); });
  std::tie(origin.source, origin.source_share) = Most(amounts, [&](OpId op) {
    std::string own = line(op);
    return own.empty() ? line(written(op)) : own;
  });
  return origin;
}

}  // namespace profiler
