#include "profiler/readers/trace_events/json_tokens.h"

#include <simdjson.h>

#include <algorithm>

#include "profiler/readers/trace_events/json_text.h"

namespace profiler::chrome_trace {
namespace {

constexpr size_t kLeastRoom = 64 << 10;

}  // namespace

struct JsonTokens::Index {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
};

JsonTokens::JsonTokens() : index_(std::make_unique<Index>()) {}
JsonTokens::~JsonTokens() = default;

JsonTokens::Found JsonTokens::Run(std::string_view json) {
  size_ = 0;
  auto& parser = index_->parser;
  if (parser == nullptr || parser->capacity() < json.size() ||
      parser->capacity() > 16 * std::max(json.size(), kLeastRoom)) {
    const size_t room = std::max(json.size(), kLeastRoom);
    parser.reset();
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(room, 1, parser)) {
      return Found::kNone;
    }
  }
  const auto error = parser->stage1(reinterpret_cast<const uint8_t*>(json.data()), json.size(),
                                    simdjson::stage1_mode::regular);
  switch (error) {
    case simdjson::SUCCESS:
      break;
    case simdjson::UNCLOSED_STRING:
      return Found::kUnclosedText;
    case simdjson::UNESCAPED_CHARS:
    case simdjson::UTF8_ERROR:
      return Found::kBadLetters;
    default:
      return Found::kNone;
  }
  text_ = json.data();
  starts_ = parser->structural_indexes.get();
  size_ = parser->n_structural_indexes;
  return Found::kAll;
}

bool JsonTokens::Find(std::string_view part) {
  part_ = part;
  mended_.clear();
  Found found = Run(part);
  if (found == Found::kUnclosedText) {
    mended_ = part;
    // A backslash would escape the quote.
    while (mended_.ends_with('\\')) mended_.back() = ' ';
    mended_ += '"';
    found = Run(mended_);
  }
  if (found == Found::kBadLetters) {
    if (mended_.empty()) mended_ = part;
    MendLetters(mended_);
    found = Run(mended_);
  }
  return found == Found::kAll;
}

bool JsonTokens::IsMended(size_t begin, size_t end) const {
  end = std::min(end, part_.size());
  return !mended_.empty() &&
         part_.substr(begin, end - begin) != std::string_view(mended_).substr(begin, end - begin);
}

}  // namespace profiler::chrome_trace
