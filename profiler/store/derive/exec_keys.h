#ifndef PROFILER_STORE_DERIVE_EXEC_KEYS_H_
#define PROFILER_STORE_DERIVE_EXEC_KEYS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/store/ids.h"

namespace profiler::derive {

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

// Which rows the exec table has: gathered from facts, in two passes over them.
class ExecKeys {
 public:
  explicit ExecKeys(size_t ops) : start_(ops + 1, 0) {}

  void Count(OpId op) { ++start_[op.row() + 1]; }
  void EndCount();
  void Put(OpId op, ExecKey key) {
    // Facts of one op come in the order of steps, once for each kind of fact: most are of the row
    // that was told last, or of the one behind it.
    Place& place = places_[op.row()];
    if (place.last < place.end && keys_[place.last] == key) return;
    size_t next = place.last + 1;
    if (next >= place.end) next = start_[op.row()];
    if (next < place.end && keys_[next] == key) {
      place.last = next;
      return;
    }
    place.last = place.end;
    keys_[place.end++] = key;
  }
  void EndPut();

  size_t size() const { return keys_.size(); }
  size_t ops() const { return start_.size() - 1; }
  // The op's first row; of the number of ops, one past the last row.
  size_t start(size_t op) const { return start_[op]; }
  const ExecKey& operator[](size_t row) const { return keys_[row]; }
  // The op that has the row.
  uint32_t OpOf(size_t row) const;

 private:
  struct Place {
    size_t last = 0, end = 0;  // the key told last; where the next one goes
  };
  std::vector<size_t> start_;
  std::vector<Place> places_;
  std::vector<ExecKey> keys_;
};

// Finds rows of the ops [first, last], without a hash: an op has few.
class ExecFinder {
 public:
  ExecFinder(const ExecKeys& keys, uint32_t first, uint32_t last);

  bool Has(OpId op) const { return op.row() - first_ < found_.size(); }
  // The row of a key that is there.
  size_t Find(OpId op, const ExecKey& key) {
    // Facts come in the order of time, so most are of the row found last, or of the one behind it.
    size_t& found = found_[op.row() - first_];
    const size_t end = keys_.start(op.row() + 1);
    if (found < end && keys_[found] == key) return found;
    if (found + 1 < end && keys_[found + 1] == key) return ++found;
    return found = Search(op, key);
  }

 private:
  size_t Search(OpId op, const ExecKey& key) const;

  const ExecKeys& keys_;
  const uint32_t first_;
  std::vector<size_t> found_;  // by op: the row found last
};

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_EXEC_KEYS_H_
