// The view `steps`, on profiles built by hand.
#include <algorithm>
#include <cmath>

#include "profiler/base/status.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

constexpr char kCpu[] = "/job:w/replica:0/task:0/device:cpu:0";
constexpr char kGpu[] = "/job:w/replica:0/task:0/device:gpu:0";
constexpr char kOtherCpu[] = "/job:w/replica:0/task:1/device:cpu:0";
constexpr char kHost[] = "/job:w/replica:0/task:0";

RegexSet Set(const std::string& pattern) { return RegexSet::Compile({pattern}).value(); }

double AgainstMedian(const Report& report, size_t row) {
  return ColumnOf(report, "against_median").reals.at(row);
}

// Steps 1, 2 and 3 of 10, 20 and 40 us; each runs `a` on the CPU and `b` on the GPU.
struct ThreeSteps : MadeProfile {
  SourceId source = Source("one");
  OpId a = Op("a"), b = Op("b");
  TrackId cpu = Track(source, kCpu), gpu = Stream(source, kGpu);

  ThreeSteps() {
    for (int64_t step : {3, 1, 2}) {
      const StepId id = builder.Step(source, step);
      const int64_t length = step == 3 ? 40 : 10 * step;
      Event(cpu, 100 * step, 4, a, id);
      Event(cpu, 100 * step + 2, 4, a, id);
      Event(gpu, 100 * step + length - 5, 5, b, id);
      Memory(a, id, kCpu, 100);
    }
  }
};

TEST_CASE("a step's span on its devices is that of the device that took longest") {
  ThreeSteps made;
  const TrackId other = made.Stream(made.source, "/job:w/replica:0/task:0/device:gpu:1");
  made.Event(other, 100, 2, made.b, made.builder.Step(made.source, 1));
  made.Event(other, 107, 3, made.b, made.builder.Step(made.source, 1));
  made.Event(made.cpu, 500, 4, made.a, made.builder.Step(made.source, 9));
  const Profile profile = made.builder.Build();
  const Report report = Answer("steps", profile);
  REQUIRE(report.rows.size() == 4);
  CHECK((Cell(report, 0, "device_span_us") == 10));
  CHECK((Cell(report, 1, "device_span_us") == 5));
  CHECK((ColumnOf(report, "device_span_us").own[3] == kAbsent));
  Query query;
  query.selection.devices = Set(".*gpu:0");
  CHECK((Cell(Answer("steps", profile, query), 0, "device_span_us") == 5));
}

TEST_CASE("a step's wall time, its sums, and how it compares") {
  ThreeSteps made;
  const Report report = Answer("steps", made.builder.Build());
  REQUIRE(report.rows.size() == 3);
  CHECK(report.shape == Shape::kTable);
  for (size_t row = 0; row < 3; ++row) {
    CHECK(report.rows[row].name == std::to_string(row + 1));
    CHECK(report.rows[row].key == std::vector<std::string>{std::to_string(row + 1)});
    CHECK((Cell(report, row, "number") == static_cast<Value>(row + 1)));
    CHECK((Cell(report, row, "cpu_us") == 8));  // overlapping work is added up
    CHECK((Cell(report, row, "accelerator_us") == 5));
    CHECK((Cell(report, row, "bytes") == 100));
    CHECK((Cell(report, row, "peak_bytes") == 200));
    CHECK((Cell(report, row, "ops_run") == 2));
    CHECK((Cell(report, row, "runs") == 3));
    CHECK((Cell(report, row, "partial") == 0));
    CHECK(Word(report, std::to_string(row + 1), "host") == kHost);
    CHECK(Word(report, std::to_string(row + 1), "found_by") == "recorded");
  }
  CHECK((Cell(report, 0, "total_us") == 10));
  CHECK((Cell(report, 1, "total_us") == 20));
  CHECK((Cell(report, 2, "total_us") == 40));
  CHECK(AgainstMedian(report, 0) == Approx(0.5));
  CHECK(AgainstMedian(report, 1) == Approx(1));
  CHECK(AgainstMedian(report, 2) == Approx(2));
  CHECK((ColumnOf(report, "cpu_us").grand_total == 24 * kUs));
  CHECK((ColumnOf(report, "runs").grand_total == 9));
  CHECK((ColumnOf(report, "number").grand_total == kAbsent));
}

