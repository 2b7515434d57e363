// JobChecker on ranks of one job.
#include <string>

#include "tests/unit/advise/advise_profile.h"

namespace profiler {
namespace {

using Catch::Matchers::Contains;

// Two ranks with three steps of 1000 us; the first computes for so much longer in each.
Profile Ranks(int64_t more, bool in_all) {
  ProfileMaker make;
  make.builder.source(make.source).rank = 0;
  const OpId work = make.Op("aten::mm", "aten::mm"), reduce = make.Op("nccl:all_reduce", "c10d::");
  const SourceId sources[] = {make.source, make.Source("b.pb", 1)};
  for (int64_t rank = 0; rank < 2; ++rank) {
    const TrackId stream =
        make.Track("/device:GPU:" + std::to_string(rank), TrackKind::kStream, sources[rank]);
    for (int64_t i = 1; i <= 3; ++i) {
      const StepId step = make.Step(i, sources[rank]);
      StepRow& row = make.builder.step(step);
      const int64_t begin = 1000 * i;
      row.begin = begin * kPicosPerMicro;
      row.end = (begin + 1000) * kPicosPerMicro;
      const bool is_late = rank == 0 && (in_all || i == 1);
      const int64_t until = 500 + (is_late ? more : 0);
      make.Run(stream, work, step, begin, until);
      make.Run(stream, reduce, step, begin + until, 900 - until,
               "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    }
  }
  return make.builder.Build();
}

TEST_CASE("job: the rank that comes last to collectives is the one waited for") {
  const Advice advice("JobChecker", Ranks(100, true));
  CHECK_THAT(advice.Of("waited_for", "rank 0"),
             Contains("the others wait for rank 0: it is in collectives for 300us a step, they for "
                      "400us, in 3 of 3 steps"));
  CHECK_THAT(advice.Of("communication_bound"),
             Contains("100% of that is nccl:all_reduce. Overlap it with computing"));
  CHECK(advice.Evidence("waited_for/rank 0", "rank 0", "communication_us") == 300 * kPicosPerMicro);
  CHECK_FALSE(
      Advice("JobChecker", Ranks(100, true), {{"JobChecker.waited_for", 0.2}}).Has("waited_for"));
  CHECK_FALSE(Advice("JobChecker", Ranks(0, true)).Has("waited_for"));
  CHECK_FALSE(Advice("JobChecker", Ranks(390, false)).Has("waited_for"));  // one slow step
  CHECK_THAT(advice.Of("arrivals"), Contains("of 3 collectives that several ranks recorded, rank 0 "
                                             "(/device:GPU:0) came last to 3"));
  CHECK(advice.Command("arrivals") == "collectives -by rank");
  CHECK(advice.Evidence("arrivals", "rank 1 (/device:GPU:1)", "wait_us") == 300 * kPicosPerMicro);
}

TEST_CASE("job: ranks that were not opened are told, and no communication is no finding") {
  ProfileMaker make;
  make.builder.source(make.source).rank = 0;
  make.builder.source(make.source).world_size = 128;
  const StepId step = make.Step(1);
  const TrackId stream = make.Track("/device:GPU:0", TrackKind::kStream, make.source);
  make.Run(stream, make.Op("aten::mm", "aten::mm"), step, 0, 100'000);
  make.Run(make.Track("/host:CPU", TrackKind::kThread, make.source),
           make.Op("nccl:all_reduce", "c10d::"), step, 10, 100);
  const Advice advice("JobChecker", make.builder.Build());
  CHECK_FALSE(advice.Has("communication"));
  CHECK_THAT(advice.Lacks(), Contains("1 of the job's 128 ranks was opened"));
}

}  // namespace
}  // namespace profiler
