#ifndef PROFILER_READERS_SAGEMAKER_MARSHAL_H_
#define PROFILER_READERS_SAGEMAKER_MARSHAL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace profiler::sagemaker {

// An object that Python's marshal wrote: those kinds that statistics are made of.
struct MarshalObject {
  enum class Kind : uint8_t { kOther, kWhole, kReal, kText, kTuple };

  Kind kind = Kind::kOther;
  uint32_t first = 0, count = 0;  // of a tuple: its items, as MarshalDict::item takes them
  int64_t whole = 0;
  double real = 0;
  std::string_view text;  // in the file

  bool is(Kind of) const { return kind == of; }
};

// A dictionary in marshal's format, entry by entry. Nothing is trusted: a length is held against
// what is left of the bytes, nesting and the number of objects are bounded.
class MarshalDict {
 public:
  enum class Stop : uint8_t { kEnd, kTruncated, kMalformed };
  struct Entry {
    uint32_t key, value;
  };

  explicit MarshalDict(std::string_view bytes);

  // The next entry; nothing at the end, or where reading cannot go on: stop() tells.
  std::optional<Entry> Next();
  Stop stop() const { return stop_; }
  size_t offset() const { return at_; }  // how far it was read

  const MarshalObject& operator[](uint32_t object) const { return objects_[object]; }
  const MarshalObject& item(const MarshalObject& tuple, uint32_t i) const {
    return objects_[items_[tuple.first + i]];
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  enum class Ended : uint8_t { kNo, kNull, kBroken };

  // The object at `at_`, or kNone: ended_ tells whether it was the null that ends a dictionary.
  uint32_t Read(int depth);
  bool ReadScalar(char type, MarshalObject& object);
  bool ReadItems(char type, int depth, MarshalObject& object);
  bool ReadText(size_t size_bytes, MarshalObject& object);
  bool ReadLong(MarshalObject& object);
  bool ReadDecimal(MarshalObject& object);
  uint32_t Referred(const std::vector<uint32_t>& table);
  uint32_t Add(const MarshalObject& object);
  bool Fail(Stop stop);  // false
  // A little-endian number of that many bytes; nothing, and truncated, where they are not there.
  std::optional<uint64_t> Number(size_t bytes);

  const std::string_view bytes_;
  size_t at_ = 0;
  Stop stop_ = Stop::kEnd;
  Ended ended_ = Ended::kNo;
  bool has_begun_ = false, is_done_ = false;
  std::vector<MarshalObject> objects_;
  std::vector<uint32_t> items_, open_items_;
  std::vector<uint32_t> refs_;      // objects that may be referred to, by number
  std::vector<uint32_t> interned_;  // the same of Python 2's interned texts
};

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_SAGEMAKER_MARSHAL_H_
