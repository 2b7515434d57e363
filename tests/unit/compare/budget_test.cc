#include "profiler/compare/check/budget.h"

#include <catch2/catch.hpp>
#include <string>

#include "profiler/base/status.h"

namespace profiler {
namespace {

std::string ErrorIn(std::string_view toml) {
  return Message(ParseBudgets(toml, "f.toml").status());
}

TEST_CASE("A budget has a name, a requirement, and who answers for it") {
  const auto budgets = ParseBudgets(R"([[budget]]
name = "step time"
require = "steps: median(total_us) <= 20ms"
severity = "warning"
owner = "@training"
why = "So."

[[budget]]
name = "matmul"
view = "op"
rows = "MatMul|Dot.*"
options = "-device '.*GPU: 0'"
require = "sum(micros) <= 1.05 * base"
)",
                                    "f.toml");
  REQUIRE(budgets.ok());
  REQUIRE(budgets->size() == 2);
  const Budget& first = budgets->front();
  CHECK(first.name == "step time");
  CHECK(first.severity == Severity::kWarning);
  CHECK(first.owner == "@training");
  CHECK(first.why == "So.");
  CHECK(first.where == "f.toml:3");
  CHECK(first.where_of_view == "f.toml:3");
  const Budget& second = budgets->back();
  CHECK(second.where == "f.toml:13");
  CHECK(second.where_of_view == "f.toml:10");
  CHECK(second.severity == Severity::kError);
  CHECK(second.requirement.text ==
        "op[MatMul|Dot.*] -device '.*GPU: 0': sum(micros) <= 1.05 * base");
  CHECK(second.requirement.measure.options.back() == ".*GPU: 0");
}

TEST_CASE("Names and reasons may have any characters") {
  const auto budgets = ParseBudgets(
      "# \u0124\n[[budget]]\nname = \"\\\"\u0124\"\nrequire = 'steps: count() == 4' # \u0124\n"
      "why = \"\"\"\u0124 \\\n  and \u0124\"\"\"\nowner = '\u0124'\n",
      "f.toml");
  REQUIRE(budgets.ok());
  CHECK(budgets->front().name == "\"\u0124");
  CHECK(budgets->front().why == "\u0124 and \u0124");
}

TEST_CASE("Errors in budgets name the line") {
  CHECK_THAT(ErrorIn("[[budget]]\nname = 3\n"), Catch::StartsWith("f.toml:2: name must be"));
  CHECK_THAT(ErrorIn("[[budget]]\nname = \"a\"\nrequire = \"x\"\n"),
             Catch::StartsWith("f.toml:3: budget 'a': "));
  CHECK_THAT(ErrorIn("[[budget]"), Catch::StartsWith("f.toml:1: "));
  CHECK_THAT(ErrorIn("# \u00e4\n\u0124 = 1\n"), Catch::StartsWith("f.toml:2: a character beyond"));
  CHECK_THAT(ErrorIn("a = \"\"\"\\\n \u0124\"\"\"\n"), Catch::StartsWith("f.toml:2: a character"));
  CHECK_THAT(ErrorIn("budget = [1, 2]\n"), Catch::Contains("has no [[budget]]"));
}

TEST_CASE("A requirement of the command line is its own name") {
  const auto budgets = BudgetsOf({" steps: count() == 4 "});
  REQUIRE(budgets.ok());
  CHECK(budgets->front().name == "steps: count() == 4");
  CHECK(Message(BudgetsOf({"steps"}).status()).starts_with("-require: "));
}

}  // namespace
}  // namespace profiler
