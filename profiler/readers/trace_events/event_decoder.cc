#include "profiler/readers/trace_events/event_decoder.h"

#include <cstring>
#include <optional>

#include "profiler/readers/common/micros.h"
#include "profiler/readers/trace_events/json_text.h"

namespace profiler::chrome_trace {
namespace {

enum class Key : uint8_t {
  kOther,
  kName,
  kPhase,
  kCategory,
  kTime,
  kDuration,
  kProcess,
  kThread,
  kId,
  kBindingPoint,
  kArguments,
};

Key FindKey(std::string_view key) {
  const auto is = [&](const char* name) { return std::memcmp(key.data(), name, key.size()) == 0; };
  switch (key.size()) {
    case 2:
      if (is("ph")) return Key::kPhase;
      if (is("ts")) return Key::kTime;
      if (is("id")) return Key::kId;
      return is("bp") ? Key::kBindingPoint : Key::kOther;
    case 3:
      if (is("pid")) return Key::kProcess;
      if (is("tid")) return Key::kThread;
      if (is("dur")) return Key::kDuration;
      if (is("id2")) return Key::kId;
      return is("cat") ? Key::kCategory : Key::kOther;
    case 4:
      if (is("name")) return Key::kName;
      return is("args") ? Key::kArguments : Key::kOther;
    default:
      return Key::kOther;
  }
}

void SetTime(const Value& value, bool& has, Int128& time) {
  const std::optional<Int128> picos = ParseMicros(value.text);
  has = picos.has_value();
  if (has) time = *picos;
}

// Removes the quotes of a text's token; false if there is none at its end.
bool TakeQuotes(std::string_view& text) {
  if (text.size() < 2 || text.back() != '"') return false;
  text = text.substr(1, text.size() - 2);
  return true;
}

bool HasEscapes(std::string_view text) {
  return std::memchr(text.data(), '\\', text.size()) != nullptr;
}

bool IsEndOrSeparator(char c) { return c == ',' || c == ':' || c == '}' || c == ']'; }

// One past the value at `token`, at any depth; size() + 1 if the tokens end in it.
uint32_t EndOfTokens(const JsonTokens& tokens, uint32_t token) {
  uint32_t depth = 0;
  for (; token < tokens.size(); ++token) {
    const char c = tokens[token];
    if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    }
    if (depth == 0) return token + 1;
  }
  return tokens.size() + 1;
}

}  // namespace

// Calls take(field) for each field of the object at `token`; if it returns false, the object is
// malformed.
template <typename Take>
EventDecoder::Result EventDecoder::ForEachField(const JsonTokens& tokens, uint32_t& token,
                                                const Take& take) {
  for (++token; token < tokens.size(); ++token) {
    if (tokens[token] == '}') {  // of an empty object, or after a comma
      ++token;
      return Result::kEvent;
    }
    if (token + 2 >= tokens.size()) return Result::kCut;
    Field field = {tokens.Text(token, token + 1), token + 2, token + 2};
    const char value = tokens[field.first];
    if (tokens[token] != '"' || !TakeQuotes(field.key) || tokens[token + 1] != ':' ||
        IsEndOrSeparator(value)) {
      return Result::kMalformed;
    }
    const bool is_nested = value == '{' || value == '[';
    field.last = is_nested ? EndOfTokens(tokens, field.first) : field.first + 1;
    if (field.last >= tokens.size()) return Result::kCut;
    if (!take(field)) return Result::kMalformed;
    token = field.last;
    if (tokens[token] == '}') {
      ++token;
      return Result::kEvent;
    }
    if (tokens[token] != ',') return Result::kMalformed;
  }
  return Result::kCut;
}

std::string_view EventDecoder::Unescaped(std::string_view text) {
  if (unescaped_count_ == unescaped_.size()) unescaped_.emplace_back();
  std::string& place = unescaped_[unescaped_count_++];
  Unescape(text, place);
  return place;
}

// False if the value is malformed.
bool EventDecoder::Read(const JsonTokens& tokens, const Field& field, Value& value) {
  value = {tokens.Text(field.first, field.last), tokens[field.first] == '"'};
  if (!value.is_string) return true;
  if (!TakeQuotes(value.text)) return false;
  if (HasEscapes(value.text)) value.text = Unescaped(value.text);
  return true;
}

bool EventDecoder::SetField(const JsonTokens& tokens, const Field& field, TraceEvent& event) {
  Key key = FindKey(field.key);
  if (key == Key::kOther && HasEscapes(field.key)) key = FindKey(Unescaped(field.key));
  if (key == Key::kOther) return true;
  if (key == Key::kArguments) {
    // Not an object: no arguments.
    args_ = tokens[field.first] == '{' ? field.first : kNoToken;
    return true;
  }
  Value value;
  if (!Read(tokens, field, value)) return false;
  switch (key) {
    case Key::kName:
      event.name = value.text;
      break;
    case Key::kPhase:
      event.phase = value.text.size() == 1 ? value.text[0] : '\0';
      break;
    case Key::kCategory:
      event.category = value.text;
      break;
    case Key::kTime:
      SetTime(value, event.has_time, event.time);
      break;
    case Key::kDuration:
      SetTime(value, event.has_duration, event.duration);
      break;
    case Key::kProcess:
      event.process = value;
      break;
    case Key::kThread:
      event.thread = value;
      break;
    case Key::kId:
      event.id = value;
      break;
    case Key::kBindingPoint:
      event.binds_enclosing = value.text == "e";
      break;
    default:
      break;
  }
  return true;
}

EventDecoder::Result EventDecoder::Decode(const JsonTokens& tokens, uint32_t& token,
                                          TraceEvent& event) {
  args_ = kNoToken;
  unescaped_count_ = 0;
  event.Clear();
  const Result result = ForEachField(
      tokens, token, [&](const Field& field) { return SetField(tokens, field, event); });
  if (result != Result::kEvent || args_ == kNoToken) return result;
  // Arguments are read last, because they depend on the phase: each argument of a counter is a
  // value, while few arguments of other events are used.
  const bool takes_all = event.phase == 'C';
  return ForEachField(tokens, args_, [&](const Field& field) {
    Arg arg = FindArg(field.key);
    std::string_view key = field.key;
    if (arg == Arg::kOther && HasEscapes(key)) {
      key = Unescaped(key);
      arg = FindArg(key);
    }
    if (arg == Arg::kOther && !takes_all) return true;
    Value value;
    if (!Read(tokens, field, value)) return false;
    event.args.Add(arg, key, value);
    return true;
  });
}

}  // namespace profiler::chrome_trace
