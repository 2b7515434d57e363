// How often `check` asks views to judge the noise of a requirement about each of several rows.
#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/compare/check/budget.h"
#include "profiler/compare/check/check.h"
#include "profiler/engine/measures.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

constexpr int64_t kSteps = 6;

class CountingViews : public Answerer {
 public:
  absl::StatusOr<Report> Ask(std::string_view view, const Selected& selected, const Query& query,
                             RunContext& context) override {
    ++asked;
    return LeafViews().Ask(view, selected, query, context);
  }

  std::atomic<int> asked = 0;  // views are asked on several threads
};

// Steps in which each of the ops takes so long.
Profile StepsOf(const std::vector<std::string>& ops, int64_t micros) {
  MadeProfile made;
  const SourceId source = made.Source("made.json");
  const TrackId thread = made.Track(source, "/host:CPU", TrackKind::kThread);
  for (int64_t number = 0; number < kSteps; ++number) {
    const int64_t begin = number * 10'000;
    StepRow row;
    row.source = source;
    row.number = number;
    row.listed = true;
    row.begin = begin * kUs;
    row.end = (begin + 9'000) * kUs;
    const StepId step = made.builder.AddStep(row);
    int64_t at = begin;
    for (const std::string& op : ops) {
      made.Event(thread, at, micros + number, made.Op(op), step);
      at += micros + 100;
    }
  }
  return made.builder.Build();
}

struct Checked {
  Report report;
  int asked = 0;
};
Checked Check(const std::vector<std::string>& ops, const std::string& requirement) {
  const Profile base = StepsOf(ops, 500), next = StepsOf(ops, 800);
  Query query;
  query.compat_tfprof = false;
  const Selected of_base(base, query.selection), of_next(next, query.selection);
  CountingViews views;
  RunContext context;
  auto report =
      CheckReport(ToolsOf(views), of_next, &of_base, *BudgetsOf({requirement}), query, context);
  REQUIRE(report.ok());
  return {*std::move(report), views.asked};
}

TEST_CASE("a requirement about each row samples its view once, however many rows are beyond it") {
  for (const std::string requirement :
       {"op[op.*]: micros <= 1.05 * base", "ops[op.*]: total_us <= 1.05 * base"}) {
    CAPTURE(requirement);
    const Checked one = Check({"op.a"}, requirement);
    const Checked many = Check({"op.a", "op.b", "op.c", "op.d"}, requirement);
    REQUIRE(many.report.checks.size() == 1);
    CHECK(many.report.checks[0].is_broken);
    CHECK(many.report.checks[0].p_value < 0.05);
    CHECK_FALSE(many.report.checks[0].row.empty());
    CHECK(many.asked == one.asked);
  }
}

}  // namespace
}  // namespace profiler
