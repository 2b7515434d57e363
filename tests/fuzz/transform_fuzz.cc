// Any bytes as a profile of any format, cut in the middle and given other steps.
#include <cstdint>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/open/open.h"
#include "profiler/store/transform/mark_steps.h"
#include "profiler/store/transform/window.h"
#include "profiler/views/trace/trace.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace profiler;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  RunContext context;
  const auto opened = OpenInput(Input::FromBytes("fuzz", bytes), "", context);
  if (!opened.ok()) return 0;
  const Query query;
  for (const TimeWindow& window :
       {TimeWindow{1'000'000, 1'000'000'000'000}, TimeWindow{}, TimeWindow{0, INT64_MAX - 1}}) {
    WindowReport report;
    const Profile part = CutToWindow(opened->profile, window, report);
    kTraceView.run({part, query.selection}, query, context).IgnoreError();
    MarkSteps(part, [](StringId name) { return name.row() % 3 == 0; });
  }
  return 0;
}
