// Dips of metrics: intervals, what ran meanwhile, recurrence; on profiles built by hand.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "profiler/analysis/metrics/recurrence.h"
#include "profiler/base/status.h"
#include "profiler/catalog/views.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Job : MadeProfile {
  SourceId source = Source("one", "node");

  // A value every 10 us from `begin_us` on.
  void Sample(const std::string& dimension, int64_t begin_us, const std::vector<double>& values,
              const std::string& device = "node/gpu0") {
    MetricRow metric;
    metric.name = metric.dimension = builder.Intern(dimension);
    metric.kind = builder.Intern("gpu");
    const MetricId id = builder.Metric(metric);
    const DeviceId on = device.empty() ? DeviceId() : builder.Device(device);
    for (size_t i = 0; i < values.size(); ++i) {
      const int64_t time = begin_us + 10 * static_cast<int64_t>(i);
      builder.AddCounter({id, source, on, time * kUs, values[i]});
    }
  }
  void Step(int64_t number, int64_t begin_us, int64_t end_us) {
    const StepId id = builder.Step(source, number);
    builder.step(id).begin = begin_us * kUs;
    builder.step(id).end = end_us * kUs;
  }
};

Query Below(double value) {
  Query query;
  query.dips.below = value;
  query.order_by = "begin_us";
  return query;
}

double RealOf(const Report& report, const std::string& row, const std::string& column) {
  return ColumnOf(report, column).reals.at(RowOf(report, row));
}

const Report& Section(const Report& report, const std::string& id) {
  for (const Report& section : report.sections) {
    if (section.view == id) return section;
  }
  FAIL("no section " << id);
  return report;
}

std::string NoteOf(const Report& report, const std::string& id) {
  for (const Note& note : report.notes) {
    if (note.id == id) return note.text;
  }
  return "";
}
bool HasNote(const Report& report, const std::string& id) { return !NoteOf(report, id).empty(); }

std::string Refusal(const Profile& profile, const Query& query) {
  RunContext context;
  return Message(Ask(profile, "dips", query, context).status());
}
// (begin, duration, samples) of the rows, in us, by begin.
using Spans = std::vector<std::tuple<int64_t, int64_t, int64_t>>;
Spans SpansOf(const Report& report) {
  Spans spans;
  for (size_t row = 0; row < report.rows.size(); ++row) {
    spans.emplace_back(static_cast<int64_t>(Cell(report, row, "begin_us")),
                       static_cast<int64_t>(Cell(report, row, "duration_us")),
                       static_cast<int64_t>(Cell(report, row, "samples")));
  }
  return spans;
}

}  // namespace

TEST_CASE("dips: from the first sample below to the first that is not") {
  Job job;
  job.Sample("GPUUtilization", 0, {80, 20, 10, 30, 90, 5, 70, 70, 20});
  const Report report = Answer("dips", job.builder.Build(), Below(30));
  CHECK(SpansOf(report) == Spans{{10, 20, 2}, {50, 10, 1}, {80, 10, 1}});
  CHECK(ColumnOf(report, "mean").reals[0] == 15);
  CHECK(ColumnOf(report, "min").reals[0] == 10);
  CHECK(ColumnOf(report, "max").reals[0] == 20);
  CHECK(ColumnOf(report, "command").words[0] == "trace -from 10us -to 30us");
  CHECK(report.rows[0].name == "gpu0");
}

TEST_CASE("dips: above a value, and only long ones") {
  Job job;
  job.Sample("GPUUtilization", 0, {80, 20, 10, 30, 90, 5, 70, 70, 20});
  const Profile profile = job.builder.Build();
  Query query = Below(30);
  query.dips.least = TimeBound::Parse("15us").value();
  CHECK(SpansOf(Answer("dips", profile, query)) == Spans{{10, 20, 2}});
  query.dips.below.reset();
  query.dips.above = 70;
  query.dips.least = TimeBound();
  CHECK(SpansOf(Answer("dips", profile, query)) == Spans{{0, 10, 1}, {40, 10, 1}});
}

TEST_CASE("dips: where samples are missing, or no number, nothing is known") {
  Job job;
  job.Sample("GPUUtilization", 0, {80, 20, 20});
  job.Sample("GPUUtilization", 200, {10, kNan, 10, 80});
  const Report report = Answer("dips", job.builder.Build(), Below(30));
  CHECK(SpansOf(report) == Spans{{10, 20, 2}, {200, 30, 2}});
}