TEST_CASE("what is selected is shown, and compared with all steps") {
  ThreeSteps made;
  const Profile profile = made.builder.Build();
  Query query;
  query.selection.steps = StepSelection::One(3);
  const Report one = Answer("steps", profile, query);
  REQUIRE(one.rows.size() == 1);
  CHECK(AgainstMedian(one, 0) == Approx(2));

  RunContext context;
  query.selection.steps = StepSelection::One(7);
  CHECK(Message(Ask(profile, "steps", query, context).status()).find("-step 7") == 0);

  query = Query();
  query.order_by_column = "total_us";
  query.select_columns = {"total_us"};
  query.top = 2;
  const Report top = Answer("steps", profile, query);
  REQUIRE(top.rows.size() == 2);
  CHECK(top.rows[0].name == "3");
  CHECK(top.columns.size() == 1);
  CHECK(top.hidden_rows == 1);
}

TEST_CASE("places and op types leave out what ran elsewhere") {
  ThreeSteps made;
  const Profile profile = made.builder.Build();
  Query query;
  query.selection.devices = Set(".*gpu.*");
  const Report gpu = Answer("steps", profile, query);
  CHECK((Cell(gpu, "3", "cpu_us") == 0));
  CHECK((Cell(gpu, "3", "accelerator_us") == 5));
  CHECK((Cell(gpu, "3", "total_us") == 40));  // the step's own
  CHECK((Cell(gpu, "3", "device_compute_32_us") == 5));
  CHECK((Cell(gpu, "3", "host_compute_us") == 0));
  CHECK((Cell(gpu, "3", "other_us") == 35));  // the CPU's 6 us are left out
  CHECK(AgainstMedian(gpu, 2) == Approx(2));
  CHECK(gpu.notes.back().id == "places_left_out");
  CHECK((Cell(gpu, "3", "bytes") == kAbsent));
  CHECK((Cell(gpu, "3", "ops_run") == 1));

  query.selection.devices = Set("nowhere");
  const Report nowhere = Answer("steps", profile, query);
  CHECK(nowhere.rows.empty());
  REQUIRE(nowhere.notes.size() == 2);
  CHECK(nowhere.notes[1].text.find("nowhere") != std::string::npos);
  CHECK(nowhere.notes[0].id == "empty");

  query = Query();
  query.selection.account_types = Set("a");
  const Report of_type = Answer("steps", profile, query);
  CHECK((Cell(of_type, "3", "cpu_us") == 8));
  CHECK((Cell(of_type, "3", "accelerator_us") == 0));
  CHECK((Cell(of_type, "3", "total_us") == 40));  // the step's own
}

TEST_CASE("a selection that leaves nothing out changes no step") {
  ThreeSteps made;
  made.builder.step(made.builder.Step(made.source, 3)).begin = 290 * kUs;  // a mark's
  made.builder.step(made.builder.Step(made.source, 3)).end = 360 * kUs;
  const Profile profile = made.builder.Build();
  Query query;
  query.selection.hosts = Set(kHost);
  const Report all = Answer("steps", profile), there = Answer("steps", profile, query);
  REQUIRE(there.rows.size() == all.rows.size());
  CHECK((Cell(there, "3", "total_us") == 70));
  for (size_t i = 0; i < all.columns.size(); ++i) {
    CAPTURE(all.columns[i].name);
    CHECK(there.columns[i].own == all.columns[i].own);
  }
}

