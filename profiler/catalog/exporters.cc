#include "profiler/catalog/exporters.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/catalog/views.h"
#include "profiler/export/profile_proto/profile_proto.h"
#include "profiler/export/stacks/folded.h"
#include "profiler/export/stacks/pprof.h"
#include "profiler/export/stacks/speedscope.h"
#include "profiler/export/store/store.h"
#include "profiler/export/timeline/timeline.h"

namespace profiler {

const std::vector<Exporter>& AllExporters() {
  static const std::vector<Exporter> kExporters = {
      {"profile", ExportProfileProto},
      {"store", ExportStore},
      {"pprof", ExportPprof, {"code", "scope"}},
      {"folded", ExportFolded, {"code", "scope"}},
      {"speedscope", ExportSpeedscope, {"code", "scope"}},
      {"timeline", ExportTimeline, {"scope", "graph", "code", "trace"}},
  };
  return kExporters;
}

const Exporter* FindExporter(std::string_view name) {
  for (const Exporter& exporter : AllExporters()) {
    if (exporter.name == name) return &exporter;
  }
  return nullptr;
}

absl::StatusOr<ExportResult> RunExporter(const Exporter& exporter, const Selected& selected,
                                         const Query& query, const ExportParams& params,
                                         OutputFiles& files, RunContext& context) {
  const std::vector<std::string_view>& views = exporter.views;
  if (!views.empty() && std::find(views.begin(), views.end(), params.view) == views.end()) {
    return absl::InvalidArgumentError(fmt::format("-output {} works from {}, not from {}",
                                                  exporter.name, fmt::join(views, ", "),
                                                  params.view));
  }
  ExportParams asked = params;
  asked.views = &LeafViews();
  return exporter.run(selected, query, asked, files, context);
}

}  // namespace profiler