TEST_CASE("dips: metrics by name, use of processors without one, and what to compare with") {
  Job job;
  job.Sample("GPUUtilization", 0, {80, 20, 80});
  job.Sample("GPUMemoryUtilization", 0, {10, 80, 80});
  const Profile profile = job.builder.Build();
  CHECK(SpansOf(Answer("dips", profile, Below(30))) == Spans{{10, 10, 1}});
  Query query = Below(30);
  query.dips.metrics = RegexSet::Compile({"GPUMem.*"}).value();
  CHECK(SpansOf(Answer("dips", profile, query)) == Spans{{0, 10, 1}});
  RunContext context;
  query.dips.metrics = RegexSet::Compile({"GPUUtilisation"}).value();
  const auto unknown = Ask(profile, "dips", query, context);
  REQUIRE_FALSE(unknown.ok());
  CHECK(Message(unknown.status()).find("did you mean 'GPUUtilization'") != std::string::npos);
  query = Below(30);
  query.dips.below.reset();
  CHECK(Refusal(profile, query).find("dips -metric 'GPUUtilization' -below 40") !=
        std::string::npos);
  query.dips.below = query.dips.above = 1;
  CHECK_FALSE(Ask(profile, "dips", query, context).ok());
}

TEST_CASE("dips: with -step what is said is of the samples in these steps") {
  Job job;
  job.Sample("GPUUtilization", 0, {0, 0, 0, 80, 90, 70, 0});
  job.Step(1, 30, 60);
  job.Step(2, 61, 69);
  const Profile profile = job.builder.Build();
  const auto said = [&](int64_t step) {
    Query query = Below(5);
    query.selection.steps = StepSelection::Parse(std::to_string(step)).value();
    return NoteOf(Answer("dips", profile, query), "no_dips");
  };
  CHECK(said(1) == "nothing dips: of 3 values the least is 70, the median 80, the greatest 90");
  CHECK(said(2) == "nothing dips: no metric was sampled in what is asked about");
}

TEST_CASE("dips: none, and no metrics, are said") {
  Job job;
  job.Sample("GPUUtilization", 0, {80, 20, 80});
  const Report none = Answer("dips", job.builder.Build(), Below(10));
  CHECK(none.rows.empty());
  CHECK(HasNote(none, "no_dips"));
  MadeProfile empty;
  empty.Event(empty.Track(empty.Source("x"), "cpu"), 0, 10, empty.Op("a"));
  CHECK(HasNote(Answer("dips", empty.builder.Build(), Below(10)), "empty"));
}

TEST_CASE("dips: what threads do in them, self time, and when nothing runs") {
  Job job;
  // Dips from 20 to 40 and 60 to 80, of 0 to 100.
  job.Sample("GPUUtilization", 0, {90, 90, 9, 9, 90, 90, 9, 9, 90, 90});
  const TrackId thread = job.Track(job.source, "node/cpu0", TrackKind::kThread);
  const OpId outer = job.Op("outer"), load = job.Op("load"), math = job.Op("math");
  job.Event(thread, 0, 70, outer);
  job.Event(thread, 20, 15, load);
  job.Event(thread, 50, 5, math);
  job.Event(thread, 60, 8, load);
  const Report report = Answer("dips", job.builder.Build(), Below(30));
  const Report& activity = Section(report, "activity");
  CHECK((Cell(activity, "load", "time_us") == 23));
  CHECK((Cell(activity, "load", "outside_us") == 0));
  CHECK(RealOf(activity, "load", "share") == Approx(23.0 / 40));
  CHECK((Cell(activity, "outer", "time_us") == 7));
  CHECK((Cell(activity, "outer", "outside_us") == 35));
  CHECK(RealOf(activity, "outer", "difference") == Approx(7.0 / 40 - 35.0 / 60));
  CHECK(RealOf(activity, "outer", "ratio") == Approx((7.0 / 40) / (35.0 / 60)));
  CHECK((Cell(activity, "math", "time_us") == 0));
  CHECK((Cell(activity, "math", "outside_us") == 5));
  CHECK((Cell(activity, "(nothing)", "time_us") == 10));
  CHECK((Cell(activity, "(nothing)", "outside_us") == 20));
}

