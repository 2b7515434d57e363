// TensorFlow checkpoints, version 2 (tensor bundles): an index and data files.
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
#include "profiler/readers/common/format.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"
#include "profiler/store/tensor_values.h"

namespace tensorflow {
class BundleEntryProto;
}

namespace profiler {

// The format of a checkpoint's index. Only --checkpoint_path reads it; as another input it is only
// recognized.
extern const Format kCheckpointIndexFormat;

class Checkpoint : public TensorValues {
 public:
  // The index entry of a tensor, or of a part of one.
  struct Entry {
    int dtype = 0;  // TensorFlow's DataType
    std::vector<int64_t> shape;
    int32_t shard = 0;
    int64_t offset = 0, bytes = 0;
    uint32_t crc32c = 0;  // masked
    std::vector<TensorSlice> slices;
    std::string problem;  // why the entry is unusable, or empty
  };
  using Entries = std::map<std::string, Entry, std::less<>>;
  using OpenFile = std::function<absl::StatusOr<Input>(const std::string& path)>;

  // Reads the index. `path` may be anything that FindCheckpoint() accepts. Data files are opened
  // when needed.
  static absl::StatusOr<std::unique_ptr<Checkpoint>> Open(const std::string& path);
  // Reads an index that is in memory. `open_file` opens the data files.
  static absl::StatusOr<std::unique_ptr<Checkpoint>> FromIndex(const Input& index,
                                                               std::string prefix,
                                                               OpenFile open_file);

  const std::string& prefix() const { return prefix_; }
  int32_t num_shards() const { return num_shards_; }
  // The variables by name, without the parts of partitioned variables.
  const Entries& variables() const { return variables_; }
  std::vector<std::string> names() const;
  // A problem of the index, with the name of the variable or other details.
  struct Problem {
    ImportProblem problem;
    std::string detail;
  };
  const std::vector<Problem>& problems() const { return problems_; }
  // One message for each data file with variables that cannot be read.
  std::vector<std::string> MissingShards() const;

  absl::StatusOr<TensorValue> Read(std::string_view name, int64_t max_values) const override;

 private:
  Checkpoint(std::string prefix, OpenFile open_file)
      : prefix_(std::move(prefix)), open_file_(std::move(open_file)) {}

  absl::Status AddHeader(std::string_view bytes);
  void AddEntry(std::string_view key, std::string_view bytes);
  Entry MakeEntry(const tensorflow::BundleEntryProto& proto) const;
  absl::StatusOr<std::string_view> Shard(int32_t shard) const;
  // Returns the bytes of an entry that has `elements` elements, after verifying the checksum.
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

  mutable std::mutex mutex_;  // guards shards_
  mutable std::map<int32_t, absl::StatusOr<Input>> shards_;
};

// Adds a row of `variables` for each tensor, adds the type `_checkpoint_variables` to the ops of
// these names, and makes the checkpoint the profile's source of tensor values. Must be called after
// the graph's ops were added.
absl::Status AddCheckpoint(std::shared_ptr<const Checkpoint> checkpoint, SourceId source,
                           ProfileBuilder& builder, ImportReport& report);

}  // namespace profiler

#endif  // PROFILER_READERS_CHECKPOINT_CHECKPOINT_H_
