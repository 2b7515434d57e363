// Chrome traces generated from a seed, like those of PyTorch's profiler.
#ifndef TESTS_UNIT_PROPERTIES_GENERATED_TRACE_H_
#define TESTS_UNIT_PROPERTIES_GENERATED_TRACE_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/unit/properties/generated_profile.h"

namespace profiler {

class TraceGenerator {
 public:
  static constexpr int64_t kStart = 1'600'000'000'000'000;  // in microseconds

  explicit TraceGenerator(uint64_t seed) : random_(seed) {}

  // The events, in an order that does not matter.
  std::vector<nlohmann::json> Events() {
    const int64_t steps = 1 + random_.Below(4), threads = 1 + random_.Below(2);
    for (int64_t thread = 0; thread < threads; ++thread) {
      events_.push_back({{"ph", "M"},
                         {"name", "thread_name"},
                         {"pid", 1},
                         {"tid", 1 + thread},
                         {"args", {{"name", "thread " + std::to_string(thread)}}}});
      for (int64_t step = 0; step < steps; ++step) AddStep(1 + thread, step);
    }
    return std::move(events_);
  }

  static std::string Document(const std::vector<nlohmann::json>& events, int64_t rank = -1) {
    nlohmann::json document = {{"schemaVersion", 1}, {"traceEvents", events}};
    if (rank >= 0) {
      document["distributedInfo"] = {{"backend", "nccl"}, {"rank", rank}, {"world_size", 4}};
    }
    return document.dump();
  }

 private:
  static constexpr int64_t kStepUs = 1000;

  void AddStep(int64_t tid, int64_t step) {
    if (tid == 1) {
      Slice("user_annotation", "ProfilerStep#" + std::to_string(step), tid, step * kStepUs,
            kStepUs - 1);
    }
    int64_t at = step * kStepUs + 1;
    for (int64_t op = random_.Below(6); op-- > 0;) {
      const int64_t length = 20 + random_.Below(80);
      Slice("cpu_op", OpName(), tid, at, length);
      if (random_.Chance(50)) Slice("cpu_op", OpName(), tid, at + 2, length / 2);
      if (random_.Chance(60)) Launch(tid, at + 4);
      at += length + 1 + random_.Below(5);
    }
  }

  void Launch(int64_t tid, int64_t at) {
    const int64_t id = ++launches_;
    Slice("cuda_runtime", "cudaLaunchKernel", tid, at, 2, {{"correlation", id}});
    if (random_.Chance(10)) return;  // the launched work was not recorded
    device_at_ = std::max(device_at_, at) + 1 + random_.Below(20);
    const int64_t length = 1 + random_.Below(40);
    nlohmann::json& kernel =
        Slice("kernel", "kernel_" + std::to_string(random_.Below(3)), 7, device_at_, length,
              {{"correlation", id}, {"device", 0}, {"stream", 7}});
    kernel["pid"] = 0;
    device_at_ += length;
  }

  nlohmann::json& Slice(const std::string& category, const std::string& name, int64_t tid,
                        int64_t ts, int64_t dur, const nlohmann::json& args = {}) {
    events_.push_back({{"ph", "X"},
                       {"cat", category},
                       {"name", name},
                       {"pid", 1},
                       {"tid", tid},
                       {"ts", kStart + ts},
                       {"dur", dur}});
    if (!args.is_null()) events_.back()["args"] = args;
    return events_.back();
  }

  std::string OpName() {
    static constexpr const char* kNames[] = {"aten::mm", "aten::add", "aten::linear",
                                             "nn.Module: Linear_0", "autograd::engine"};
    return random_.Of(kNames);
  }

  Random random_;
  int64_t launches_ = 0, device_at_ = 0;
  std::vector<nlohmann::json> events_;
};

}  // namespace profiler

#endif  // TESTS_UNIT_PROPERTIES_GENERATED_TRACE_H_