TEST_CASE("answers about ops say what lies outside whole steps, and how to leave it out") {
  ThreeSteps made;
  Query query;
  query.compat_tfprof = false;
  CHECK(Answer("op", made.builder.Build(), query).notes.empty());
  ThreeSteps more;
  more.builder.step(more.builder.Step(more.source, 3)).partial = true;  // 13 of its 39 us
  more.Event(more.cpu, 10, 26, more.a);
  const Profile profile = more.builder.Build();
  for (const char* view : {"op", "scope", "graph"}) {
    CAPTURE(view);
    const Report report = Answer(view, profile, query);
    const auto note = std::find_if(report.notes.begin(), report.notes.end(), [](const Note& each) {
      return each.id == "time_outside_steps";
    });
    REQUIRE(note != report.notes.end());
    CHECK(note->text.find("of 0.065ms that ops took, 40.0% is outside every step and 20.0% in "
                          "partial steps") == 0);
    CHECK(note->text.find("-step 1..2 ") != std::string::npos);
  }
  const auto is_said = [&] {
    for (const Note& note : Answer("op", profile, query).notes) {
      if (note.id == "time_outside_steps") return true;
    }
    return false;
  };
  CHECK(is_said());
  query.selection.steps = StepSelection::Parse("1..2").value();
  CHECK_FALSE(is_said());
  query = Query();  // by tfprof's rules
  CHECK_FALSE(is_said());
}

TEST_CASE("the rows sum to all that was recorded") {
  ThreeSteps made;
  made.builder.AddExec([&] {
    ExecRow row;  // in no step
    row.op = made.a;
    row.runs = 2;
    row.cpu_time = 7 * kUs;
    row.requested_bytes = 9;
    return row;
  }());
  const Profile profile = made.builder.Build();
  const Report report = Answer("steps", profile);
  REQUIRE(report.rows.size() == 4);
  CHECK(report.rows[3].name == "<outside steps>");
  CHECK((Cell(report, 3, "total_us") == kAbsent));
  CHECK((Cell(report, 3, "number") == kAbsent));
  CHECK(std::isnan(AgainstMedian(report, 3)));
  CHECK(AgainstMedian(report, 0) == Approx(0.5));
  Value cpu = 0, accelerator = 0, bytes = 0, runs = 0;
  for (const ExecRow& row : profile.execs.row.values()) {
    cpu += row.cpu_time;
    accelerator += row.accelerator_time;
    bytes += row.requested_bytes == kUnknown ? 0 : row.requested_bytes;
    runs += row.runs == kUnknown ? 0 : row.runs;
  }
  Value cpu_rows = 0, accelerator_rows = 0, bytes_rows = 0, runs_rows = 0;
  for (size_t row = 0; row < report.rows.size(); ++row) {
    cpu_rows += ColumnOf(report, "cpu_us").own[row];
    accelerator_rows += ColumnOf(report, "accelerator_us").own[row];
    bytes_rows += ColumnOf(report, "bytes").own[row];
    runs_rows += ColumnOf(report, "runs").own[row];
  }
  CHECK((cpu_rows == cpu));
  CHECK((cpu == 31 * kUs));
  CHECK((accelerator_rows == accelerator));
  CHECK((bytes_rows == bytes));
  CHECK((runs_rows == runs));
  CHECK((ColumnOf(report, "cpu_us").grand_total == cpu));

  Query one_step;
  one_step.selection.steps = StepSelection::One(1);
  CHECK_FALSE(HasRow(Answer("steps", profile, one_step), "<outside steps>"));
}

TEST_CASE("a source without steps is one, and a profile without any says so") {
  MadeProfile made;
  const SourceId source = made.Source("one");
  made.Event(made.Track(source, kCpu), 5, 3, made.Op("a"));
  const Report report = Answer("steps", made.builder.Build());
  REQUIRE(report.rows.size() == 1);
  CHECK(ColumnOf(report, "found_by").words[0] == "whole");
  CHECK((Cell(report, 0, "total_us") == 3));

  const Report none = Answer("steps", MadeProfile().builder.Build());
  CHECK(none.rows.empty());
  REQUIRE(none.notes.size() == 1);
  CHECK(none.notes[0].id == "no_steps");
}

