#include "tests/fuzz/ask_everything.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/catalog/exporters.h"
#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/open/open.h"
#include "profiler/query/query.h"
#include "profiler/render/render.h"
#include "tests/unit/common/ask.h"

// Only libFuzzer has it; replays do not mutate.
extern "C" [[gnu::weak]] size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace profiler {
namespace {

// Keeps the last written file.
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
    absl::Status WriteAt(uint64_t offset, std::string_view bytes) override {
      if (bytes_.size() < offset + bytes.size()) bytes_.resize(offset + bytes.size());
      bytes_.replace(offset, bytes.size(), bytes);
      return absl::OkStatus();
    }
    absl::StatusOr<size_t> ReadAt(uint64_t offset, char* to, size_t size) override {
      return offset < bytes_.size() ? bytes_.copy(to, size, offset) : 0;
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
  for (const OpColumn& field : OpColumns()) query.select.emplace_back(field.name);
  return query;
}

void Export(const Exporter& exporter, std::string_view view, const Profile& profile,
            const Query& query) {
  RunContext context;
  LastFile files;
  const auto result = RunExporter(exporter, {profile, query.selection}, query,
                                  {view, "file", query.compat_tfprof}, files, context);
  if (!result.ok() || exporter.name != "store") return;
  const auto opened =
      OpenInput(Input::FromBytes("store", std::move(files.bytes)), "store", context);
  if (opened.ok()) return;
  std::cerr << "a store that was written does not open: " << opened.status() << "\n";
  std::abort();
}

void AskViews(const Profile& profile) {
  for (const bool compat_tfprof : {true, false}) {
    RunContext context;
    const Query query = Everything(compat_tfprof);
    Asker ask(profile);
    for (const View& view : CommandsOnOneProfile()) {
      const auto report = ask(view.name, query, context);
      if (!report.ok()) continue;
      for (const Renderer& renderer : AllRenderers()) renderer.render(*report, {});
    }
  }
}

Query ExportQuery(const Exporter& exporter, bool compat_tfprof) {
  Query query = Everything(compat_tfprof);
  if (exporter.name == "folded") query.select = {Measure::kMicros};  // it takes one number
  return query;
}

// An exporter without rows writes the profile, whatever the view.
std::vector<std::string_view> ViewsToExport(const Exporter& exporter) {
  if (exporter.rows.empty()) return {"scope"};
  return CommandsOf(exporter);
}

void AskExporters(const Profile& profile) {
  for (const bool compat_tfprof : {true, false}) {
    for (const Exporter& exporter : AllExporters()) {
      const Query query = ExportQuery(exporter, compat_tfprof);
      for (const std::string_view view : ViewsToExport(exporter)) {
        Export(exporter, view, profile, query);
      }
    }
  }
}

// Makes choices from bytes: the same bytes, the same choices.
class Chooser {
 public:
  explicit Chooser(std::string_view bytes) : left_(std::hash<std::string_view>{}(bytes)) {}

  template <typename Choices>
  auto& Of(const Choices& choices) {
    const size_t choice = left_ % choices.size();
    left_ /= choices.size();
    return choices[choice];
  }

 private:
  size_t left_;
};

bool IsFuzzing() { return LLVMFuzzerMutate != nullptr; }

}  // namespace

void AskOneView(const Profile& profile, std::string_view bytes) {
  if (!IsFuzzing()) return AskViews(profile);
  Chooser chooser(bytes);
  const View& view = chooser.Of(CommandsOnOneProfile());
  const Renderer& renderer = chooser.Of(AllRenderers());
  const bool compat_tfprof = chooser.Of(std::array<bool, 2>{false, true});
  RunContext context;
  const auto report = Ask(profile, view.name, Everything(compat_tfprof), context);
  if (report.ok()) renderer.render(*report, {});
}

void AskOneExporter(const Profile& profile, std::string_view bytes) {
  if (!IsFuzzing()) return AskExporters(profile);
  Chooser chooser(bytes);
  const Exporter& exporter = chooser.Of(AllExporters());
  const std::string_view view = chooser.Of(ViewsToExport(exporter));
  const bool compat_tfprof = chooser.Of(std::array<bool, 2>{false, true});
  Export(exporter, view, profile, ExportQuery(exporter, compat_tfprof));
}

}  // namespace profiler
