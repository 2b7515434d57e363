#include "profiler/base/run_context.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "profiler/base/process_memory.h"

namespace profiler {
namespace {

using std::chrono::milliseconds;

constexpr uint64_t kPlenty = std::numeric_limits<uint64_t>::max();

TEST_CASE("memory is limited while the limit lives") {
  RunContext context;
  CHECK(context.Check().ok());
  {
    const LimitedRun limited(context, 1, {});
    context.Doing("testing");
    const absl::Status status = context.Check();
    CHECK(absl::IsResourceExhausted(status));
    CHECK_THAT(std::string(status.message()), Catch::Matchers::StartsWith("testing took "));
    CHECK(context.Check() == status);  // and again on each call
  }
  CHECK(context.Check().ok());
  const LimitedRun limited(context, kPlenty, {});
  CHECK(context.Check().ok());
}

TEST_CASE("time is limited while the limit lives") {
  RunContext context;
  {
    const LimitedRun limited(context, 0, std::chrono::nanoseconds(1));
    context.Doing("testing");
    std::this_thread::sleep_for(milliseconds(1));
    const absl::Status status = context.Check();
    CHECK(absl::IsDeadlineExceeded(status));
    CHECK_THAT(std::string(status.message()),
               Catch::Matchers::StartsWith("testing took longer than the 1e-06 ms of -timeout"));
    context.LimitTime({});
    CHECK(context.Check().ok());
    context.LimitTime(std::chrono::nanoseconds(1));
  }
  CHECK(context.Check().ok());
  const LimitedRun limited(context, 0, std::chrono::hours(1));
  CHECK(context.Check().ok());
}

TEST_CASE("what nobody keeps is made each time") {
  RunContext context;
  int made = 0;
  const auto make = [&] { return ++made; };
  CHECK(*context.memo().Get<int>(Identity::Next(), "key", make) == 1);
  CHECK(*context.memo().Get<int>(Identity(), "key", make) == 2);
}

TEST_CASE("a wish to stop comes before the limit") {
  RunContext context;
  const LimitedRun limited(context, 1, {});
  context.Cancel();
  CHECK(absl::IsCancelled(context.Check()));
}

TEST_CASE("the process knows its memory") {
  const std::vector<char> block(32 << 20, 'x');
  const ProcessMemory memory = ReadProcessMemory();
  CHECK(block[1 << 20] == 'x');
  CHECK(memory.anonymous >= block.size());
  CHECK(memory.file > 0);
  CHECK(memory.peak >= block.size());
  CHECK(AnonymousMemory() >= block.size());
}

TEST_CASE("times of parts add up over threads, until they are taken") {
  RunContext context;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { context.times().Add(RunPart::kDecode, milliseconds(5)); });
  }
  for (std::thread& thread : threads) thread.join();
  { const TimedPart deriving(context.times(), RunPart::kDerive); }

  const Timings::Took decode = context.times().Take(RunPart::kDecode);
  CHECK(decode.count == 4);
  CHECK(decode.time == milliseconds(20));
  CHECK(context.times().Take(RunPart::kDecode).count == 0);
  CHECK(context.times().Take(RunPart::kDerive).count == 1);
  CHECK(context.times().Take(RunPart::kQuery).count == 0);
}

TEST_CASE("inner parts follow what they are in") {
  CHECK_FALSE(Info(RunPart::kRead).is_inner);
  CHECK(Info(RunPart::kJoin).is_inner);
  CHECK_FALSE(Info(RunPart::kAnswer).is_inner);
  CHECK(std::string(Info(RunPart::kWrite).name) == "write");
}

}  // namespace
}  // namespace profiler
