// The view `kernels`, on profiles built by hand.
#include <cmath>

#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

constexpr char kGpu[] = "/job:w/replica:0/task:0/device:gpu:0";

struct Kernels : MadeProfile {
  SourceId source = Source("one");
  TrackId stream = Stream(source, kGpu);
  TrackId copies = Track(source, kGpu, TrackKind::kCopyQueue);

  void Kernel(TrackId track, int64_t begin_us, int64_t duration_us, OpId op,
              const std::string& name, const std::string& detail) {
    EventRow row;
    row.begin = begin_us * kUs;
    row.duration = duration_us * kUs;
    row.op = op;
    row.label = builder.Intern(name);
    row.detail = builder.Intern(detail);
    builder.AddEvent(track, row);
  }
};

TEST_CASE("kernels: a row is a name, an op and a launch; occupancy does not part them") {
  Kernels made;
  const OpId op = made.Op("m/MatMul");
  const std::string launch = "regs:32 static_shared:8 dynamic_shared:4 grid:2,1,1 block:64,1,1";
  made.Kernel(made.stream, 0, 10, op, "h884gemm", launch + " occ_pct:50");
  made.Kernel(made.stream, 20, 30, op, "h884gemm", launch + " occ_pct:100");
  made.Kernel(made.stream, 60, 5, op, "h884gemm", "regs:32 grid:4,1,1 block:64,1,1 occ_pct:0");
  made.Kernel(made.stream, 70, 1, made.Op("other"), "h884gemm", launch);
  const Report report = Answer("kernels", made.builder.Build());
  REQUIRE(report.rows.size() == 3);
  CHECK(ColumnOf(report, "op").words[0] == "m/MatMul");
  CHECK((Cell(report, 0, "occurrences") == 2));
  CHECK((Cell(report, 0, "total_us") == 40));
  CHECK((Cell(report, 0, "avg_us") == 20));
  CHECK((Cell(report, 0, "min_us") == 10));
  CHECK((Cell(report, 0, "max_us") == 30));
  CHECK((ColumnOf(report, "registers").own[0] == 32));
  CHECK((ColumnOf(report, "shared_bytes").own[0] == 12));
  CHECK(ColumnOf(report, "grid").words[0] == "2,1,1");
  CHECK(ColumnOf(report, "block").words[0] == "64,1,1");
  CHECK(ColumnOf(report, "occupancy_pct").reals[0] == 75);
  CHECK((ColumnOf(report, "tensor_core").own[0] == 1));
  CHECK((ColumnOf(report, "bytes").own[0] == kAbsent));
  CHECK((ColumnOf(report, "shared_bytes").own[1] == kAbsent));
  CHECK(std::isnan(ColumnOf(report, "occupancy_pct").reals[1]));  // 0 is not recorded
  CHECK(report.rows[0].key != report.rows[1].key);
}

TEST_CASE("kernels: names tell nothing of tensor cores where another vendor gave them") {
  for (const char* vendor : {"AMD", "Nvidia"}) {
    Kernels made;
    made.Kernel(made.stream, 0, 10, made.Op("m/MatMul"), "gemm", "");
    Profile profile = made.builder.Build();
    const StringId id = profile.strings.Intern(vendor);
    for (uint32_t d = 0; d < profile.devices.size(); ++d) profile.devices[DeviceId(d)].vendor = id;
    const Value tensor_core = ColumnOf(Answer("kernels", profile), "tensor_core").own[0];
    CHECK((tensor_core == (std::string(vendor) == "AMD" ? kAbsent : 0)));
  }
}

TEST_CASE("kernels: copies on a stream of kernels are copies, too") {
  Kernels made;
  const std::string size = "kind_src:pageable kind_dst:device size:";
  made.Kernel(made.stream, 0, 2, OpId(), "Memcpy HtoD (Pageable -> Device)", size + "3000");
  made.Kernel(made.stream, 10, 2, OpId(), "Memcpy HtoD (Pageable -> Device)", size + "1000");
  const Report report = Answer("kernels", made.builder.Build());
  REQUIRE(report.rows.size() == 1);
  CHECK((Cell(report, 0, "bytes") == 4000));
  CHECK(ColumnOf(report, "bytes_per_s").reals[0] == Approx(1e9));
  CHECK((ColumnOf(report, "tensor_core").own[0] == kAbsent));
}

TEST_CASE("kernels: the scope and the line that most of a row is of, with their parts of it") {
  Kernels made;
  // The innermost frame is of a function that is built into Python.
  const auto op_in = [&](const char* scope, const char* file) {
    FrameRow line;
    line.file = made.builder.Intern(file);
    line.line = 7;
    FrameRow built_in;
    built_in.parent = made.builder.Frame(line);
    built_in.function = made.builder.Intern("<built-in addmm>");
    OpRow row;
    row.kind = OpKind::kFrameworkOp;
    row.name = row.type = made.builder.Intern("aten::addmm");
    row.scope = made.builder.Intern(scope);
    row.frame = made.builder.Frame(built_in);
    return made.builder.AddOp(row);
  };
  made.Kernel(made.stream, 0, 10, op_in("a/Linear_0", "a.py"), "gemm", "");
  made.Kernel(made.stream, 20, 30, op_in("b/Linear_1", "b.py"), "gemm", "");
  made.Kernel(made.stream, 60, 5, OpId(), "other", "");
  const Report report = Answer("kernels", made.builder.Build());
  REQUIRE(report.rows.size() == 2);
  CHECK(Word(report, "gemm", "scope") == "b/Linear_1");
  CHECK(Word(report, "gemm", "source") == "b.py:7");
  CHECK(ColumnOf(report, "scope_share").reals[0] == Approx(0.75));
  CHECK(ColumnOf(report, "source_share").reals[0] == Approx(0.75));
  CHECK(Word(report, "other", "scope").empty());
  CHECK(std::isnan(ColumnOf(report, "source_share").reals[1]));
}

TEST_CASE("kernels: copies of one name are one row, however large each is") {
  Kernels made;
  made.Kernel(made.copies, 0, 2, OpId(), "MemcpyH2D", "kind_src:1 kind_dst:2 size:3000 async:1");
  made.Kernel(made.copies, 10, 2, OpId(), "MemcpyH2D", "kind_src:1 kind_dst:2 size:1000 async:1");
  const Report report = Answer("kernels", made.builder.Build());
  REQUIRE(report.rows.size() == 1);
  CHECK((Cell(report, 0, "occurrences") == 2));
  CHECK((ColumnOf(report, "bytes").own[0] == 4000));
  CHECK(ColumnOf(report, "bytes_per_s").reals[0] == Approx(1e9));
  CHECK(ColumnOf(report, "op").words[0].empty());
  CHECK((ColumnOf(report, "tensor_core").own[0] == kAbsent));
}

}  // namespace
}  // namespace profiler
