// A store that is opened equals the profile that was saved; a filtered store answers the same under
// that filter.
#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/store/transform/window.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/sanitized.h"
#include "tests/unit/properties/generated_inputs.h"
#include "tests/unit/store/same_answers.h"

namespace profiler {
namespace {

constexpr uint64_t kSeeds = Seeds(12);

template <typename Check>
void ForEachGenerated(const Check& check) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    for (const GeneratedInput& input : GeneratedInputs(seed)) {
      CAPTURE(seed, input.name);
      check(Recorded(Opened(input)).profile);
    }
  }
}

TEST_CASE("properties: save and load is the identity") {
  ForEachGenerated([](const Profile& profile) { CheckSame(profile, Reopened(profile)); });
}

std::vector<Query> Filters(const Profile& profile) {
  std::vector<Query> filters;
  for (const StepRow& step : profile.steps.values()) {
    if (step.number == kUnknown || filters.size() > 3) continue;
    filters.emplace_back().selection.steps = *StepSelection::Parse(std::to_string(step.number));
  }
  filters.emplace_back().selection.devices = *RegexSet::Compile({".*(cpu|CPU).*"});
  filters.emplace_back().selection.devices = *RegexSet::Compile({".*(gpu|GPU).*"});
  filters.emplace_back().selection.hosts = *RegexSet::Compile({"host-1"});
  return filters;
}

TEST_CASE("properties: what a filter saved is all that the same filter finds in it") {
  ForEachGenerated([](const Profile& profile) {
    for (const Query& filter : Filters(profile)) {
      CAPTURE(filter.selection.steps.text(), filter.selection.devices.patterns().front());
      const std::string once = StoreOf(profile, filter);
      const Profile part = std::move(Recorded(*OpenStore(once)).profile);
      CHECK((StoreOf(part, filter) == once));
    }
  });
}

TEST_CASE("properties: a window of a window is the window") {
  ForEachGenerated([](const Profile& profile) {
    for (const TimeWindow& window :
         {TimeWindow{50'000'000, 900'000'000}, TimeWindow{1'000'000, 2'500'000'000}}) {
      WindowReport report;
      const Profile once = CutToWindow(profile, window, report);
      const Profile twice = CutToWindow(once, window, report);
      CheckSameTexts(Answers(once, Everything(false)), Answers(twice, Everything(false)));
    }
  });
}

// Notes mention each condition, so only rows are compared.
std::vector<std::string> RowsOf(const Profile& profile, const Query& query) {
  std::vector<std::string> rows;
  RunContext context;
  Asker ask(profile);
  for (const View& view : CommandsOnOneProfile()) {
    const auto report = ask(view.name, query, context);
    rows.push_back(report.ok() ? FindRenderer("csv")->render(*report, {}) : "");
  }
  return rows;
}

TEST_CASE("properties: a filter that is named twice is the filter") {
  ForEachGenerated([](const Profile& profile) {
    for (const char* const pattern : {"MatMul", ".*a.*", "user_label", "nothing like that"}) {
      Query once = Everything(false), twice = once;
      once.selection.account_types = *RegexSet::Compile({pattern});
      twice.selection.account_types = *RegexSet::Compile({pattern, pattern});
      CHECK((RowsOf(profile, twice) == RowsOf(profile, once)));
    }
    for (const std::string condition : {"micros > 100us", "name =~ '.*a.*'"}) {
      Query once = Everything(false), twice = once;
      once.where = *Where::Parse(condition);
      twice.where = *Where::Parse("(" + condition + ") && (" + condition + ")");
      CHECK((RowsOf(profile, twice) == RowsOf(profile, once)));
    }
  });
}

}  // namespace
}  // namespace profiler
