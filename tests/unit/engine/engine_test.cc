// What the engine adds to a view's answer.
#include "profiler/engine/engine.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/catalog/exporters.h"
#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/engine/commands.h"
#include "profiler/render/render.h"
#include "tests/unit/common/made_profile.h"
#include "tests/unit/export/memory_files.h"

namespace profiler {
namespace {

constexpr char kProfile[] = "testdata/mlp/profile_1055";
constexpr char kXSpace[] = "testdata/xspace/syn_gpu1/host0.xplane.pb";

ProfileHandle Opened(Engine& engine, const std::string& path) {
  RunContext context;
  OpenRequest request;
  request.profile_paths = {path};
  auto opened = engine.Open(request, context);
  REQUIRE(opened.ok());
  return *std::move(opened);
}

Question Asking(std::string_view command) {
  Question question;
  question.command = command;
  return question;
}

std::string Json(const Report& report) { return FindRenderer("json")->render(report, {}); }

TEST_CASE("a report outlives its profile and the engine") {
  int cut_answers = 0;
  for (const char* const command : {"scope", "graph", "code", "op", "report"}) {
    for (const bool cut : {false, true}) {
      CAPTURE(command, cut);
      auto engine = std::make_unique<Engine>();
      ProfileHandle profile = Opened(*engine, kProfile);
      Question question = Asking(command);
      question.query.max_depth = 100;
      if (cut) question.query.selection.from = *TimeBound::Parse("1us");
      RunContext context;
      auto report = engine->Answer(profile, question, context);
      REQUIRE((report.ok() || cut));
      if (!report.ok()) continue;  // a window may have nothing to report
      cut_answers += cut ? 1 : 0;
      const std::string before = Json(*report);
      profile = {};
      engine.reset();
      const Report copy = *report;
      *report = Report();
      CHECK(Json(copy) == before);
    }
  }
  CHECK(cut_answers > 0);
}

TEST_CASE("tfprof's quirks are for what tfprof reads, unless the question says") {
  Engine engine;
  const ProfileHandle profile = Opened(engine, kProfile), xspace = Opened(engine, kXSpace);
  CHECK(AnswersAsTfprof(Compat::kAuto, profile));
  CHECK_FALSE(AnswersAsTfprof(Compat::kAuto, xspace));
  CHECK_FALSE(AnswersAsTfprof(Compat::kAuto, {}));
  CHECK(AnswersAsTfprof(Compat::kTfprof, xspace));
  CHECK_FALSE(AnswersAsTfprof(Compat::kOff, profile));
  CHECK(CompatOf("tfprof") == Compat::kTfprof);
  CHECK(CompatOf("off") == Compat::kOff);
  CHECK(CompatOf("auto") == Compat::kAuto);
}

TEST_CASE("a handle knows what it was opened from") {
  Engine engine;
  CHECK_FALSE(ProfileHandle());
  const ProfileHandle profile = Opened(engine, kProfile);
  REQUIRE(profile);
  CHECK(profile.paths() == std::vector<std::string>{kProfile});
  CHECK(profile.identity().valid());
  CHECK(!(profile.identity() == Opened(engine, kProfile).identity()));
}

TEST_CASE("notes of a window come first, those on places that are not there behind the view's") {
  Engine engine;
  const ProfileHandle profile = Opened(engine, kXSpace);
  Question question = Asking("ops");
  question.query.selection.from = *TimeBound::Parse("1us");
  question.query.selection.hosts = *RegexSet::Compile({"nobody"});
  RunContext context;
  const auto report = engine.Answer(profile, question, context);
  REQUIRE(report.ok());
  REQUIRE(report->notes.size() >= 2);
  CHECK(report->notes.front().id == "window");
  CHECK(report->notes.back().text.find("nobody") != std::string::npos);
  question.query.selection = {};
  const auto whole = engine.Answer(profile, question, context);
  REQUIRE(whole.ok());
  CHECK(std::none_of(whole->notes.begin(), whole->notes.end(),
                     [](const Note& note) { return note.id == "window"; }));
}

TEST_CASE("what reading met is a part of the answer where it is asked for") {
  Engine engine;
  ImportReport met;
  met.Count(ImportProblem::kTruncated, "a file", 3, "");
  MadeProfile made;
  made.Event(made.Track(made.Source("one"), "/device:cpu:0"), 0, 10, made.Op("a"));
  const auto profile = std::make_shared<const Profile>(made.builder.Build());
  const ProfileHandle handle = engine.Adopt(profile, met);
  Question question = Asking("info");
  RunContext context;
  const size_t notes = engine.Answer(handle, question, context)->notes.size();
  question.answer_shows_problems = true;
  CHECK(engine.Answer(handle, question, context)->notes.size() == notes + 1);
}

TEST_CASE("a question that cannot be asked says why") {
  Engine engine;
  const ProfileHandle profile = Opened(engine, kProfile);
  RunContext context;
  CHECK(absl::IsFailedPrecondition(engine.Answer(ProfileHandle(), Asking("op"), context).status()));
  CHECK(absl::IsNotFound(engine.Answer(profile, Asking("opp"), context).status()));
  const std::vector<ProfileHandle> two = {profile, profile};
  CHECK(Message(engine.Answer(two, Asking("info"), context).status()) ==
        "info is about 1 profile, not 2");
  CHECK(absl::IsInvalidArgument(engine.Answer(two, Asking("report"), context).status()));
  Question question = Asking("advise");
  question.rules_file = "no/such/file";
  CHECK(absl::IsNotFound(engine.Answer(profile, question, context).status()));
  question.rules_file = "";
  question.command = "op";
  MemoryFiles files;
  CHECK(engine.Export(profile, question, *FindExporter("store"), {"op", "file"}, files, context)
            .ok());
  CHECK(files.closed.size() == 1);
}

TEST_CASE("composites stand among the views, each command once") {
  std::vector<std::string_view> names;
  for (const View& command : AllCommands()) names.push_back(command.name);
  const auto report = std::find(names.begin(), names.end(), "report");
  REQUIRE(report != names.end());
  CHECK(*(report + 1) == "diff");
  CHECK(*(report + 2) == "check");
  CHECK(*(report + 3) == "trend");
  CHECK(*(report + 4) == "sql");
  CHECK(*(report + 5) == "info");
  CHECK(AllCommands().size() == AllViews().size() + AllComposites().size());
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
  CHECK(FindView("report") == nullptr);
  CHECK(FindCommand("report") != nullptr);
  CHECK(FindComposite("op") == nullptr);
}

}  // namespace
}  // namespace profiler
