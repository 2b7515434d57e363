// Adds the facts of a checkpoint to the store.
#include <fmt/format.h>

#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/checkpoint/checkpoint.h"
#include "profiler/readers/checkpoint/checkpoint_path.h"
#include "profiler/readers/checkpoint/tensor_bytes.h"

namespace profiler {
namespace {

constexpr std::string_view kVariableType = "_checkpoint_variables";

std::string SlicesText(const std::vector<TensorSlice>& slices) {
  std::string text;
  for (const TensorSlice& slice : slices) {
    if (!text.empty()) text += ' ';
    text += slice.Text();
  }
  return text;
}

}  // namespace

absl::Status AddCheckpoint(std::shared_ptr<const Checkpoint> checkpoint, SourceId source,
                           ProfileBuilder& builder, ImportReport& report) {
  const std::string index = CheckpointIndexPath(checkpoint->prefix());
  for (const Checkpoint::Problem& problem : checkpoint->problems()) {
    report.CountWhole(problem.problem, index, 1, problem.detail);
  }
  for (const std::string& why : checkpoint->MissingShards()) {
    report.CountWhole(ImportProblem::kMissingShard, index, 1, why);
  }
  absl::flat_hash_map<StringId, VariableRow> rows;
  for (const auto& [name, entry] : checkpoint->variables()) {
    VariableRow row;
    row.source = source;
    row.name = builder.Intern(name);
    row.dtype = builder.Intern(DtypeName(entry.dtype));
    row.shape = entry.shape;
    if (entry.slices.empty()) {
      row.shard = entry.shard;
      row.offset = entry.offset;
      row.bytes = entry.bytes;
      row.crc32c = entry.crc32c;
    }
    row.slices = builder.Intern(SlicesText(entry.slices));
    rows.emplace(row.name, std::move(row));
  }
  const StringId type = builder.Intern(kVariableType);
  for (uint32_t op = 0; op < builder.op_count(); ++op) {
    const auto found = rows.find(builder.op(OpId(op)).name);
    if (found == rows.end()) continue;
    builder.AddType(OpId(op), type);
    if (!found->second.op.valid()) found->second.op = OpId(op);
  }
  for (const auto& [name, entry] : checkpoint->variables()) {
    VariableRow& row = rows.find(builder.Intern(name))->second;
    if (!row.op.valid()) report.CountWhole(ImportProblem::kUnmatchedVariable, index, 1, name);
    builder.AddVariable(std::move(row));
  }
  builder.SetTensorValues(std::move(checkpoint));
  return absl::OkStatus();
}

}  // namespace profiler
