// Runs each exporter, with output to memory that is freed again.
#include <memory>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/catalog/exporters.h"
#include "profiler/export/export.h"
#include "tests/bench/bench_inputs.h"

namespace profiler::bench {
namespace {

// Counts the bytes of files and drops them.
class Nowhere : public OutputFiles {
 public:
  explicit Nowhere(int64_t& bytes) : bytes_(bytes) {}
  absl::StatusOr<std::unique_ptr<OutputFile>> Create(const std::string&) override {
    return std::make_unique<File>(bytes_);
  }

 private:
  class File : public OutputFile {
   public:
    explicit File(int64_t& bytes) : bytes_(bytes) {}
    absl::Status Append(std::string_view bytes) override {
      bytes_ += static_cast<int64_t>(bytes.size());
      return absl::OkStatus();
    }
    absl::Status Close() override { return absl::OkStatus(); }
    absl::Status WriteAt(uint64_t offset, std::string_view bytes) override {
      bytes_ += static_cast<int64_t>(bytes.size());
      if (kept_.size() < offset + bytes.size()) kept_.resize(offset + bytes.size());
      kept_.replace(offset, bytes.size(), bytes);
      return absl::OkStatus();
    }
    absl::StatusOr<size_t> ReadAt(uint64_t offset, char* to, size_t size) override {
      return offset < kept_.size() ? kept_.copy(to, size, offset) : 0;
    }

   private:
    int64_t& bytes_;
    std::string kept_;  // of a file that is not written from front to back
  };
  int64_t& bytes_;
};

void Export(benchmark::State& state, const Exporter& exporter, const Profile& profile) {
  const std::vector<std::string_view> views = CommandsOf(exporter);
  const ExportParams params{views.empty() ? "scope" : views.front(), "out"};
  RunContext context;
  int64_t bytes = 0;
  for (auto _ : state) {
    Nowhere files(bytes);
    const auto result =
        RunExporter(exporter, {profile, AllRows().selection}, AllRows(), params, files, context);
    if (!Went(result.status(), state)) return;
  }
  state.SetBytesProcessed(bytes);
}

}  // namespace

void RegisterExporters(const Inputs& inputs) {
  for (const Exporter& exporter : AllExporters()) {
    benchmark::RegisterBenchmark(("export/" + std::string(exporter.name)).c_str(),
                                 [&](auto& state) { Export(state, exporter, inputs.opened()); });
  }
}

}  // namespace profiler::bench
