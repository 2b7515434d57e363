#include "tests/bench/bench_inputs.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "profiler/base/run_context.h"
#include "profiler/open/open.h"
#include "tests/bench/generate_kineto.h"
#include "tests/bench/generate_xspace.h"

namespace profiler::bench {

Inputs::Inputs(const ProfileSize& size) {
  const auto into = [](std::string& bytes) {
    return [&bytes](std::string_view piece) { bytes += piece; };
  };
  GenerateProfile(size, into(profile_));
  const int64_t ops = std::max<int64_t>(size.nodes / 100, 2);
  GenerateXSpace({size.steps, 2, ops, size.seed}, into(xspace_));
  GenerateKineto({size.steps, ops, size.seed}, into(kineto_));
  RunContext context;
  absl::StatusOr<OpenedProfile> opened = OpenInput(profile(), "", context);
  if (!opened.ok()) std::abort();  // generated, so it opens
  opened_ = std::move(opened->profile);
}

Query AllRows() {
  Query query;
  query.max_depth = std::numeric_limits<int32_t>::max();
  return query;
}

bool Went(const absl::Status& status, benchmark::State& state) {
  if (!status.ok()) state.SkipWithError(std::string(status.message()).c_str());
  return status.ok();
}

}  // namespace profiler::bench