TEST_CASE("dips: what differs most comes first, and -top limits") {
  Job job;
  job.Sample("GPUUtilization", 0, {90, 90, 9, 9, 90, 90, 9, 9, 90, 90});
  const TrackId thread = job.Track(job.source, "node/cpu0", TrackKind::kThread);
  job.Event(thread, 21, 18, job.Op("most"));
  job.Event(thread, 60, 5, job.Op("some"));
  Query query = Below(30);
  query.order_by = {};
  query.top = 2;
  const Profile profile = job.builder.Build();
  const Report report = Answer("dips", profile, query);
  const Report& activity = Section(report, "activity");
  REQUIRE(activity.rows.size() == 2);
  CHECK(activity.rows[0].name == "(nothing)");  // 17 of 40 in dips, all else outside
  CHECK(activity.rows[1].name == "most");
  CHECK(HasNote(report, "runs_in_dips"));
}

TEST_CASE("dips: steps, the time between them, and other metrics") {
  Job job;
  job.Sample("GPUUtilization", 0, {90, 90, 9, 9, 90, 90, 9, 9, 90, 90});
  job.Sample("Power", 0, {300, 300, 100, 100, 300, 300, 100, 100, 300, 300});
  for (int64_t step = 0; step < 5; ++step) job.Step(step, 10 + 20 * step, 20 + 20 * step);
  const Report report = Answer("dips", job.builder.Build(), Below(30));
  const Report& phases = Section(report, "coincides");
  CHECK((Cell(phases, "step", "time_us") == 20));
  CHECK((Cell(phases, "Between step and step", "time_us") == 20));
  CHECK(RealOf(phases, "step", "share") == Approx(0.5));
  CHECK((Cell(phases, "Between step and step", "dips") == 2));
  const Report& metrics = Section(report, "other_metrics");
  REQUIRE(metrics.rows.size() == 1);
  CHECK(RealOf(metrics, "Power", "in_dips") == 100);
  CHECK(RealOf(metrics, "Power", "outside") == 300);
}

TEST_CASE("dips: how places recur") {
  const auto every = [](const std::vector<double>& places, double tolerance = 0) {
    return RecurrenceOf(places, tolerance).every;
  };
  CHECK(every({10, 20, 30, 40}) == 10);
  CHECK(every({10, 20, 40, 50}) == 10);  // one is missing
  CHECK(every({10, 21, 30, 40, 50}) == 10);
  CHECK(std::isnan(every({10, 20})));
  CHECK(std::isnan(every({10, 13, 40, 44, 90, 97})));
  CHECK(every({0, 12, 20, 32, 40}, 3) == 10);
  CHECK(std::isnan(every({0, 12, 20, 32, 40}, 4)));  // as coarse as the distances
  CHECK(RecurrenceOf({10, 20, 30, 90}, 0).regular == Approx(2.0 / 3));
  CHECK(std::isnan(RecurrenceOf({5}, 0).typical));
}

TEST_CASE("dips: they recur every so many steps, though steps differ in length") {
  Job job;
  std::vector<double> use;
  int64_t begin = 0;
  for (int64_t step = 0; step < 40; ++step) {
    const int64_t samples = step % 2 == 0 || step > 20 ? 5 : 8;
    for (int64_t i = 0; i < samples; ++i) use.push_back(step % 4 == 1 && i == 2 ? 5 : 90);
    job.Step(step, begin, begin + 10 * samples);
    begin += 10 * samples;
  }
  job.Sample("GPUUtilization", 0, use);
  const Report report = Answer("dips", job.builder.Build(), Below(30));
  const Report& recurrence = Section(report, "recurrence");
  CHECK((Cell(recurrence, "gpu0", "dips") == 10));
  CHECK(Word(recurrence, "gpu0", "pattern") == "steps");
  CHECK((Cell(recurrence, "gpu0", "every_steps") == 4));
  CHECK(HasNote(report, "dips_recur"));
}

TEST_CASE("steps: the mean of metrics, of steps that were sampled") {
  Job job;
  job.Sample("GPUUtilization", 0, {10, 20, 30, 40});
  job.Sample("GPUUtilization", 0, {50, kNan, 70, 80}, "node/gpu1");
  job.Step(0, 0, 20);
  job.Step(1, 20, 30);
  job.Step(2, 31, 39);
  const Profile profile = job.builder.Build();
  const Report report = Answer("steps", profile);
  const std::vector<double>& use = ColumnOf(report, "gpu_utilization").reals;
  REQUIRE(use.size() == 3);
  CHECK(use[0] == Approx((10 + 20 + 50) / 3.0));
  CHECK(use[1] == Approx(50));
  CHECK(std::isnan(use[2]));
  for (const ReportColumn& column : report.columns) {
    CHECK(column.name != "cpu_utilization");  // never recorded
  }
}

}  // namespace profiler
