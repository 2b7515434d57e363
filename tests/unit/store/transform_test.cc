// What holds of every profile that is transformed: rebuilt unchanged, cut in two, and asked.
#include "profiler/engine/transform.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "profiler/catalog/exporters.h"
#include "profiler/export/export.h"
#include "profiler/store/transform/to_builder.h"
#include "profiler/store/transform/window.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/store/recorded_profiles.h"
#include "tests/unit/store/store_files.h"
#include "tests/unit/store/store_full_profile.h"
#include "tests/unit/store/transformed.h"

namespace profiler {
namespace {

struct Times {
  Int128 cpu = 0, accelerator = 0;
  friend bool operator==(const Times&, const Times&) = default;
};
using TimesByOp = std::map<uint32_t, Times>;

void AddTimes(const Profile& profile, TimesByOp& times) {
  for (const ExecRow& row : profile.execs().row.values()) {
    times[row.op.row()].cpu += row.cpu_time;
    times[row.op.row()].accelerator += row.accelerator_time;
  }
}

TEST_CASE("a profile that is reopened and built again is the same, whatever it holds") {
  size_t checked = 0;
  const auto check = [&](const Profile& profile) {
    const Profile again = ToBuilder(profile, BuilderEvents::kAll).Build();
    CHECK((StoreOf(again) == StoreOf(profile)));
    CHECK(again.strings.size() == profile.strings.size());
    CHECK(again.import_rows.size() == profile.import_rows.size());
    CHECK((again.time_axis.start == profile.time_axis.start));
    REQUIRE(again.execs().row.size() == profile.execs().row.size());
    for (uint32_t i = 0; i < again.execs().row.size(); ++i) {
      REQUIRE(SameExec(again.execs().row[ExecId(i)], profile.execs().row[ExecId(i)]));
    }
    for (uint32_t t = 0; t < again.tracks.size(); ++t) {
      CHECK(again.events[TrackId(t)].self == profile.events[TrackId(t)].self);
    }
    ++checked;
  };
  for (const auto& [path, profile] : RecordedProfiles()) {
    CAPTURE(path);
    check(profile);
  }
  CHECK(checked > 30);
  check(FullProfile().Make());
}

TEST_CASE("two adjoining windows hold the time of the whole, op by op") {
  size_t checked = 0;
  for (const auto& [path, profile] : RecordedProfiles()) {
    CAPTURE(path);
    const int64_t length = LengthOf(profile);
    if (length < 3) continue;
    for (const int64_t middle : {length / 2, length / 3, int64_t{1}}) {
      WindowReport before, behind;
      TimesByOp parts, whole;
      const Profile first = CutToWindow(profile, {0, middle}, before);
      const Profile second = CutToWindow(profile, {middle}, behind);
      AddTimes(first, parts);
      AddTimes(second, parts);
      AddTimes(profile, whole);
      CHECK((first.time_axis.start == profile.time_axis.start));
      CHECK(LengthOf(first) <= middle);
      CHECK(before.cut_events == behind.cut_events);
      CHECK(before.unplaced_events == static_cast<int64_t>(profile.unplaced.size()));
      if (before.unplaced_events > 0 || before.untold_totals + behind.untold_totals > 0) continue;
      std::erase_if(whole, [](const auto& op) { return op.second == Times(); });
      std::erase_if(parts, [](const auto& op) { return op.second == Times(); });
      CHECK((parts == whole));
      ++checked;
    }
  }
  CHECK(checked > 60);
}

TEST_CASE("every view and every exporter answers on a window of every kind of profile") {
  int answered = 0;  // exporters
  for (const char* path :
       {"testdata/xspace/tf_compute_bound/host0.xplane.pb",
        "testdata/xspace/syn_gpu1/host0.xplane.pb", "testdata/mlp/profile_1055"}) {
    CAPTURE(path);
    RunContext context;
    OpenRequest request;
    request.profile_paths = {path};
    const absl::StatusOr<OpenedProfile> opened = OpenProfile(request, context);
    REQUIRE(opened.ok());
    const std::string middle = std::to_string(LengthOf(opened->profile) / 2) + "ps";
    const Transformed transformed = Made(opened->profile, Window("", middle));
    Query query = Everything(false);
    Asker ask_whole(opened->profile), ask_part(transformed.profile);
    for (const View& view : CommandsOnOneProfile()) {
      CAPTURE(std::string(view.name));
      const absl::StatusCode of_part = ask_part(view.name, query, context).status().code();
      CHECK(of_part == ask_whole(view.name, query, context).status().code());
    }
    for (const Exporter& exporter : AllExporters()) {
      std::vector<std::string_view> views = CommandsOf(exporter);
      if (views.empty()) views = {"op"};
      for (const std::string_view view : views) {
        CAPTURE(std::string(exporter.name), std::string(view));
        Query one = query;
        if (exporter.name == "folded") one.select = {Measure::kMicros};
        MemoryFiles files;
        ExportParams params;
        params.view = view;
        params.outfile = "f";
        const auto code = [&](const Profile& profile) {
          const Selected selected(profile, one.selection);
          return RunExporter(exporter, selected, one, params, files, context).status().code();
        };
        const absl::StatusCode of_whole = code(opened->profile);
        const size_t files_of_whole = files.closed.size();
        files.closed.clear();
        CHECK(code(transformed.profile) ==
              of_whole);  // without stacks, `code` has nothing to export
        CHECK(files.closed.empty() == (files_of_whole == 0));
        answered += of_whole == absl::StatusCode::kOk ? 1 : 0;
      }
    }
  }
  CHECK(answered > 20);
}

}  // namespace
}  // namespace profiler
