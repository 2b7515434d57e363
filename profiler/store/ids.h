#ifndef PROFILER_STORE_IDS_H_
#define PROFILER_STORE_IDS_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "profiler/base/heap_bytes.h"

namespace profiler {

// A row number of one table. The type says which table; a default-constructed id is invalid.
template <typename Table>
class Id {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t row) : row_(row) {}

  constexpr uint32_t row() const { return row_; }
  constexpr bool valid() const { return row_ != kNone; }
  // Not defaulted, because clang-tidy 14 mistakes the 0 in a defaulted <=> for a null pointer.
  friend constexpr bool operator==(Id a, Id b) { return a.row_ == b.row_; }
  friend constexpr bool operator<(Id a, Id b) { return a.row_ < b.row_; }
  template <typename H>
  friend H AbslHashValue(H state, Id id) {
    return H::combine(std::move(state), id.row_);
  }

 private:
  uint32_t row_ = kNone;
};

using StringId = Id<struct StringTable>;
using SourceId = Id<struct SourceTable>;
using DeviceId = Id<struct DeviceTable>;
using TrackId = Id<struct TrackTable>;
using StepId = Id<struct StepTable>;
using OpId = Id<struct OpTable>;
using ModuleId = Id<struct ModuleTable>;
using ExecId = Id<struct ExecTable>;
using FrameId = Id<struct FrameTable>;
using SnapshotId = Id<struct SnapshotTable>;
using OutputId = Id<struct OutputTable>;
using MetricId = Id<struct MetricTable>;
using VariableId = Id<struct VariableTable>;
using NoId = Id<struct NoTable>;  // for tables to which no other table refers

// The id of an event: a track and a row in it. So the limit of 32 bits applies per track.
struct EventId {
  TrackId track;
  uint32_t row = UINT32_MAX;

  bool valid() const { return track.valid(); }
  friend constexpr bool operator==(EventId, EventId) = default;
};

// A column of a table: a vector that is indexed by ids of that table only.
template <typename IdType, typename T>
class Column {
 public:
  using IdOfRow = IdType;

  T& operator[](IdType id) { return values_[id.row()]; }
  const T& operator[](IdType id) const { return values_[id.row()]; }
  void push_back(T value) { values_.push_back(std::move(value)); }
  void reserve(size_t n) { values_.reserve(n); }
  size_t size() const { return values_.size(); }
  const std::vector<T>& values() const { return values_; }

  friend uint64_t HeapBytes(const Column& column) { return HeapBytes(column.values_); }

 private:
  std::vector<T> values_;
};

}  // namespace profiler

#endif  // PROFILER_STORE_IDS_H_
