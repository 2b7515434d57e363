#include "tests/bench/generate_kineto.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "tests/bench/random.h"

namespace profiler::bench {
namespace {

struct Layer {
  std::string_view forward, inner, backward, kernel, backward_kernel;
  double micros;  // of the kernel
};
constexpr Layer kLayers[] = {
    {"aten::linear", "aten::addmm", "AddmmBackward0", "ampere_sgemm_128x64_tn",
     "ampere_sgemm_128x64_nt", 45},
    {"aten::conv2d", "aten::cudnn_convolution", "ConvolutionBackward0",
     "void cutlass::Kernel<cutlass_80_tensorop_s1688fprop_optimized_tf32_128x128>(Params)",
     "void cutlass::Kernel<cutlass_80_tensorop_s1688dgrad_optimized_tf32_128x128>(Params)", 80},
    {"aten::relu", "aten::clamp_min", "ReluBackward0",
     "void at::native::vectorized_elementwise_kernel<4, at::native::clamp_min>(int)",
     "void at::native::vectorized_elementwise_kernel<4, at::native::threshold_backward>(int)", 9},
    {"aten::batch_norm", "aten::cudnn_batch_norm", "CudnnBatchNormBackward0",
     "void cudnn::bn_fw_tr_1C11_singleread<float, 512, true>(cudnnTensorStruct)",
     "void cudnn::bn_bw_1C11_singleread<float, 512, true>(float)", 22},
    {"aten::add", "aten::add_", "AddBackward0",
     "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add>(int)",
     "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor>(int)", 7}};
constexpr int kPid = 4242, kForward = 4242, kBackward = 4243, kStream = 7, kNcclStream = 20;

class Generator {
 public:
  Generator(const KinetoSize& size, const Sink& sink)
      : size_(size), random_(size.seed), pieces_(sink) {}

  void Run() {
    Head();
    for (int64_t step = 0; step < size_.steps; ++step) AddStep(step);
    AddTail();
  }

 private:
  template <typename... Args>
  void Put(fmt::format_string<Args...> text, Args&&... args) {
    fmt::format_to(std::back_inserter(pieces_.text()), text, std::forward<Args>(args)...);
    pieces_.Whole();
  }

  void Head() {
    Put(R"({{"schemaVersion": 1, "deviceProperties": [{{"id": 0, "name": "NVIDIA A100-SXM4-40GB", )"
        R"("totalGlobalMem": 42505273344, "computeMajor": 8, "computeMinor": 0, "numSms": 108}}], )"
        R"("distributedInfo": {{"backend": "nccl", "rank": 0, "world_size": 8}}, )"
        R"("displayTimeUnit": "ms", "baseTimeNanoseconds": 1790857026000000000, "traceEvents": [)");
    Put(R"({{"name": "process_name", "ph": "M", "ts": 0, "pid": {}, "tid": 0, )"
        R"("args": {{"name": "python"}}}})",
        kPid);
    Label("process_name", "name", 0, 0, "python");
    Label("process_labels", "labels", 0, 0, "GPU 0");
    Label("thread_name", "name", kPid, kForward, "thread 4242 (python)");
    Label("thread_name", "name", kPid, kBackward, "thread 4243 (pt_autograd_0)");
    Label("thread_name", "name", 0, kStream, "stream 7 ");
    Label("thread_name", "name", 0, kNcclStream, "stream 20 ");
  }
  void Label(std::string_view what, std::string_view key, int pid, int tid, std::string_view text) {
    Put(",\n"
        R"({{"name": "{}", "ph": "M", "ts": 0, "pid": {}, "tid": {}, "args": {{"{}": "{}"}}}})",
        what, pid, tid, key, text);
  }
  void AddTail() { Put("\n]}}\n"); }

  void AddStep(int64_t step) {
    const double begin = now_;
    first_sequence_ = sequence_;
    picked_.clear();
    now_ += random_.Uniform(20, 400);  // waits for the loader
    CopyIn();
    for (int64_t op = 0; op < size_.ops; ++op) Forward();
    for (int64_t op = size_.ops; op-- > 0;) Backward(static_cast<size_t>(op));
    Reduce();
    now_ = std::max(now_, std::max(free_at_, nccl_free_at_)) + 10;
    Put(",\n"
        R"({{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#{}", "pid": {}, )"
        R"("tid": {}, "ts": {:.3f}, "dur": {:.3f}, "args": {{"External id": {}, )"
        R"("Record function id": 0, "Ev Idx": {}}}}})",
        step, kPid, kForward, Time(begin), now_ - begin, ++external_, events_++);
    now_ += 5;
  }

  static double Time(double at) { return 1'000'000 + at; }

  int64_t Op(std::string_view name, int tid, double at, double takes, int64_t sequence,
             bool is_forward) {
    Put(",\n"
        R"({{"ph": "X", "cat": "cpu_op", "name": "{}", "pid": {}, "tid": {}, "ts": {:.3f}, )"
        R"("dur": {:.3f}, "args": {{"External id": {}, "Record function id": 0, )"
        R"("Sequence number": {}, "Fwd thread id": {}, "Input type": ["float", "float", "float"], )"
        R"("Input Dims": [[64, 1024], [1024, 1024], [1024]], "Ev Idx": {}}}}})",
        name, kPid, tid, Time(at), takes, ++external_, sequence, is_forward ? 0 : 1, events_++);
    return external_;
  }

