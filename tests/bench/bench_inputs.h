#ifndef TESTS_BENCH_BENCH_INPUTS_H_
#define TESTS_BENCH_BENCH_INPUTS_H_

#include <benchmark/benchmark.h>

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/io/input.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"
#include "tests/bench/generate_profile.h"

namespace profiler::bench {

// The inputs of all benchmarks: generated once and kept in memory.
class Inputs {
 public:
  explicit Inputs(const ProfileSize& size);

  Input profile() const { return Input::FromBytes("generated.pb", profile_); }
  Input xspace() const { return Input::FromBytes("generated.xplane.pb", xspace_); }
  Input kineto() const { return Input::FromBytes("generated.json", kineto_); }
  std::string_view profile_bytes() const { return profile_; }
  const Profile& opened() const { return opened_; }  // the opened profile()

 private:
  std::string profile_, xspace_, kineto_;
  Profile opened_;
};

// All rows of a view, at any depth.
Query AllRows();

// Returns whether the status is OK; otherwise ends the benchmark with the error.
bool Went(const absl::Status& status, benchmark::State& state);

// Each file registers its benchmarks.
void RegisterReading(const Inputs& inputs);
void RegisterViews(const Inputs& inputs);
void RegisterRegexes(const Inputs& inputs);
void RegisterRenderers(const Inputs& inputs);
void RegisterExporters(const Inputs& inputs);

}  // namespace profiler::bench

#endif  // TESTS_BENCH_BENCH_INPUTS_H_
