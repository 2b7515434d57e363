#ifndef PROFILER_READERS_STORE_STORE_FRAMES_H_
#define PROFILER_READERS_STORE_STORE_FRAMES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace profiler {

// Unpacks the frames of a store, one at a time. Never throws, and never allocates more than the
// limit of a frame, whatever size the file claims.
class StoreFrameReader {
 public:
  enum class Stop : uint8_t { kNone, kEnd, kTruncated, kDamaged, kTooMuch };

  // `file` is the whole file, whose header must already be checked.
  explicit StoreFrameReader(std::string_view file);
  ~StoreFrameReader();

  // Moves to the next frame. Returns false at the end or at damage, which stop() distinguishes.
  bool Next();

  std::string_view content() const { return content_; }
  // The file offset of the current frame, even if it could not be read.
  uint64_t offset() const { return offset_; }
  Stop stop() const { return stop_; }

 private:
  struct Decompressor;

  bool Fail(Stop stop);

  const std::string_view file_;
  const std::unique_ptr<Decompressor> decompressor_;
  uint64_t offset_ = 0, next_;
  uint64_t content_bytes_ = 0;  // of all frames
  std::string content_;
  Stop stop_ = Stop::kNone;
};

}  // namespace profiler

#endif  // PROFILER_READERS_STORE_STORE_FRAMES_H_
