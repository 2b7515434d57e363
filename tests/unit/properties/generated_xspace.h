// XSpaces generated from a seed: hosts and accelerators with launches, steps, nested and odd
// events.
#ifndef TESTS_UNIT_PROPERTIES_GENERATED_XSPACE_H_
#define TESTS_UNIT_PROPERTIES_GENERATED_XSPACE_H_

#include <cstdint>
#include <string>

#include "tests/unit/properties/generated_profile.h"
#include "tests/unit/xspace/xspace_files.h"

namespace profiler {

class XSpaceGenerator {
 public:
  // `odd`: with events whose times are out of range, that aggregate several, or have no name.
  explicit XSpaceGenerator(uint64_t seed, bool odd = false) : random_(seed), odd_(odd) {}

  xp::XSpace Make(const std::string& host = "host-1") {
    space_.add_hostnames(host);
    AddHost();
    for (int64_t gpu = random_.Below(3); gpu-- > 0;) AddGpu(gpu);
    if (random_.Chance(30)) AddCore();
    return space_;
  }

 private:
  static constexpr int64_t kUs = 1'000'000;
  static constexpr int64_t kStepUs = 1000;

  void AddHost() {
    MadePlane host(space_, "/host:CPU");
    steps_ = 1 + random_.Below(5);
    const int64_t threads = 1 + random_.Below(3);
    for (int64_t thread = 0; thread < threads; ++thread) {
      xp::XLine* const line = host.Line("thread " + std::to_string(thread), 1'000);
      for (int64_t step = 0; step < steps_; ++step) AddStep(host, line, step, thread == 0);
      if (odd_) AddOdd(host, line);
    }
  }

  void AddStep(MadePlane& host, xp::XLine* line, int64_t step, bool marks) {
    const int64_t begin = step * kStepUs;
    if (marks) {
      host.Event(line, "train", begin * kUs, kStepUs * kUs,
                 {{"_r", int64_t{1}}, {"step_num", step}});
    }
    // Ops one after another, each with some nested in it.
    int64_t at = begin + 1;
    for (int64_t op = random_.Below(6); op-- > 0;) {
      const int64_t length = 20 + random_.Below(80);
      host.Event(line, OpName(), at * kUs, length * kUs);
      if (random_.Chance(50)) host.Event(line, OpName(), (at + 2) * kUs, length / 2 * kUs);
      if (random_.Chance(50)) {
        host.Event(line, "cuLaunchKernel", (at + 4) * kUs, kUs,
                   {{"correlation_id", ++launches_}, {"device_id", random_.Below(2)}});
      }
      at += length + 1 + random_.Below(5);
    }
  }

  void AddGpu(int64_t ordinal) {
    MadePlane gpu(space_, "/device:GPU:" + std::to_string(ordinal));
    xp::XLine* const line = gpu.Line("Stream #13(Compute)", 1'000);
    int64_t at = 10;
    for (int64_t launch = 1; launch <= launches_; ++launch) {
      const int64_t length = 1 + random_.Below(30);
      MadeStats stats = {{"correlation_id", launch}};
      if (random_.Chance(50)) stats.emplace_back("tf_op", RefText{OpName()});
      gpu.Event(line, "kernel_" + std::to_string(random_.Below(4)), at * kUs, length * kUs, stats);
      at += length + random_.Below(40);
    }
    if (odd_) AddOdd(gpu, line);
  }

  void AddCore() {
    MadePlane tpu(space_, "/device:TPU:0", {{"peak_teraflops_per_second", 1.5}});
    xp::XLine* const steps = tpu.Line("Steps", 1'000);
    xp::XLine* const ops = tpu.Line("XLA Ops", 1'000);
    for (int64_t step = 0; step < steps_; ++step) {
      tpu.Event(steps, std::to_string(step), step * kStepUs * kUs, (kStepUs - 1) * kUs);
      for (int64_t op = 0; op < 4; ++op) {
        tpu.Event(ops, "fusion." + std::to_string(random_.Below(5)),
                  (step * kStepUs + 100 * op) * kUs, (1 + random_.Below(90)) * kUs,
                  {{"program_id", int64_t{3}}});
      }
    }
  }

  void AddOdd(MadePlane& plane, xp::XLine* line) {
    if (random_.Chance(50)) plane.Event(line, "backwards", 7 * kUs, -5 * kUs);
    if (random_.Chance(50)) plane.Event(line, "endless", INT64_MAX - 5, INT64_MAX - 7);
    if (random_.Chance(50)) line->add_events()->set_metadata_id(12345);
    if (random_.Chance(50)) {
      xp::XEvent* const several = line->add_events();
      several->set_metadata_id(plane.Meta("several")->id());
      several->set_num_occurrences(4);
      several->set_duration_ps(9 * kUs);
    }
  }

  std::string OpName() {
    static constexpr const char* kNames[] = {
        "net/a:MatMul",    "net/b:Add", "net/deep/c:MatMul", "$model.py:3 call",
        "IteratorGetNext", "loss:Mean", "$train.py:8 step",  "EagerKernelExecute"};
    return random_.Of(kNames);
  }

  Random random_;
  const bool odd_;
  int64_t steps_ = 0, launches_ = 0;
  xp::XSpace space_;
};

}  // namespace profiler

#endif  // TESTS_UNIT_PROPERTIES_GENERATED_XSPACE_H_
