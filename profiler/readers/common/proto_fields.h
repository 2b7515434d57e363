// Helpers for readers that use protozero: naming fields in a switch, skipping unknown fields, and
// surviving damage.
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

// Whether bytes may be a name. Used to distinguish messages of different schemas that have the same
// field numbers and types.
inline bool IsPlainText(std::string_view bytes) {
  return !bytes.empty() && std::none_of(bytes.begin(), bytes.end(),
                                        [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; });
}

// A file being read, used to report problems with their offsets.
struct Place {
  ImportReport& report;
  std::string path;
  // The file's first byte in memory, to compute offsets. Null if offsets have no meaning.
  const char* file_begin;

  void Count(ImportProblem problem, std::string_view at, std::string_view detail = {}) const {
    report.Count(problem, path,
                 file_begin == nullptr ? ImportReport::kNoOffset
                                       : static_cast<uint64_t>(at.data() - file_begin),
                 detail);
  }

  // Counts the problem that stopped a walk over `bytes`, unless the walk reached the end.
  void CountStop(const WireWalk& walk, std::string_view bytes) const {
    if (walk.cut() || walk.stop() == WireWalk::Stop::kTruncated) {
      Count(ImportProblem::kTruncated, bytes.substr(bytes.size()));
    } else if (walk.stop() == WireWalk::Stop::kMalformed) {
      Count(ImportProblem::kMalformedField, bytes.substr(walk.offset()), "the rest");
    }
  }

  // Like CountStop(), for a record inside the file. A record that claims to be longer than its
  // parent counts as damage. If the file was cut there, nothing is counted, because the walk over
  // the file counts the cut.
  void CountStopInside(const WireWalk& walk, std::string_view bytes, bool cut) const {
    const bool is_short = walk.cut() || walk.stop() == WireWalk::Stop::kTruncated;
    if (is_short && cut) return;
    if (is_short || walk.stop() == WireWalk::Stop::kMalformed) {
      Count(ImportProblem::kMalformedField, bytes.substr(walk.offset()), "the rest");
    }
  }

  // Skips the current field of a message whose known fields are numbered up to `last_known`. A
  // known field with a wrong wire type counts as damage; a higher number counts as an unknown
  // field.
  void SkipUnknown(protozero::pbf_reader& message, uint32_t last_known,
                   std::string_view record) const {
    Count(
        message.tag() <= last_known ? ImportProblem::kMalformedField : ImportProblem::kUnknownField,
        record);
    message.skip();
  }

  // Runs a decoder over `record` and catches protozero's exceptions; everything read before is
  // kept. `cut` means that the file ends inside the record, so an exception is due to that end and
  // not to damage.
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

// An entry of a map from text to text or message.
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
