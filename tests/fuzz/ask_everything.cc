#include "tests/fuzz/ask_everything.h"

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string_view>
#include <utility>

#include "profiler/base/run_context.h"
#include "profiler/inputs/open.h"
#include "profiler/render/render.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

// Holds what was written last.
class LastFile : public OutputFiles {
 public:
  std::string bytes;

  absl::StatusOr<std::unique_ptr<OutputFile>> Create(const std::string&) override {
    bytes.clear();
    return std::make_unique<File>(bytes);
  }

 private:
  class File : public OutputFile {
   public:
    explicit File(std::string& bytes) : bytes_(bytes) {}
    absl::Status Append(std::string_view bytes) override {
      bytes_ += bytes;
      return absl::OkStatus();
    }
    absl::Status Close() override { return absl::OkStatus(); }

   private:
    std::string& bytes_;
  };
};

Query Everything(bool compat_tfprof) {
  Query query;
  query.compat_tfprof = compat_tfprof;
  query.max_depth = 50;
  query.order_by = Measure::kMicros;
  for (const FieldInfo& field : AllFields()) query.select.insert(field.field);
  return query;
}

void Export(const Exporter& exporter, std::string_view view, const Profile& profile,
            const Query& query) {
  RunContext context;
  LastFile files;
  const auto result =
      RunExporter(exporter, profile, query, {view, "file", query.compat_tfprof}, files, context);
  if (!result.ok() || exporter.name != "store") return;
  const auto opened =
      OpenInput(Input::FromBytes("store", std::move(files.bytes)), "store", context);
  if (opened.ok()) return;
  std::cerr << "a store that was written does not open: " << opened.status() << "\n";
  std::abort();
}

}  // namespace

void AskViews(const Profile& profile, Forms forms) {
  for (const bool compat_tfprof : {true, false}) {
    RunContext context;
    const Query query = Everything(compat_tfprof);
    for (const View& view : AllViews()) {
      const auto report = view.run(profile, query, context);
      if (!report.ok()) continue;
      for (const Renderer& renderer : AllRenderers()) {
        if (forms == Forms::kAll || renderer.name == "json") renderer.render(*report, {});
      }
    }
  }
}

void AskExporters(const Profile& profile) {
  for (const bool compat_tfprof : {true, false}) {
    for (const Exporter& exporter : AllExporters()) {
      Query query = Everything(compat_tfprof);
      if (exporter.name == "folded") query.select = {Field::kMicros};  // it takes one number
      if (exporter.views.empty()) Export(exporter, "scope", profile, query);
      for (const std::string_view view : exporter.views) Export(exporter, view, profile, query);
    }
  }
}

}  // namespace profiler
