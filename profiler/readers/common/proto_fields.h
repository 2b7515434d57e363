// What readers of protobuf formats share around protozero: one way to name a field in a switch, to
// pass over what is not known, and to survive damage.
#ifndef PROFILER_READERS_COMMON_PROTO_FIELDS_H_
#define PROFILER_READERS_COMMON_PROTO_FIELDS_H_

#include <algorithm>
#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>
#include <string>
#include <string_view>

#include "profiler/readers/common/import_report.h"
#include "profiler/readers/common/wire_walk.h"

namespace profiler {

constexpr uint32_t VarintField(uint32_t number) {
  return protozero::tag_and_type(number, protozero::pbf_wire_type::varint);
}
constexpr uint32_t BytesField(uint32_t number) {
  return protozero::tag_and_type(number, protozero::pbf_wire_type::length_delimited);
}

inline std::string_view Text(protozero::pbf_reader& message) {
  const protozero::data_view view = message.get_view();
  return {view.data(), view.size()};
}
inline protozero::pbf_reader Message(std::string_view bytes) {
  return protozero::pbf_reader(bytes.data(), bytes.size());
}

// Whether bytes may be a name, which tells a message from one of another schema with the same
// shape.
inline bool IsPlainText(std::string_view bytes) {
  return !bytes.empty() && std::none_of(bytes.begin(), bytes.end(),
                                        [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; });
}

// Where in which file a reader is, for its import report.
struct Place {
  ImportReport& report;
  std::string path;
  // The file's first byte in memory: offsets count from it. Null where they mean nothing.
  const char* file_begin;

  void Count(ImportProblem problem, std::string_view at, std::string_view detail = {}) const {
    report.Count(problem, path,
                 file_begin == nullptr ? ImportReport::kNoOffset
                                       : static_cast<uint64_t>(at.data() - file_begin),
                 detail);
  }

  // Why a walk over `bytes` stopped, where it was not at their end.
  void CountStop(const WireWalk& walk, std::string_view bytes) const {
    if (walk.cut() || walk.stop() == WireWalk::Stop::kTruncated) {
      Count(ImportProblem::kTruncated, bytes.substr(bytes.size()));
    } else if (walk.stop() == WireWalk::Stop::kMalformed) {
      Count(ImportProblem::kMalformedField, bytes.substr(walk.offset()), "the rest");
    }
  }

  // The same of a record inside the file: one that says it is longer than what it stands in is
  // damage, unless the file's end cut that, which whoever walks the file counts.
  void CountStopInside(const WireWalk& walk, std::string_view bytes, bool cut) const {
    const bool is_short = walk.cut() || walk.stop() == WireWalk::Stop::kTruncated;
    if (is_short && cut) return;
    if (is_short || walk.stop() == WireWalk::Stop::kMalformed) {
      Count(ImportProblem::kMalformedField, bytes.substr(walk.offset()), "the rest");
    }
  }

  // Passes over the current field of a message whose known fields are numbered up to `last_known`.
  // One of those with another wire type than the schema's is damage; a higher one is news.
  void SkipUnknown(protozero::pbf_reader& message, uint32_t last_known,
                   std::string_view record) const {
    Count(
        message.tag() <= last_known ? ImportProblem::kMalformedField : ImportProblem::kUnknownField,
        record);
    message.skip();
  }

  // Runs a decoder over `record`. What protozero throws ends there: what was read before is kept.
  // `cut`: the file ends inside the record, so an exception is that end and not damage.
  template <typename Decode>
  void Guard(std::string_view record, bool cut, std::string_view detail,
             const Decode& decode) const {
    try {
      decode();
    } catch (const protozero::exception&) {
      if (!cut) Count(ImportProblem::kMalformedField, record, detail);
    }
  }
};

// An entry of a map from text to text or to a message.
struct NamedEntry {
  std::string_view name, value;
};
inline NamedEntry ReadNamedEntry(std::string_view bytes, const Place& place) {
  NamedEntry entry;
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case BytesField(1):
        entry.name = Text(message);
        break;
      case BytesField(2):
        entry.value = Text(message);
        break;
      default:
        place.SkipUnknown(message, 2, bytes);
    }
  }
  return entry;
}

}  // namespace profiler

#endif  // PROFILER_READERS_COMMON_PROTO_FIELDS_H_
