// Kineto traces built by hand for the rules on accelerators.
#ifndef TESTS_UNIT_ADVISE_ADVISE_KINETO_H_
#define TESTS_UNIT_ADVISE_ADVISE_KINETO_H_

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <utility>

#include "tests/unit/chrome_trace/chrome_trace_files.h"

namespace profiler {

// Steps in which one thread launches work for stream 7 of GPU 0. Times are in microseconds.
class Kineto {
 public:
  void Add(const std::string& event) { text_ += (text_.empty() ? "" : ",\n") + event; }
  void Step(int64_t number, int64_t begin, int64_t time) {
    Add(Slice("user_annotation", "ProfilerStep#" + std::to_string(number), begin, time));
  }
  // An aten::mm of 8 us with a launch of `call` us in it, whose kernel begins at `kernel`.
  void Launch(int64_t begin, int64_t call, int64_t kernel, int64_t time,
              const std::string& op = "aten::mm") {
    Add(Slice("cpu_op", op, begin, call + 3));
    Call("cudaLaunchKernel", begin + 1, call);
    Work("kernel", "gemm", kernel, time);
  }
  // A call that launches the next Work().
  void Call(const std::string& name, int64_t begin, int64_t time) {
    Add(Slice("cuda_runtime", name, begin, time,
              R"(,"args":{"correlation":)" + std::to_string(++correlation_) + "}"));
  }
  void Work(const std::string& category, const std::string& name, int64_t begin, int64_t time,
            const std::string& args = "") {
    Add(R"({"ph":"X","cat":")" + category + R"(","name":")" + name + R"(","pid":0,"tid":7,"ts":)" +
        std::to_string(begin) + R"(,"dur":)" + std::to_string(time) +
        R"(,"args":{"device":0,"stream":7,"correlation":)" + std::to_string(correlation_) + args +
        "}}");
  }
  void WorkWithoutCall(int64_t begin, int64_t time) {
    ++correlation_;
    Work("kernel", "gemm", begin, time);
  }
  void Copy(const std::string& name, int64_t begin, int64_t time, int64_t bytes) {
    Add(Slice("python_function", "train.py(7): step", begin - 3, 12));
    Add(Slice("cpu_op", "aten::to", begin - 2, 8));
    Add(Slice("cpu_op", "aten::copy_", begin - 1, 6));
    Call("cudaMemcpyAsync", begin, 4);
    Work("gpu_memcpy", name, begin + 5, time, R"(,"bytes":)" + std::to_string(bytes));
  }
  Profile Read() const {
    ReadRun run = ReadTrace("{\"traceEvents\":[" + text_ + "]}");
    REQUIRE(run.status.ok());
    return std::move(run.profile);
  }

 private:
  std::string text_;
  int64_t correlation_ = 0;
};

// A kernel every 20 us: the host launches one when the last has ended, or well before.
inline Profile Launches(bool late) {
  Kineto trace;
  trace.Step(1, 0, 1000);
  for (int64_t i = 1; i <= 20; ++i) {
    trace.Launch(20 * i, 8, late ? 20 * i + 10 : 100 + 20 * i, late ? 4 : 20);
  }
  trace.Launch(500, 8, 510, 4, "aten::relu");
  return trace.Read();
}

}  // namespace profiler

#endif  // TESTS_UNIT_ADVISE_ADVISE_KINETO_H_
