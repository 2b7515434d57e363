#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/base/status.h"
#include "profiler/export/export.h"
#include "profiler/export/stacks/stacks.h"

namespace profiler {
namespace {

std::string JsonText(std::string_view text) {
  using nlohmann::json;
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

class SpeedscopeWriter {
 public:
  SpeedscopeWriter(Stacks& stacks, const RunContext& context, OutputFile& file)
      : stacks_(stacks), context_(context), file_(file) {}

  absl::Status Write(std::string_view view) {
    out_ = R"({"$schema":"https://www.speedscope.app/file-format-schema.json",)"
           R"("exporter":"profiler","activeProfileIndex":0,"shared":{"frames":[)";
    index_.assign(stacks_.frames.size(), 0);
    for (size_t row = stacks_.uses_root() ? 0 : 1; row < stacks_.frames.size(); ++row) {
      AddFrame(row);
      PROFILER_RETURN_IF_ERROR(FlushFull());
    }
    out_ += R"(]},"profiles":[)";
    for (size_t m = 0; m < stacks_.measures.size(); ++m) {
      if (m > 0) out_ += ',';
      PROFILER_RETURN_IF_ERROR(WriteProfile(view, m));
    }
    out_ += "]}\n";
    return file_.Append(out_);
  }

 private:
  using Key = std::tuple<absl::string_view, absl::string_view, int64_t>;

  // speedscope sums equal frames, so rows with the same line of code share a frame.
  void AddFrame(size_t row) {
    const StackFrame& frame = stacks_.frames[row];
    const Key key = {absl::string_view(frame.name.data(), frame.name.size()),
                     absl::string_view(frame.file.data(), frame.file.size()), frame.line};
    const auto [it, is_new] = frames_.try_emplace(key, frames_.size());
    index_[row] = it->second;
    if (!is_new) return;
    fmt::format_to(std::back_inserter(out_), R"({}{{"name":{})", it->second > 0 ? "," : "",
                   JsonText(frame.name));
    if (!frame.file.empty()) out_ += R"(,"file":)" + JsonText(frame.file);
    if (frame.line != kUnknown) {
      fmt::format_to(std::back_inserter(out_), R"(,"line":{})", frame.line);
    }
    out_ += '}';
  }

  absl::Status WriteProfile(std::string_view view, size_t measure) {
    const std::vector<Value> weights = WeightsByFrame(stacks_, measure, stacks_.notes);
    Value sum = 0;
    for (const Value weight : weights) sum += weight;
    const StackMeasure& about = stacks_.measures[measure];
    fmt::format_to(std::back_inserter(out_),
                   R"({{"type":"sampled","name":{},"unit":"{}","startValue":0,"endValue":{},)"
                   R"("samples":[)",
                   JsonText(fmt::format("{} ({})", about.name, view)),
                   about.unit == "count" ? "none" : about.unit, sum);
    std::string_view separator = "";
    for (size_t frame = 0; frame < weights.size(); ++frame) {
      if (weights[frame] == 0) continue;
      out_ += separator;
      WriteStack(static_cast<int32_t>(frame));
      separator = ",";
      PROFILER_RETURN_IF_ERROR(FlushFull());
    }
    out_ += R"(],"weights":[)";
    separator = "";
    for (const Value weight : weights) {
      if (weight == 0) continue;
      fmt::format_to(std::back_inserter(out_), "{}{}", separator, weight);
      separator = ",";
    }
    out_ += "]}";
    return absl::OkStatus();
  }

  void WriteStack(int32_t frame) {
    char separator = '[';
    for (const int32_t i : StackOf(stacks_, frame)) {
      fmt::format_to(std::back_inserter(out_), "{}{}", separator, index_[i]);
      separator = ',';
    }
    out_ += ']';
  }

  absl::Status FlushFull() {
    if (out_.size() < kBufferBytes) return absl::OkStatus();
    PROFILER_RETURN_IF_ERROR(context_.Check());
    absl::Status status = file_.Append(out_);
    out_.clear();
    return status;
  }

  Stacks& stacks_;
  const RunContext& context_;
  OutputFile& file_;
  absl::flat_hash_map<Key, size_t> frames_;
  std::vector<size_t> index_;  // by frame
  std::string out_;
};

absl::StatusOr<ExportResult> ExportSpeedscope(const Selected& selected, const Query& query,
                                              const ExportParams& params, OutputFiles& files,
                                              RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(
      Stacks stacks, MakeStacks(selected, query, params.rows, StackSamples::kCounted, context));
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, files.Create(params.outfile));
  PROFILER_RETURN_IF_ERROR(SpeedscopeWriter(stacks, context, *file).Write(params.view));
  PROFILER_RETURN_IF_ERROR(file->Close());
  return ExportResult{fmt::format("speedscope profile written to {}; open it at "
                                  "https://www.speedscope.app",
                                  params.outfile),
                      std::move(stacks.notes)};
}

}  // namespace

// speedscope's JSON: one sampled profile per selected measure, with shared frames.
extern const Exporter kSpeedscopeExporter = {
    .name = "speedscope",
    .help = "from code and scope: stacks for speedscope (JSON), all selected numbers",
    .run = ExportSpeedscope,
    .rows = kStackRows,
    .obeys = kOpTreeUses | OptionUse::kSampleTypes,
};

}  // namespace profiler
