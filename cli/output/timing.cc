#include "cli/output/timing.h"

#include <fmt/format.h>

#include <ctime>

namespace profiler {
namespace {

using Clock = Timings::Clock;

double Millis(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

// The CPU time of the process so far. At the start of main() it is the time since the process
// started.
Clock::duration ComputedSoFar() {
  timespec time = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

Timing::Timing() : start_(Clock::now() - ComputedSoFar()), at_start_(ReadProcessMemory()) {}

std::string Timing::Summary(Timings& times) const {
  std::string text = fmt::format("timing:\n  {:<12}{:>7}{:>12}\n", "part", "count", "ms");
  for (size_t i = 0; i < kPartCount; ++i) {
    const auto part = static_cast<RunPart>(i);
    const Timings::Took took = times.Take(part);
    if (took.count == 0) continue;
    const RunPartInfo& info = Info(part);
    text += fmt::format("  {:<12}{:>7}{:>12.1f}\n",
                        fmt::format("{}{}", info.is_inner ? "  " : "", info.name), took.count,
                        Millis(took.time));
  }
  const ProcessMemory memory = ReadProcessMemory();
  text += fmt::format("  since start of process {:.1f} ms\n", Millis(Clock::now() - start_));
  text += fmt::format(
      "  memory {:.1f} MB: {:.1f} anonymous, {:.1f} of files; {:.1f} at most, {:.1f} at the start",
      Megabytes(memory.anonymous + memory.file), Megabytes(memory.anonymous),
      Megabytes(memory.file), Megabytes(memory.peak),
      Megabytes(at_start_.anonymous + at_start_.file));
  return text;
}

}  // namespace profiler
