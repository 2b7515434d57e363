// What sentences name as the cause of a change, by rows made for it.
#include "profiler/compare/page/sentences/explanation.h"

#include <catch2/catch.hpp>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/compare/page/all_alike.h"
#include "profiler/compare/page/causes/kernel_swap.h"

namespace profiler {
namespace {

using Rows = std::vector<DiffRow>;

// Rows do not own their names.
std::string_view Kept(std::string_view name) {
  static std::set<std::string, std::less<>> names;
  return *names.emplace(name).first;
}

DiffRow RowOf(std::string_view name, double base, double next) {
  DiffRow row;
  row.name = Kept(name);
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

TEST_CASE("What hosts do while devices work explains nothing that devices explain") {
  DiffRow on_device = OnlyIn("mul", 4'000, Verdict::kAdded);
  DiffRow on_host = OnlyIn("MulBackward0", 500, Verdict::kAdded);
  on_host.is_of_hosts = true;
  const Rows of_devices = {RowOf("device_compute_16", 5'000, 9'000)};
  const std::string explained = Explained(of_devices, {on_device, on_host});
  CHECK_THAT(explained, Catch::StartsWith("Ops that explain it: mul +4 ms (80.0%, added)"));
  CHECK(explained.find("MulBackward0") == std::string::npos);
  // Where hosts have that much more of the step, or devices explain little, it counts.
  const Rows of_both = {of_devices[0], RowOf("host_compute", 500, 1'100)};
  CHECK_THAT(Explained(of_both, {on_device, on_host}), Catch::Contains("MulBackward0 +500 us"));
  on_device.change.delta = 1'000;
  CHECK_THAT(Explained(of_devices, {on_device, on_host}), Catch::Contains("MulBackward0"));
}

TEST_CASE("Ops of more time than the change have no shares of it") {
  const Rows ops = {RowOf("mm", 1'000, 6'000), RowOf("add", 1'000, 2'900)};
  CHECK_THAT(Explained({}, ops),
             Catch::StartsWith("Ops that explain it: mm +5 ms and add +1.9 ms"));
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

TEST_CASE("Ops changed alike if nearly all did, by number and by time, also of the new time") {
  const auto explanation = [](const std::vector<DiffRow>& ops) {
    DiffRow step = RowOf("step", 0, 0);
    for (const DiffRow& op : ops) {
      step.change.base += op.change.base;
      step.change.next += op.change.next;
    }
    step.change.delta = step.change.next - step.change.base;
    step.change.verdict = step.change.delta > 0 ? Verdict::kSlower : Verdict::kFaster;
    return ExplanationSentence(step.change, {}, ops, {}, {});
  };
  using Catch::Matchers::Contains;
  const auto is_alike = Contains("changed by a similar part");
  std::vector<DiffRow> ops;
  for (int i = 0; i < 6; ++i) ops.push_back(RowOf(std::to_string(i), 100, 120 + i));
  CHECK_THAT(explanation(ops), is_alike);
  // One took nothing before and much now, though nearly all time of the base became less.
  for (DiffRow& op : ops) op = RowOf(op.name, 100, 10);
  CHECK_THAT(explanation(ops), is_alike);
  ops.push_back(RowOf("cat", 0.1, 20));
  CHECK_THAT(explanation(ops), !is_alike);
  // Both shrank, by a factor of 2 and of 200.
  std::vector<DiffRow> unlike;
  for (int i = 0; i < 6; ++i)
    unlike.push_back(RowOf(std::to_string(i), 100, i % 2 == 0 ? 50 : 0.5));
  CHECK_THAT(explanation(unlike), !is_alike);
  // Many small ones did not change.
  std::vector<DiffRow> small;
  for (int i = 0; i < 5; ++i) small.push_back(RowOf(std::to_string(i), 100, 130));
  CHECK_THAT(explanation(small), is_alike);
  for (int i = 0; i < 5; ++i) small.push_back(RowOf("small" + std::to_string(i), 1, 1));
  CHECK_THAT(explanation(small), !is_alike);
  // They run twice as often.
  std::vector<DiffRow> often;
  for (int i = 0; i < 6; ++i) {
    often.push_back(RowOf(std::to_string(i), 100, 200));
    often.back().base_runs = 1;
    often.back().new_runs = 2;
  }
  CHECK_THAT(explanation(often), !is_alike);
  // Most of the change is one's that has a third of the time.
  std::vector<DiffRow> one = {RowOf("one", 300, 450)};
  for (int i = 0; i < 6; ++i) one.push_back(RowOf(std::to_string(i), 100, 112));
  CHECK_THAT(explanation(one), !is_alike && Contains("one +150 us"));
}

TEST_CASE("Lines changed alike also where most time is in one, unless only that one changed") {
  DiffRow step = RowOf("step", 1000, 670);
  const auto explanation = [&](double main, double others) {
    std::vector<DiffRow> lines = {RowOf("main", 600, main)};
    for (int i = 0; i < 6; ++i) lines.push_back(RowOf(std::to_string(i), 50, others));
    return ExplanationSentence(step.change, {}, {}, {}, lines);
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(explanation(400, 35),
             Contains("Lines of code that take 100% of the time of all lines"));
  CHECK_THAT(explanation(280, 50), Contains("Lines of code that explain it: main"));
}

TEST_CASE("A line that has most of both steps explains no change that no op explains") {
  const DiffRow step = RowOf("step", 1000, 1400);
  const auto explanation = [&](double base, double next, const std::vector<DiffRow>& ops) {
    return ExplanationSentence(step.change, {}, ops, {}, {RowOf("fwd", base, next)});
  };
  using Catch::Matchers::Contains;
  const std::vector<DiffRow> ops = {RowOf("a", 500, 510)};
  CHECK_THAT(explanation(800, 1100, ops),
             Contains("Most of the step is in fwd +300 us (75.0%), in both profiles, and no op "
                      "explains it: look for what ops share"));
  CHECK_THAT(explanation(100, 400, ops), Contains("Lines of code that explain it: fwd +300 us"));
  CHECK_THAT(explanation(800, 1100, {}), Contains("Lines of code that explain it: fwd +300 us"));
}

TEST_CASE("A function of one side explains the step's change if nothing replaced it") {
  const DiffRow step = RowOf("step", 100, 60);
  const auto removed = [](std::string_view name, double time) {
    DiffRow row = RowOf(name, time, 0);
    row.change.verdict = Verdict::kRemoved;
    return row;
  };
  const auto explanation = [&](const std::vector<DiffRow>& functions) {
    return ExplanationSentence(step.change, {}, {}, {}, {}, functions);
  };
  using Catch::Matchers::Contains;
  // The innermost of those that take nearly all of its time.
  CHECK_THAT(explanation({removed("outer", 31), removed("inner", 30), removed("part", 21)}),
             Contains("inner, with all that it calls, explains 75.0%"));
  // Others changed against it: it is no part of the change.
  CHECK_THAT(explanation({removed("more", 46)}),
             Contains("with all that it calls, explains it: -"));
  CHECK_THAT(explanation({removed("little", 19)}), !Contains("little"));
  CHECK_THAT(explanation({removed("old", 70)}), !Contains("old"));
  DiffRow added = RowOf("new", 0, 10);
  added.change.verdict = Verdict::kAdded;
  CHECK_THAT(explanation({removed("old", 35), added}), !Contains("old"));
}

TEST_CASE("A scope of one side explains the step's change if it is not around what ran before") {
  const DiffRow step = RowOf("step", 100, 170);
  DiffRow added = RowOf("forward", 0, 80);
  added.change.base = kAbsentReal;
  added.change.verdict = Verdict::kAdded;
  const auto explanation = [&](double without_scope) {
    return ExplanationSentence(step.change, {}, {},
                               {added, RowOf("<no scope>", 100, 100 - without_scope)}, {});
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(explanation(10), Contains("The scope that explains it: forward"));
  CHECK_THAT(explanation(30), !Contains("The scope that explains it"));
}

TEST_CASE("No share of the step's change is above all of it") {
  const auto explanation = [](double base, double next) {
    return ExplanationSentence(RowOf("step", 100, 120).change, {}, {RowOf("comms", base, next)}, {},
                               {});
  };
  CHECK(explanation(50, 60) == "Ops that explain it: comms +10 us (50.0%)");
  CHECK(explanation(50, 71) == "Ops that explain it: comms +21 us (100.0%)");
  CHECK(explanation(50, 90) == "Ops that changed most: comms +40 us");
}

TEST_CASE("Where a rank explains the step, waits of others in collectives are no ops to name") {
  DiffRow waits = RowOf("record_param_comms", 5, 55);
  waits.is_collective = true;
  const Change step = RowOf("step", 83, 112).change;
  CHECK(BesideRanksSentence(step, {waits, RowOf("aten::mm", 60, 65)}) ==
        "In the mean over the ranks these ops changed most: aten::mm +5 us");
  CHECK(BesideRanksSentence(step, {waits}).empty());
  CHECK(BesideRanksSentence(step, {waits, RowOf("aten::mm", 65, 60)}).empty());
}

}  // namespace profiler
