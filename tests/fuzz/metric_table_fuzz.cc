// Any bytes as metrics over time, in any format that they look like. The rows of a cut file must be
// in those of the whole file, except rows far from the usual time, which the cut may change. A file
// whose last row is no sample may be no table, although it is one without that row.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/readers/metric_table/metric_table.h"
#include "profiler/render/render.h"
#include "tests/unit/common/ask.h"

namespace {

using namespace profiler;

Profile Read(const std::string& bytes, ImportReport& report) {
  ProfileBuilder builder;
  RunContext context;
  const absl::Status read =
      kMetricTableFormat.read(Input::FromBytes("fuzz", bytes), builder, report, context);
  if (read.ok() != (kMetricTableFormat.sniff(bytes) > 0)) std::abort();
  return builder.Build();
}

bool HasFarRows(const ImportReport& report) {
  return std::any_of(report.entries().begin(), report.entries().end(),
                     [](const auto& entry) { return entry.problem == ImportProblem::kFarRowTime; });
}

size_t CountValues(const Profile& profile) {
  size_t count = 0;
  for (const Series& series : profile.series) count += series.size();
  return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  ImportReport report;
  const Profile profile = Read(bytes, report);
  const bool is_table = kMetricTableFormat.sniff(bytes) > 0;
  const size_t line = bytes.rfind('\n', bytes.size() < 2 ? 0 : bytes.size() - 2);
  if (is_table && line != std::string::npos) {
    const Profile cut = Read(bytes.substr(0, line + 1), report);
    if (!HasFarRows(report) && CountValues(cut) > CountValues(profile)) std::abort();
  }
  RunContext context;
  for (const char* name : {"metrics", "info", "advise"}) {
    const auto answer = Ask(profile, name, Query(), context);
    if (answer.ok()) FindRenderer("json")->render(*answer, {});
  }
  return 0;
}
