// ProfileProtos generated from a seed: small, of many shapes, and reproducible.
#ifndef TESTS_UNIT_PROPERTIES_GENERATED_PROFILE_H_
#define TESTS_UNIT_PROPERTIES_GENERATED_PROFILE_H_

#include <cstdint>
#include <random>
#include <string>

#include "proto/tfprof_log.pb.h"

namespace profiler {

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  int64_t Below(int64_t n) { return static_cast<int64_t>(engine_() % static_cast<uint64_t>(n)); }
  bool Chance(int percent) { return Below(100) < percent; }
  template <typename Choices>
  auto Of(const Choices& choices) {
    return *(std::begin(choices) + Below(static_cast<int64_t>(std::size(choices))));
  }

 private:
  std::mt19937_64 engine_;
};

class ProfileProtoGenerator {
 public:
  // `task`: the worker of the job. Names and stacks depend only on the seed, so two with one seed
  // may be of one run.
  explicit ProfileProtoGenerator(uint64_t seed, int task = 0)
      : random_(seed),
        host_("/job:worker/replica:0/task:" + std::to_string(task) + "/device:"),
        node_count_(1 + random_.Below(14)),
        step_count_(1 + random_.Below(4)) {}

  tensorflow::tfprof::ProfileProto Make() {
    for (int i = 0; i < 6; ++i) {
      (*profile_.mutable_id_to_string())[i] = "text " + std::to_string(i);
    }
    profile_.set_has_trace(true);
    for (int64_t step = 0; step < step_count_; ++step) profile_.add_steps(10 + 3 * step);
    for (int64_t id = 0; id < node_count_; ++id) AddNode(id);
    return profile_;
  }

 private:
  void AddNode(int64_t id) {
    tensorflow::tfprof::ProfileNode& node = (*profile_.mutable_nodes())[id];
    static constexpr const char* kScopes[] = {"", "net/", "net/layer/", "net/layer/deep/", "loss/"};
    static constexpr const char* kTypes[] = {"MatMul", "Add", "VariableV2", "Const"};
    const bool on_gpu = random_.Chance(30);
    node.set_id(id);
    node.set_name(random_.Of(kScopes) + ("op_" + std::to_string(id)));
    node.set_op(random_.Of(kTypes));
    node.add_op_types(node.op());
    if (random_.Chance(20)) node.add_op_types("user_label");
    const std::string device = host_ + (on_gpu ? "gpu:0" : "cpu:0");
    node.set_canonical_device(device);
    node.set_host_device(host_ + "cpu:0");
    AddEdges(id, node);
    if (random_.Chance(40)) node.set_float_ops(random_.Below(1000));
    if (node.op() == "VariableV2") {
      for (int64_t dims = random_.Below(3); dims-- > 0;) node.add_shape(1 + random_.Below(8));
    }
    AddTrace(node);
    for (const int64_t step : profile_.steps()) {
      if (random_.Chance(75)) AddExec(on_gpu, device, (*node.mutable_execs())[step]);
    }
  }

  // To any node, so there are cycles, and ops that feed themselves.
  void AddEdges(int64_t id, tensorflow::tfprof::ProfileNode& node) {
    for (int64_t slot = random_.Below(3); slot-- > 0;) {
      const int64_t producer =
          random_.Chance(90) && id > 0 ? random_.Below(id) : random_.Below(node_count_);
      (*node.mutable_inputs())[static_cast<int32_t>(slot)] = producer;
      (*node.mutable_src_output_index())[producer] = 0;
    }
    auto& shape = (*node.mutable_output_shapes())[0];
    for (int64_t dims = random_.Below(3); dims-- > 0;) shape.add_int64_values(random_.Below(9));
  }

  void AddTrace(tensorflow::tfprof::ProfileNode& node) {
    if (random_.Chance(20)) return;
    const int64_t depth = 1 + random_.Below(4);
    for (int64_t level = 0; level < depth; ++level) {
      auto* frame = node.mutable_trace()->add_traces();
      frame->set_file_id(random_.Below(2));
      frame->set_function_id(2 + random_.Below(2));
      frame->set_line_id(4 + random_.Below(2));
      frame->set_lineno(static_cast<int32_t>(1 + level + random_.Below(2)));
    }
  }

  void AddExec(bool on_gpu, const std::string& device, tensorflow::tfprof::ExecProfile& exec) {
    const int64_t runs = 1 + random_.Below(3);
    exec.set_run_count(runs);
    exec.add_devices(device);
    AddTimes(runs, (*exec.mutable_cpu_execs())[device]);
    if (on_gpu) {
      exec.add_devices("/device:gpu:0/stream:all");
      AddTimes(runs, (*exec.mutable_accelerator_execs())["/device:gpu:0/stream:all"]);
    }
    exec.set_all_start_micros(kStart);
    exec.set_latest_end_micros(kStart + 3000);
    for (int64_t i = random_.Below(3); i-- > 0;) AddMemory(*exec.add_memory_execs());
  }

  void AddTimes(int64_t runs, tensorflow::tfprof::ExecTime& exec) {
    for (int64_t run = 0; run < runs; ++run) {
      auto* time = exec.add_times();
      // Also without a start, or with a negative duration, as such executions count, too.
      time->add_int64_values(random_.Chance(5) ? 0 : kStart + random_.Below(2000));
      time->add_int64_values(random_.Chance(3) ? -random_.Below(50) : random_.Below(1000));
    }
  }

  void AddMemory(tensorflow::tfprof::ExecMemory& memory) {
    memory.set_memory_micros(kStart + random_.Below(2000));
    memory.set_requested_bytes(random_.Below(5000));
    memory.set_peak_bytes(random_.Below(5000));
    memory.set_residual_bytes(random_.Below(500));
    memory.set_output_bytes(random_.Below(500));
    auto& output = (*memory.mutable_output_memory())[0];
    output.set_bytes(random_.Below(500));
    output.set_ptr(static_cast<uint64_t>(1 + random_.Below(4)));
  }

  static constexpr int64_t kStart = 1'600'000'000'000'000;

  Random random_;
  const std::string host_;
  const int64_t node_count_, step_count_;
  tensorflow::tfprof::ProfileProto profile_;
};

}  // namespace profiler

#endif  // TESTS_UNIT_PROPERTIES_GENERATED_PROFILE_H_
