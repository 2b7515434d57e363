// Stores without events: what they keep, and how precisely.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <tuple>

#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/samples/ops_in_steps.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/file/rounded.h"
#include "tests/unit/store/filled_profile.h"
#include "tests/unit/store/store_files.h"

namespace profiler {
namespace {

using store_file::IsRoundedCode;
using store_file::kMostCode;
using store_file::RoundedCode;
using store_file::RoundedNumber;

TEST_CASE("numbers are rounded to 0.1 %, and small ones are kept") {
  for (int64_t number = -5000; number <= 5000; ++number) {
    const Int128 rounded = RoundedNumber(RoundedCode(number));
    CHECK(std::abs(static_cast<double>(rounded - number)) <= std::abs(number) / 1000.0);
    if (std::abs(number) <= 1024) CHECK((rounded == number));
  }
  for (Int128 number = 3; number < (static_cast<Int128>(1) << 93); number = number * 7 / 3 + 1) {
    const Int128 rounded = RoundedNumber(RoundedCode(number));
    CHECK(std::abs(static_cast<double>(rounded - number)) <= static_cast<double>(number) / 1000);
    CHECK((RoundedNumber(RoundedCode(rounded)) == rounded));
    CHECK(RoundedCode(number) <= RoundedCode(number + 1));
  }
  CHECK(RoundedCode(static_cast<Int128>(1) << 120) == kMostCode);
  CHECK(IsRoundedCode(-kMostCode));
  CHECK_FALSE(IsRoundedCode(kMostCode + 1));
}

Profile Opened(const std::string& path) {
  RunContext context;
  OpenRequest request;
  request.profile_paths = {path};
  absl::StatusOr<OpenedProfile> opened = OpenProfile(request, context);
  INFO(path << ": " << opened.status().ToString());
  REQUIRE(opened.ok());
  return std::move(opened->profile);
}

Profile Without(const Profile& profile) {
  absl::StatusOr<OpenedProfile> opened =
      OpenStore(StoreOf(profile, Query(), /*with_args=*/true, /*with_events=*/false));
  REQUIRE(opened.ok());
  CHECK(opened->import_report.worst() <= ImportSeverity::kLoss);
  return std::move(Recorded(*std::move(opened)).profile);
}

constexpr const char* kRecorded[] = {
    "testdata/mlp/profile_1055",
    "testdata/gpu_synth/profile_300",
    "testdata/kineto/torch_resnetish/rank0.5.pt.trace.json.gz",
    "testdata/xspace/syn_gpu2",
    "testdata/xspace/syn_tpu1",
    "testdata/xspace/tf_input_bound",
    "testdata/xspace/jax_bf16_scan",
    "testdata/sagemaker/sm_lowgpu",
};

void CheckNear(const std::vector<double>& want, const std::vector<double>& got) {
  REQUIRE(want.size() == got.size());
  for (size_t i = 0; i < want.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(got[i] - want[i]) <= 0.001 * std::abs(want[i]) + 1e-9);
  }
}

void CheckNear(const WorkInSteps& want, const WorkInSteps& got) {
  REQUIRE(want.items.size() == got.items.size());
  for (size_t i = 0; i < want.items.size(); ++i) {
    const auto same = std::find_if(got.items.begin(), got.items.end(), [&](const auto& item) {
      return item.name == want.items[i].name && item.type == want.items[i].type;
    });
    REQUIRE(same != got.items.end());
    const auto a = want.Of(i), b = got.Of(static_cast<size_t>(same - got.items.begin()));
    CheckNear({a.begin(), a.end()}, {b.begin(), b.end()});
  }
}

TEST_CASE("a store without events has the same steps, parts, ops and kernels") {
  for (const char* path : kRecorded) {
    CAPTURE(path);
    const Profile full = Opened(path), kept = Without(full);
    CHECK_FALSE(LacksEvents(full));
    CHECK(LacksAllEvents(kept));
    RunContext context;
    const Selected of_full(full, Query().selection), of_kept(kept, Query().selection);
    const auto want = TimeSteps(of_full, Query(), context);
    const auto got = TimeSteps(of_kept, Query(), context);
    REQUIRE(want.ok());
    REQUIRE(got.ok());
    REQUIRE(want->size() == got->size());
    for (size_t run = 0; run < want->size(); ++run) {
      const StepTimings &a = (*want)[run], &b = (*got)[run];
      CHECK(a.totals == b.totals);
      CHECK(a.parts == b.parts);
      // Of both it is known that nothing was computed then: they are kept as one.
      std::vector<double> idle = a.waits;
      std::transform(idle.begin(), idle.end(), a.sleeps.begin(), idle.begin(), std::plus<>());
      CHECK(idle == b.waits);
      CHECK(a.elsewhere == b.elsewhere);
      CHECK(a.input_code == b.input_code);
      CHECK(a.left_out == b.left_out);
    }
    const StepNumbers full_numbers(full, *want), kept_numbers(kept, *got);
    const auto full_ops =
        FindOpsInSteps(of_full, full_numbers, OpClock::kAccelerators, {}, context);
    const auto kept_ops =
        FindOpsInSteps(of_kept, kept_numbers, OpClock::kAccelerators, {}, context);
    REQUIRE(full_ops.ok());
    REQUIRE(kept_ops.ok());
    CheckNear(full_ops->ops, kept_ops->ops);
    const auto full_kernels = KernelsInSteps(of_full, full_numbers, context);
    const auto kept_kernels = KernelsInSteps(of_kept, kept_numbers, context);
    REQUIRE(full_kernels.ok());
    REQUIRE(kept_kernels.ok());
    CheckNear(*full_kernels, *kept_kernels);
  }
}

TEST_CASE("a store without events is written again as it is") {
  for (const char* path : kRecorded) {
    CAPTURE(path);
    const Profile full = Opened(path), kept = Without(full);
    const std::string bytes = StoreOf(full, Query(), true, false);
    CHECK((bytes == StoreOf(full, Query(), true, false)));
    CHECK((bytes == StoreOf(kept, Query(), true, false)));
    CheckSame(kept, Reopened(kept));  // as a store with all events, of which there are none
    const Profile again = Without(kept);
    CHECK(again.kept_execs.size() == kept.kept_execs.size());
  }
}

TEST_CASE("one profile of each table can be written without events") {
  const Profile kept = Without(FilledProfile("a").Make());
  CHECK(LacksEvents(kept));
  // Of each allocator those at the start, the peak and the end.
  std::map<std::tuple<SourceId, DeviceId, StringId, StepId>, int> rows;
  for (const AllocationRow& row : kept.allocations) {
    CHECK(++rows[{row.source, row.device, row.allocator, row.step}] <= 3);
  }
  CHECK(kept.flows.empty());
  CHECK(kept.snapshots.empty());
}

}  // namespace
}  // namespace profiler
