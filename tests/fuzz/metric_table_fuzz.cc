// Any bytes as metrics over time, in whatever form they look like; what a cut file gives must be in
// what the whole gives.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/readers/metric_table/metric_table.h"
#include "profiler/render/render.h"
#include "profiler/views/view.h"

namespace {

using namespace profiler;

Profile Read(const std::string& bytes) {
  ProfileBuilder builder;
  ImportReport report;
  RunContext context;
  const absl::Status read =
      ReadMetricTable(Input::FromBytes("fuzz", bytes), builder, report, context);
  if (read.ok() != (SniffMetricTable(bytes) > 0)) std::abort();
  return builder.Build();
}

size_t CountValues(const Profile& profile) {
  size_t count = 0;
  for (const Series& series : profile.series) count += series.size();
  return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const Profile profile = Read(bytes);
  const size_t line = bytes.rfind('\n', bytes.size() < 2 ? 0 : bytes.size() - 2);
  if (line != std::string::npos) {
    if (CountValues(Read(bytes.substr(0, line + 1))) > CountValues(profile)) std::abort();
  }
  RunContext context;
  for (const char* name : {"metrics", "info", "advise"}) {
    const auto report = FindView(name)->run(profile, Query(), context);
    if (report.ok()) FindRenderer("json")->render(*report, {});
  }
  return 0;
}
