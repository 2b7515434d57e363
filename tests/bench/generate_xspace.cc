#include "tests/bench/generate_xspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/plane_writer.h"
#include "tests/bench/random.h"

namespace profiler::bench {
namespace {

struct OpKind {
  std::string_view type, kernel;
  double micros;
};
constexpr OpKind kKinds[] = {
    {"MatMul", "ampere_sgemm_128x64_tn", 40},
    {"MatMul", "ampere_fp16_s16816gemm_fp16_128x128_ldg8_f2f_stages_32x5_nn", 22},
    {"Conv2D", "void cudnn::winograd_nonfused::winogradForwardFilter4x4<float, float>", 60},
    {"Relu", "void Eigen::internal::EigenMetaKernel<Relu>", 8},
    {"BiasAdd", "BiasAddKernel", 6},
    {"FusedBatchNormV3", "void bn_fw_tr_1C11_kernel_NCHW<float>", 18},
    {"Mul", "Mul_GPU_DT_FLOAT_DT_FLOAT_kernel", 5}};
constexpr std::string_view kThread = "python";
constexpr std::string_view kCompute = "Stream #13(Compute)";

struct Op {
  std::string name, details;
  const OpKind* kind;
};

class Generator {
 public:
  explicit Generator(const XSpaceSize& size) : size_(size), random_(size.seed) {
    for (int64_t d = 0; d < size.devices; ++d) AddDevice(d);
    for (int64_t k = 0; k < size.ops; ++k) AddOp(k);
    free_at_.assign(devices_.size(), 0);
  }

  void Run(const Sink& sink) {
    for (int64_t step = 0; step < size_.steps; ++step) AddStep(step);
    AddAllocations();
    std::string bytes;
    const auto hand_out = [&](const PlaneWriter& plane) {
      plane.Write(bytes);
      sink(bytes);
      bytes.clear();
    };
    for (const PlaneWriter& device : devices_) hand_out(device);
    hand_out(host_);
    std::string host_name = fmt::format("bench-host-{}", size_.seed);
    sink(fmt::format("\x22{}{}", static_cast<char>(host_name.size()), host_name));  // hostnames
  }

