#include "profiler/readers/checkpoint/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <new>

#include "profiler/base/status.h"
#include "profiler/readers/checkpoint/checkpoint_path.h"
#include "profiler/readers/checkpoint/crc32c.h"
#include "profiler/readers/checkpoint/leveldb_table.h"
#include "profiler/readers/checkpoint/tensor_bytes.h"
#include "proto/tensor_bundle.pb.h"

namespace profiler {
namespace {

constexpr int kBundleVersion = 1;  // version of the format

template <typename Proto>
bool Parse(std::string_view bytes, Proto& proto) {
  return bytes.size() <= INT_MAX &&
         proto.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

template <typename Proto>
bool HasUnknownFields(const Proto& proto) {
  return proto.GetReflection()->GetUnknownFields(proto).field_count() > 0;
}

TensorSlice MakeSlice(const tensorflow::TensorSliceProto& proto) {
  TensorSlice slice;
  for (const auto& extent : proto.extent()) {
    const bool whole = extent.has_length_case() != tensorflow::TensorSliceProto::Extent::kLength;
    slice.start.push_back(extent.start());
    slice.length.push_back(whole ? TensorSlice::kWhole : extent.length());
  }
  return slice;
}

absl::Status CannotUse(std::string_view why) {
  return absl::DataLossError(fmt::format("{}; copy the checkpoint again", why));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Checkpoint>> Checkpoint::Open(const std::string& path) {
  PROFILER_ASSIGN_OR_RETURN(std::string prefix, FindCheckpoint(path));
  PROFILER_ASSIGN_OR_RETURN(const Input index, Input::Map(CheckpointIndexPath(prefix)));
  return FromIndex(index, std::move(prefix), &Input::Map);
}

absl::StatusOr<std::unique_ptr<Checkpoint>> Checkpoint::FromIndex(const Input& index,
                                                                  std::string prefix,
                                                                  OpenFile open_file) {
  const auto refuse = [&](const absl::Status& status) {
    return absl::Status(status.code(), fmt::format("'{}' cannot be read as a checkpoint: {}",
                                                   index.name(), Message(status)));
  };
  std::unique_ptr<Checkpoint> checkpoint(new Checkpoint(std::move(prefix), std::move(open_file)));
  absl::Status header = absl::NotFoundError("");
  const absl::Status read = ForEachTableEntry(index.bytes(), [&](auto key, auto bytes) {
    if (key.empty()) {
      header = checkpoint->AddHeader(bytes);
    } else {
      checkpoint->AddEntry(key, bytes);
    }
  });
  // Without its header the data cannot be interpreted; blocks after it may be damaged, too.
  if (absl::IsNotFound(header)) {
    return refuse(!read.ok() ? read
                             : absl::InvalidArgumentError(
                                   "it is a LevelDB table without the header of a checkpoint; give "
                                   "the path that Saver.save() returned"));
  }
  if (!header.ok()) return refuse(header);
  if (!read.ok()) {
    checkpoint->problems_.push_back({ImportProblem::kChecksumMismatch, Message(read)});
  }
  return checkpoint;
}

absl::Status Checkpoint::AddHeader(std::string_view bytes) {
  tensorflow::BundleHeaderProto header;
  if (!Parse(bytes, header)) return CannotUse("its header is damaged");
  if (HasUnknownFields(header)) {
    problems_.push_back({ImportProblem::kUnknownField, "the header"});
  }
  if (header.version().min_consumer() > kBundleVersion) {
    return absl::UnimplementedError(
        fmt::format("it is of version {} of the format, and this program reads version {}; save it "
                    "with an older TensorFlow",
                    header.version().min_consumer(), kBundleVersion));
  }
  if (header.num_shards() < 1 ||
      !tensorflow::BundleHeaderProto::Endianness_IsValid(header.endianness())) {
    return CannotUse(fmt::format("its header has {} data files and byte order {}",
                                 header.num_shards(), static_cast<int>(header.endianness())));
  }
  num_shards_ = header.num_shards();
  big_endian_ = header.endianness() == tensorflow::BundleHeaderProto::BIG;
  return absl::OkStatus();
}

void Checkpoint::AddEntry(std::string_view key, std::string_view bytes) {
  tensorflow::BundleEntryProto proto;
  const bool parsed = Parse(bytes, proto);
  if (HasUnknownFields(proto)) {
    problems_.push_back({ImportProblem::kUnknownField, std::string(key)});
  }
  Entry entry = MakeEntry(proto);
  if (!parsed) entry.problem = "its entry in the index is damaged";
  if (!entry.problem.empty()) {
    problems_.push_back({ImportProblem::kMalformedField, std::string(key)});
  }
  Entries& entries = IsSliceKey(key) ? parts_ : variables_;
  if (!entries.insert_or_assign(std::string(key), std::move(entry)).second) {
    problems_.push_back({ImportProblem::kDuplicateKey, std::string(key)});
  }
}

Checkpoint::Entry Checkpoint::MakeEntry(const tensorflow::BundleEntryProto& proto) const {
  Entry entry;
  entry.dtype = proto.dtype();
  for (const auto& dim : proto.shape().dim()) entry.shape.push_back(dim.size());
  entry.shard = proto.shard_id();
  entry.offset = proto.offset();
  entry.bytes = proto.size();
  entry.crc32c = proto.crc32c();
  for (const auto& slice : proto.slices()) entry.slices.push_back(MakeSlice(slice));
  if (proto.shape().unknown_rank() || ElementCount(entry.shape) < 0) {
    entry.problem = "its shape in the index is damaged";
  } else if (entry.shard < 0 || entry.shard >= num_shards_ || entry.offset < 0 || entry.bytes < 0) {
    entry.problem = "its place in the data files is damaged";
  }
  return entry;
}

std::vector<std::string> Checkpoint::names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : variables_) names.push_back(name);
  return names;
}

absl::StatusOr<std::string_view> Checkpoint::Shard(int32_t shard) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  auto found = shards_.find(shard);
  if (found == shards_.end()) {
    const std::string path = CheckpointDataPath(prefix_, shard, num_shards_);
    found = shards_.emplace(shard, open_file_(path)).first;
  }
  if (!found->second.ok()) return found->second.status();
  return found->second->bytes();
}

std::vector<std::string> Checkpoint::MissingShards() const {
  std::map<int32_t, std::string> missing;
  for (const Entries* entries : {&variables_, &parts_}) {
    for (const auto& [name, entry] : *entries) {
      if (entry.bytes == 0 || !entry.problem.empty() || missing.contains(entry.shard)) continue;
      const auto shard = Shard(entry.shard);
      if (!shard.ok()) missing.emplace(entry.shard, Message(shard.status()));
    }
  }
  std::vector<std::string> sentences;
  sentences.reserve(missing.size());
  for (auto& [shard, sentence] : missing) sentences.push_back(std::move(sentence));
  return sentences;
}

absl::StatusOr<std::string_view> Checkpoint::Bytes(const Entry& entry, int64_t elements) const {
  const Dtype* dtype = FindDtype(entry.dtype);
  int64_t needed = 0;
  if (__builtin_mul_overflow(elements, int64_t{dtype->bytes}, &needed) || needed != entry.bytes) {
    return CannotUse(fmt::format("{} elements of {} cannot be {} bytes: the index is damaged",
                                 elements, dtype->name, entry.bytes));
  }
  if (needed == 0) return std::string_view();
  PROFILER_ASSIGN_OR_RETURN(const std::string_view shard, Shard(entry.shard));
  const auto offset = static_cast<uint64_t>(entry.offset), size = static_cast<uint64_t>(needed);
  const std::string path = CheckpointDataPath(prefix_, entry.shard, num_shards_);
  if (offset > shard.size() || size > shard.size() - offset) {
    return CannotUse(
        fmt::format("'{}' has {} bytes and was cut: its values are {} bytes from {} on", path,
                    shard.size(), size, offset));
  }
  const std::string_view bytes = shard.substr(offset, size);
  if (MaskCrc32c(Crc32c(bytes)) != entry.crc32c) {
    return CannotUse(fmt::format("'{}' is damaged: {} bytes from {} on do not match their checksum",
                                 path, size, offset));
  }
  return bytes;
}

absl::Status Checkpoint::ReadWhole(const Entry& entry, int64_t limit, TensorValue& value) const {
  const Dtype& dtype = *FindDtype(entry.dtype);
  PROFILER_ASSIGN_OR_RETURN(const std::string_view bytes, Bytes(entry, value.count));
  const auto wanted = static_cast<size_t>(limit);
  value.values = MakeValues(dtype, wanted);
  DecodeElements(dtype, bytes.substr(0, wanted * static_cast<size_t>(dtype.bytes)), big_endian_, 0,
                 value.values);
  return absl::OkStatus();
}

absl::Status Checkpoint::ReadParts(std::string_view name, const Entry& entry, int64_t limit,
                                   TensorValue& value) const {
  const Dtype& dtype = *FindDtype(entry.dtype);
  const auto width = static_cast<size_t>(dtype.bytes);
  const auto wanted = static_cast<size_t>(limit);
  int64_t left = value.count;
  std::vector<std::pair<TensorSlice, std::string_view>> parts;
  for (const TensorSlice& slice : entry.slices) {
    TensorSlice place = slice;
    const auto part = parts_.find(SliceKey(name, slice));
    if (!Resolve(entry.shape, place) || part == parts_.end() || !part->second.problem.empty() ||
        part->second.dtype != entry.dtype || part->second.shape != place.length) {
      return CannotUse(fmt::format("its part {} is not in the index", slice.Text()));
    }
    const int64_t elements = ElementCount(place.length);
    if (elements > left) return CannotUse("its parts overlap");
    left -= elements;
    // Data after the last wanted value need not be read.
    bool is_wanted = false;
    ForEachRun(entry.shape, place, [&](int64_t, int64_t in_tensor, int64_t) {
      is_wanted = in_tensor < limit;
      return false;
    });
    if (!is_wanted) continue;
    PROFILER_ASSIGN_OR_RETURN(const std::string_view bytes, Bytes(part->second, elements));
    parts.emplace_back(std::move(place), bytes);
  }
  if (left > 0) return CannotUse("its parts leave a gap");

  value.values = MakeValues(dtype, wanted);
  std::vector<bool> filled(wanted);
  for (const auto& part : parts) {
    const std::string_view bytes = part.second;
    ForEachRun(entry.shape, part.first, [&](int64_t in_slice, int64_t in_tensor, int64_t n) {
      if (in_tensor >= limit) return false;
      const auto at = static_cast<size_t>(in_tensor);
      const auto take = static_cast<size_t>(std::min(n, limit - in_tensor));
      DecodeElements(dtype, bytes.substr(static_cast<size_t>(in_slice) * width, take * width),
                     big_endian_, at, value.values);
      std::fill_n(filled.begin() + in_tensor, take, true);
      return true;
    });
  }
  if (std::find(filled.begin(), filled.end(), false) != filled.end()) {
    return CannotUse("its parts overlap");
  }
  return absl::OkStatus();
}

absl::StatusOr<TensorValue> Checkpoint::Read(std::string_view name, int64_t max_values) const {
  const auto found = variables_.find(name);
  if (found == variables_.end()) {
    return absl::NotFoundError(fmt::format("Key {} not found in checkpoint '{}'", name, prefix_));
  }
  const Entry& entry = found->second;
  const auto refuse = [&](const absl::Status& status) {
    return absl::Status(status.code(), fmt::format("the values of '{}' cannot be shown: {}", name,
                                                   Message(status)));
  };
  if (!entry.problem.empty()) return refuse(CannotUse(entry.problem));
  const Dtype* dtype = FindDtype(entry.dtype);
  if (dtype == nullptr || dtype->form == NumberForm::kNone) {
    return refuse(absl::UnimplementedError(
        fmt::format("its type is {}; only numbers are shown", DtypeName(entry.dtype))));
  }
  TensorValue value;
  value.dtype = dtype->name;
  value.shape = entry.shape;
  value.count = ElementCount(entry.shape);
  const int64_t limit = std::clamp<int64_t>(max_values, 0, value.count);
  absl::Status status;
  try {
    status = entry.slices.empty() ? ReadWhole(entry, limit, value)
                                  : ReadParts(name, entry, limit, value);
  } catch (const std::bad_alloc&) {
    status = absl::ResourceExhaustedError("there is not enough memory for them");
  }
  if (!status.ok()) return refuse(status);
  return value;
}

namespace {

// Detects a LevelDB table by its last bytes.
int SniffIndex(std::string_view bytes) {
  using namespace std::string_view_literals;
  constexpr std::string_view kMagic = "\x57\xfb\x80\x8b\x24\x75\x47\xdb"sv;
  constexpr size_t kFooterBytes = 48;
  return bytes.size() >= kFooterBytes && bytes.ends_with(kMagic) ? 100 : 0;
}

}  // namespace

constinit const Format kCheckpointIndexFormat = {
    .name = "checkpoint_index",
    .description = "the index of a TensorFlow checkpoint (a LevelDB table)",
    .sniff = SniffIndex,
    .hint = "give the checkpoint with --checkpoint_path, and its graph with --graph_path",
};

}  // namespace profiler
