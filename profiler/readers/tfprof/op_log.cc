#include "profiler/readers/tfprof/op_log.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/readers/common/wire_walk.h"
#include "profiler/readers/tfprof/code_def.h"

namespace profiler {
namespace {

using protozero::pbf_reader;

constexpr uint32_t kLogEntries = 1, kIdToString = 2;

class OpLogReader {
 public:
  OpLogReader(const WireFile& file, SourceId source, const TensorFlowOps& ops,
              ProfileBuilder& builder)
      : file_(file),
        place_(file.place),
        source_(source),
        ops_(ops),
        builder_(builder),
        traces_(builder, place_) {}

  // The strings come after the entries that refer to them.
  absl::Status Read(const RunContext& context) {
    WireWalk walk(file_.bytes);
    bool is_op_log = file_.bytes.empty();
    while (walk.Next() && !walk.cut()) {
      const bool is_bytes = walk.type() == WireWalk::Type::kBytes;
      if (walk.number() == kLogEntries && is_bytes) {
        records_.push_back(walk.bytes());
      } else if (walk.number() == kIdToString && is_bytes) {
        place_.Guard(walk.bytes(), false, "id_to_string", [&] { ReadString(walk.bytes()); });
      } else {
        place_.Count(walk.number() <= kIdToString ? ImportProblem::kMalformedField
                                                  : ImportProblem::kUnknownField,
                     file_.bytes.substr(walk.offset()));
        continue;
      }
      is_op_log = true;
    }
    place_.CountStop(walk, file_.bytes);
    std::vector<Entry> entries;
    for (std::string_view record : records_) {
      PROFILER_RETURN_IF_ERROR(context.Check());
      place_.Guard(record, false, "", [&] { entries.push_back(Decode(record)); });
    }
    if (!is_op_log || good_entries_ * 2 < records_.size()) {
      return absl::InvalidArgumentError(
          fmt::format("{}: this is no op log (OpLogProto): it has no entries", place_.path));
    }
    for (const Entry& entry : entries) Apply(entry);
    return absl::OkStatus();
  }

 private:
  struct Entry {
    std::string_view record, name, code_def;
    bool has_code_def = false;
    int64_t float_ops = 0;
    std::vector<std::string_view> types;
  };

  void ReadString(std::string_view entry) {
    int64_t id = 0;
    std::string_view text;
    pbf_reader message = Message(entry);
    while (message.next()) {
      switch (message.tag_and_type()) {
        case VarintField(1):
          id = message.get_int64();
          break;
        case BytesField(2):
          text = Text(message);
          break;
        default:
          place_.SkipUnknown(message, 2, entry);
      }
    }
    traces_.AddString(id, text);
  }

  Entry Decode(std::string_view record) {
    Entry entry;
    entry.record = record;
    bool is_good = true;
    pbf_reader message = Message(record);
    while (message.next()) {
      switch (message.tag_and_type()) {
        case BytesField(1):
          entry.name = Text(message);
          break;
        case VarintField(2):
          entry.float_ops = message.get_int64();
          break;
        case BytesField(3):
          entry.types.push_back(Text(message));
          break;
        case BytesField(4):
          entry.code_def = Text(message);
          entry.has_code_def = true;
          break;
        default:
          is_good = false;
          place_.SkipUnknown(message, 4, record);
      }
    }
    if (is_good && IsPlainText(entry.name)) ++good_entries_;
    return entry;
  }

  void Apply(const Entry& entry) {
    const OpId op = ops_.Find(entry.name);
    if (!op.valid()) {
      return place_.Count(ImportProblem::kUnmatchedOpLog, entry.record, entry.name);
    }
    for (std::string_view type : entry.types) builder_.AddType(op, builder_.Intern(type));
    if (entry.float_ops != 0) builder_.op(op).float_ops = entry.float_ops;
    if (!entry.has_code_def) return;
    builder_.source(source_).has_code_traces = true;
    if (builder_.op(op).frame.valid()) return;  // the first stack of a name is used
    place_.Guard(entry.code_def, false, entry.name,
                 [&] { builder_.op(op).frame = traces_.Read(entry.code_def); });
  }

  const WireFile& file_;
  const Place& place_;
  const SourceId source_;
  const TensorFlowOps& ops_;
  ProfileBuilder& builder_;
  CodeDefReader traces_;
  std::vector<std::string_view> records_;
  size_t good_entries_ = 0;
};

}  // namespace

absl::Status ReadOpLog(const WireFile& file, SourceId source, const TensorFlowOps& ops,
                       ProfileBuilder& builder, const RunContext& context) {
  return OpLogReader(file, source, ops, builder).Read(context);
}

}  // namespace profiler
