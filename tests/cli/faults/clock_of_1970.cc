// Preloaded into a program: its wall clock is at the beginning of 1970, as on a device whose clock
// was never set.
#include <dlfcn.h>
#include <sys/time.h>

#include <ctime>

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  using Function = int (*)(clockid_t, timespec*);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "clock_gettime"));
  const int result = real(clock, time);
  if (clock == CLOCK_REALTIME && result == 0) *time = {};
  return result;
}

int gettimeofday(timeval* time, void*) noexcept {
  *time = {};
  return 0;
}

time_t time(time_t* time) noexcept {
  if (time != nullptr) *time = 0;
  return 0;
}

}  // extern "C"
