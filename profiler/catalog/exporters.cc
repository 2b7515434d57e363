#include "profiler/catalog/exporters.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/catalog/views.h"

// In the order of `help output`. Each name is the descriptor at the end of an exporter's file.
#define PROFILER_EXPORTERS(EXPORTER) \
  EXPORTER(kProfileExporter)         \
  EXPORTER(kStoreExporter)           \
  EXPORTER(kPprofExporter)           \
  EXPORTER(kFoldedExporter)          \
  EXPORTER(kSpeedscopeExporter)      \
  EXPORTER(kTimelineExporter)        \
  EXPORTER(kSqliteExporter)

namespace profiler {

#define PROFILER_DECLARE(descriptor) extern const Exporter descriptor;
PROFILER_EXPORTERS(PROFILER_DECLARE)
#undef PROFILER_DECLARE

const std::vector<Exporter>& AllExporters() {
  static const std::vector<Exporter> kExporters = {
#define PROFILER_ITEM(descriptor) descriptor,
      PROFILER_EXPORTERS(PROFILER_ITEM)
#undef PROFILER_ITEM
  };
  return kExporters;
}

const Exporter* FindExporter(std::string_view name) {
  for (const Exporter& exporter : AllExporters()) {
    if (exporter.name == name) return &exporter;
  }
  return nullptr;
}

std::vector<std::string_view> CommandsOf(const Exporter& exporter) {
  std::vector<std::string_view> names;
  for (const RowKind kind : exporter.rows) {
    for (const View& view : AllViews()) {
      if (view.rows == kind) names.push_back(view.name);
    }
  }
  return names;
}

absl::StatusOr<ExportResult> RunExporter(const Exporter& exporter, const Selected& selected,
                                         const Query& query, const ExportParams& params,
                                         OutputFiles& files, RunContext& context) {
  ExportParams asked = params;
  if (const View* const view = FindView(params.view); view != nullptr) asked.rows = view->rows;
  const std::span<const RowKind> rows = exporter.rows;
  if (!rows.empty() && std::find(rows.begin(), rows.end(), asked.rows) == rows.end()) {
    return absl::InvalidArgumentError(
        fmt::format("-output {} works from {}, not from {}", exporter.name,
                    fmt::join(CommandsOf(exporter), ", "), params.view));
  }
  asked.views = &LeafViews();
  return exporter.run(selected, query, asked, files, context);
}

}  // namespace profiler
