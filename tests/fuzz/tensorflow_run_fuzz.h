// Reads a TensorFlow run and asks every view, every column and every form about it.
#ifndef TESTS_FUZZ_TENSORFLOW_RUN_FUZZ_H_
#define TESTS_FUZZ_TENSORFLOW_RUN_FUZZ_H_

#include <cstdint>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/readers/tensorflow_run.h"
#include "profiler/render/render.h"
#include "profiler/views/view.h"

namespace profiler {

inline Input FuzzInput(const uint8_t* data, size_t size) {
  return Input::FromBytes("fuzz", std::string(reinterpret_cast<const char*>(data), size));
}

inline void ReadAndAskEverything(const TensorFlowRunInputs& inputs) {
  ProfileBuilder builder;
  ImportReport report;
  RunContext context;
  if (!ReadTensorFlowRun(inputs, builder, report, context).ok()) return;
  const Profile profile = builder.Build();
  for (bool compat_tfprof : {true, false}) {
    Query query;
    query.compat_tfprof = compat_tfprof;
    query.max_depth = 50;
    query.order_by = Measure::kMicros;
    for (const FieldInfo& field : AllFields()) query.select.insert(field.field);
    for (const View& view : AllViews()) {
      const auto answer = view.run(profile, query, context);
      if (!answer.ok()) continue;
      for (const Renderer& renderer : AllRenderers()) renderer.render(*answer, {});
    }
  }
}

}  // namespace profiler

#endif  // TESTS_FUZZ_TENSORFLOW_RUN_FUZZ_H_