  // A launch, its kernel, and the arrow from one to the other.
  void Kernel(std::string_view kernel, int tid, int64_t external, double at, double takes,
              int stream, double& free_at) {
    const int64_t id = ++correlation_;
    const double begin = std::max(at + 4, free_at + 0.5);
    free_at = begin + takes;
    Call("cudaLaunchKernel", tid, external, at, 3);
    Put(",\n"
        R"({{"ph": "X", "cat": "kernel", "name": "{}", "pid": 0, "tid": {}, "ts": {:.3f}, )"
        R"("dur": {:.3f}, "args": {{"External id": {}, "queued": 0, "device": 0, "context": 1, )"
        R"("stream": {}, "correlation": {}, "registers per thread": {}, "shared memory": 16384, )"
        R"("blocks per SM": 2.5, "warps per SM": 20.0, "grid": [{}, 1, 1], )"
        R"("block": [256, 1, 1], "est. achieved occupancy %": {}}}}})",
        kernel, stream, Time(begin), takes, external, stream, id, 32 + id % 64, 64 + id % 512,
        25 * random_.Between(1, 4));
    Put(",\n"
        R"({{"ph": "s", "id": {}, "pid": {}, "tid": {}, "ts": {:.3f}, "cat": "ac2g", )"
        R"("name": "ac2g"}})",
        id, kPid, tid, Time(at));
    Put(",\n"
        R"({{"ph": "f", "id": {}, "pid": 0, "tid": {}, "ts": {:.3f}, "cat": "ac2g", )"
        R"("name": "ac2g", "bp": "e"}})",
        id, stream, Time(begin));
  }

  void Call(std::string_view call, int tid, int64_t external, double at, double takes) {
    Put(",\n"
        R"({{"ph": "X", "cat": "cuda_runtime", "name": "{}", "pid": {}, "tid": {}, )"
        R"("ts": {:.3f}, "dur": {:.3f}, "args": {{"External id": {}, "cbid": 211, )"
        R"("correlation": {}}}}})",
        call, kPid, tid, Time(at), takes, external, correlation_);
  }

  void CopyIn() {
    const int64_t external = Op("aten::copy_", kForward, now_, 14, -1, true);
    ++correlation_;
    Call("cudaMemcpyAsync", kForward, external, now_ + 2, 6);
    const double begin = std::max(now_ + 9, free_at_ + 0.5), takes = random_.Uniform(20, 60);
    Put(",\n"
        R"({{"ph": "X", "cat": "gpu_memcpy", "name": "{0}", "pid": 0, "tid": {1}, "ts": {2:.3f}, )"
        R"("dur": {3:.3f}, "args": {{"External id": {4}, "device": 0, "context": 1, )"
        R"("stream": {1}, "correlation": {5}, "bytes": 9633792, "{6}": 21.5}}}})",
        "Memcpy HtoD (Pinned -> Device)", kStream, Time(begin), takes, external, correlation_,
        "memory bandwidth (GB/s)");
    free_at_ = begin + takes;
    now_ += 15;
  }

  void Forward() {
    const Layer& layer = random_.Pick(kLayers);
    picked_.push_back(&layer);
    const double takes = random_.Uniform(16, 28);
    ++sequence_;
    Op(layer.forward, kForward, now_, takes, sequence_, true);
    const int64_t inner = Op(layer.inner, kForward, now_ + 2, takes - 4, sequence_, true);
    Kernel(layer.kernel, kForward, inner, now_ + 6, random_.Uniform(0.7, 1.4) * layer.micros,
           kStream, free_at_);
    now_ += takes + 1;
  }

  void Backward(size_t op) {
    const Layer& layer = *picked_[op];
    const int64_t sequence = first_sequence_ + static_cast<int64_t>(op) + 1;
    const double takes = random_.Uniform(18, 30);
    Op(fmt::format("autograd::engine::evaluate_function: {}", layer.backward), kBackward, now_,
       takes, sequence, false);
    const int64_t inner = Op(layer.backward, kBackward, now_ + 2, takes - 4, sequence, false);
    Kernel(layer.backward_kernel, kBackward, inner, now_ + 6,
           random_.Uniform(0.7, 1.4) * layer.micros * 1.5, kStream, free_at_);
    now_ += takes + 1;
  }

  void Reduce() {
    const int64_t external = Op("nccl:all_reduce", kBackward, now_, 20, -1, true);
    nccl_free_at_ = std::max(nccl_free_at_, free_at_ - 100);
    Kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", kBackward,
           external, now_ + 5, random_.Uniform(200, 500), kNcclStream, nccl_free_at_);
    now_ += 21;
  }

  const KinetoSize size_;
  Random random_;
  Pieces pieces_;
  std::vector<const Layer*> picked_;  // of the step's forward ops
  double now_ = 0, free_at_ = 0, nccl_free_at_ = 0;
  int64_t external_ = 0, correlation_ = 0, sequence_ = 0, first_sequence_ = 0, events_ = 0;
};

}  // namespace

void GenerateKineto(const KinetoSize& size, const Sink& sink) { Generator(size, sink).Run(); }

}  // namespace profiler::bench
