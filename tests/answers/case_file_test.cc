// Tests case files, profiles as text, and the errors for invalid lines.
#include "tests/answers/case_file.h"

#include <catch2/catch.hpp>

#include "profiler/base/status.h"
#include "tests/answers/profile_text.h"

namespace profiler {
namespace {

// The error of a file, or of the profile of its first case; "" if there is none.
std::string Problem(std::string_view text) {
  const auto cases = ReadCases(text);
  if (!cases.ok()) return Message(cases.status());
  return Message(ProfileOf(cases->at(0).profile).status());
}

// The error of a case with this profile, whose first line is line 2 of the file.
std::string ProblemOf(const std::string& profile) {
  return Problem("== a\n" + profile + "\n> ops\n");
}

bool Begins(const std::string& text, std::string_view start) { return text.rfind(start, 0) == 0; }

TEST_CASE("case files: a case is a name, a profile, and commands with their answers") {
  const auto cases = ReadCases(
      "# why\n== one\nsource s\n\n> ops -top 1\nname  \n\nrow\n\n\n"
      "> steps\n== two\nlike one\nstep 1\n> steps\n");
  REQUIRE(cases.ok());
  REQUIRE(cases->size() == 2);
  const Case& one = cases->at(0);
  CHECK(one.name.text == "one");
  REQUIRE(one.expectations.size() == 2);
  CHECK(one.expectations[0].command.number == 5);
  CHECK(one.expectations[0].command.text == "ops -top 1");
  CHECK(one.expectations[0].answer == std::vector<std::string>{"name", "", "row"});
  CHECK(one.expectations[1].answer.empty());
  const std::vector<TextLine>& two = cases->at(1).profile;
  REQUIRE(two.size() == 3);
  CHECK(two.front().text == "source s");
  CHECK(two.front().number == 3);  // its line in the file
  CHECK(two.back().text == "step 1");
}

TEST_CASE("case files: what is wrong is told with its line") {
  CHECK(Problem("") == "the file has no case");
  CHECK(Begins(Problem("# x\nsource s\n"), "line 2: a file begins with"));
  CHECK(Begins(Problem("== a\nsource s\n"), "line 1: the case asks nothing"));
  CHECK(Begins(Problem("== a\nsource s\n== b\n> ops\n"), "line 1: the case asks nothing"));
  CHECK(Problem("== a\nlike b\n> ops\n") == "line 2: no case above is named 'b'");
}

TEST_CASE("profiles as text: rows, their columns and what refers to what") {
  const auto cases = ReadCases(R"(== a
source one rank=3
device g kind=gpu peak_flops_per_second=1000
step 7 begin=0us end=1.5ms partial=yes
op x name="a b" kind=runtime label=l input=y shape=2,3 frame=a.py:7:f;:0:g
track t kind=stream device=g
  -1us +2us x step=7 launched_by=call
  5us - kind=instant label=mark
track host
  0us +1us z id=call
series use unit=% device=g
  0us +10us 1 2.5
snapshot op=x step=one:7 requested_bytes=9
exec op=x cpu_time=3us
allocation time=1us delta=-4
> ops
)");
  REQUIRE(cases.ok());
  const auto profile = ProfileOf(cases->at(0).profile);
  REQUIRE(Message(profile.status()).empty());
  CHECK(profile->sources.values().at(0).rank == 3);
  CHECK(profile->devices[DeviceId(0)].kind == DeviceKind::kGpu);
  CHECK(profile->steps[StepId(0)].end == 1'500'000'000);
  CHECK(profile->steps[StepId(0)].partial);
  REQUIRE(profile->tracks.size() == 2);
  const Events& events = profile->events[TrackId(0)];
  REQUIRE(events.size() == 2);
  CHECK(events.begin[0] == -1'000'000);
  CHECK(events.duration[0] == 2'000'000);
  CHECK(events.kind[1] == EventKind::kInstant);
  CHECK(profile->strings[events.label[1]] == "mark");
  CHECK(profile->strings[profile->ops.row[events.op[0]].name] == "a b");
  REQUIRE(profile->flows.size() == 1);
  CHECK(profile->flows[0].from.track == TrackId(1));
  CHECK(profile->flows[0].to == EventId{TrackId(0), 0});
  REQUIRE(profile->series.size() == 1);
  CHECK(profile->series[0].value == std::vector<double>{1, 2.5});
  CHECK(profile->snapshots.size() == 1);
  CHECK(profile->allocations.size() == 1);
}

TEST_CASE("profiles as text: what is wrong is told with its line") {
  CHECK(Begins(ProblemOf("step 1"), "line 2: a line 'source PATH' must stand before"));
  CHECK(Begins(ProblemOf("source s\nfoo x"), "line 3: 'foo' is no kind of row (source, device"));
  CHECK(ProblemOf("source s\ntrack") == "line 3: 'track NAME' lacks the name");
  CHECK(ProblemOf("source s\n  0us +1us a") == "line 3: an event stands below its track");
  CHECK(Begins(ProblemOf("source s rnk=1"), "line 2: no column 'rnk' (path, format, "));
  CHECK(ProblemOf("source s x") == "line 2: 'x' is no COLUMN=VALUE");
  CHECK(ProblemOf("source s rank=x") == "line 2: 'x' is no number that fits");
  CHECK(ProblemOf("source s\nstep x") == "line 3: 'x' is no number that fits");
  CHECK(ProblemOf("source s\nstep 1 partial=1") == "line 3: '1' is neither yes nor no");
  CHECK(ProblemOf("source s\nstep 1 end=1") == "line 3: '1' is no time, as 10us or 1.5ms are");
  CHECK(Begins(ProblemOf("source s\ntrack t kind=x"), "line 3: 'x' is none of thread, lane"));
  CHECK(Begins(ProblemOf("source s\ntrack t\n  0us +1us"), "line 4: an event is 'BEGIN"));
  CHECK(ProblemOf("source s\ntrack t\n\n  0us a launched_by=b") == "line 5: no event has id=b");
  CHECK(Begins(ProblemOf("source s\nseries m\n  0us 1"), "line 4: values are 'BEGIN"));
  CHECK(ProblemOf("op a\nop a") == "line 3: there is an op 'a' already");
  CHECK(ProblemOf("op a frame=x.py") == "line 2: 'x.py' is no FILE:LINE:FUNCTION");
  CHECK(ProblemOf("source s\ntrack t source=b") == "line 3: no source 'b' above");
  CHECK(Begins(ProblemOf("source 's"), "line 2: "));
}

}  // namespace
}  // namespace profiler