TEST_CASE("accelerator time that was not recorded is not zero") {
  MadeProfile made;
  const SourceId source = made.Source("one");
  made.builder.source(source).misses_accelerator_stream = true;
  const StepId with = made.builder.Step(source, 1), without = made.builder.Step(source, 2);
  made.Event(made.Track(source, kGpu), 5, 3, made.Op("a"), with);
  made.Event(made.Track(source, kCpu), 5, 3, made.Op("b"), without);
  const Report report = Answer("steps", made.builder.Build());
  CHECK((Cell(report, "1", "accelerator_us") == kAbsent));
  CHECK((Cell(report, "2", "accelerator_us") == 0));
  CHECK((ColumnOf(report, "accelerator_us").grand_total == kAbsent));
}

TEST_CASE("partial steps are told, and no measure for others") {
  ThreeSteps made;
  made.builder.step(made.builder.Step(made.source, 3)).partial = true;
  const StepId idle = made.builder.Step(made.source, 4);
  made.builder.step(idle).name = made.builder.Intern("train 4");
  const Report report = Answer("steps", made.builder.Build());
  CHECK((Cell(report, "3", "partial") == 1));
  CHECK((Cell(report, "1", "partial") == 0));
  CHECK(AgainstMedian(report, 0) == Approx(10 / 15.0));
  CHECK(AgainstMedian(report, 2) == Approx(40 / 15.0));
  // A step in which nothing was seen took no time that is known.
  CHECK((Cell(report, "train 4", "total_us") == kAbsent));
  CHECK((Cell(report, "train 4", "cpu_us") == 0));
  CHECK((Cell(report, "train 4", "ops_run") == 0));
  CHECK(report.rows[3].key == std::vector<std::string>{"4"});
}

TEST_CASE("hosts have rows and medians of their own") {
  MadeProfile made;
  const OpId a = made.Op("a");
  const SourceId fast = made.Source("fast.pb", "h1"), slow = made.Source("slow.pb", "h2");
  for (int64_t number : {1, 2, 3}) {
    made.Event(made.Track(fast, kCpu), 100 * number, 10, a, made.builder.Step(fast, number));
    const StepId same = made.builder.Step(slow, number);
    made.builder.step(same).counts_as = made.builder.Step(fast, number);
    made.Event(made.Track(slow, kOtherCpu), 100 * number, number == 3 ? 80 : 40, a, same);
  }
  const Report report = Answer("steps", made.builder.Build());
  REQUIRE(report.rows.size() == 6);
  CHECK(ColumnOf(report, "host").words[0] == "h1");
  CHECK(ColumnOf(report, "host").words[1] == "h2");
  CHECK(AgainstMedian(report, 4) == Approx(1));
  CHECK(AgainstMedian(report, 5) == Approx(2));
  CHECK(report.rows[5].key == std::vector<std::string>{"slow.pb", "3"});
  CHECK(ColumnOf(report, "sources").texts[5] == std::vector<std::string>{"slow.pb"});
}

TEST_CASE("a step that two files of one host hold is one row, by their wall clocks") {
  for (const bool has_clocks : {true, false}) {
    CAPTURE(has_clocks);
    MadeProfile made;
    const OpId a = made.Op("a"), b = made.Op("b");
    const SourceId first = made.Source("a.pb"), second = made.Source("b.pb");
    if (has_clocks) {
      made.builder.source(first).epoch_ns = 1'000'000;
      made.builder.source(second).epoch_ns = 1'000'000 + 20'000;  // 20 us later
      made.builder.source(second).clock_offset_ps = 3 * kUs;
    }
    const StepId step = made.builder.Step(first, 5), same = made.builder.Step(second, 5);
    made.builder.step(same).counts_as = step;
    made.Event(made.Track(first, kCpu), 0, 10, a, step);
    made.Event(made.Track(second, kCpu), 0, 10, b, same);
    const Report report = Answer("steps", made.builder.Build());
    REQUIRE(report.rows.size() == 1);
    CHECK((Cell(report, 0, "cpu_us") == 20));
    CHECK((Cell(report, 0, "ops_run") == 2));
    CHECK((Cell(report, 0, "total_us") == (has_clocks ? 33 : kAbsent)));
    CHECK(ColumnOf(report, "sources").texts[0] == std::vector<std::string>{"a.pb", "b.pb"});
  }
}

}  // namespace
}  // namespace profiler
