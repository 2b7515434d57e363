// Order without meaning does not change answers: fields on the wire, map entries, the events of a
// line, the events of a Chrome trace.
#include <algorithm>

#include "profiler/catalog/renderers.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/sanitized.h"
#include "tests/unit/properties/generated_inputs.h"
#include "tests/unit/properties/shuffled_message.h"
#include "tests/unit/store/same_answers.h"

namespace profiler {
namespace {

constexpr uint64_t kSeeds = Seeds(25);

// Every answer but `info`, which lists problems in the order of the file. Compared as text if keys
// of rows contain numbers in order of appearance (`trace`, `hlo`), or reals are summed in the order
// of steps (`overview`).
void CheckAlike(const GeneratedInput& a, const GeneratedInput& b) {
  CHECK(a.bytes != b.bytes);
  const Profile want = Opened(a).profile, got = Opened(b).profile;
  for (const bool compat_tfprof : {true, false}) {
    CAPTURE(compat_tfprof);
    RunContext context_a, context_b;
    Asker ask_want(want);
    Asker ask_got(got);
    for (const View& view : CommandsOnOneProfile()) {
      if (view.name == "info") continue;
      const auto report = ask_want(view.name, Everything(compat_tfprof), context_a);
      const auto other = ask_got(view.name, Everything(compat_tfprof), context_b);
      REQUIRE(report.ok() == other.ok());
      if (!report.ok()) continue;
      const bool as_text = view.name == "trace" || view.name == "hlo" || view.name == "overview";
      const char* const form = as_text ? "text" : "json";
      const std::string text = FindRenderer(form)->render(*report, {});
      CAPTURE(view.name);
      CheckSameText(text, FindRenderer(form)->render(*other, {}));
    }
  }
}

void CheckShuffled(const std::string& name, const google::protobuf::Message& message, uint64_t seed,
                   const std::set<std::string>& unordered) {
  CAPTURE(seed, name);
  CheckAlike({name, message.SerializeAsString()},
             {name, MessageShuffler(seed, unordered).Shuffled(message)});
}

TEST_CASE("properties: the order of a ProfileProto's fields and entries changes nothing") {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    CheckShuffled("profile_1", ProfileProtoGenerator(seed).Make(), seed,
                  {"tensorflow.tfprof.ExecTime.times"});
  }
}

TEST_CASE("properties: the order of an XSpace's fields and entries changes nothing") {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    CheckShuffled("h.xplane.pb", XSpaceGenerator(seed).Make(), seed, {});
  }
}

TEST_CASE("properties: the order of the events of a line of an XSpace changes nothing") {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    CheckShuffled("h.xplane.pb", XSpaceGenerator(seed).Make(), seed,
                  {"tensorflow.profiler.XLine.events"});
  }
}

// Shuffles events within each thread only, as threads are numbered in order of appearance.
std::vector<nlohmann::json> MixedWithinThreads(const std::vector<nlohmann::json>& events,
                                               uint64_t seed) {
  std::map<std::string, std::vector<size_t>> of_thread;
  for (size_t i = 0; i < events.size(); ++i) {
    of_thread[events[i]["pid"].dump() + " " + events[i]["tid"].dump()].push_back(i);
  }
  std::vector<nlohmann::json> mixed(events.size());
  std::mt19937 random(static_cast<uint32_t>(seed));
  for (const auto& [thread, places] : of_thread) {
    std::vector<size_t> from = places;
    std::shuffle(from.begin(), from.end(), random);
    for (size_t i = 0; i < places.size(); ++i) mixed[places[i]] = events[from[i]];
  }
  return mixed;
}

TEST_CASE("properties: the order of a Chrome trace's events within a thread changes nothing") {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    const std::vector<nlohmann::json> events = TraceGenerator(seed).Events();
    CheckAlike({"t.json", TraceGenerator::Document(events)},
               {"t.json", TraceGenerator::Document(MixedWithinThreads(events, seed))});
  }
}

}  // namespace
}  // namespace profiler
