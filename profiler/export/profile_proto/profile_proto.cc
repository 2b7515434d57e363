#include "profiler/export/profile_proto/profile_proto.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <protozero/pbf_writer.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/tfprof_run_rules.h"
#include "profiler/base/status.h"
#include "profiler/export/profile_proto/profile_proto_execs.h"
#include "profiler/export/profile_proto/profile_proto_lanes.h"
#include "profiler/export/profile_proto/profile_proto_steps.h"
#include "profiler/export/profile_proto/profile_proto_traces.h"
#include "profiler/export/profile_proto/tfprof_source.h"
#include "profiler/store/transfer_name.h"

namespace profiler {
namespace {

using protozero::pbf_writer;

// The maximum size of a protobuf message, which also limits tfprof.
constexpr size_t kMaxBytes = INT32_MAX;

class ProfileProtoWriter {
 public:
  ProfileProtoWriter(const Selected& selected, const Query& query)
      : profile_(selected.profile()),
        all_tfprof_profiles_(AllTfprofProfiles(profile_)),
        as_tfprof_writes_(query.compat_tfprof && HasTensorFlowRun(profile_)),
        selection_(query.selection),
        steps_(profile_, selected.steps()),
        lanes_(profile_, query.compat_tfprof),
        execs_(selected, query, steps_, lanes_),
        traces_(profile_) {
    ChooseNodes();
  }

  absl::StatusOr<ProfileProtoBytes> Write(const RunContext& context);

 private:
  void ChooseNodes();
  bool IsLeftOut(OpId op) const;
  // The op's device according to its graph node, or else the first device on which the op ran.
  DeviceId DeviceOf(OpId op) const;
  void WriteNode(OpId op, std::string& bytes);
  void WriteName(OpId op, pbf_writer& node);
  void WriteTypes(OpId op, DeviceId device, pbf_writer& node);
  void WriteAttributes(OpId op, pbf_writer& node);
  void WriteInputs(OpId op, pbf_writer& node);
  void WriteSourceOutputs(OpId op, pbf_writer& node);
  void WriteOutputShapes(OpId op, pbf_writer& node);
  void WriteTail(std::string& bytes);
  void AddNotes(std::vector<Note>& notes) const;

