#include "profiler/readers/import_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace profiler {
namespace {

using enum ImportProblem;
using enum ImportSeverity;

constexpr std::array<ImportProblemInfo, 13> kProblems = {{
    {kTruncated, "truncated", kError,
     "the file ends inside a record: it was cut short; what comes before the cut was read"},
    {kMalformedField, "malformed_field", kError,
     "bytes that are no valid field: the file is damaged; the rest of that record was skipped"},
    {kMalformedTime, "malformed_time", kError,
     "a time without a start or a duration: it was left out"},
    {kDanglingInput, "dangling_input", kDataLoss,
     "an input names a node that is not in the file: the edge was left out"},
    {kDanglingString, "dangling_string", kDataLoss,
     "a stack frame names a string that is not in the file: it shows as <missing string>"},
    {kDuplicateName, "duplicate_name", kDataLoss,
     "several nodes have the same name: the one with the highest id was kept"},
    {kDuplicateKey, "duplicate_key", kDataLoss, "a map holds one key twice: the last entry counts"},
    {kTimeOutOfRange, "time_out_of_range", kDataLoss,
     "a time that no job can have: it counts in totals and is on no timeline"},
    {kNegativeDuration, "negative_duration", kDataLoss,
     "a negative duration: it counts in totals and is on no timeline"},
    {kZeroStart, "zero_start", kInfo,
     "an execution without a start time: it counts in totals and is on no timeline"},
    {kIdMismatch, "id_mismatch", kInfo,
     "an entry stands under another id than its own: the one it stands under was used"},
    {kOutputEdgeIgnored, "output_edge_ignored", kInfo,
     "a node lists its outputs: edges are read from the inputs"},
    {kUnknownField, "unknown_field", kInfo, "a field this program does not know: it was skipped"},
}};

}  // namespace

const ImportProblemInfo& Info(ImportProblem problem) {
  return kProblems[static_cast<size_t>(problem)];
}

void ImportReport::Count(ImportProblem problem, std::string_view path, uint64_t offset,
                         std::string_view detail) {
  for (Entry& entry : entries_) {
    if (entry.problem == problem && entry.path == path) {
      ++entry.count;
      return;
    }
  }
  entries_.push_back({problem, std::string(path), 1, offset, std::string(detail)});
}

ImportSeverity ImportReport::worst() const {
  ImportSeverity worst = kInfo;
  for (const Entry& entry : entries_) worst = std::max(worst, Info(entry.problem).severity);
  return worst;
}

std::vector<std::string> ImportReport::Summary() const {
  std::vector<std::string> lines;
  for (const Entry& entry : entries_) {
    const ImportProblemInfo& info = Info(entry.problem);
    if (info.severity == kInfo) continue;
    lines.push_back(fmt::format("{}: {} ({}, {} time{}, first at byte {}{}{})", entry.path,
                                info.sentence, info.id, entry.count, entry.count == 1 ? "" : "s",
                                entry.first_offset, entry.first_detail.empty() ? "" : ": ",
                                entry.first_detail));
  }
  return lines;
}

}  // namespace profiler
