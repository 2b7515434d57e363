// A Chrome trace built in a test, read as the program does.
#ifndef TESTS_UNIT_CHROME_TRACE_CHROME_TRACE_FILES_H_
#define TESTS_UNIT_CHROME_TRACE_CHROME_TRACE_FILES_H_

#include <catch2/catch.hpp>
#include <string>

#include "profiler/readers/chrome_trace/chrome_trace.h"
#include "tests/unit/readers/tensorflow_run_files.h"

namespace profiler {

inline ReadRun ReadTrace(const std::string& bytes, const std::string& name = "t.json") {
  ReadRun run;
  ProfileBuilder builder;
  RunContext context;
  run.status = kChromeTraceFormat.read(Input::FromBytes(name, bytes), builder, run.report, context);
  if (run.status.ok()) run.profile = builder.Build();
  return run;
}

// An event with whole microseconds; `rest` has further keys, starting with a comma.
inline std::string Slice(const std::string& category, const std::string& name, int64_t ts,
                         int64_t dur, const std::string& rest = "") {
  return R"({"ph":"X","cat":")" + category + R"(","name":")" + name + R"(","pid":1,"tid":1,"ts":)" +
         std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + rest + "}";
}

}  // namespace profiler

#endif  // TESTS_UNIT_CHROME_TRACE_CHROME_TRACE_FILES_H_
