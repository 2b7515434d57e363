// A message on the wire in another order: fields, map entries, and the items of the named repeated
// fields. A reader must give the same result.
#ifndef TESTS_UNIT_PROPERTIES_SHUFFLED_MESSAGE_H_
#define TESTS_UNIT_PROPERTIES_SHUFFLED_MESSAGE_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/readers/common/wire_walk.h"
#include "tests/unit/common/wire_strings.h"
#include "tests/unit/properties/generated_profile.h"

namespace profiler {

class MessageShuffler {
 public:
  // `unordered`: full names of repeated fields whose order has no meaning.
  MessageShuffler(uint64_t seed, std::set<std::string> unordered)
      : random_(seed), unordered_(std::move(unordered)) {}

  std::string Shuffled(const google::protobuf::Message& message) {
    return Shuffled(message.SerializeAsString(), *message.GetDescriptor());
  }

 private:
  using Field = google::protobuf::FieldDescriptor;
  struct Piece {
    const Field* field;
    std::string bytes;
  };

  std::string Shuffled(std::string_view wire, const google::protobuf::Descriptor& type) {
    std::vector<Piece> pieces;
    std::vector<uint64_t> begins;
    for (WireWalk walk(wire); walk.Next();) {
      const Field* const field = type.FindFieldByNumber(static_cast<int>(walk.number()));
      const bool is_message = field->cpp_type() == Field::CPPTYPE_MESSAGE;
      begins.push_back(walk.offset());
      pieces.push_back(
          {field,
           is_message ? Wire(walk.number(), Shuffled(walk.bytes(), *field->message_type())) : ""});
    }
    begins.push_back(wire.size());
    for (size_t i = 0; i < pieces.size(); ++i) {
      if (!pieces[i].bytes.empty()) continue;  // a message
      pieces[i].bytes = wire.substr(begins[i], begins[i + 1] - begins[i]);
    }
    Shuffle(pieces);
    std::string bytes;
    for (const Piece& piece : pieces) bytes += piece.bytes;
    return bytes;
  }

  void Shuffle(std::vector<Piece>& pieces) {
    std::vector<Piece> mixed = pieces;
    for (size_t i = mixed.size(); i > 1; --i) {
      std::swap(mixed[i - 1], mixed[static_cast<size_t>(random_.Below(static_cast<int64_t>(i)))]);
    }
    // If order has a meaning, the pieces of a field keep theirs.
    std::map<const Field*, std::vector<const std::string*>> in_order;
    for (const Piece& piece : pieces) in_order[piece.field].push_back(&piece.bytes);
    std::map<const Field*, size_t> next;
    for (Piece& piece : mixed) {
      if (piece.field->is_map() || unordered_.count(piece.field->full_name()) > 0) continue;
      piece.bytes = *in_order[piece.field][next[piece.field]++];
    }
    pieces = std::move(mixed);
  }

  Random random_;
  const std::set<std::string> unordered_;
};

}  // namespace profiler

#endif  // TESTS_UNIT_PROPERTIES_SHUFFLED_MESSAGE_H_
