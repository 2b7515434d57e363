#include "profiler/analysis/ops/op_attribute.h"

#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>

namespace profiler {
namespace {

using protozero::pbf_wire_type;
using protozero::tag_and_type;

// Field numbers of AttrValue.
constexpr uint32_t kTextField = tag_and_type(2, pbf_wire_type::length_delimited);
constexpr uint32_t kTypeField = tag_and_type(6, pbf_wire_type::varint);

std::string_view Find(const Profile& profile, OpId op, std::string_view name) {
  for (const OpAttribute& attribute : profile.ops.attributes[op]) {
    if (profile.strings[attribute.name] == name) return profile.strings[attribute.value];
  }
  return {};
}

// Calls `take` for the field `wanted` of the message; of repeated fields, the last one wins.
template <typename Take>
void ReadField(std::string_view bytes, uint32_t wanted, const Take& take) {
  try {
    protozero::pbf_reader message(bytes.data(), bytes.size());
    while (message.next()) {
      if (static_cast<uint32_t>(message.tag_and_type()) == wanted) {
        take(message);
      } else {
        message.skip();
      }
    }
  } catch (const protozero::exception&) {
    // A damaged attribute is ignored; the reader has reported the damage.
  }
}

}  // namespace

std::optional<std::string_view> TextAttribute(const Profile& profile, OpId op,
                                              std::string_view name) {
  std::optional<std::string_view> text;
  ReadField(Find(profile, op, name), kTextField, [&](protozero::pbf_reader& message) {
    const protozero::data_view view = message.get_view();
    text.emplace(view.data(), view.size());
  });
  return text;
}

std::optional<int64_t> TypeAttribute(const Profile& profile, OpId op, std::string_view name) {
  std::optional<int64_t> type;
  ReadField(Find(profile, op, name), kTypeField,
            [&](protozero::pbf_reader& message) { type = message.get_int64(); });
  return type;
}

}  // namespace profiler
