#ifndef PROFILER_READERS_TRACE_EVENTS_JSON_TOKENS_H_
#define PROFILER_READERS_TRACE_EVENTS_JSON_TOKENS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace profiler::chrome_trace {

// The positions of brackets, colons, commas and scalars in a part of a file: simdjson's index.
// EventDecoder interprets them one by one, so depth is not limited and a malformed event does not
// affect other events.
class JsonTokens {
 public:
  JsonTokens();
  ~JsonTokens();

  // Returns false if there are no tokens. If the part ends inside a text, the text is closed. The
  // part must remain valid until the next call.
  bool Find(std::string_view part);

  uint32_t size() const { return size_; }
  // The first character of a token; 0 after the last.
  char operator[](uint32_t token) const { return token < size_ ? text_[starts_[token]] : '\0'; }
  // The position of a token in the part, or the part's end after the last token.
  size_t start(uint32_t token) const { return starts_[token]; }
  // The text of the tokens [first, last), without trailing blanks.
  std::string_view Text(uint32_t first, uint32_t last) const {
    size_t end = starts_[last];
    const size_t begin = starts_[first];
    while (end > begin && static_cast<unsigned char>(text_[end - 1]) <= ' ') --end;
    return {text_ + begin, end - begin};
  }
  // Whether bytes in the range were invalid and were replaced. Invalid bytes are replaced so that
  // names in other encodings, and garbage after a crash, do not lose the events around them.
  bool IsMended(size_t begin, size_t end) const;

 private:
  struct Index;

  enum class Found { kAll, kUnclosedText, kBadLetters, kNone };
  Found Run(std::string_view json);

  std::unique_ptr<Index> index_;
  std::string_view part_;
  std::string mended_;  // a copy of the part, if bytes had to be replaced
  const char* text_ = nullptr;
  const uint32_t* starts_ = nullptr;
  uint32_t size_ = 0;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_JSON_TOKENS_H_
