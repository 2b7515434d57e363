// Opens any bytes as a ProfileProto and asks every view, every column and every form about them.
#include <cstdint>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/inputs/open.h"
#include "profiler/render/render.h"
#include "profiler/views/view.h"

namespace {

void AskEverything(const profiler::Profile& profile, bool compat_tfprof) {
  profiler::RunContext context;
  profiler::Query query;
  query.compat_tfprof = compat_tfprof;
  query.max_depth = 50;  // the rows of deeper stacks cost more than they tell
  query.order_by = profiler::Measure::kMicros;
  for (const profiler::FieldInfo& field : profiler::AllFields()) query.select.insert(field.field);
  for (const profiler::View& view : profiler::AllViews()) {
    const auto report = view.run(profile, query, context);
    if (!report.ok()) continue;
    for (const profiler::Renderer& renderer : profiler::AllRenderers()) {
      renderer.render(*report, {});
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const profiler::Input input = profiler::Input::FromBytes("fuzz", bytes);
  profiler::RunContext context;
  // Sniffing must survive any bytes too, whatever it says of them.
  (void)profiler::OpenInput(input, "", context);
  const auto opened = profiler::OpenInput(input, "tfprof_profile", context);
  if (!opened.ok()) return 0;
  AskEverything(opened->profile, true);
  AskEverything(opened->profile, false);
  return 0;
}
