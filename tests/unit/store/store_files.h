// Stores in memory: writing, opening and comparing.
#ifndef TESTS_UNIT_STORE_STORE_FILES_H_
#define TESTS_UNIT_STORE_STORE_FILES_H_

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/catalog/exporters.h"
#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/open/open.h"
#include "profiler/render/render.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/sanitized.h"
#include "tests/unit/export/memory_files.h"

namespace profiler {

inline std::string StoreOf(const Profile& profile, const Query& query = Query(),
                           bool with_args = true, bool with_events = true) {
  RunContext context;
  MemoryFiles files;
  ExportParams params;
  params.outfile = "store";
  params.with_args = with_args;
  params.with_events = with_events;
  const absl::StatusOr<ExportResult> result =
      FindExporter("store")->run({profile, query.selection}, query, params, files, context);
  INFO(result.status().ToString());
  REQUIRE(result.ok());
  return std::move(files.closed["store"]);
}

inline absl::StatusOr<OpenedProfile> OpenStore(std::string bytes) {
  RunContext context;
  return OpenInput(Input::FromBytes("store", std::move(bytes)), "store", context);
}

// As OpenProfile() does: import problems are in the profile, and so in a store.
inline OpenedProfile Recorded(OpenedProfile opened) {
  opened.import_report.Record(opened.profile);
  return opened;
}

inline Profile Reopened(const Profile& profile) {
  absl::StatusOr<OpenedProfile> opened = OpenStore(StoreOf(profile));
  INFO(opened.status().ToString());
  REQUIRE(opened.ok());
  return std::move(Recorded(*std::move(opened)).profile);
}

inline Query Everything(bool compat_tfprof) {
  Query query;
  query.compat_tfprof = compat_tfprof;
  query.max_depth = 100;
  for (const OpColumn& info : OpColumns()) query.select.emplace_back(info.name);
  return query;
}

// Every view with every column in every format; in a single format in sanitized builds, as replays
// of fuzz targets cover all.
inline std::vector<std::string> Answers(const Profile& profile, const Query& query) {
  std::vector<std::string> answers;
  RunContext context;
  Asker ask(profile);
  for (const View& view : CommandsOnOneProfile()) {
    const absl::StatusOr<Report> report = ask(view.name, query, context);
    if (!report.ok()) {
      answers.push_back(report.status().ToString());
      continue;
    }
    for (const Renderer& renderer : AllRenderers()) {
      if (kSanitized && renderer.name != "json") continue;
      answers.push_back(renderer.render(*report, {"command", {"profile"}}));
    }
  }
  return answers;
}

template <typename Row>
bool SameExec(const Row& a, const Row& b) {
  return a.op == b.op && a.step == b.step && a.device == b.device && a.origin == b.origin &&
         a.runs == b.runs && a.cpu_time == b.cpu_time && a.first_start == b.first_start &&
         a.accelerator_time == b.accelerator_time && a.last_end == b.last_end &&
         a.requested_bytes == b.requested_bytes && a.peak_bytes == b.peak_bytes &&
         a.residual_bytes == b.residual_bytes && a.output_bytes == b.output_bytes;
}

// Compares the facts, as the bytes of a store, and all derived data.
inline void CheckSame(const Profile& want, const Profile& got) {
  CHECK((StoreOf(got) == StoreOf(want)));
  CHECK(got.strings.size() == want.strings.size());
  CHECK((got.time_axis.start == want.time_axis.start));
  CHECK((got.time_axis.zero.values() == want.time_axis.zero.values()));
  CHECK(got.time_axis.is_timed == want.time_axis.is_timed);
  CHECK(got.time_axis.without_wall_clock == want.time_axis.without_wall_clock);
  REQUIRE(got.execs().row.size() == want.execs().row.size());
  CHECK(got.execs().op_start == want.execs().op_start);
  for (uint32_t i = 0; i < want.execs().row.size(); ++i) {
    CAPTURE(i);
    REQUIRE(SameExec(got.execs().row[ExecId(i)], want.execs().row[ExecId(i)]));
  }
  REQUIRE(got.tracks.size() == want.tracks.size());
  for (uint32_t t = 0; t < want.tracks.size(); ++t) {
    const Events &a = want.events[TrackId(t)], &b = got.events[TrackId(t)];
    CHECK(a.self == b.self);
    CHECK(a.parent == b.parent);
    CHECK(a.label.empty() == b.label.empty());
    CHECK(a.kind.empty() == b.kind.empty());
    CHECK(a.args.empty() == b.args.empty());
  }
  for (bool compat_tfprof : {true, false}) {
    const Query query = Everything(compat_tfprof);
    const std::vector<std::string> a = Answers(want, query), b = Answers(got, query);
    REQUIRE(a.size() == b.size());
    for (size_t i = 0; i < a.size(); ++i) {
      if (a[i] == b[i]) continue;
      const auto at = std::mismatch(a[i].begin(), a[i].end(), b[i].begin(), b[i].end());
      const size_t from = std::max<ptrdiff_t>(at.first - a[i].begin() - 100, 0);
      CAPTURE(i, a[i].substr(from, 300), b[i].substr(from, 300));
      FAIL_CHECK("an answer differs");
    }
  }
}

}  // namespace profiler

#endif  // TESTS_UNIT_STORE_STORE_FILES_H_
