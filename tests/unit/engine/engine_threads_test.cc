// One engine, two profiles and many concurrent callers get the same answers as a single one.
#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/catalog/options.h"
#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/engine/commands.h"
#include "profiler/engine/engine.h"
#include "profiler/render/render.h"

namespace profiler {
namespace {

constexpr int kThreads = 8, kQuestionsOfEach = 200, kQuestions = 300;
constexpr std::array kProfiles = {"testdata/mlp/profile_1055",
                                  "testdata/xspace/syn_gpu1/host0.xplane.pb"};

struct Choice {
  std::string_view option;
  std::vector<std::string_view> values;
};
const std::vector<Choice>& Choices() {
  static const std::vector<Choice> kChoices = {
      {"step", {"0", "1", "2", "1055"}},
      {"from", {"1us", "100us", "2ms"}},
      {"to", {"150us", "3ms", "1s"}},
      {"step_event", {".*train.*", ".*step.*"}},
      {"stat", {"median", "max", "per_step"}},
      {"where", {"micros > 5us", "occurrence > 1"}},
      {"top", {"1", "5", "100"}},
      {"order_by", {"name", "micros", "occurrence"}},
      {"account_type_regexes", {".*MatMul.*", ".*GPU.*", "Const"}},
      {"device", {".*GPU.*", ".*cpu.*"}},
      {"hide_name_regexes", {".*grad.*"}},
      {"select", {"micros", "occurrence,micros", "bytes,params"}},
  };
  return kChoices;
}

struct Asked {
  Question question;
  size_t profile = 0, threads = 1;
  std::string_view form;
};

// The same for the same seed. Options that do not fit the command are rejected, which is an answer
// as well.
Asked RandomQuestion(std::mt19937& random) {
  const auto pick = [&](const auto& from) -> const auto& { return from[random() % from.size()]; };
  Asked asked;
  asked.question.command = pick(CommandsOnOneProfile()).name;
  asked.question.compat = std::array{Compat::kAuto, Compat::kTfprof, Compat::kOff}[random() % 3];
  asked.question.answer_shows_problems = random() % 2 == 0;
  asked.profile = random() % kProfiles.size();
  asked.threads = 1 + random() % 2;
  asked.form = random() % 4 == 0 ? "csv" : "json";
  Options options;
  for (size_t i = random() % 4; i > 0; --i) {
    const Choice& choice = pick(Choices());
    const absl::Status set = FindOption(choice.option)->set(options, pick(choice.values));
    INFO(choice.option << ": " << set);
    REQUIRE(set.ok());
  }
  if (!CheckColumns(FindCommand(asked.question.command), options.query).ok()) {
    options.query.where = Where();
    options.query.order_by = {};
    options.query.select = {};
  }
  asked.question.query = options.query;
  return asked;
}

std::vector<ProfileHandle> OpenAll(Engine& engine) {
  std::vector<ProfileHandle> profiles;
  for (const char* const path : kProfiles) {
    RunContext context;
    OpenRequest request;
    request.profile_paths = {path};
    request.threads = 1;
    auto opened = engine.Open(request, context);
    REQUIRE(opened.ok());
    profiles.push_back(*std::move(opened));
  }
  return profiles;
}

const std::string kError = "error ";

std::string AnswerTo(const Asked& asked, Engine& engine,
                     const std::vector<ProfileHandle>& profiles) {
  RunContext context;
  context.SetThreads(asked.threads);
  const auto report = engine.Answer(profiles[asked.profile], asked.question, context);
  if (!report.ok()) return kError + report.status().ToString();
  return FindRenderer(asked.form)->render(*report, {asked.question.command, {"profile"}});
}

TEST_CASE("many threads that ask at once get the answers of one") {
  std::mt19937 random(20260722);
  std::vector<Asked> questions;
  for (int i = 0; i < kQuestions; ++i) questions.push_back(RandomQuestion(random));
  std::vector<std::string> expected;
  {
    Engine engine;
    const std::vector<ProfileHandle> profiles = OpenAll(engine);
    for (const Asked& asked : questions) expected.push_back(AnswerTo(asked, engine, profiles));
  }
  const auto answers = std::count_if(expected.begin(), expected.end(), [](const std::string& text) {
    return !text.starts_with(kError);
  });
  CHECK(answers > kQuestions / 2);

  // With room for all cached answers, and for almost none.
  for (const uint64_t room : {uint64_t{1} << 30, uint64_t{200'000}}) {
    Engine engine({room});
    const std::vector<ProfileHandle> profiles = OpenAll(engine);
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        std::mt19937 own(static_cast<uint32_t>(thread));
        for (int i = 0; i < kQuestionsOfEach; ++i) {
          const size_t which = own() % questions.size();
          if (AnswerTo(questions[which], engine, profiles) != expected[which]) ++wrong;
          if (own() % 100 == 0) engine.ForgetAnswers();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CAPTURE(room);
    CHECK(wrong == 0);
  }
}

TEST_CASE("profiles open and close while others are asked") {
  Engine engine;
  const std::vector<ProfileHandle> profiles = OpenAll(engine);
  Asked asked;
  asked.question.command = "scope";
  asked.form = "json";
  const std::string expected = AnswerTo(asked, engine, profiles);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 5; ++i) {
        RunContext context;
        OpenRequest request;
        request.profile_paths = {kProfiles[0]};
        request.threads = 1;
        const auto own = engine.Open(request, context);
        if (!own.ok()) ++wrong;
        const bool asks_own = own.ok() && thread % 2 == 0;
        if (AnswerTo(asked, engine, asks_own ? std::vector{*own} : profiles) != expected) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

}  // namespace
}  // namespace profiler
