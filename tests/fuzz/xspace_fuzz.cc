// Any bytes as an XSpace.
#include <cstdint>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/readers/xspace/xspace.h"
#include "profiler/render/render.h"
#include "profiler/views/view.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace profiler;
  const Input input =
      Input::FromBytes("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  ProfileBuilder builder;
  ImportReport report;
  RunContext context;
  if (!ReadXSpace(input, builder, report, context).ok()) return 0;
  const Profile profile = builder.Build();
  Query query;
  query.compat_tfprof = false;
  query.max_depth = 50;
  query.order_by = Measure::kMicros;
  for (const FieldInfo& field : AllFields()) query.select.insert(field.field);
  for (const View& view : AllViews()) {
    const auto answer = view.run(profile, query, context);
    if (!answer.ok()) continue;
    for (const Renderer& renderer : AllRenderers()) renderer.render(*answer, {});
  }
  return 0;
}
