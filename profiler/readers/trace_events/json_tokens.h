#ifndef PROFILER_READERS_TRACE_EVENTS_JSON_TOKENS_H_
#define PROFILER_READERS_TRACE_EVENTS_JSON_TOKENS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace profiler::chrome_trace {

// Where brackets, colons, commas and scalars begin in a part of a file: simdjson's index. What they
// mean is asked of them in turn (event_decoder.h), so that nothing is bound to a depth, and one
// that is malformed spoils no other.
class JsonTokens {
 public:
  JsonTokens();
  ~JsonTokens();

  // False where there are none. A text that the part ends in is closed. The part must live until
  // the next call.
  bool Find(std::string_view part);

  uint32_t size() const { return size_; }
  // The first letter of a token; of one behind the last, 0.
  char operator[](uint32_t token) const { return token < size_ ? text_[starts_[token]] : '\0'; }
  // Where it begins in the part; of the one behind the last, its end.
  size_t start(uint32_t token) const { return starts_[token]; }
  // What the tokens [first, last) are, without the blanks behind.
  std::string_view Text(uint32_t first, uint32_t last) const {
    size_t end = starts_[last];
    const size_t begin = starts_[first];
    while (end > begin && static_cast<unsigned char>(text_[end - 1]) <= ' ') --end;
    return {text_ + begin, end - begin};
  }
  // Whether letters of these bytes were not JSON, and were mended. Names of other encodings, and of
  // whatever a crash left, must not cost the events around them.
  bool IsMended(size_t begin, size_t end) const;

 private:
  struct Index;

  enum class Found { kAll, kUnclosedText, kBadLetters, kNone };
  Found Run(std::string_view json);

  std::unique_ptr<Index> index_;
  std::string_view part_;
  std::string mended_;  // a copy of the part, where it had to be mended
  const char* text_ = nullptr;
  const uint32_t* starts_ = nullptr;
  uint32_t size_ = 0;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_JSON_TOKENS_H_
