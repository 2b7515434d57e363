// The view `memory`, on profiles built by hand.
#include <algorithm>
#include <utility>

#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

constexpr char kGpu[] = "/device:GPU:0";
constexpr char kCpu[] = "/host:CPU";

struct Allocator : MadeProfile {
  SourceId source = Source("one");

  struct Totals {
    int64_t allocated = kUnknown, reserved = kUnknown;
  };
  void Change(int64_t at_us, int64_t delta, uint64_t address, OpId op, Totals totals,
              const std::string& device = kGpu, StepId step = {}) {
    AllocationRow row;
    row.source = source;
    row.device = builder.Device(device);
    builder.device(row.device).kind = device == kGpu ? DeviceKind::kGpu : DeviceKind::kCpu;
    row.time = at_us * kUs;
    row.delta = delta;
    row.address = address;
    row.op = op;
    row.step = step;
    row.total_allocated = totals.allocated;
    row.total_reserved = totals.reserved;
    builder.AddAllocation(row);
  }
};

const Report& Section(const Report& report, const std::string& id) {
  for (const Report& section : report.sections) {
    if (section.view == id) return section;
  }
  FAIL("no section " << id);
  return report;
}

bool HasNote(const Report& report, const std::string& id) {
  for (const Note& note : report.notes) {
    if (note.id == id) return true;
  }
  return false;
}

TEST_CASE("memory: totals that the allocator told, what was there before included") {
  Allocator made;
  const OpId a = made.Op("m/a/MatMul"), b = made.Op("m/b/Relu");
  made.Event(made.Track(made.source, kCpu), 0, 1, a);
  made.Change(10, 100, 1, a, {1100, 2000});
  made.Change(20, 50, 2, b, {1150, 3000});
  made.Change(30, -100, 1, a, {1050, 3000});
  made.Change(40, -300, 9, a, {750, 1000});  // of before
  const Report report = Answer("memory", made.builder.Build());
  REQUIRE(report.rows.size() == 1);
  CHECK((Cell(report, 0, "peak_bytes") == 1150));
  CHECK((Cell(report, 0, "peak_us") == 20));
  CHECK((Cell(report, 0, "at_start_bytes") == 1000));
  CHECK((Cell(report, 0, "at_end_bytes") == 750));
  CHECK((Cell(report, 0, "reserved_peak_bytes") == 3000));
  CHECK((Cell(report, 0, "allocations") == 2));
  CHECK((Cell(report, 0, "frees") == 2));
  CHECK((Cell(report, 0, "frees_of_unknown") == 1));
  CHECK((Cell(report, 0, "unfreed_bytes") == 50));
  CHECK_FALSE(HasNote(report, "memory_before"));
  const Report& ops = Section(report, "peak_ops");
  REQUIRE(ops.rows.size() == 3);
  CHECK((Cell(ops, "<allocated before>", "bytes") == 1000));
  CHECK((Cell(ops, "<allocated before>", "allocations") == kAbsent));
  CHECK((Cell(ops, "m/a/MatMul", "bytes") == 100));
  CHECK(ColumnOf(ops, "share").reals[RowOf(ops, "m/b/Relu")] == Approx(50.0 / 1150));
  CHECK(Word(ops, "m/b/Relu", "scope") == "m/b");
  CHECK((Cell(Section(report, "peak_scopes"), "m/a", "bytes") == 100));
  const Report& over_time = Section(report, "over_time");
  const std::vector<double>& allocated = ColumnOf(over_time, "allocated_bytes").series.at(0);
  REQUIRE(allocated.size() == 24);
  CHECK(allocated.front() == 1100);
  CHECK(*std::max_element(allocated.begin(), allocated.end()) == 1150);
  CHECK(allocated.back() == 1050);  // the most of the last part, when it began
  CHECK(ColumnOf(over_time, "reserved_bytes").series.at(0).front() == 2000);
}

TEST_CASE("memory: of ops of one name, the scope that holds most and its part") {
  Allocator made;
  const auto op_in = [&](const char* scope) {
    OpRow row;
    row.name = row.type = made.builder.Intern("aten::empty");
    row.scope = made.builder.Intern(scope);
    return made.builder.AddOp(row);
  };
  made.Change(10, 10, 1, op_in("load/randn"), {10, kUnknown});
  made.Change(20, 90, 2, op_in("forward/conv"), {100, kUnknown});
  const Report report = Answer("memory", made.builder.Build());
  const Report& ops = Section(report, "peak_ops");
  REQUIRE(ops.rows.size() == 1);
  CHECK((Cell(ops, 0, "allocations") == 2));
  CHECK(Word(ops, "aten::empty", "scope") == "forward/conv");
  CHECK(ColumnOf(ops, "scope_share").reals[0] == Approx(0.9));
}

TEST_CASE("memory: without totals, at least what was freed was there before") {
  Allocator made;
  const OpId a = made.Op("a");
  made.Change(10, 100, 1, a, {});
  made.Change(20, -70, 9, a, {});
  made.Change(30, 20, 2, a, {});
  const Report report = Answer("memory", made.builder.Build());
  CHECK((Cell(report, 0, "peak_bytes") == 170));
  CHECK((Cell(report, 0, "peak_us") == 10));
  CHECK((Cell(report, 0, "at_start_bytes") == kAbsent));
  CHECK((Cell(report, 0, "reserved_peak_bytes") == kAbsent));
  CHECK((Cell(report, 0, "at_end_bytes") == 120));
  CHECK(HasNote(report, "memory_before"));
  CHECK((Cell(Section(report, "peak_ops"), "<allocated before>", "bytes") == 70));
}

