// What sentences name as the cause of a change, by rows made for it.
#include "profiler/compare/page/sentences/explanation.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/compare/page/all_alike.h"
#include "profiler/compare/page/causes/kernel_swap.h"

namespace profiler {
namespace {

using Rows = std::vector<DiffRow>;

DiffRow RowOf(std::string_view name, double base, double next) {
  DiffRow row;
  row.name = name;
  row.change.base = base;
  row.change.next = next;
  row.change.delta = next - base;
  row.change.verdict = next > base ? Verdict::kSlower : Verdict::kFaster;
  return row;
}

DiffRow OnlyIn(std::string_view name, double time, Verdict verdict) {
  DiffRow row;
  row.name = name;
  (verdict == Verdict::kAdded ? row.change.next : row.change.base) = time;
  row.change.delta = verdict == Verdict::kAdded ? time : -time;
  row.change.verdict = verdict;
  return row;
}

// Of a step of 10 ms that takes 5 ms more.
std::string Explained(const Rows& parts, const Rows& ops, const Rows& lines = {}) {
  return ExplanationSentence(RowOf("step", 10'000, 15'000).change, parts, ops, {}, lines);
}

}  // namespace

TEST_CASE("Parts that make most of the change come before ops that do not") {
  const Rows parts = {RowOf("other", 500, 4'000), RowOf("host_compute", 9'000, 10'500)};
  CHECK(Explained(parts, {RowOf("mm", 1'000, 1'500)}) ==
        "Parts that explain it: the rest of the step +3.5 ms (70.0%) and host compute +1.5 ms "
        "(30.0%). "
        "Ops: mm +500 us (10.0%)");
  // Ops of which each is little, but not all of them.
  Rows ops;
  for (int i = 0; i < 8; ++i) ops.push_back(RowOf("mm", 500, 1'000));
  CHECK_THAT(Explained(parts, ops), Catch::Matchers::StartsWith("Ops that explain it: mm"));
}

TEST_CASE("Ops that changed alike are no reason where most of the change is none of theirs") {
  Rows ops;
  for (int i = 0; i < 8; ++i) ops.push_back(RowOf("op", 1'000, 1'500));
  const auto alike = [&](double next) {
    return AllAlike("Ops", "ops", RowOf("step", 10'000, next).change, ops, ops);
  };
  CHECK_THAT(alike(15'000), Catch::Matchers::Contains("changed by a similar part"));
  CHECK(alike(19'000).empty());
}

TEST_CASE("Rows of one factor are alike though one of them has nearly all of the time") {
  Rows kernels = {RowOf("gemm", 8'400, 9'030)};
  for (int i = 0; i < 5; ++i) kernels.push_back(RowOf("other", 300, 322));
  const Change step = RowOf("step", 10'000, 10'740).change;
  CHECK_THAT(AllAlike("Kernels", "kernels", step, kernels, {}),
             Catch::Matchers::StartsWith("Kernels that take 100% of the time of all kernels"));
  // The others did not change as it did.
  for (size_t i = 1; i < kernels.size(); ++i) kernels[i] = RowOf("other", 300, 312);
  CHECK(AllAlike("Kernels", "kernels", step, kernels, {}).empty());
}

TEST_CASE("A line that is the whole step explains nothing") {
  const Rows parts = {RowOf("host_compute", 9'900, 14'900)};
  CHECK(Explained(parts, {}, {RowOf("train.py:3 (step)", 9'900, 14'900)}) ==
        "Parts that explain it: host compute +5 ms (100.0%)");
  CHECK(Explained(parts, {}, {RowOf("train.py:9 (clip)", 100, 5'000)}) ==
        "Lines of code that explain it: train.py:9 (clip) +4.9 ms (98.0%). Parts: host compute +5 "
        "ms (100.0%)");
}

TEST_CASE("Ops that new ones replace are named beside them") {
  const Rows ops = {OnlyIn("bmm", 6'000, Verdict::kAdded), RowOf("gelu", 4'000, 1'200),
                    OnlyIn("flash", 2'700, Verdict::kRemoved),
                    OnlyIn("softmax", 2'000, Verdict::kAdded),
                    OnlyIn("flash_backward", 1'300, Verdict::kRemoved)};
  CHECK(Explained({}, ops) ==
        "Ops that changed most: bmm +6 ms (added) and softmax +2 ms (added); against it flash -2.7 "
        "ms (removed) and flash_backward -1.3 ms (removed)");
  // What noise made of others is no replacement.
  CHECK_THAT(Explained({}, {RowOf("bmm", 0, 7'000), RowOf("gelu", 4'000, 1'200),
                            OnlyIn("flash", 2'700, Verdict::kRemoved)}),
             !Catch::Matchers::Contains("flash"));
}

TEST_CASE("The type that an op had before is named") {
  DiffRow op = RowOf("dense/MatMul", 1'000, 6'000);
  op.type = "MatMul";
  op.base_type = "_MklMatMul";
  CHECK(Explained({}, {op}) ==
        "Ops that explain it: dense/MatMul +5 ms (100.0%, MatMul in place of _MklMatMul)");
}

TEST_CASE("Other kernels of the same ops are named") {
  const Change step = RowOf("step", 10'000, 11'500).change;
  const Rows kernels = {OnlyIn("nvjet", 9'000, Verdict::kAdded),
                        OnlyIn("sm90_xmma", 7'000, Verdict::kRemoved),
                        OnlyIn("sm90_small", 500, Verdict::kRemoved)};
  CHECK(KernelSwapSentence(step, {RowOf("mm", 7'500, 9'000)}, kernels) ==
        "The ops are the same, but run other kernels: nvjet (9 ms a step) in place of sm90_xmma "
        "and 1 more (7.5 ms a step). Versions of libraries, settings and shapes decide which "
        "kernels run");
  // Other ops run other kernels.
  CHECK(KernelSwapSentence(step, {OnlyIn("linear", 9'000, Verdict::kAdded)}, kernels).empty());
  // They do not explain the change.
  CHECK(
      KernelSwapSentence(RowOf("step", 10'000, 20'000).change, {RowOf("mm", 7'500, 9'000)}, kernels)
          .empty());
}

}  // namespace profiler
