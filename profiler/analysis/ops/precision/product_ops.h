#ifndef PROFILER_ANALYSIS_OPS_PRECISION_PRODUCT_OPS_H_
#define PROFILER_ANALYSIS_OPS_PRECISION_PRODUCT_OPS_H_

#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// Whether ops of the type are matrix products or convolutions, whose time depends on the precision.
// (Compiled instructions are also recognized by category, framework op or name.)
bool IsCompute(std::string_view op_type);

// Whether ops of the type are attention, whose time depends on the mask, too.
bool IsAttention(std::string_view op_type);

// Whether the op is a matrix product or convolution: by its type, or a compiled instruction by its
// category, framework op or name. No communication is, whatever op it was made for.
bool IsProduct(const Profile& profile, OpId op);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_PRECISION_PRODUCT_OPS_H_
