#include <fmt/format.h>

#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/base/text/utf8.h"
#include "profiler/export/export.h"
#include "profiler/export/stacks/stacks.h"

namespace profiler {
namespace {

// Escapes characters that would end a frame or a line.
std::string FoldedName(std::string_view name) {
  std::string out;
  for (const char c : ValidUtf8(name)) {
    if (static_cast<unsigned char>(c) >= ' ' && c != ';' && c != '\x7f') {
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

absl::Status CheckOneMeasure(const std::vector<StackMeasure>& measures) {
  if (measures.size() == 1) return absl::OkStatus();
  std::vector<std::string> names;
  names.reserve(measures.size());
  for (const StackMeasure& measure : measures) names.push_back(measure.name);
  return absl::InvalidArgumentError(
      fmt::format("-output folded has one number per stack, and -select names {} ({}): select one "
                  "of them",
                  names.size(), fmt::join(names, ", ")));
}

// The frames of each stack with a weight, joined by `;`, and the weight.
std::vector<std::pair<std::string, Value>> FoldedStacks(Stacks& stacks) {
  const std::vector<Value> weights = WeightsByFrame(stacks, 0, stacks.notes);
  std::vector<std::string> names;
  for (const StackFrame& frame : stacks.frames) names.push_back(FoldedName(frame.name));
  std::vector<std::pair<std::string, Value>> folded;
  for (size_t frame = 0; frame < weights.size(); ++frame) {
    if (weights[frame] == 0) continue;
    std::string line;
    for (const int32_t i : StackOf(stacks, static_cast<int32_t>(frame))) {
      if (!line.empty()) line += ';';
      line += names[i];
    }
    folded.emplace_back(std::move(line), weights[frame]);
  }
  return folded;
}

// Stacks with the weight in the base and that in the new profile, as difffolded.pl writes them.
absl::StatusOr<ExportResult> ExportBothFolded(Stacks stacks, const Query& query,
                                              const ExportParams& params, OutputFiles& files,
                                              RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(
      Stacks base, MakeStacks(*params.base, query, params.rows, StackSamples::kCounted, context));
  std::map<std::string, std::pair<Value, Value>> both;
  for (const auto& [stack, weight] : FoldedStacks(base)) both[stack].first += weight;
  for (const auto& [stack, weight] : FoldedStacks(stacks)) both[stack].second += weight;
  PROFILER_RETURN_IF_ERROR(context.Check());
  std::string lines;
  for (const auto& [stack, weights] : both) {
    fmt::format_to(std::back_inserter(lines), "{} {} {}\n", stack, weights.first, weights.second);
  }
  PROFILER_RETURN_IF_ERROR(files.Write(params.outfile, lines));
  const StackMeasure& measure = stacks.measures.front();
  return ExportResult{
      fmt::format("{} folded stacks written to {} ({} in {}: of the base, then of the "
                  "new profile)",
                  both.size(), params.outfile, measure.name, measure.unit),
      std::move(stacks.notes)};
}

absl::StatusOr<ExportResult> ExportFolded(const Selected& selected, const Query& query,
                                          const ExportParams& params, OutputFiles& files,
                                          RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(
      Stacks stacks, MakeStacks(selected, query, params.rows, StackSamples::kCounted, context));
  PROFILER_RETURN_IF_ERROR(CheckOneMeasure(stacks.measures));
  if (params.base != nullptr) {
    return ExportBothFolded(std::move(stacks), query, params, files, context);
  }
  const std::vector<Value> weights = WeightsByFrame(stacks, 0, stacks.notes);
  std::vector<std::string> names;
  for (const StackFrame& frame : stacks.frames) names.push_back(FoldedName(frame.name));
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, files.Create(params.outfile));
  int64_t written = 0;
  std::string lines;
  for (size_t frame = 0; frame < weights.size(); ++frame) {
    if (weights[frame] == 0) continue;
    std::string_view separator = "";
    for (const int32_t i : StackOf(stacks, static_cast<int32_t>(frame))) {
      lines.append(separator).append(names[i]);
      separator = ";";
    }
    fmt::format_to(std::back_inserter(lines), " {}\n", weights[frame]);
    ++written;
    if (lines.size() < kBufferBytes) continue;
    PROFILER_RETURN_IF_ERROR(context.Check());
    PROFILER_RETURN_IF_ERROR(file->Append(lines));
    lines.clear();
  }
  PROFILER_RETURN_IF_ERROR(file->Append(lines));
  PROFILER_RETURN_IF_ERROR(file->Close());
  const StackMeasure& measure = stacks.measures.front();
  return ExportResult{fmt::format("{} folded stacks written to {} ({} in {})", written,
                                  params.outfile, measure.name, measure.unit),
                      std::move(stacks.notes)};
}

}  // namespace

// Folded stacks, one per line, for flame graph tools: the frames, outermost first and joined by
// `;`, then a blank and the value.
extern const Exporter kFoldedExporter = {
    .name = "folded",
    .help = "from code and scope: folded stacks for flame graph tools, one selected number",
    .run = ExportFolded,
    .rows = kStackRows,
    .obeys = kOpTreeUses | OptionUse::kSampleTypes | OptionUse::kBase,
};

}  // namespace profiler
