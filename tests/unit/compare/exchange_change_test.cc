#include "profiler/compare/page/sentences/exchange_change.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/analysis/step_split/step_part_names.h"

namespace profiler {
namespace {

// Two steps with six collectives of a rank each.
Side SideOf(double exchange, double wait, double bytes = 50e6) {
  constexpr double kCalls = 12;
  Side side;
  side.totals = {80'000, 80'000};
  side.exchanges.kinds = {
      {CollectiveKind::kAllReduce, kCalls, kCalls * exchange, kCalls * wait, kCalls * bytes}};
  return side;
}

std::string SentenceOf(const Side& base, const Side& next, double of_collectives = 25'000,
                       const std::string& not_opened = "") {
  Change step;
  step.base = 50'000;
  step.next = 76'000;
  step.delta = 26'000;
  step.verdict = Verdict::kSlower;
  DiffRow part;
  part.name = Name(StepPart::kCollectives);
  part.change.delta = of_collectives;
  part.change.verdict = Verdict::kSlower;
  return ExchangeSentence(step, {part}, base, next, not_opened);
}

}  // namespace

TEST_CASE("Collectives that take longer for as many bytes are no waits for ranks") {
  CHECK(SentenceOf(SideOf(2e9, 0.1e9), SideOf(4.8e9, 0.2e9)) ==
        "Collectives exchange as many bytes as often, but more slowly: without waits for other "
        "ranks all_reduce takes 2.4 times as long. Look at the links between the ranks and at "
        "what else uses them");
}

TEST_CASE("Where ranks were not opened, others may wait for them, and no link is blamed") {
  CHECK(SentenceOf(SideOf(2e9, 0.1e9), SideOf(4.8e9, 0.2e9), 25'000, "But rank 1 is missing") ==
        "Collectives send as many bytes as often: without waits for ranks that were opened, "
        "all_reduce takes 2.4 times as long. But rank 1 is missing");
}

TEST_CASE("A job that spans more hosts than before is what slows its collectives") {
  Side base = SideOf(2e9, 0.1e9), next = SideOf(4.8e9, 0.2e9);
  base.exchanges.kinds[0].hosts = {"a"};
  base.exchanges.kinds[0].most_ranks = 8;
  next.exchanges.kinds[0].hosts = {"a", "b"};
  next.exchanges.kinds[0].most_ranks = 16;
  CHECK_THAT(SentenceOf(base, next),
             Catch::Matchers::EndsWith("2.4 times as long. The ranks are on 2 hosts now, before on "
                                       "1, and data between hosts takes other links; 16 ranks "
                                       "exchange data, before 8"));
  next.exchanges.kinds[0].hosts = {"a"};
  CHECK_THAT(SentenceOf(base, next),
             Catch::Matchers::EndsWith("as long. Now 16 ranks exchange data, before 8"));
  next.exchanges.kinds[0].most_ranks = 8;
  CHECK_THAT(SentenceOf(base, next), Catch::Matchers::Contains("Look at the links"));
}

TEST_CASE("Groups that span more hosts, and kernels of fewer blocks, are named before links") {
  Side base = SideOf(2e9, 0.1e9), next = SideOf(4.8e9, 0.2e9);
  base.exchanges.kinds[0].spans = 12;
  next.exchanges.kinds[0].spans = 48;
  CHECK_THAT(
      SentenceOf(base, next),
      Catch::Matchers::EndsWith("2.4 times as long. The ranks of a group are on 4 hosts now, "
                                "before on 1, and data between hosts takes other links: "
                                "groups have other ranks, as where the dimensions of a "
                                "device mesh are swapped"));
  base.exchanges.kinds[0].spans = kAbsentReal;
  CHECK_THAT(SentenceOf(base, next), Catch::Matchers::Contains("Look at the links"));
  base.exchanges.kinds[0].launches = next.exchanges.kinds[0].launches = 12;
  base.exchanges.kinds[0].blocks = 12 * 24;
  next.exchanges.kinds[0].blocks = 12 * 2;
  CHECK_THAT(SentenceOf(base, next),
             Catch::Matchers::Contains("long. Their kernels have 2 blocks now, before 24: NCCL "
                                       "runs one for each channel"));
  next.exchanges.kinds[0].blocks = 12 * 32;  // more of them do not slow it down
  CHECK_THAT(SentenceOf(base, next), Catch::Matchers::Contains("Look at the links"));
}

TEST_CASE("Longer waits, other sizes and unknown ones say nothing of the exchange") {
  const Side base = SideOf(2e9, 0.1e9);
  CHECK(SentenceOf(base, SideOf(2.5e9, 3e9)).empty());
  CHECK(SentenceOf(base, SideOf(4.8e9, 0.1e9, 120e6)).empty());
  CHECK(SentenceOf(base, SideOf(4.8e9, 0.1e9, kAbsentReal)).empty());
  CHECK(SentenceOf(base, SideOf(2.1e9, 0.1e9)).empty());
  // Beside computing they may take as long as they want.
  CHECK(SentenceOf(base, SideOf(4.8e9, 0.1e9), 1'000).empty());
}

}  // namespace profiler
