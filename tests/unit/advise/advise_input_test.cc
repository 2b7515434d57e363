// InputChecker and its analysis.
#include <ctime>
#include <string>

#include "profiler/analysis/input/input_use.h"
#include "profiler/analysis/input/input_waits.h"
#include "tests/unit/advise/advise_profile.h"

namespace profiler {
namespace {

using Catch::Matchers::Contains;

constexpr char kCpu[] = "/device:cpu:0";

// Three steps of 100 us that wait for `waiting` us; a prefetch runs during the first half of the
// wait.
Profile Make(int64_t waiting, const std::string& pipeline) {
  ProfileMaker make;
  const OpId next = make.Op("next", "IteratorGetNext", kCpu);
  const OpId work = make.Op("work", "MatMul", kCpu);
  if (!pipeline.empty()) make.Op("pipeline", pipeline);
  for (int64_t i = 0; i < 3; ++i) {
    const int64_t begin = 1000 * (i + 1);
    make.Run(kCpu, next, make.Step(i), begin, waiting);
    make.Run(kCpu, work, make.Step(i), begin + waiting / 2, 100 - waiting / 2);
  }
  return make.builder.Build();
}

InputUse UseOf(const Profile& profile) {
  return InputUseOf(AllOf(profile), StepTimes(AllOf(profile), RunsOf(profile)));
}

TEST_CASE("Ops that wait for input are known by their types") {
  for (const char* type :
       {"IteratorGetNext", "IteratorGetNextSync", "QueueDequeueManyV2", "InfeedDequeueTuple",
        "infeed", "Unstage", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"}) {
    CHECK(WaitsForInput(type));
  }
  for (const char* type : {"MatMul", "IteratorV2", "QueueEnqueueV2", "PrefetchDataset", ""}) {
    CHECK_FALSE(WaitsForInput(type));
  }
}

TEST_CASE("Input facts: how long, how long alone, by step") {
  const Profile profile = Make(40, "PrefetchDataset");
  const InputUse use = UseOf(profile);
  REQUIRE(use.steps.size() == 3);
  CHECK(use.steps[1].number == 1);
  CHECK(use.steps[1].span == 100 * kPicosPerMicro);
  CHECK(use.steps[1].waiting == 40 * kPicosPerMicro);
  CHECK(use.steps[1].alone == 20 * kPicosPerMicro);
  CHECK(use.waits.at("IteratorGetNext") == 120 * kPicosPerMicro);
  CHECK(use.has_pipeline);
  CHECK(use.has_prefetch);
  CHECK_FALSE(use.is_fed);
}

TEST_CASE("InputChecker: highly, moderately, not") {
  const Advice high("InputChecker", Make(40, "BatchDatasetV2"));
  CHECK_THAT(high.Of("highly_input_bound"),
             Contains("warning: highly input bound: 40.0% of a step (median of 3 steps; on average "
                      "40 us of 100 us) is waiting for input, in IteratorGetNext"));
  CHECK_THAT(high.Of("highly_input_bound"), Contains("end it with dataset.prefetch"));
  CHECK(high.Saves("highly_input_bound") == 20);
  CHECK(high.Evidence("highly_input_bound", "step 2", "alone_us") == 20 * kPicosPerMicro);

  const Advice moderate("InputChecker", Make(10, "PrefetchDataset"));
  CHECK_THAT(moderate.Of("moderately_input_bound"), Contains("warning: moderately"));
  CHECK_THAT(moderate.Of("moderately_input_bound"), Contains("prefetches and is still too slow"));

  const Advice none("InputChecker", Make(4, ""));
  CHECK_THAT(none.Of("not_input_bound"), Contains("info: not input bound: 4.0%"));
  CHECK_FALSE(none.Warns());
  CHECK(none.Saves("not_input_bound") == -1);
}

TEST_CASE("InputChecker judges by the thresholds given") {
  const Profile profile = Make(10, "");
  CHECK_FALSE(Advice("InputChecker", profile, {{"InputChecker.moderate", 0.15}}).Warns());
  CHECK(Advice("InputChecker", profile, {{"InputChecker.high", 0.08}}).Has("highly_input_bound"));
}

TEST_CASE("InputChecker takes the middle step: the first one fills the pipeline") {
  ProfileMaker make;
  const OpId next = make.Op("next", "IteratorGetNext", kCpu);
  const OpId work = make.Op("work", "MatMul", kCpu);
  for (int64_t i = 0; i < 5; ++i) {
    make.Run(kCpu, next, make.Step(i), 100'000 * (i + 1), i == 0 ? 50'000 : 1);
    make.Run(kCpu, work, make.Step(i), 100'000 * (i + 1) + 50'000, 100);
  }
  CHECK_FALSE(Advice("InputChecker", make.builder.Build()).Warns());
}

// Like an XSpace: call stacks with the framework's own machinery and Python, and iterators of
// tf.data on other threads that are in the step only by their time.
TEST_CASE("InputChecker on call stacks: what a wait is in, holds, or waits for hides nothing") {
  ProfileMaker make;
  const auto runtime = [&](const char* name, const char* type) {
    const OpId op = make.Op(name, type);
    make.builder.op(op).kind = OpKind::kRuntime;
    return op;
  };
  const OpId python = runtime("$train.py:1 main", "PythonFunction");
  const OpId next = runtime("IteratorGetNextOp::DoCompute", "Runtime");
  const OpId inside = make.Op("Iterator::Root::Prefetch", "Dataset");
  const OpId map = make.Op("PyFunc", "PyFunc");
  const OpId call = make.Op("call", "PartitionedCall"), work = make.Op("work", "MatMul");
  const TrackId main = make.Track(kCpu, TrackKind::kThread, make.source);
  const TrackId pool = make.Track("/device:cpu:1", TrackKind::kThread, make.source);
  for (int64_t i = 0; i < 3; ++i) {
    const int64_t begin = 1000 * (i + 1);
    const StepId step = make.Step(i);
    make.builder.step(step).begin = begin * kPicosPerMicro;
    make.builder.step(step).end = (begin + 100) * kPicosPerMicro;
    make.Run(main, python, step, begin, 100);
    make.Run(main, call, step, begin, 60);  // contains a wait
    make.Run(main, next, step, begin + 10, 40);
    make.Run(main, inside, step, begin + 15, 30);
    make.Run(main, work, step, begin + 60, 30);
    make.Run(pool, map, StepId(), begin + 10, 40);
  }
  const Profile profile = make.builder.Build();
  const InputUse use = UseOf(profile);
  REQUIRE(use.steps.size() == 3);
  CHECK(use.steps[0].waiting == 40 * kPicosPerMicro);
  CHECK(use.steps[0].alone == 40 * kPicosPerMicro);
  CHECK(use.waits.at("IteratorGetNextOp::DoCompute") == 120 * kPicosPerMicro);
  CHECK(use.waits_for_python);
  CHECK(use.has_prefetch);
  CHECK_THAT(Advice("InputChecker", profile).Of("highly_input_bound"), Contains("PyFunc"));
}

TEST_CASE("InputChecker: many waits within ops that nest deep take no longer than to read them") {
  ProfileMaker make;
  constexpr int64_t kMany = 10'000, kLength = 10 * kMany;
  const OpId next = make.Op("next", "IteratorGetNext"), work = make.Op("work", "MatMul");
  const TrackId main = make.Track(kCpu, TrackKind::kThread, make.source);
  const StepId step = make.Step(0);
  for (int64_t i = 0; i < kMany; ++i) make.Run(main, work, step, 1, kLength);
  for (int64_t i = 0; i < kMany; ++i) make.Run(main, next, step, 1 + 10 * i, 4);
  const Profile profile = make.builder.Build();
  const std::clock_t start = std::clock();
  const InputUse use = UseOf(profile);
  // 10 s if it were quadratic.
  CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < 1);
  REQUIRE(use.steps.size() == 1);
  CHECK(use.steps[0].waiting == 4 * kMany * kPicosPerMicro);
  CHECK(use.steps[0].alone == 4 * kMany * kPicosPerMicro);
}

TEST_CASE("InputChecker says where the class is unknown, and why") {
  ProfileMaker fed;
  fed.Op("x", "Placeholder");
  fed.Run(kCpu, fed.Op("work", "MatMul", kCpu), fed.Step(1), 100, 10);
  CHECK_THAT(Advice("InputChecker", fed.builder.Build()).Of("input_bound_unknown"),
             Contains("fed from Python"));

  ProfileMaker made;
  made.Run(kCpu, made.Op("work", "MatMul", kCpu), made.Step(1), 100, 10);
  CHECK_THAT(Advice("InputChecker", made.builder.Build()).Of("not_input_bound"),
             Contains("no recorded op waits for input"));

  ProfileMaker untimed;
  untimed.Step(1);
  untimed.Op("next", "IteratorGetNext", kCpu);
  CHECK_THAT(Advice("InputChecker", untimed.builder.Build()).Of("input_bound_unknown"),
             Contains("no recorded step says what its time goes to"));

  ProfileMaker python;
  python.Run(kCpu, python.Op("$train.py:35 make_batch", "PythonFunction"), python.Step(1), 100, 10);
  CHECK_THAT(Advice("InputChecker", python.builder.Build()).Of("highly_input_bound"),
             Contains("100.0% of the step (10 us) is code that reads"));

  ProfileMaker model;
  model.Run(kCpu, model.Op("$train.py:35 fit", "PythonFunction"), model.Step(1), 100, 10);
  CHECK_THAT(Advice("InputChecker", model.builder.Build()).Of("not_input_bound"),
             Contains("no recorded op waits for input"));
}

TEST_CASE("InputChecker tells the mean where a few steps wait") {
  ProfileMaker make;
  const OpId next = make.Op("next", "IteratorGetNext", kCpu);
  const OpId work = make.Op("work", "MatMul", kCpu);
  for (int64_t i = 0; i < 4; ++i) {
    const int64_t waiting = i == 3 ? 600 : 10;
    make.Run(kCpu, next, make.Step(i), 1000 * (i + 1), waiting);
    make.Run(kCpu, work, make.Step(i), 1000 * (i + 1) + waiting, 90);
  }
  CHECK_THAT(
      Advice("InputChecker", make.builder.Build()).Of("moderately_input_bound"),
      Contains(
          "10.0% of a step (median of 4 steps; on average 63.6%, 158 us of 248 us, as step 3 takes "
          "690 us) is waiting for input, in IteratorGetNext"));
}

}  // namespace
}  // namespace profiler
