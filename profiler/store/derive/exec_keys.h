#ifndef PROFILER_STORE_DERIVE_EXEC_KEYS_H_
#define PROFILER_STORE_DERIVE_EXEC_KEYS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/store/ids.h"

namespace profiler::derive {

// Ops that lie side by side, as rows of the op table: [first, last).
struct OpRange {
  uint32_t first = 0, last = 0;
  bool Has(OpId op) const { return op.row() - first < last - first; }
};

// Which of the parts each of so many ops is in.
std::vector<uint32_t> PartOfOp(const std::vector<OpRange>& parts, size_t op_count);

// What tells the exec rows of an op apart.
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

// Which rows the exec table has of some ops, gathered from their facts.
class ExecKeys {
 public:
  ExecKeys() = default;
  // `facts`: by op of the whole table, how many there are at most.
  ExecKeys(OpRange ops, const std::vector<uint32_t>& facts);

  // Of one of the ops.
  void Put(OpId op, ExecKey key) {
    // Facts of one op come in the order of steps, once for each kind of fact: most are of the row
    // that was told last, or of the one behind it.
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
  // The op's first row, counted from the first one here; of the op behind the last: all.
  uint32_t start(uint32_t op) const { return starts_[op - ops_.first]; }
  const ExecKey& operator[](size_t row) const { return keys_[row]; }

 private:
  struct Place {
    uint32_t last = 0, end = 0;  // the key told last; where the next one goes
  };
  OpRange ops_;
  std::vector<uint32_t> starts_;
  std::vector<Place> places_;
  std::vector<ExecKey> keys_;
};

// Finds rows without a hash: an op has few.
class ExecFinder {
 public:
  explicit ExecFinder(const ExecKeys& keys);

  // The row of a key that is there.
  uint32_t Find(OpId op, const ExecKey& key) {
    // Facts come in the order of time, so most are of the row found last, of the one behind it, or,
    // where the op runs on several devices in each step, as far behind it as that was.
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
    uint32_t row = 0, distance = 0;  // found last; how far on the last search went
  };
  const ExecKeys& keys_;
  std::vector<Place> places_;  // by op
};

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_EXEC_KEYS_H_
