// -output profile of recorded profiles and runs: the output equals the input, and what tfprof
// itself wrote.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/open/open.h"
#include "profiler/render/render.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/sanitized.h"
#include "tests/unit/export/written_profile.h"
#include "tests/unit/readers/profile_proto_compare.h"

namespace profiler {
namespace {

using tensorflow::tfprof::ProfileProto;

// Every view of every step, with every column, in every format. In a sanitized build all steps and
// the first one, in one format: the rest takes minutes there, and other tests cover it.
std::vector<std::string> AllAnswers(const Profile& profile) {
  std::vector<std::string> answers;
  std::set<int64_t> steps = {-1};
  for (const StepRow& step : profile.steps.values()) {
    if (!kSanitized || steps.size() < 2) steps.insert(step.number);
  }
  for (int64_t step : steps) {
    for (bool compat : {true, false}) {
      RunContext context;
      Query query = ExportQuery(compat, step);
      query.max_depth = 100;
      for (const OpColumn& info : OpColumns()) query.select.emplace_back(info.name);
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
    }
  }
  return answers;
}

std::vector<std::string> RecordedProfiles() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("testdata")) {
    const std::string name = entry.path().filename();
    if (name.find("profile_") != std::string::npos || name.ends_with(".profile")) {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Not a ProfileProto, or too damaged to compare.
bool IsDamaged(const std::string& path) {
  for (const char* name : {"truncated", "garbage", "text", "runmeta", "dangling_input",
                           "dangling_string", "short_tuple", "dup_names"}) {
    if (path.find(std::string("profile_") + name) != std::string::npos) return true;
  }
  return false;
}

TEST_CASE("a recorded profile that is written again gives the same answers") {
  for (const std::string& path : RecordedProfiles()) {
    CAPTURE(path);
    const Read original(FileBytes(path));
    const ProfileProtoBytes written = Write(original.profile);
    CHECK(written.nodes == static_cast<int64_t>(original.profile.op_count()));
    CHECK(written.notes.empty());
    const Read again(written.bytes);
    // It is complete: only start times of 0 may be reported again.
    for (const ImportReport::Entry& entry : again.report.entries()) {
      CHECK(Info(entry.problem).severity != ImportSeverity::kError);
    }
    const std::vector<std::string> want = AllAnswers(original.profile);
    const std::vector<std::string> got = AllAnswers(again.profile);
    REQUIRE(want.size() == got.size());
    for (size_t i = 0; i < want.size(); ++i) {
      if (want[i] == got[i]) continue;
      const auto at = std::mismatch(want[i].begin(), want[i].end(), got[i].begin(), got[i].end());
      const size_t from = std::max<ptrdiff_t>(at.first - want[i].begin() - 100, 0);
      CAPTURE(i, want[i].substr(from, 300), got[i].substr(from, 300));
      FAIL_CHECK("an answer differs");
      break;
    }
    CHECK((Write(again.profile).bytes == written.bytes));
  }
}

TEST_CASE("a recorded profile that is written again holds the same fields") {
  for (const std::string& path : RecordedProfiles()) {
    if (IsDamaged(path)) continue;
    CAPTURE(path);
    const std::string bytes = FileBytes(path);
    CHECK(Differences(Parse(bytes), Parse(Write(Read(bytes).profile).bytes)) == "");
  }
}

// tfprof's result for a graph, its run metadata, op log and checkpoint.
TEST_CASE("of graph and run metadata what tfprof writes is written") {
  int cases = 0;
  for (const auto& model : std::filesystem::directory_iterator("testdata")) {
    std::ifstream stream(model.path() / "ingest.json");
    if (!stream) continue;
    const auto path = [&](const nlohmann::json& name) {
      return name == "" ? "" : (model.path() / name.get<std::string>()).string();
    };
    for (const nlohmann::json& spec : nlohmann::json::parse(stream)) {
      CAPTURE(spec["id"].get<std::string>());
      const nlohmann::json& inputs = spec["inputs"];
      OpenRequest request;
      request.graph_path = path(inputs["graph_path"]);
      for (const std::string& name : SplitList(inputs["run_meta_path"].get<std::string>())) {
        request.run_meta_paths.push_back(path(name));
      }
      request.op_log_path = path(inputs["op_log_path"]);
      request.checkpoint_path = path(inputs["checkpoint_path"]);
      RunContext context;
      const absl::StatusOr<OpenedProfile> opened = OpenProfile(request, context);
      REQUIRE(opened.status().ToString() == "OK");
      const ProfileProto want = Parse(FileBytes(path(spec["expected_profile"])));
      CHECK(Differences(want, Parse(Write(opened->profile).bytes)) == "");
      ++cases;
    }
  }
  CHECK(cases >= 10);
}

}  // namespace
}  // namespace profiler