 private:
  void AddDevice(int64_t d) {
    PlaneWriter& device = devices_.emplace_back(d, fmt::format("/device:GPU:{}", d));
    device.AddStat({"clock_rate", int64_t{1'410'000}});
    device.AddStat({"core_count", int64_t{108}});
    device.AddStat({"memory_bandwidth", int64_t{1'555'000'000'000}});
    device.AddStat({"memory_size", int64_t{42'505'273'344}});
    device.AddStat({"compute_cap_major", int64_t{8}});
    device.AddStat({"compute_cap_minor", int64_t{0}});
    device.AddStat({"device_vendor", std::string_view("Nvidia")});
  }

  void AddOp(int64_t k) {
    const OpKind& kind = random_.Pick(kKinds);
    ops_.push_back({fmt::format("model/block_{}/{}_{}:{}", k % 4, kind.type, k, kind.type),
                    fmt::format("regs:{} static_shared:{} dynamic_shared:0 grid:{},1,1 "
                                "block:256,1,1 occ_pct:{}",
                                32 + k % 64, 1024 * (k % 5), 64 + k, 25 * random_.Between(1, 4)),
                    &kind});
  }

  // The event of a step precedes those inside, so a step is scheduled before it is written.
  void AddStep(int64_t step) {
    const double begin = now_;
    std::vector<double> launches = LayOut(step);
    host_.AddEvent(kThread, "train", begin, now_ - begin, {{"_r", int64_t{1}}, {"step_num", step}});
    Input(step);
    size_t next = 0;
    for (size_t d = 0; d < devices_.size(); ++d) CopyIn(d, launches[next++]);
    for (const Op& op : ops_) Run(op, launches[next++]);
    if (devices_.size() > 1) {
      for (size_t d = 0; d < devices_.size(); ++d) Sum(d, launches[next++]);
    }
    for (size_t d = 0; d < devices_.size(); ++d) CopyOut(d, launches[next++]);
    now_ += 3;
  }

  // Schedules the host's work, and returns its waits for the devices.
  std::vector<double> LayOut(int64_t step) {
    const auto devices = static_cast<double>(devices_.size());
    input_at_ = now_ + random_.Uniform(5, 15);
    input_takes_ = step % 3 == 0 ? random_.Uniform(50, 900) : random_.Uniform(20, 60);
    double t = input_at_ + input_takes_ + 3;
    std::vector<double> at;
    const auto add = [&](double takes) {
      at.push_back(t);
      t += takes;
    };
    for (size_t d = 0; d < devices_.size(); ++d) add(5);
    double work = 0;
    for (const Op& op : ops_) {
      work += op.kind->micros + 1;
      add(3 * devices + 3);
    }
    if (devices_.size() > 1) {
      for (size_t d = 0; d < devices_.size(); ++d) add(3);
    }
    for (size_t d = 0; d < devices_.size(); ++d) add(4);
    now_ = std::max(t, input_at_ + input_takes_ + 1.6 * work) + 300;
    return at;
  }

  void Input(int64_t step) {
    host_.AddEvent(kThread, "IteratorGetNext:IteratorGetNext", input_at_, input_takes_, {});
    host_.AddEvent(kThread, "Iterator::Root::Prefetch::Map", input_at_ + 2, input_takes_ - 4,
                   {{"id", 1000 + step}, {"parent_id", int64_t{0}}});
  }

  // Adds a call on the host; returns the time from which its work may begin on the device.
  double Call(std::string_view call, size_t device, double at, double takes) {
    host_.AddEvent(
        kThread, call, at, takes,
        {{"correlation_id", ++correlation_}, {"device_id", static_cast<int64_t>(device)}});
    return std::max(free_at_[device] + 0.5, at + 1.5);
  }

  void CopyIn(size_t d, double at) {
    const double begin = Call("cuMemcpyHtoDAsync", d, at, 4);
    const double takes = random_.Uniform(10, 40);
    const std::string details =
        fmt::format("kind_src:pinned kind_dst:device size:{} dest:{} async:1",
                    static_cast<int64_t>(takes) * 12'000, d);
    devices_[d].AddEvent("Stream #15(MemcpyH2D)", "MemcpyH2D", begin, takes,
                         {{"correlation_id", correlation_}, {"memcpy_details", Ref{details}}});
    free_at_[d] = begin + takes;
  }

  void Run(const Op& op, double at) {
    host_.AddEvent(kThread, op.name, at, 3 * static_cast<double>(devices_.size()) + 2, {});
    for (size_t d = 0; d < devices_.size(); ++d) {
      const double begin = Call("cuLaunchKernel", d, at + 1 + 2.5 * static_cast<double>(d), 2);
      const double takes = random_.Uniform(0.7, 1.5) * op.kind->micros;
      devices_[d].AddEvent(kCompute, op.kind->kernel, begin, takes,
                           {{"correlation_id", correlation_},
                            {"tf_op", Ref{op.name}},
                            {"kernel_details", Ref{op.details}}});
      free_at_[d] = begin + takes;
    }
  }

  void Sum(size_t d, double at) {
    const double begin = std::max(Call("cudaLaunchKernel", d, at, 2),
                                  *std::max_element(free_at_.begin(), free_at_.end()));
    const double takes = random_.Uniform(60, 140);
    devices_[d].AddEvent(
        "Stream #20(Compute)", "ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)", begin, takes,
        {{"correlation_id", correlation_},
         {"kernel_details", Ref{"regs:96 static_shared:0 dynamic_shared:0 grid:24,1,1 "
                                "block:512,1,1 occ_pct:0"}}});
    free_at_[d] = begin;  // the streams run concurrently
  }

  void CopyOut(size_t d, double at) {
    const double begin = Call("cuMemcpyDtoHAsync", d, at, 3);
    devices_[d].AddEvent(
        "Stream #16(MemcpyD2H)", "MemcpyD2H", begin, 2,
        {{"correlation_id", correlation_},
         {"memcpy_details", Ref{"kind_src:device kind_dst:pageable size:4 dest:0 async:0"}}});
    free_at_[d] = begin + 2;
  }

  void AddAllocations() {
    constexpr int64_t kLimit = 1 << 30, kOfAStep = 40;
    constexpr int64_t kSizes[] = {256, 4096, 65'536, 1 << 20, 4 << 20, 9'000'001};
    struct Live {
      int64_t bytes, asked, addr;
    };
    std::deque<Live> live;
    int64_t used = 0, peak = 0;
    const int64_t count = kOfAStep * size_.steps;
    for (int64_t i = 0; i < count; ++i) {
      const double at = now_ * static_cast<double>(i + 1) / static_cast<double>(count + 1);
      const bool frees = !live.empty() && random_.Fraction() < 0.48;
      Live block;
      if (frees) {
        block = live.front();
        live.pop_front();
        used -= block.bytes;
      } else {
        block.asked = random_.Pick(kSizes);
        block.bytes = (block.asked + 255) / 256 * 256;
        block.addr = 0x7000000000 + i * 0x1000000;
        live.push_back(block);
        used += block.bytes;
      }
      peak = std::max(peak, used);
      host_.AddEvent("tf_allocator", frees ? "MemoryDeallocation" : "MemoryAllocation", at, 0,
                     {{"id", 7000 + i},
                      {"allocator_name", std::string_view("GPU_0_bfc")},
                      {"bytes_reserved", int64_t{0}},
                      {"bytes_allocated", used},
                      {"bytes_available", kLimit - used},
                      {"fragmentation", random_.Uniform(0, 0.3)},
                      {"peak_bytes_in_use", peak},
                      {"requested_bytes", block.asked},
                      {"allocation_bytes", block.bytes},
                      {"addr", block.addr},
                      {"tf_op", std::string_view(ops_.empty() ? "" : random_.Pick(ops_).name)},
                      {"region_type", std::string_view(i % 3 != 0 ? "temp" : "persist/dynamic")},
                      {"data_type", int64_t{1}}});
    }
  }

  const XSpaceSize size_;
  Random random_;
  std::deque<PlaneWriter> devices_;
  PlaneWriter host_{100, "/host:CPU"};
  std::vector<Op> ops_;
  std::vector<double> free_at_;  // when each device finishes its work
  double now_ = 0, input_at_ = 0, input_takes_ = 0;
  int64_t correlation_ = 0;
};

}  // namespace

void GenerateXSpace(const XSpaceSize& size, const Sink& sink) { Generator(size).Run(sink); }

}  // namespace profiler::bench
