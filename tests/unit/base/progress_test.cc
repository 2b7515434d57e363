#include "cli/output/progress.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

namespace profiler {
namespace {

// The output of a Progress with delay `quiet` that is destroyed after `lives`.
std::string Shown(std::chrono::milliseconds quiet, std::chrono::milliseconds lives) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  RunContext context;
  context.Doing("reading");
  context.Done(1, 4);
  {
    const Progress progress(ends[1], context, quiet);
    std::this_thread::sleep_for(lives);
  }
  close(ends[1]);
  std::string text(4096, ' ');
  const ssize_t size = read(ends[0], text.data(), text.size());
  close(ends[0]);
  text.resize(size < 0 ? 0 : static_cast<size_t>(size));
  return text;
}

TEST_CASE("work that lasts says what is being done, and leaves nothing behind") {
  using std::chrono::milliseconds;
  const std::string text = Shown(milliseconds(0), milliseconds(50));
  CHECK(text.find("reading 25% (0 s, Ctrl-C stops)") != std::string::npos);
  CHECK(text.substr(text.size() - 4) == "\r\x1b[K");
}

TEST_CASE("short work says nothing") {
  CHECK(Shown(std::chrono::hours(1), std::chrono::milliseconds(0)).empty());
}

TEST_CASE("without a terminal nothing is said") {
  RunContext context;
  const Progress progress(-1, context, std::chrono::milliseconds(0));
}

}  // namespace
}  // namespace profiler
