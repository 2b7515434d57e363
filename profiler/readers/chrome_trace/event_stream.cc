#include "profiler/readers/chrome_trace/event_stream.h"

#include <simdjson.h>

#include <algorithm>
#include <optional>

#include "profiler/base/status.h"
#include "profiler/readers/chrome_trace/json_scan.h"
#include "profiler/readers/chrome_trace/micros.h"

namespace profiler::chrome_trace {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr size_t kLeastWindow = 4 << 10;
constexpr size_t kMostWindow = 1 << 20;

// A scalar's token without the blanks behind it, and without its quotes.
Value ScalarOf(std::string_view token) {
  while (!token.empty() && IsBlank(token.back())) token.remove_suffix(1);
  if (!token.starts_with('"')) return {token, false};
  token.remove_prefix(1);
  if (token.ends_with('"')) token.remove_suffix(1);
  return {token, true};
}

// False where the value is not well formed.
bool Decode(ondemand::value value, Value& out) {
  ondemand::json_type type;
  const std::string_view token = value.raw_json_token();
  if (token.empty()) return false;
  switch (token[0]) {
    case '{':
    case '[': {
      if (value.type().get(type) != simdjson::SUCCESS) return false;
      std::string_view text;
      if (type == ondemand::json_type::array) {
        ondemand::array array;
        if (value.get_array().get(array) || array.raw_json().get(text)) return false;
      } else {
        ondemand::object object;
        if (value.get_object().get(object) || object.raw_json().get(text)) return false;
      }
      out = {text, false};
      return true;
    }
    default:
      out = ScalarOf(token);
  }
  if (!out.is_string || out.text.find('\\') == std::string_view::npos) return true;
  std::string_view text;
  // What is escaped wrongly stays as it stands.
  if (value.get_string().get(text) == simdjson::SUCCESS) out.text = text;
  return true;
}

bool DecodeArgs(ondemand::value value, Arguments& args) {
  ondemand::object object;
  if (value.raw_json_token().empty() || value.raw_json_token()[0] != '{') {
    return true;  // no arguments, whatever it is
  }
  if (value.get_object().get(object)) return false;
  for (auto field : object) {
    std::string_view key;
    ondemand::value item;
    Value decoded;
    if (field.unescaped_key().get(key) || field.value().get(item) || !Decode(item, decoded)) {
      return false;
    }
    args.Add(key, decoded);
  }
  return true;
}

void SetTime(const Value& value, bool& has, Int128& time) {
  const std::optional<Int128> picos = ParseMicros(value.text);
  has = picos.has_value();
  if (has) time = *picos;
}

void Set(std::string_view key, const Value& value, TraceEvent& event) {
  if (key == "name") {
    event.name = value.text;
  } else if (key == "ph") {
    event.phase = value.text.size() == 1 ? value.text[0] : '\0';
  } else if (key == "cat") {
    event.category = value.text;
  } else if (key == "ts") {
    SetTime(value, event.has_time, event.time);
  } else if (key == "dur") {
    SetTime(value, event.has_duration, event.duration);
  } else if (key == "pid") {
    event.process = value;
  } else if (key == "tid") {
    event.thread = value;
  } else if (key == "id" || key == "id2") {
    event.id = value;
  } else if (key == "bp") {
    event.binds_enclosing = value.text == "e";
  }
}

bool DecodeEvent(ondemand::value value, TraceEvent& event) {
  ondemand::object object;
  if (value.get_object().get(object)) return false;
  for (auto field : object) {
    std::string_view key;
    ondemand::value item;
    if (field.unescaped_key().get(key) || field.value().get(item)) return false;
    if (key == "args") {
      if (!DecodeArgs(item, event.args)) return false;
      continue;
    }
    Value decoded;
    if (!Decode(item, decoded)) return false;
    Set(key, decoded, event);
  }
  return true;
}

// How long the UTF-8 letter at the beginning is; 0 if there is none.
size_t LetterLength(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return length <= text.size() && simdjson::validate_utf8(text.data(), length) ? length : 0;
}

// Replaces bytes that JSON forbids, each by one of its own.
void MendText(std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const size_t length = LetterLength(std::string_view(text).substr(at));
    if (length == 0) {
      text[at++] = '?';
    } else {
      if (static_cast<unsigned char>(text[at]) < ' ') text[at] = ' ';
      at += length;
    }
  }
}

}  // namespace

