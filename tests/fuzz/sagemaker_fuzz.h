// What the fuzz targets of a recording's files share: any bytes as one of them, and all views of
// it.
#ifndef TESTS_FUZZ_SAGEMAKER_FUZZ_H_
#define TESTS_FUZZ_SAGEMAKER_FUZZ_H_

#include <cstdint>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/inputs/open.h"
#include "profiler/render/render.h"
#include "profiler/views/view.h"

namespace profiler {

inline void OpenAndAsk(const std::string& name, const std::string& format, const uint8_t* data,
                       size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  RunContext context;
  const auto opened = OpenInput(Input::FromBytes(name, bytes), format, context);
  if (!opened.ok()) return;
  Query query;
  query.compat_tfprof = false;
  query.max_depth = 50;  // the rows of deeper stacks cost more than they tell
  for (const FieldInfo& field : AllFields()) query.select.insert(field.field);
  for (const View& view : AllViews()) {
    const auto report = view.run(opened->profile, query, context);
    if (report.ok()) FindRenderer("json")->render(*report, {});
  }
}

}  // namespace profiler

#endif  // TESTS_FUZZ_SAGEMAKER_FUZZ_H_
