// One thread and many give the same bytes, for one input and for many files. The order of the
// files' names does not change answers.
#include "profiler/catalog/renderers.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/test_folder.h"
#include "tests/unit/properties/generated_inputs.h"
#include "tests/unit/store/same_answers.h"

namespace profiler {
namespace {

TEST_CASE("properties: an input is read alike on any number of threads") {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    for (const GeneratedInput& input : GeneratedInputs(seed)) {
      CAPTURE(seed, input.name);
      const Profile one = Recorded(Opened(input, 1)).profile;
      for (const size_t threads : {2, 5}) {
        CHECK((StoreOf(Recorded(Opened(input, threads)).profile) == StoreOf(one)));
      }
    }
  }
}

Profile ReadOn(std::vector<std::string> paths, int64_t threads) {
  OpenRequest request;
  request.profile_paths = std::move(paths);
  request.threads = threads;
  RunContext context;
  auto opened = OpenProfile(request, context);
  INFO(opened.status().ToString());
  REQUIRE(opened.ok());
  return std::move(opened->profile);
}

// All views but those that list import problems, which are in the order of the files.
void CheckSameButProblems(const Profile& want, const Profile& got) {
  RunContext of_want, of_got;
  of_got.SetThreads(4);
  Asker ask_want(want);
  Asker ask_got(got);
  for (const View& view : CommandsOnOneProfile()) {
    if (view.name == "info" || view.name == "report") continue;
    CAPTURE(view.name);
    const auto a = ask_want(view.name, Everything(false), of_want);
    const auto b = ask_got(view.name, Everything(false), of_got);
    REQUIRE(a.ok() == b.ok());
    if (!a.ok()) continue;
    CheckSameText(FindRenderer("json")->render(*a, {}), FindRenderer("json")->render(*b, {}));
  }
}

TEST_CASE("properties: files are read alike by any number of threads, in any order") {
  for (uint64_t seed = 0; seed < 4; ++seed) {
    CAPTURE(seed);
    const TestFolder folder;
    std::vector<std::string> paths;
    for (uint64_t file = 0; file < 6; ++file) {
      std::vector<GeneratedInput> inputs = GeneratedInputs(6 * seed + file);
      // Traces without a rank are numbered in the order of the command line.
      inputs.back().bytes = TraceGenerator::Document(TraceGenerator(6 * seed + file).Events(),
                                                     static_cast<int64_t>(file));
      for (GeneratedInput& input : inputs) {
        input.name = std::to_string(file) + "/" + input.name;
        paths.push_back(folder.File(input.name, input.bytes));
      }
    }
    const std::string one = StoreOf(ReadOn(paths, 1));
    CHECK((StoreOf(ReadOn(paths, 3)) == one));
    const Profile forth = ReadOn(paths, 3);
    std::reverse(paths.begin(), paths.end());
    CheckSameButProblems(forth, ReadOn(paths, 3));
  }
}

}  // namespace
}  // namespace profiler