TEST_CASE("memory: a host's count that begins with the recording tells no start") {
  Allocator made;
  made.Change(10, 64, 1, made.Op("a"), {64, kUnknown}, kCpu);
  const Report report = Answer("memory", made.builder.Build());
  CHECK((Cell(report, 0, "peak_bytes") == 64));
  CHECK((Cell(report, 0, "at_start_bytes") == kAbsent));
  CHECK(HasNote(report, "memory_before"));
}

TEST_CASE("memory: steps that were recorded by themselves are not added up") {
  Allocator made;
  const OpId a = made.Op("a");
  const StepId first = made.builder.Step(made.source, 3);
  const StepId second = made.builder.Step(made.source, 4);
  made.Change(10, 100, 0, a, {}, kGpu, first);
  made.Change(1000, 150, 0, a, {}, kGpu, second);
  made.Change(1010, -150, 0, a, {}, kGpu, second);
  const Profile profile = made.builder.Build();
  const Report report = Answer("memory", profile);
  REQUIRE(report.rows.size() == 1);
  CHECK((Cell(report, 0, "peak_bytes") == 150));
  CHECK((Cell(report, 0, "step") == 4));
  CHECK((Cell(report, 0, "unfreed_bytes") == 0));
  CHECK(HasNote(report, "steps_apart"));
  Query query;
  query.selection.steps = *StepSelection::Parse("3");
  CHECK((Cell(Answer("memory", profile, query), 0, "peak_bytes") == 100));
}

TEST_CASE("memory: ranks of one host are apart, and -rank picks") {
  Allocator made;
  made.builder.source(made.source).rank = 0;
  const SourceId other = made.Source("two");
  made.builder.source(other).rank = 1;
  const OpId a = made.Op("a");
  made.Change(10, 100, 1, a, {100, kUnknown});
  made.source = other;
  made.Change(10, 300, 1, a, {300, kUnknown});
  const Profile profile = made.builder.Build();
  const Report report = Answer("memory", profile);
  REQUIRE(report.rows.size() == 2);
  CHECK((Cell(report, 0, "peak_bytes") == 100));
  CHECK((Cell(report, 1, "peak_bytes") == 300));
  Query query;
  query.selection.ranks = *RegexSet::Compile({"1"});
  const Report one = Answer("memory", profile, query);
  REQUIRE(one.rows.size() == 1);
  CHECK((Cell(one, 0, "rank") == 1));
}

TEST_CASE("memory: what an allocation's source marks as steps tells its step") {
  Allocator made;
  const SourceId other = made.Source("two");
  const OpId a = made.Op("a");
  for (const auto& [source, begin] : {std::pair(made.source, 0), std::pair(other, 100)}) {
    StepRow& step = made.builder.step(made.builder.Step(source, 7));
    step.begin = begin * kUs;
    step.end = (begin + 50) * kUs;
  }
  made.Change(10, 64, 1, a, {64, kUnknown});    // in the step of its source
  made.Change(110, 64, 2, a, {128, kUnknown});  // in that of the other alone
  made.source = other;
  made.Change(10, 32, 3, a, {32, kUnknown});
  made.Change(110, 32, 4, a, {64, kUnknown});
  Query query;
  query.selection.steps = *StepSelection::Parse("7");
  const Report report = Answer("memory", made.builder.Build(), query);
  REQUIRE(report.rows.size() == 2);
  CHECK((Cell(report, 0, "allocations") == 1));
  CHECK((Cell(report, 0, "peak_us") == 10));
  CHECK((Cell(report, 1, "allocations") == 1));
  CHECK((Cell(report, 1, "peak_us") == 110));
}

TEST_CASE("memory: without allocations, what was in use when ops had run") {
  Allocator made;
  const OpId a = made.Op("a");
  const StepId step = made.builder.Step(made.source, 0);
  for (const int64_t bytes : {500, 800, 300, 0}) {
    SnapshotRow row;
    row.op = a;
    row.step = step;
    row.device = made.builder.Device(kGpu);
    row.time = (1000 - bytes) * kUs;
    row.allocator_bytes_in_use = bytes;
    made.builder.AddSnapshot(row);
  }
  const Report report = Answer("memory", made.builder.Build());
  REQUIRE(report.rows.size() == 1);
  CHECK((Cell(report, 0, "peak_bytes") == 800));
  CHECK((Cell(report, 0, "peak_us") == 200));
  CHECK((Cell(report, 0, "at_end_bytes") == 300));
  CHECK((Cell(report, 0, "allocations") == kAbsent));
  CHECK((Cell(report, 0, "at_start_bytes") == kAbsent));
}

TEST_CASE("memory: an empty table says what records allocations") {
  Allocator made;
  made.Event(made.Track(made.source, kCpu), 0, 1, made.Op("a"));
  const Report report = Answer("memory", made.builder.Build());
  CHECK(report.rows.empty());
  REQUIRE(HasNote(report, "empty"));
  CHECK(report.notes[0].text.find("profile_memory=True") != std::string::npos);
}

}  // namespace
}  // namespace profiler
