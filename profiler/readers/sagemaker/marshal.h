#ifndef PROFILER_READERS_SAGEMAKER_MARSHAL_H_
#define PROFILER_READERS_SAGEMAKER_MARSHAL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace profiler::sagemaker {

// An object in Python's marshal format. Has only the kinds that profiling statistics contain.
struct MarshalObject {
  enum class Kind : uint8_t { kOther, kWhole, kReal, kText, kTuple };

  Kind kind = Kind::kOther;
  uint32_t first = 0, count = 0;  // a tuple's items, for MarshalDict::item()
  int64_t whole = 0;
  double real = 0;
  std::string_view text;  // points into the file

  bool is(Kind of) const { return kind == of; }
};

// Reads a dictionary in marshal's format, entry by entry. The input is untrusted, so lengths are
// checked against the remaining bytes, and the depth of nesting and the number of objects are
// limited.
class MarshalDict {
 public:
  enum class Stop : uint8_t { kEnd, kTruncated, kMalformed };
  struct Entry {
    uint32_t key, value;
  };

  explicit MarshalDict(std::string_view bytes);

  // Returns the next entry, or nullopt at the end or at damage, which stop() distinguishes.
  std::optional<Entry> Next();
  Stop stop() const { return stop_; }
  size_t offset() const { return at_; }  // the end of the bytes read

  const MarshalObject& operator[](uint32_t object) const { return objects_[object]; }
  const MarshalObject& item(const MarshalObject& tuple, uint32_t i) const {
    return objects_[items_[tuple.first + i]];
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  enum class Ended : uint8_t { kNo, kNull, kBroken };

  // Reads the object at `at_`. Returns kNone on damage and at the null that ends a dictionary;
  // `ended_` distinguishes these.
  uint32_t Read(int depth);
  bool ReadScalar(char type, MarshalObject& object);
  bool ReadItems(char type, int depth, MarshalObject& object);
  bool ReadText(size_t size_bytes, MarshalObject& object);
  bool ReadLong(MarshalObject& object);
  bool ReadDecimal(MarshalObject& object);
  uint32_t Referred(const std::vector<uint32_t>& table);
  uint32_t Add(const MarshalObject& object);
  bool Fail(Stop stop);  // returns false
  // Reads a little-endian number of `bytes` bytes. If the input is too short, stops as truncated
  // and returns nullopt.
  std::optional<uint64_t> Number(size_t bytes);

  const std::string_view bytes_;
  size_t at_ = 0;
  Stop stop_ = Stop::kEnd;
  Ended ended_ = Ended::kNo;
  bool has_begun_ = false, is_done_ = false;
  std::vector<MarshalObject> objects_;
  std::vector<uint32_t> items_, open_items_;
  std::vector<uint32_t> refs_;      // objects that may be referred to, by number
  std::vector<uint32_t> interned_;  // interned texts of Python 2, by number
};

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_SAGEMAKER_MARSHAL_H_
