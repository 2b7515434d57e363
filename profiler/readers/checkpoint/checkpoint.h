// TensorFlow checkpoints of the second format (tensor bundles): an index beside data files.
#ifndef PROFILER_READERS_CHECKPOINT_CHECKPOINT_H_
#define PROFILER_READERS_CHECKPOINT_CHECKPOINT_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/checkpoint_slice.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"
#include "profiler/store/tensor_values.h"

namespace tensorflow {
class BundleEntryProto;
}

namespace profiler {

class Checkpoint : public TensorValues {
 public:
  // A tensor, or a part of one, as the index has it.
  struct Entry {
    int dtype = 0;  // TensorFlow's number
    std::vector<int64_t> shape;
    int32_t shard = 0;
    int64_t offset = 0, bytes = 0;
    uint32_t crc32c = 0;  // masked
    std::vector<TensorSlice> slices;
    std::string problem;  // why it cannot be used; empty if it can
  };
  using Entries = std::map<std::string, Entry, std::less<>>;
  using OpenFile = std::function<absl::StatusOr<Input>(const std::string& path)>;

  // Reads the index; what `path` may be tells FindCheckpoint. Data files are opened when needed.
  static absl::StatusOr<std::unique_ptr<Checkpoint>> Open(const std::string& path);
  // The same for an index that is in memory; `open_file` opens the data files.
  static absl::StatusOr<std::unique_ptr<Checkpoint>> FromIndex(const Input& index,
                                                               std::string prefix,
                                                               OpenFile open_file);

  const std::string& prefix() const { return prefix_; }
  int32_t num_shards() const { return num_shards_; }
  // By name; the parts of a variable in parts are not among them.
  const Entries& variables() const { return variables_; }
  std::vector<std::string> names() const;
  // What was wrong with the index, and the name or the damage that it was.
  struct Problem {
    ImportProblem problem;
    std::string detail;
  };
  const std::vector<Problem>& problems() const { return problems_; }
  // Why data files that some variable lies in cannot be read, one sentence each.
  std::vector<std::string> MissingShards() const;

  absl::StatusOr<TensorValue> Read(std::string_view name, int64_t max_values) const override;

 private:
  Checkpoint(std::string prefix, OpenFile open_file)
      : prefix_(std::move(prefix)), open_file_(std::move(open_file)) {}

  absl::Status AddHeader(std::string_view bytes);
  void AddEntry(std::string_view key, std::string_view bytes);
  Entry MakeEntry(const tensorflow::BundleEntryProto& proto) const;
  absl::StatusOr<std::string_view> Shard(int32_t shard) const;
  // The bytes of an entry of `elements` elements, checked against its checksum.
  absl::StatusOr<std::string_view> Bytes(const Entry& entry, int64_t elements) const;
  absl::Status ReadWhole(const Entry& entry, int64_t limit, TensorValue& value) const;
  absl::Status ReadParts(std::string_view name, const Entry& entry, int64_t limit,
                         TensorValue& value) const;

  const std::string prefix_;
  const OpenFile open_file_;
  int32_t num_shards_ = 0;
  bool big_endian_ = false;
  Entries variables_, parts_;
  std::vector<Problem> problems_;

  mutable std::mutex mutex_;  // of shards_
  mutable std::map<int32_t, absl::StatusOr<Input>> shards_;
};

// Adds a row of `variables` for each tensor, the type `_checkpoint_variables` to ops of their
// names, and the checkpoint as the one to read values from. Call it when the graph's ops are there.
absl::Status AddCheckpoint(std::shared_ptr<const Checkpoint> checkpoint, SourceId source,
                           ProfileBuilder& builder, ImportReport& report);

}  // namespace profiler

#endif  // PROFILER_READERS_CHECKPOINT_CHECKPOINT_H_
