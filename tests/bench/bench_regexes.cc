// Options with regexes, on a view whose parts are cached.
#include <string_view>

#include "profiler/base/run_context.h"
#include "profiler/catalog/options.h"
#include "profiler/catalog/views.h"
#include "tests/bench/bench_inputs.h"
#include "tests/unit/common/ask.h"

namespace profiler::bench {
namespace {

struct Filter {
  const char* name;
  std::string_view view, option, regexes;
};
constexpr Filter kFilters[] = {
    {"regex/show_names", "scope", "show_name_regexes", ".*unit_1.*"},
    {"regex/hide_names", "scope", "hide_name_regexes", ".*grad.*,.*unit_2.*"},
    {"regex/start_names", "scope", "start_name_regexes", "tower_1.*"},
    {"regex/account_types", "op", "account_type_regexes", ".*MatMul.*,.*gpu.*"},
    {"regex/devices", "op", "device", ".*worker.*"},
};

void AskFiltered(benchmark::State& state, const Filter& filter, const Profile& profile) {
  Options options;
  options.query = AllRows();
  if (!Went(FindOption(filter.option)->set(options, filter.regexes), state)) return;
  RunContext context;
  Asker ask(profile);
  if (!Went(ask(filter.view, AllRows(), context).status(), state)) return;
  for (auto _ : state) {
    absl::StatusOr<Report> report = ask(filter.view, options.query, context);
    if (!Went(report.status(), state)) return;
    benchmark::DoNotOptimize(report);
  }
}

}  // namespace

void RegisterRegexes(const Inputs& inputs) {
  for (const Filter& filter : kFilters) {
    benchmark::RegisterBenchmark(filter.name,
                                 [&](auto& state) { AskFiltered(state, filter, inputs.opened()); });
  }
}

}  // namespace profiler::bench
