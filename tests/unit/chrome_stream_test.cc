// Chrome traces as text: numbers, texts, cuts and what is no JSON.
#include "profiler/readers/chrome_trace/micros.h"
#include "tests/unit/chrome_trace_files.h"

namespace profiler {
namespace {

using chrome_trace::ParseMicros;

TEST_CASE("chrome trace: microseconds keep every digit down to picoseconds") {
  const auto picos = [](std::string_view text) {
    const std::optional<Int128> value = ParseMicros(text);
    REQUIRE(value.has_value());
    return *value;
  };
  CHECK((picos("0") == 0));
  CHECK((picos("12") == 12'000'000));
  CHECK((picos("4403570358526.620") == Int128{4403570358526} * 1'000'000 + 620'000));
  CHECK((picos("0.000001") == 1));
  CHECK((picos("0.0000019") == 1));
  CHECK((picos("-1.5") == -1'500'000));
  CHECK((picos("1.5e3") == 1'500'000'000));
  CHECK((picos("1500E-3") == 1'500'000));
  CHECK((picos("1e-400") == 0));
  for (const char* text :
       {"", "-", ".", "x", "NaN", "inf", "-Infinity", "1x", "1e", "1e999999", "1e30"}) {
    CAPTURE(text);
    CHECK_FALSE(ParseMicros(text).has_value());
  }
}

size_t EventCount(const ReadRun& run) {
  size_t events = 0;
  for (const Events& on_track : run.profile.events.values()) events += on_track.size();
  return events;
}

TEST_CASE("chrome trace: an object or an array, whatever stands around the events") {
  const std::string a = Slice("x", "a", 1, 2), b = Slice("x", "b", 5, 2);
  const std::string list = "[" + a + "," + b + "]";
  for (const std::string& text :
       {list, " \n" + list + "\n", "\xEF\xBB\xBF" + list, "{\"traceEvents\":" + list + "}",
        "{\"a\": {\"traceEvents\": [1]}, \"traceEvents\" : " + list + ", \"z\": [\"]\"]}",
        "[" + a + ",\n\n" + b + "\n,]", "[" + a + "," + b, "[" + a + "," + b + ","}) {
    CAPTURE(text);
    const ReadRun run = ReadTrace(text);
    REQUIRE(run.status.ok());
    CHECK(EventCount(run) == 2);
  }
  CHECK(ReadTrace("[" + a + "," + b + ",]").Count(ImportProblem::kTrailingComma) == 1);
  CHECK(ReadTrace("[" + a + "," + b).Count(ImportProblem::kTruncated) == 1);
  CHECK(ReadTrace(list + list).Count(ImportProblem::kTextBehindEnd) == 1);
  CHECK_FALSE(ReadTrace("{\"events\": []}").status.ok());
  CHECK_FALSE(ReadTrace("").status.ok());
}

TEST_CASE("chrome trace: what is no event is passed over, and what is around it is read") {
  const std::string a = Slice("x", "a", 1, 2), b = Slice("x", "b", 5, 2);
  for (const char* odd : {"1", "\"text\"", "[1,[2]]", "{\"ph\":}", "{\"ph\" \"X\"}", "null"}) {
    CAPTURE(odd);
    const ReadRun run = ReadTrace("[" + a + "," + odd + "," + b + "]");
    REQUIRE(run.status.ok());
    CHECK(EventCount(run) == 2);
    CHECK(run.Count(ImportProblem::kMalformedEvent) == 1);
  }
  const ReadRun none =
      ReadTrace(R"([{}, {"ph":"X"}, {"ph":"X","ts":"x"}, {"ts":1}, {"ph":"?","ts":1}])");
  CHECK(none.Count(ImportProblem::kBadEvent) == 4);
  CHECK(none.Count(ImportProblem::kUnknownPhase) == 1);
}

TEST_CASE("chrome trace: names with brackets and quotes, in files longer than any chunk") {
  std::string text = "[";
  constexpr int kEvents = 40'000;
  for (int i = 0; i < kEvents; ++i) {
    if (i > 0) text += ",\n";
    text += Slice("x", "}{lambda()#" + std::to_string(i) + "\\\"},{", i, 1,
                  R"(,"args":{"a":[{"b":"}]"}],"c":{"d":{}}})");
  }
  text += "]";
  REQUIRE(text.size() > 3 << 20);
  const ReadRun run = ReadTrace(text);
  REQUIRE(run.status.ok());
  CHECK(EventCount(run) == kEvents);
  CHECK(run.Count(ImportProblem::kMalformedEvent) == 0);
  CHECK(run.Op("}{lambda()#39999\"},{").valid());
}

TEST_CASE("chrome trace: one event may be longer than a chunk, and nest deep") {
  const std::string long_name(3 << 20, 'n');
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  const ReadRun run = ReadTrace("[" + Slice("x", "a", 1, 2) + "," + Slice("x", long_name, 3, 2) +
                                "," + Slice("x", "d", 6, 2, ",\"args\":{\"deep\":" + deep + "}") +
                                "," + Slice("x", "b", 9, 2) + "]");
  REQUIRE(run.status.ok());
  CHECK(EventCount(run) >= 3);  // what nests too deep for JSON is told of
  CHECK(EventCount(run) + static_cast<size_t>(run.Count(ImportProblem::kMalformedEvent)) == 4);
}

TEST_CASE("chrome trace: letters of other encodings cost no event") {
  std::string text = "[" + Slice("x", "caf\xe9", 1, 2) + "," + Slice("x", "b\x01", 5, 2) + "]";
  const ReadRun run = ReadTrace(text);
  REQUIRE(run.status.ok());
  CHECK(EventCount(run) == 2);
  CHECK(run.Count(ImportProblem::kBadLetters) == 2);
  CHECK(run.Op("caf?").valid());
}

TEST_CASE("chrome trace: cut anywhere, it is read as far as it goes") {
  const std::string text = "{\"schemaVersion\":1,\"traceEvents\":[" + Slice("cpu_op", "a", 1, 9) +
                           "," + Slice("cpu_op", "b", 2, 3, R"(,"args":{"External id":3})") +
                           "],\"traceName\":\"t\"}";
  for (size_t size = 0; size < text.size(); ++size) {
    CAPTURE(size);
    const ReadRun run = ReadTrace(text.substr(0, size));
    if (!run.status.ok()) {
      CHECK_FALSE(Message(run.status).empty());
      continue;
    }
    CHECK(run.Count(ImportProblem::kTruncated) == 1);
  }
}

}  // namespace
}  // namespace profiler
