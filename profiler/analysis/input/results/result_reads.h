#ifndef PROFILER_ANALYSIS_INPUT_RESULTS_RESULT_READS_H_
#define PROFILER_ANALYSIS_INPUT_RESULTS_RESULT_READS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Whether an event of this name gets values of arrays from a device, as float(loss),
// np.asarray(result) and jax.device_get() do, and TensorFlow's tensor.numpy(): it waits until they
// are computed.
bool ReadsResult(std::string_view name);

// Finds Python that does hardly anything but read results. Such code makes no input, whatever its
// name.
class ResultReads {
 public:
  explicit ResultReads(const Profile& profile);

  // By event of a thread, whether it reads a result, is a call of a function that is built into
  // Python or numpy which reads one to give its values back, or spends nearly all of its time in
  // these. Empty if nothing of the thread does.
  std::vector<char> Of(const Events& events) const;

 private:
  enum class Fact : uint8_t { kOther, kReads, kBuiltIn, kCode };

  std::vector<Fact> facts_;  // indexed by op; empty if none reads
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_RESULTS_RESULT_READS_H_
