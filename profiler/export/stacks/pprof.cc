#include <fmt/format.h>

#include <memory>
#include <optional>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/export/export.h"
#include "profiler/export/gzip_file.h"
#include "profiler/export/stacks/pprof_tables.h"
#include "profiler/export/stacks/stacks.h"
#include "profiler/query/quirks.h"

namespace profiler {
namespace {

using protozero::pbf_writer;

class PprofWriter {
 public:
  PprofWriter(bool call_lines, OutputFile& file) : call_lines_(call_lines), file_(file) {}

  // Writes the samples, and those of the base negated and labelled, as `pprof -diff_base` makes
  // them. `base` may be null.
  absl::Status Write(const Stacks& next, const Stacks* base, const RunContext& context) {
    WriteSampleTypes(next);
    PROFILER_RETURN_IF_ERROR(WriteSamples(next, false, context));
    if (base != nullptr) PROFILER_RETURN_IF_ERROR(WriteSamples(*base, true, context));
    std::string comments;
    pbf_writer tail(comments);
    for (const StackMeasure& measure : next.measures) {
      tail.add_int64(13, tables_.IdOf(measure.description));
    }
    // Sets the default sample type, because pprof would use the last one.
    tail.add_int64(14, tables_.IdOf(next.measures.front().name));
    PROFILER_RETURN_IF_ERROR(Flush());
    PROFILER_RETURN_IF_ERROR(file_.Append(tables_.locations()));
    PROFILER_RETURN_IF_ERROR(file_.Append(tables_.functions()));
    PROFILER_RETURN_IF_ERROR(file_.Append(tables_.strings()));
    return file_.Append(comments);
  }

 private:
  void WriteSampleType(std::string_view type, std::string_view unit) {
    pbf_writer profile(buffer_);
    pbf_writer value_type(profile, 1);
    value_type.add_int64(1, tables_.IdOf(type));
    value_type.add_int64(2, tables_.IdOf(unit));
  }

  absl::Status WriteSamples(const Stacks& stacks, bool is_base, const RunContext& context) {
    PlaceFrames(stacks);
    for (size_t i = 0; i < stacks.samples.size(); ++i) {
      WriteSample(stacks, i, is_base);
      if (buffer_.size() < kBufferBytes) continue;
      PROFILER_RETURN_IF_ERROR(context.Check());
      PROFILER_RETURN_IF_ERROR(Flush());
    }
    return absl::OkStatus();
  }

  void WriteSampleTypes(const Stacks& stacks) {
    WriteSampleType("count", "count");
    for (const StackMeasure& measure : stacks.measures) {
      WriteSampleType(measure.name, measure.unit);
    }
  }

  // Adds locations in the order of rows, because the first of equal locations sets the function's
  // file.
  void PlaceFrames(const Stacks& stacks) {
    location_of_.assign(stacks.frames.size(), kNoLocation);
    for (size_t row = 1; row < stacks.frames.size(); ++row) {
      const StackFrame& frame = stacks.frames[row];
      if (!call_lines_) {
        location_of_[row] = tables_.LineLocation(frame);
      } else if (frame.caller != 0) {
        location_of_[row] = tables_.CallLocation(stacks.frames[frame.caller], frame);
      }
    }
    if (stacks.uses_root()) location_of_[0] = tables_.LineLocation(stacks.frames[0]);
  }

  void WriteSample(const Stacks& stacks, size_t number, bool is_base) {
    const StackSample& sample = stacks.samples[number];
    locations_.clear();
    int32_t frame = sample.frame;
    do {
      if (location_of_[frame] != kNoLocation) locations_.push_back(location_of_[frame]);
      frame = stacks.frames[frame].caller;
    } while (frame != 0);
    const int64_t sign = is_base ? -1 : 1;
    values_ = {sign * sample.count};
    for (size_t m = 0; m < stacks.measures.size(); ++m) {
      values_.push_back(sign * stacks.value(number, m));
    }
    pbf_writer profile(buffer_);
    pbf_writer message(profile, 2);
    message.add_packed_uint64(1, locations_.begin(), locations_.end());
    message.add_packed_int64(2, values_.begin(), values_.end());
    if (is_base) {
      pbf_writer label(message, 3);
      label.add_int64(1, tables_.IdOf("pprof::base"));
      label.add_int64(2, tables_.IdOf("true"));
    }
    if (sample.op.empty()) return;
    pbf_writer label(message, 3);
    label.add_int64(1, tables_.IdOf("graph node:"));
    label.add_int64(2, tables_.IdOfKept(sample.op));
  }

  absl::Status Flush() {
    absl::Status status = file_.Append(buffer_);
    buffer_.clear();
    return status;
  }

  static constexpr uint64_t kNoLocation = 0;

  const bool call_lines_;
  OutputFile& file_;
  PprofTables tables_;
  std::vector<uint64_t> location_of_;  // by frame
  std::string buffer_;
  std::vector<uint64_t> locations_;  // of the current sample
  std::vector<int64_t> values_;
};

absl::StatusOr<ExportResult> ExportPprof(const Selected& selected, const Query& query,
                                         const ExportParams& params, OutputFiles& files,
                                         RunContext& context) {
  const Quirks quirks(query.compat_tfprof);
  const bool of_code = params.rows == RowKind::kFrames;
  const auto which = of_code && quirks.Has(Quirk::kPprofLeavesOnly) ? StackSamples::kTfprofPprof
                                                                    : StackSamples::kCounted;
  PROFILER_ASSIGN_OR_RETURN(Stacks stacks,
                            MakeStacks(selected, query, params.rows, which, context));
  std::optional<Stacks> base;
  if (params.base != nullptr) {
    PROFILER_ASSIGN_OR_RETURN(base, MakeStacks(*params.base, query, params.rows, which, context));
  }
  PROFILER_ASSIGN_OR_RETURN(std::unique_ptr<OutputFile> file, files.Create(params.outfile));
  GzipFile gzip(std::move(file), context.threads());
  const bool call_lines = of_code && quirks.Has(Quirk::kPprofCallLines);
  PROFILER_RETURN_IF_ERROR(
      PprofWriter(call_lines, gzip).Write(stacks, base ? &*base : nullptr, context));
  PROFILER_RETURN_IF_ERROR(gzip.Close());
  return ExportResult{
      fmt::format("\nRun pprof -png --nodecount=100 --sample_index=1 <{}>", params.outfile),
      std::move(stacks.notes)};
}

}  // namespace

// A gzipped profile.proto for pprof: one sample per op. With -compat tfprof, for code, it is the
// file that tfprof writes (Quirk::kPprofLeavesOnly, Quirk::kPprofCallLines).
extern const Exporter kPprofExporter = {
    .name = "pprof",
    .help = "from code and scope: stacks for pprof (gzipped profile.proto), all selected numbers",
    .run = ExportPprof,
    .rows = kStackRows,
    .obeys = kOpTreeUses | OptionUse::kSampleTypes | OptionUse::kBase,
};

}  // namespace profiler
