// What JobChecker says of a rank whose host calls the runtime otherwise than those of the others.
#include <string>

#include "tests/unit/advise/advise_profile.h"

namespace profiler {
namespace {

using Catch::Matchers::Contains;

// Four ranks with four steps of 5900 us, each with 20 kernels of 100 us and an all-reduce. Rank 3
// has its kernels in another way. Times are in microseconds.
class FourRanks : public ProfileMaker {
 public:
  enum class Rank3 : uint8_t {
    kWaitsInLaunches,
    kAllocatesAgain,
    kEmptiesCache,
    kPinsMemory,
    kReadsValues
  };

  // `partial` is the number of the step of rank 3 that is partial; kUnknown if none is.
  explicit FourRanks(Rank3 rank3, int64_t partial = kUnknown) {
    for (int64_t rank = 0; rank < 4; ++rank) {
      const SourceId of = Source("rank" + std::to_string(rank) + ".json", rank);
      SourceRow& row = builder.source(of);
      row.host = builder.Intern("one");
      row.format = builder.Intern("made");
      row.resolution_ps = 1;
      row.epoch_ns = 1'000'000'000;
      thread_ = Track("/host:CPU", TrackKind::kThread, of);
      stream_ = Track("/device:GPU:" + std::to_string(rank), TrackKind::kStream, of);
      for (int64_t number = 0; number < 4; ++number) {
        step_ = Step(number, of);
        begin_ = 6000 * number;
        builder.step(step_).begin = begin_ * kPicosPerMicro;
        builder.step(step_).end = (begin_ + 5900) * kPicosPerMicro;
        builder.step(step_).partial = rank == 3 && number == partial;
        rank == 3 ? Slow(rank3) : Fast();
      }
    }
  }

 private:
  void Fast() {
    for (int64_t i = 0; i < 20; ++i) Launch(15 * i, 5, 5 + 100 * i);
    AllReduce(2005);
    ReadValue(400, 5490);
  }
  void Slow(Rank3 rank3) {
    switch (rank3) {
      case Rank3::kWaitsInLaunches:
        for (int64_t i = 0; i < 20; ++i) Launch(250 * i, 115, 250 * i + 10);
        break;
      case Rank3::kAllocatesAgain:
        for (int64_t i = 0; i < 10; ++i) Launch(15 * i, 5, 5 + 100 * i);
        Host("aten::empty_strided", OpKind::kFrameworkOp, 1100, 2900);
        Host("cudaFree", OpKind::kRuntime, 1100, 1900);
        Host("cudaMalloc", OpKind::kRuntime, 3000, 1000);
        for (int64_t i = 0; i < 10; ++i) Launch(4010 + 15 * i, 5, 4020 + 100 * i);
        break;
      case Rank3::kEmptiesCache:
        Host("aten::empty_strided", OpKind::kFrameworkOp, 0, 1000);
        Host("cudaMalloc", OpKind::kRuntime, 0, 1000);
        for (int64_t i = 0; i < 20; ++i) Launch(1000 + 15 * i, 5, 1005 + 100 * i);
        Host("cudaFree", OpKind::kRuntime, 3010, 1000);
        Host("cudaFree", OpKind::kRuntime, 4010, 900);
        break;
      case Rank3::kPinsMemory:
        for (int64_t i = 0; i < 10; ++i) Launch(15 * i, 5, 5 + 100 * i);
        Host("cudaHostAlloc", OpKind::kRuntime, 1100, 2900);
        for (int64_t i = 0; i < 10; ++i) Launch(4010 + 15 * i, 5, 4020 + 100 * i);
        break;
      case Rank3::kReadsValues:
        for (int64_t i = 0; i < 20; ++i) {
          Launch(250 * i, 5, 250 * i + 5);
          ReadValue(250 * i + 6, 110);
        }
        break;
    }
    AllReduce(5060);
    ReadValue(5100, 790);
  }

