// Chrome traces as text: numbers, texts, cuts and invalid JSON.
#include "profiler/readers/common/micros.h"
#include "profiler/readers/trace_events/event_stream.h"
#include "profiler/readers/trace_events/json_text.h"
#include "tests/unit/chrome_trace/chrome_trace_files.h"

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
  CHECK((picos("-0") == 0));
  CHECK((picos("5.") == 5'000'000));
  CHECK((picos(".5") == 500'000));
  CHECK((picos("1.0000000000001") == 1'000'000));
  CHECK((picos("1712195495519689.123456") == Int128{1712195495519689} * 1'000'000 + 123'456));
  CHECK((picos("999999999999999999") == Int128{999'999'999'999'999'999} * 1'000'000));
  CHECK((picos("9.99999999999999999") == 9'999'999));
  for (const char* text : {"", "-", ".", "x", "NaN", "inf", "-Infinity", "1x", "1e", "1e999999",
                           "1e30", "1e400", "9999999999999999999", "1.2.3", "--1", "1-"}) {
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
  CHECK(EventCount(ReadTrace("{\"traceEvents\":" + list + ",\"traceEvents\":" + list + "}")) == 4);
  CHECK(EventCount(ReadTrace("{\"tr\\u0061ceEvents\":" + list + "}")) == 2);
  CHECK_FALSE(ReadTrace("{\"events\": []}").status.ok());
  CHECK_FALSE(ReadTrace("{\"traceEvents\": null}").status.ok());
  CHECK_FALSE(ReadTrace("{\"traceEvents\": " + a + "}").status.ok());
  CHECK_FALSE(ReadTrace("").status.ok());
}

TEST_CASE("chrome trace: damage before the events does not cost them") {
  const std::string events =
      "\"traceEvents\": [" + Slice("x", "a", 1, 2) + "," + Slice("x", "b", 5, 2) + "]}";
  for (const char* before : {"{\"host_name\": \"abc, ", "{\"d\": [{\"id\": 0}, ", "{\"d\" 1, ",
                             "{\"d\": {\"id\": [0, ", "{d, "}) {
    CAPTURE(before);
    const ReadRun run = ReadTrace(before + events);
    REQUIRE(run.status.ok());
    CHECK(EventCount(run) == 2);
    CHECK(run.Count(ImportProblem::kMalformedText) + run.Count(ImportProblem::kTruncated) == 1);
  }
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
  CHECK(none.Count(ImportProblem::kBadEvent) == 3);  // TensorBoard ends with an empty event
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
  CHECK(EventCount(run) == 4);
  CHECK(run.Count(ImportProblem::kMalformedEvent) == 0);
}

// The events of a stream as lines of text, and the problems it counts.
std::vector<std::string> Streamed(const std::string& array, size_t window) {
  std::vector<std::string> lines;
  const Input input = Input::FromBytes("t.json", array);
  ImportReport report;
  const Place place = {report, input.name(), input.bytes().data()};
  chrome_trace::EventStream stream(input, place, window);
  RunContext context;
  const auto take = [&](const chrome_trace::TraceEvent& event) {
    std::string line = std::to_string(event.offset) + " " + event.phase + " ";
    line.append(event.name).append(" ").append(event.thread.text);
    for (const chrome_trace::Argument& argument : event.args.all()) {
      line.append(" ").append(argument.key).append("=").append(argument.value.text);
    }
    lines.push_back(line);
  };
  const absl::StatusOr<size_t> end = stream.Read(1, take, context);
  REQUIRE(end.ok());
  lines.push_back("end " + std::to_string(*end));
  for (const ImportReport::Entry& entry : report.entries()) {
    lines.push_back(std::to_string(static_cast<int>(entry.problem)) + ": " +
                    std::to_string(entry.count));
  }
  return lines;
}

TEST_CASE("chrome trace: how much of the file is looked at at once changes nothing") {
  const std::string a =
      Slice("x", "}{[],\\\"", 1, 2, R"(,"args":{"name":"\u0061","o":[{"b":"}"}]})");
  const std::string b = R"({"args":{"v":1,"w":"2"},"ph":"C","name":"c","ts":3})";
  const std::string array = "[" + a + ",\r\n" + b + ", {} ,{\"ph\" 1}," + a +
                            " 17 ,{\"name\":\"x," + "\"ph\":\"X\"}," + a +
                            ",{\"ph\":\"X\",\"name\":\"caf\xe9\"}," + b + ",]";
  const std::vector<std::string> whole = Streamed(array, array.size());
  REQUIRE(whole.size() == 11);  // seven events, and three non-events
  CHECK(whole[0] == R"(1 X }{[]," 1 name=a)");
  CHECK(whole[1].ends_with(" C c  v=1 w=2"));
  for (size_t window = 1; window < array.size(); ++window) {
    CAPTURE(window);
    CHECK(Streamed(array, window) == whole);
  }
}

TEST_CASE("chrome trace: escapes say letters, and wrong ones stay as they stand") {
  const auto unescaped = [](std::string_view escaped) {
    std::string text;
    chrome_trace::Unescape(escaped, text);
    return text;
  };
  CHECK(unescaped("plain") == "plain");
  CHECK(unescaped(R"(\"\\\/\b\f\n\r\t)") == "\"\\/\b\f\n\r\t");
  CHECK(unescaped(R"(a\u0041\u00e9\u20AC\ud83d\ude00z)") == "aA\u00e9\u20ac\U0001F600z");
  CHECK(unescaped(R"(\ud83d|\ude00|\ud83d\u0041)") == "\uFFFD|\uFFFD|\uFFFDA");
  CHECK(unescaped(R"(\q\u12\u12g4\)") == R"(\q\u12\u12g4\)");
}

TEST_CASE("chrome trace: a quote or a bracket that is missing costs one event or two") {
  const std::string a = Slice("x", "a", 1, 2, R"(,"args":{"b":[1,2],"c":{"d":"e"}})");
  const std::string whole = "[" + a + ",\n" + a + ",\n" + a + ",\n" + a + "]";
  for (size_t at = 1; at < a.size(); ++at) {
    if (std::string_view("{}[]\":,").find(a[at]) == std::string_view::npos) continue;
    CAPTURE(at);
    std::string damaged = whole;
    damaged.erase(a.size() + 3 + at, 1);  // of the second event
    const ReadRun run = ReadTrace(damaged);
    REQUIRE(run.status.ok());
    CHECK(EventCount(run) >= 2);
    CHECK(EventCount(run) + static_cast<size_t>(run.Count(ImportProblem::kMalformedEvent)) >= 3);
  }
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
