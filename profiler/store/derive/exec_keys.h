#ifndef PROFILER_STORE_DERIVE_EXEC_KEYS_H_
#define PROFILER_STORE_DERIVE_EXEC_KEYS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/store/ids.h"

namespace profiler::derive {

// A range [first, last) of rows of the op table.
struct OpRange {
  uint32_t first = 0, last = 0;
  bool Has(OpId op) const { return op.row() - first < last - first; }
};

// Returns the part of each op, as an index in `parts`.
std::vector<uint32_t> PartOfOp(const std::vector<OpRange>& parts, size_t op_count);

// The columns that distinguish the exec rows of one op.
struct ExecKey {
  StepId step;
  DeviceId device;
  friend bool operator==(const ExecKey& a, const ExecKey& b) {
    return a.step == b.step && a.device == b.device;
  }
  friend bool operator<(const ExecKey& a, const ExecKey& b) {
    return a.step == b.step ? a.device < b.device : a.step < b.step;
  }
};

// The keys of the exec rows of some ops, gathered from their facts.
class ExecKeys {
 public:
  ExecKeys() = default;
  // `facts` is the maximum number of facts of each op of the whole table.
  ExecKeys(OpRange ops, const std::vector<uint32_t>& facts);

  // Adds a key if it is new. `op` must be in the range.
  void Put(OpId op, ExecKey key) {
    // The facts of an op arrive in the order of steps, once for each kind of fact, so most facts
    // belong to the last row or the next row.
    Place& place = places_[op.row() - ops_.first];
    if (place.last < place.end && keys_[place.last] == key) return;
    uint32_t next = place.last + 1;
    if (next >= place.end) next = starts_[op.row() - ops_.first];
    if (next < place.end && keys_[next] == key) {
      place.last = next;
      return;
    }
    place.last = place.end;
    keys_[place.end++] = key;
  }
  void EndPut();

  OpRange ops() const { return ops_; }
  size_t size() const { return keys_.size(); }
  // The op's first row, relative to this part. `op` may be the end of the range, which returns the
  // number of rows.
  uint32_t start(uint32_t op) const { return starts_[op - ops_.first]; }
  const ExecKey& operator[](size_t row) const { return keys_[row]; }

 private:
  struct Place {
    uint32_t last = 0, end = 0;  // the last key used; the place of the next new key
  };
  OpRange ops_;
  std::vector<uint32_t> starts_;
  std::vector<Place> places_;
  std::vector<ExecKey> keys_;
};

// Finds the rows of keys without a hash table, because an op has few rows.
class ExecFinder {
 public:
  explicit ExecFinder(const ExecKeys& keys);

  // Returns the row of the key, which must exist.
  uint32_t Find(OpId op, const ExecKey& key) {
    // Facts arrive in the order of time, so most facts belong to the last row or to the next row.
    // If the op runs on several devices in each step, the row is as far from the last row as in the
    // previous search.
    Place& place = places_[op.row() - keys_.ops().first];
    const uint32_t end = keys_.start(op.row() + 1);
    for (const uint32_t row : {place.row, place.row + 1, place.row + place.distance}) {
      if (row < end && keys_[row] == key) return place.row = row;
    }
    const uint32_t row = Search(op, key);
    if (row > place.row) place.distance = row - place.row;
    return place.row = row;
  }

 private:
  uint32_t Search(OpId op, const ExecKey& key) const;

  struct Place {
    uint32_t row = 0, distance = 0;  // the last row found; the rows skipped by the last search
  };
  const ExecKeys& keys_;
  std::vector<Place> places_;  // by op
};

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_EXEC_KEYS_H_
