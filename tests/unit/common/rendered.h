#ifndef TESTS_UNIT_COMMON_RENDERED_H_
#define TESTS_UNIT_COMMON_RENDERED_H_

#include <string>
#include <string_view>

#include "profiler/catalog/renderers.h"

namespace profiler {

inline std::string Rendered(std::string_view form, const Report& report,
                            const RenderContext& context = {}) {
  return FindRenderer(form)->render(report, context);
}

}  // namespace profiler

#endif  // TESTS_UNIT_COMMON_RENDERED_H_
