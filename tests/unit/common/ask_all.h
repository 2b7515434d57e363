// Runs every command on a profile, to test that damaged profiles cause no crash.
#ifndef TESTS_UNIT_COMMON_ASK_ALL_H_
#define TESTS_UNIT_COMMON_ASK_ALL_H_

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/catalog/renderers.h"
#include "profiler/engine/commands.h"
#include "profiler/query/query.h"
#include "tests/unit/common/ask.h"

namespace profiler {

struct AskedHow {
  bool compat_tfprof = false;
  int32_t max_depth = 100;
  bool in_all_forms = false;  // in all formats, or only in JSON, which is not parsed
};

inline void AskAll(const Profile& profile, const AskedHow& how = {}) {
  Query query;
  query.max_depth = how.max_depth;
  query.compat_tfprof = how.compat_tfprof;
  for (const OpColumn& column : OpColumns()) query.select.emplace_back(column.name);
  RunContext context;
  Asker ask(profile);
  for (const View& view : CommandsOnOneProfile()) {
    CAPTURE(view.name);
    const absl::StatusOr<Report> report = ask(view.name, query, context);
    if (!report.ok()) {
      CHECK_FALSE(Message(report.status()).empty());
      continue;
    }
    for (const Renderer& renderer : AllRenderers()) {
      const bool is_json = renderer.name == "json";
      if (!how.in_all_forms && !is_json) continue;
      const std::string text = renderer.render(*report, {std::string(view.name), {"run"}});
      CHECK_FALSE(text.empty());
      if (how.in_all_forms && is_json) CHECK(nlohmann::json::accept(text));
    }
  }
}

}  // namespace profiler

#endif  // TESTS_UNIT_COMMON_ASK_ALL_H_