  const Profile& profile_;
  const bool all_tfprof_profiles_;
  const bool as_tfprof_writes_;  // same output as tfprof for the same input
  const Selection& selection_;
  const ExportedSteps steps_;
  const ExportedLanes lanes_;
  ExecProfileWriter execs_;
  CodeDefWriter traces_;
  std::vector<OpId> nodes_;   // by node id
  std::vector<int64_t> ids_;  // by op; kUnknown if the op has no node
  absl::flat_hash_set<StringId> names_;
  int64_t renamed_ = 0;
};

void AddText(pbf_writer& message, uint32_t number, std::string_view text) {
  if (!text.empty()) message.add_string(number, text.data(), text.size());
}
// Whether the profile's attribute is not one in the graph, but another field of its NodeDef.
bool IsNodeField(std::string_view name) {
  return name == "_requested_device" || name == "_experimental_debug_info" ||
         name == "_experimental_type";
}

// Whether tfprof writes no node for the op. Other ops that ran and are in no graph become nodes.
bool ProfileProtoWriter::IsLeftOut(OpId op) const {
  const OpRow& row = profile_.ops.row[op];
  if (!as_tfprof_writes_ || row.kind != OpKind::kRuntime) return false;
  return IsTransferName(profile_.strings[row.name]);
}

// Uses the recorded node ids if they are unique; if not, numbers the ops in their order.
void ProfileProtoWriter::ChooseNodes() {
  ids_.assign(profile_.op_count(), kUnknown);
  absl::flat_hash_set<int64_t> seen;
  bool recorded = true;
  for (uint32_t op = 0; op < profile_.op_count(); ++op) {
    if (IsLeftOut(OpId(op))) continue;
    nodes_.emplace_back(op);
    const int64_t id = profile_.ops.row[OpId(op)].recorded_id;
    recorded = recorded && id != kUnknown && seen.insert(id).second;
  }
  for (size_t i = 0; i < nodes_.size(); ++i) {
    ids_[nodes_[i].row()] =
        recorded ? profile_.ops.row[nodes_[i]].recorded_id : static_cast<int64_t>(i);
  }
  std::sort(nodes_.begin(), nodes_.end(),
            [this](OpId a, OpId b) { return ids_[a.row()] < ids_[b.row()]; });
}

DeviceId ProfileProtoWriter::DeviceOf(OpId op) const {
  const DeviceId assigned = profile_.ops.row[op].assigned_device;
  if (assigned.valid() || all_tfprof_profiles_ || as_tfprof_writes_) return assigned;
  const auto [first, last] = profile_.ExecsOf(op);
  for (uint32_t i = first; i < last; ++i) {
    const ExecRow& row = profile_.execs().row[ExecId(i)];
    if (row.device.valid()) return row.device;
  }
  return DeviceId();
}

absl::StatusOr<ProfileProtoBytes> ProfileProtoWriter::Write(const RunContext& context) {
  ProfileProtoBytes out;
  std::string node;
  for (const OpId op : nodes_) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    node.clear();
    WriteNode(op, node);
    pbf_writer profile(out.bytes);
    pbf_writer entry(profile, 1);
    entry.add_int64(1, ids_[op.row()]);
    entry.add_message(2, node);
    if (out.bytes.size() > kMaxBytes) break;
  }
  WriteTail(out.bytes);
  if (out.bytes.size() > kMaxBytes) {
    return absl::ResourceExhaustedError(
        "-output profile: it would have more than the 2 GiB that the format allows; "
        "choose a step with -step");
  }
  out.nodes = static_cast<int64_t>(nodes_.size());
  out.steps = static_cast<int64_t>(steps_.listed().size());
  AddNotes(out.notes);
  return out;
}

void ProfileProtoWriter::WriteNode(OpId op, std::string& bytes) {
  const OpRow& row = profile_.ops.row[op];
  const DeviceId device = DeviceOf(op);
  pbf_writer node(bytes);
  WriteName(op, node);
  WriteInputs(op, node);
  const auto shape = profile_.ops.shape[op];
  if (!shape.empty()) node.add_packed_int64(4, shape.begin(), shape.end());
  WriteTypes(op, device, node);
  if (device.valid()) AddText(node, 6, lanes_.DeviceText(device));
  if (row.host_device.valid()) AddText(node, 7, lanes_.DeviceText(row.host_device));
  if (row.float_ops != kUnknown) AddNonZero(node, 8, row.float_ops);
  AddText(node, 9, profile_.strings[row.type]);
  if (row.frame.valid()) {
    const std::string_view trace = traces_.Write(row.frame);
    node.add_message(10, trace.data(), trace.size());
  }
  WriteAttributes(op, node);
  execs_.Write(op, device, node);
  AddNonZero(node, 13, ids_[op.row()]);
  WriteSourceOutputs(op, node);
  WriteOutputShapes(op, node);
}

// Makes names unique, because the format identifies nodes by name.
void ProfileProtoWriter::WriteName(OpId op, pbf_writer& node) {
  const StringId name = profile_.ops.row[op].name;
  if (names_.insert(name).second) return AddText(node, 1, profile_.strings[name]);
  ++renamed_;
  AddText(node, 1, fmt::format("{}#{}", profile_.strings[name], ids_[op.row()]));
}

void ProfileProtoWriter::WriteTypes(OpId op, DeviceId device, pbf_writer& node) {
  std::set<std::string> types;
  for (StringId type : profile_.ops.types[op]) types.emplace(profile_.strings[type]);
  if (!all_tfprof_profiles_) {
    if (device.valid()) types.insert(lanes_.DeviceText(device));
    types.emplace(profile_.strings[profile_.ops.row[op].type]);
  }
  for (const std::string& type : types) node.add_string(5, type);
}

void ProfileProtoWriter::WriteAttributes(OpId op, pbf_writer& node) {
  std::map<std::string_view, std::string_view> attributes;
  for (const OpAttribute& attribute : profile_.ops.attributes[op]) {
    const std::string_view name = profile_.strings[attribute.name];
    if (as_tfprof_writes_ && IsNodeField(name)) continue;
    attributes[name] = profile_.strings[attribute.value];
  }
  for (const auto& [name, value] : attributes) {
    pbf_writer entry(node, 11);
    entry.add_string(1, name.data(), name.size());
    entry.add_message(2, value.data(), value.size());
  }
}

void ProfileProtoWriter::WriteInputs(OpId op, pbf_writer& node) {
  std::map<int32_t, int64_t> by_slot;
  for (const OpInput& input : profile_.ops.inputs[op]) {
    const int64_t id = ids_[input.producer.row()];
    if (id != kUnknown) by_slot[input.slot] = id;
  }
  for (const auto& [slot, id] : by_slot) {
    pbf_writer entry(node, 2);
    entry.add_int32(1, slot);
    entry.add_int64(2, id);
  }
}

// The map's key is the producer, so if a producer feeds several input slots, only the last slot is
// written. tfprof itself always writes 0.
void ProfileProtoWriter::WriteSourceOutputs(OpId op, pbf_writer& node) {
  std::map<int64_t, int32_t> by_producer;
  for (const OpInput& input : profile_.ops.inputs[op]) {
    const int64_t id = ids_[input.producer.row()];
    const int32_t output = as_tfprof_writes_ ? 0 : input.output;
    if (id != kUnknown && output != OpInput::kOutputUnknown) by_producer[id] = output;
  }
  for (const auto& [id, output] : by_producer) {
    pbf_writer entry(node, 14);
    entry.add_int64(1, id);
    entry.add_int32(2, output);
  }
}

void ProfileProtoWriter::WriteOutputShapes(OpId op, pbf_writer& node) {
  std::map<int32_t, OpOutputShape> by_slot;
  for (const OpOutputShape& shape : profile_.ops.output_shapes[op]) by_slot[shape.slot] = shape;
  for (const auto& [slot, shape] : by_slot) {
    pbf_writer entry(node, 15);
    entry.add_int32(1, slot);
    pbf_writer tuple(entry, 2);
    const auto first = profile_.ops.dims.begin() + shape.first;
    if (shape.count > 0) tuple.add_packed_int64(1, first, first + shape.count);
  }
}

void ProfileProtoWriter::WriteTail(std::string& bytes) {
  bool has_traces = false, misses_stream = false;
  for (const SourceRow& source : profile_.sources.values()) {
    has_traces |= source.has_code_traces;
    misses_stream |= source.misses_accelerator_stream;
  }
  pbf_writer profile(bytes);
  if (has_traces) profile.add_bool(2, true);
  const std::set<int64_t>& steps = steps_.listed();
  if (!steps.empty()) profile.add_packed_int64(3, steps.begin(), steps.end());
  traces_.WriteStrings(bytes);
  if (misses_stream) profile.add_bool(5, true);
}

void ProfileProtoWriter::AddNotes(std::vector<Note>& notes) const {
  if (execs_.outside_steps() > 0) {
    notes.push_back({"outside_steps", Severity::kWarning,
                     fmt::format("{} executions are in no step: a tfprof profile has no place for "
                                 "them, they were left out",
                                 execs_.outside_steps())});
  }
  if (execs_.rounded() > 0) {
    notes.push_back({"rounded_times", Severity::kInfo,
                     "times were rounded to microseconds, as the format has no finer ones"});
  }
  if (renamed_ > 0) {
    notes.push_back(
        {"renamed_ops", Severity::kWarning,
         fmt::format("{} ops have the name of another one and got #ID at its end", renamed_)});
  }
  if (steps_.renumbered() > 0) {
    notes.push_back({"renumbered_steps", Severity::kWarning,
                     fmt::format("{} steps have the number of another input's step and got new "
                                 "numbers",
                                 steps_.renumbered())});
  }
  if (!selection_.account_types.all()) {
    notes.push_back({"all_ops_written", Severity::kInfo,
                     "-account_type_regexes does not narrow -output profile: all ops are in it"});
  }
}

}  // namespace

absl::StatusOr<ProfileProtoBytes> WriteProfileProto(const Selected& selected, const Query& query,
                                                    RunContext& context) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  return ProfileProtoWriter(selected, query).Write(context);
}

namespace {

absl::StatusOr<ExportResult> ExportProfileProto(const Selected& selected, const Query& query,
                                                const ExportParams& params, OutputFiles& files,
                                                RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(ProfileProtoBytes written, WriteProfileProto(selected, query, context));
  ExportResult result;
  const auto count = [](int64_t n, std::string_view what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  result.banner = fmt::format("profile written to {} ({}, {})", params.outfile,
                              count(written.nodes, "node"), count(written.steps, "step"));
  PROFILER_RETURN_IF_ERROR(files.Write(params.outfile, written.bytes));
  result.notes = std::move(written.notes);
  return result;
}

}  // namespace

const Exporter kProfileExporter = {
    .name = "profile",
    .help =
        "a tfprof profile (ProfileProto) of all that is opened, for any command: -step, -source, "
        "-host, -rank and -device narrow the executions in it; ops are in it all, whatever the "
        "other "
        "filters say",
    .run = ExportProfileProto,
    .obeys = kSelectionUses,
};

}  // namespace profiler