struct EventStream::Parser {
  ondemand::parser parser;
};

EventStream::EventStream(std::string_view bytes, const Place& place)
    : bytes_(bytes),
      place_(place),
      parser_(std::make_unique<Parser>()),
      window_(kMostWindow / 16) {}

EventStream::~EventStream() = default;

// Where a chunk may end: behind a closing bracket, as texts between quotes must not be cut.
size_t EventStream::ChunkEnd(size_t at) const {
  const size_t end = std::min(bytes_.size(), at + window_);
  const size_t bracket = bytes_.substr(at, end - at).rfind('}');
  return bracket == std::string_view::npos ? end : at + bracket + 1;
}

// Puts the chunk between brackets. Names of other encodings, and of whatever a crash left, must not
// cost the events around them.
void EventStream::Prepare(size_t at, size_t end, bool mend) {
  buffer_.clear();
  buffer_.reserve(end - at + 2 + simdjson::SIMDJSON_PADDING);
  buffer_ += '[';
  buffer_ += bytes_.substr(at, end - at);
  buffer_ += ']';
  if (mend) MendText(buffer_);
}

// Takes events of [at, end) until one fails, and says where the last one that was taken begins;
// npos if it is none.
size_t EventStream::ReadChunk(size_t at, size_t end, const Take& take) {
  constexpr size_t kNone = std::string_view::npos;
  ondemand::document document;
  Prepare(at, end, false);
  const auto parse = [&] {
    return parser_->parser.iterate(buffer_.data(), buffer_.size(), buffer_.capacity())
        .get(document);
  };
  auto error = parse();
  if (error == simdjson::UTF8_ERROR || error == simdjson::UNESCAPED_CHARS) {
    place_.Count(ImportProblem::kBadLetters, bytes_.substr(at));
    Prepare(at, end, true);
    error = parse();
  }
  ondemand::array array;
  if (error || document.get_array().get(array)) return kNone;
  size_t last = kNone;
  for (auto element : array) {
    ondemand::value value;
    if (element.get(value)) break;
    const std::string_view token = value.raw_json_token();
    event_.Clear();
    event_.offset = static_cast<uint64_t>(token.data() - buffer_.data() - 1) + at;
    if (!DecodeEvent(value, event_)) break;
    take(event_);
    last = event_.offset;
  }
  return last;
}

// Where to go on behind what is no event at `at`; npos where the file ends in it.
size_t EventStream::PassOver(size_t at) {
  const size_t end = EndOfValue(bytes_, at);
  if (end == std::string_view::npos) {
    place_.Count(ImportProblem::kTruncated, bytes_.substr(at));
    return end;
  }
  place_.Count(ImportProblem::kMalformedEvent, bytes_.substr(at));
  window_ = kLeastWindow;
  return std::max(end, at + 1);
}

absl::StatusOr<size_t> EventStream::Read(size_t at, const Take& take, RunContext& context) {
  for (bool comma = false; (at = SkipBlanks(bytes_, at)) < bytes_.size();) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    context.Done(at, bytes_.size());
    const char c = bytes_[at];
    if (c == ']') {
      has_ended_ = true;
      if (comma) place_.Count(ImportProblem::kTrailingComma, bytes_.substr(at));
      return at + 1;
    }
    comma = c == ',';
    if (comma) {
      ++at;
      continue;
    }
    const size_t end = ChunkEnd(at);
    const size_t last = c == '{' ? ReadChunk(at, end, take) : std::string_view::npos;
    if (last != std::string_view::npos) {
      at = EndOfValue(bytes_, last);
      window_ = std::min(window_ * 2, kMostWindow);
      continue;
    }
    const size_t own_end = EndOfValue(bytes_, at);
    if (c == '{' && own_end != std::string_view::npos && own_end != end) {
      // It is longer than the window, or the window ends inside a text of a later one.
      window_ = std::max(own_end - at, own_end > end ? 0 : window_ / 2);
      continue;
    }
    at = PassOver(at);
    if (at == std::string_view::npos) return bytes_.size();
  }
  place_.Count(ImportProblem::kTruncated, bytes_.substr(bytes_.size()));
  return bytes_.size();
}

}  // namespace profiler::chrome_trace
