// Profiles that are made to be transformed, and what a transform makes of them.
#ifndef TESTS_UNIT_STORE_TRANSFORMED_H_
#define TESTS_UNIT_STORE_TRANSFORMED_H_

#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/engine/transform.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {

inline constexpr char kHost[] = "/job:w/replica:0/task:0/device:cpu:0";
inline constexpr char kGpu[] = "/job:w/replica:0/task:0/device:gpu:0";

inline Selection Window(const std::string& from, const std::string& to) {
  Selection selection;
  selection.from = TimeBound::Parse(from).value();
  selection.to = TimeBound::Parse(to).value();
  return selection;
}

inline Transformed Made(const Profile& profile, const Selection& selection) {
  RunContext context;
  absl::StatusOr<Transformed> transformed = Transform(profile, selection, context);
  INFO(transformed.status().ToString());
  REQUIRE(transformed.ok());
  return *std::move(transformed);
}

inline std::string Refused(const Profile& profile, const Selection& selection) {
  RunContext context;
  const absl::StatusOr<Transformed> transformed = Transform(profile, selection, context);
  REQUIRE(absl::IsNotFound(transformed.status()));
  return Message(transformed.status());
}

// A profile with a host thread, a stream of a GPU, and ops for their events.
struct Cut : MadeProfile {
  SourceId source = Source("one");
  TrackId thread = Track(source, kHost, TrackKind::kThread);
  TrackId stream = Stream(source, kGpu);
  OpId outer = Op("outer"), inner = Op("inner"), kernel = Op("kernel");

  static ExecRow ExecOf(const Profile& profile, OpId op) {
    const auto [first, last] = profile.ExecsOf(op);
    REQUIRE(last == first + 1);
    return profile.execs().row[ExecId(first)];
  }
};

}  // namespace profiler

#endif  // TESTS_UNIT_STORE_TRANSFORMED_H_
