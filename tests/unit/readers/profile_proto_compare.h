// Compares two ProfileProtos field by field, ignoring differences without meaning.
#ifndef TESTS_UNIT_READERS_PROFILE_PROTO_COMPARE_H_
#define TESTS_UNIT_READERS_PROFILE_PROTO_COMPARE_H_

#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "proto/tfprof_log.pb.h"

namespace profiler {

// Removes what may differ according to docs/compat.md: the order of a lane's times and of op types
// and devices, the ids of strings, strings that no stack uses, a node's own copy of its id, the
// output of a producer that is not an input, fields that are not in the schema.
inline void Normalize(tensorflow::tfprof::ProfileProto& proto) {
  using tensorflow::tfprof::ExecTime;
  using tensorflow::tfprof::Tuple;
  const auto sort_times = [](auto& times_by_lane) {
    for (auto& [lane, times] : times_by_lane) {
      std::stable_sort(times.mutable_times()->begin(), times.mutable_times()->end(),
                       [](const Tuple& a, const Tuple& b) {
                         return std::make_pair(a.int64_values(0), -a.int64_values(1)) <
                                std::make_pair(b.int64_values(0), -b.int64_values(1));
                       });
    }
  };
  const auto text = [&proto](int64_t id) {
    const auto it = proto.id_to_string().find(id);
    return it == proto.id_to_string().end() ? "none" : it->second;
  };
  for (auto& [id, node] : *proto.mutable_nodes()) {
    node.set_id(id);
    std::set<int64_t> producers;
    for (const auto& [slot, producer] : node.inputs()) producers.insert(producer);
    auto& outputs = *node.mutable_src_output_index();
    for (auto it = outputs.begin(); it != outputs.end();) {
      it = producers.count(it->first) > 0 ? std::next(it) : outputs.erase(it);
    }
    std::sort(node.mutable_op_types()->begin(), node.mutable_op_types()->end());
    for (auto& trace : *node.mutable_trace()->mutable_traces()) {
      trace.set_file(text(trace.file_id()));
      trace.set_function(text(trace.function_id()));
      trace.set_line(text(trace.line_id()));
      trace.clear_file_id();
      trace.clear_function_id();
      trace.clear_line_id();
    }
    for (auto& [step, exec] : *node.mutable_execs()) {
      sort_times(*exec.mutable_accelerator_execs());
      sort_times(*exec.mutable_cpu_execs());
      std::sort(exec.mutable_devices()->begin(), exec.mutable_devices()->end());
    }
  }
  std::sort(proto.mutable_steps()->begin(), proto.mutable_steps()->end());
  proto.clear_id_to_string();
  proto.DiscardUnknownFields();
}

// "" if they are equivalent; else a line per difference.
inline std::string Differences(tensorflow::tfprof::ProfileProto want,
                               tensorflow::tfprof::ProfileProto got) {
  Normalize(want);
  Normalize(got);
  std::string differences;
  google::protobuf::util::MessageDifferencer differencer;
  differencer.ReportDifferencesToString(&differences);
  return differencer.Compare(want, got) ? "" : differences.substr(0, 2000);
}

}  // namespace profiler

#endif  // TESTS_UNIT_READERS_PROFILE_PROTO_COMPARE_H_