  // A kernel of 100 us, and the call that launches it.
  void Launch(int64_t call, int64_t time, int64_t kernel) {
    Link(Host("cudaLaunchKernel", OpKind::kRuntime, call, time),
         Add(stream_, Kind("aten::mm", OpKind::kFrameworkOp), kernel, 100, "gemm"));
  }
  // Until 5900 us, when all ranks have joined.
  void AllReduce(int64_t kernel) {
    Link(Host("cudaLaunchKernel", OpKind::kRuntime, kernel == 2005 ? 300 : 5010, 5),
         Add(stream_, Kind("nccl:all_reduce", OpKind::kGraphNode), kernel, 5900 - kernel,
             "ncclDevKernel_AllReduce_Sum_f32_RING_LL"));
  }
  void ReadValue(int64_t begin, int64_t time) {
    Host("aten::item", OpKind::kFrameworkOp, begin, time);
    Host("cudaStreamSynchronize", OpKind::kRuntime, begin + 2, time - 4);
  }
  EventId Host(const std::string& name, OpKind kind, int64_t begin, int64_t time) {
    return Add(thread_, Kind(name, kind), begin, time);
  }
  OpId Kind(const std::string& name, OpKind kind) {
    const StringId type = builder.Intern(kind == OpKind::kRuntime ? kRuntimeType : name);
    return builder.Op(kind, builder.Intern(name), type);
  }
  EventId Add(TrackId track, OpId op, int64_t begin, int64_t time, const std::string& label = "") {
    EventRow row;
    row.op = op;
    row.step = step_;
    row.begin = (begin_ + begin) * kPicosPerMicro;
    row.duration = time * kPicosPerMicro;
    if (!label.empty()) row.label = builder.Intern(label);
    if (label.starts_with("nccl")) {
      row.detail = builder.Intern(
          "collective:allreduce in_elements:1000000 out_elements:1000000 dtype:Float group_size:4 "
          "group:0");
    }
    return builder.AddEvent(track, row);
  }
  void Link(EventId call, EventId work) {
    FlowRow flow;
    flow.from = call;
    flow.to = work;
    builder.AddFlow(flow);
  }

  TrackId thread_, stream_;
  StepId step_;
  int64_t begin_ = 0;  // of the step
};

std::string Straggler(FourRanks::Rank3 rank3, int64_t partial = kUnknown) {
  FourRanks job(rank3, partial);
  return Advice("JobChecker", job.builder.Build()).Of("straggler");
}

TEST_CASE("JobChecker: launches that wait for their kernels are no slow host") {
  const std::string text = Straggler(FourRanks::Rank3::kWaitsInLaunches);
  CHECK_THAT(text, Contains("rank 3 is "));
  CHECK_THAT(text, Contains(". Its launches wait for their kernels, unlike those of the others") &&
                       Contains(": unset CUDA_LAUNCH_BLOCKING") && !Contains("NUMA"));
}

TEST_CASE("JobChecker: an allocator that frees and allocates again explains a slow rank") {
  const std::string text = Straggler(FourRanks::Rank3::kAllocatesAgain);
  CHECK_THAT(text, Contains("rank 3 is "));
  CHECK_THAT(text,
             Contains(". Freeing and allocating its device's memory takes 2.9 ms a step there "
                      "on average, 0 us on the median of the others. The memory that "
                      "PyTorch's allocator keeps does not suffice") &&
                 Contains("expandable_segments:True") && !Contains("no recorded op"));
}

TEST_CASE("JobChecker: memory that no op gives back is no lack of it") {
  const std::string text = Straggler(FourRanks::Rank3::kEmptiesCache);
  CHECK_THAT(text, Contains("rank 3 is "));
  CHECK_THAT(text, Contains(". Freeing and allocating its device's memory takes 2.9 ms") &&
                       Contains("as torch.cuda.empty_cache() makes them") &&
                       !Contains("does not suffice"));
}

TEST_CASE("JobChecker: a call of the runtime is no time that nothing recorded explains") {
  CHECK_THAT(Straggler(FourRanks::Rank3::kPinsMemory),
             Contains(". cudaHostAlloc takes 2.9 ms a step there on average, 0 us on the median of "
                      "the others: see which op or code calls it there"));
}

TEST_CASE("JobChecker: calls of a partial step count as little as the step") {
  CHECK_THAT(Straggler(FourRanks::Rank3::kPinsMemory, 3),
             Contains(". cudaHostAlloc takes 2.9 ms a step there on average, 0 us on the median of "
                      "the others"));
}

TEST_CASE("JobChecker: more waits for the device than on the other ranks are named and counted") {
  const std::string text = Straggler(FourRanks::Rank3::kReadsValues);
  CHECK_THAT(text, Contains("rank 3 is "));
  CHECK_THAT(text, Contains(". There aten::item waits for the device 21 times a step (median of "
                            "the others: once). The device then idles for"));
}

}  // namespace
}  // namespace profiler
