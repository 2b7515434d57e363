#include "profiler/readers/trace_events/event_stream.h"

#include <algorithm>

#include "profiler/base/status.h"
#include "profiler/readers/trace_events/json_scan.h"

namespace profiler::chrome_trace {
namespace {

constexpr size_t kNone = std::string_view::npos;
// The limit of an event's size, and of bytes examined in vain; far below simdjson's limit.
constexpr size_t kMostWindow = size_t{256} << 20;
// The window after damage: if more follows, bytes after it were examined in vain.
constexpr size_t kCarefulWindow = 512;
constexpr size_t kReleasedAtOnce = 4 << 20;

}  // namespace

EventStream::EventStream(const Input& input, const Place& place, size_t window)
    : input_(input),
      bytes_(input.bytes()),
      place_(place),
      usual_window_(window),
      window_(window),
      credit_(kMostWindow) {}

// Ends after a closing bracket if possible, as texts between quotes seldom have one.
size_t EventStream::EndOfWindow(size_t at) const {
  if (bytes_.size() - at <= window_) return bytes_.size();
  const size_t bracket = bytes_.substr(at, window_).rfind('}');
  return at + (bracket == kNone ? window_ : bracket + 1);
}

// Reads the complete events from `at` on, and returns where to continue.
size_t EventStream::ReadWindow(size_t at, const Take& take) {
  const size_t end = EndOfWindow(at);
  if (!tokens_.Find(bytes_.substr(at, end - at))) return PassOver(at);
  size_t read_to = at;
  for (uint32_t token = 0; token < tokens_.size();) {
    if (tokens_[token] == ',' && token > 0) {
      ++token;
      continue;
    }
    if (tokens_[token] != '{') return read_to;
    const size_t begin = tokens_.start(token);
    const EventDecoder::Result result = decoder_.Decode(tokens_, token, event_);
    if (result == EventDecoder::Result::kMalformed) return PassOver(at + begin);
    if (result == EventDecoder::Result::kCut) {
      if (begin > 0) break;
      // Limits the cost of brackets that are never closed, each of which would be searched to the
      // end.
      const size_t cost = end - at;
      if (end == bytes_.size() || window_ >= kMostWindow || credit_ < cost) {
        credit_ -= std::min(credit_, cost);
        return PassOver(at);
      }
      credit_ -= cost;
      window_ *= 2;
      return at;
    }
    event_.offset = at + begin;
    read_to = at + tokens_.start(token - 1) + 1;
    if (tokens_.IsMended(begin, read_to - at)) {
      place_.Count(ImportProblem::kBadLetters, bytes_.substr(event_.offset));
    }
    take(event_);
  }
  window_ = std::min(window_ * 2, usual_window_);
  credit_ = std::min(kMostWindow, credit_ + 2 * (read_to - at));
  return read_to;
}

// Returns the next position after `at` where an event may begin, or npos. After a text without its
// closing quote, the insides and outsides of texts are swapped, so the next event is found by the
// typical form of an event.
size_t EventStream::NextEvent(size_t at) {
  if (next_event_ > at) return next_event_;
  next_event_ = at;
  while ((next_event_ = bytes_.find('{', next_event_ + 1)) != kNone) {
    size_t before = next_event_;
    while (before > at && IsBlank(bytes_[before - 1])) --before;
    if (before <= at || bytes_[before - 1] != ',') continue;
    const size_t end = std::min(bytes_.find_first_of("{}", next_event_ + 1), bytes_.size());
    if (bytes_.substr(next_event_, end - next_event_).find("\"ph\"") != kNone) break;
  }
  return next_event_;
}

// Returns the position after a value at `at` that is no event, or the file's end if the file ends
// inside the value.
size_t EventStream::PassOver(size_t at) {
  const size_t next = NextEvent(at);
  const size_t end = EndOfValue(bytes_.substr(0, next), at);
  if (end == kNone && next == kNone) return bytes_.size();
  place_.Count(ImportProblem::kMalformedEvent, bytes_.substr(at));
  window_ = std::min(usual_window_, kCarefulWindow);
  return end == kNone ? next : std::max(end, at + 1);
}

// Frees the memory of what was read.
void EventStream::Release(size_t at) {
  if (at - released_ < kReleasedAtOnce) return;
  input_.Release(bytes_.substr(released_, at - released_));
  released_ = at;
}

absl::StatusOr<size_t> EventStream::Read(size_t at, const Take& take, RunContext& context) {
  has_ended_ = false;
  for (bool comma = false; (at = SkipBlanks(bytes_, at)) < bytes_.size();) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    context.Done(at, bytes_.size());
    Release(at);
    const char c = bytes_[at];
    if (c == ']') {
      has_ended_ = true;
      if (comma) place_.Count(ImportProblem::kTrailingComma, bytes_.substr(at));
      return at + 1;
    }
    comma = c == ',';
    if (comma) {
      ++at;
    } else {
      at = c == '{' ? ReadWindow(at, take) : PassOver(at);
    }
  }
  place_.Count(ImportProblem::kTruncated, bytes_.substr(bytes_.size()));
  return bytes_.size();
}

}  // namespace profiler::chrome_trace
