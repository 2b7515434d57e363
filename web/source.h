// What the server shows: a front end that has profiles open implements it.
#ifndef WEB_SOURCE_H_
#define WEB_SOURCE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"

namespace profiler::web {

struct Answer {
  absl::Status status;
  std::string json;  // the answer, or the error
};

// Called from several threads at once.
class Source {
 public:
  virtual ~Source() = default;

  // The answer to a command line, which may only ask: it must not write, open or read anything.
  // `context` is the request's own.
  virtual Answer Ask(std::string_view line, RunContext& context) = 0;
  // What is open (web/describe/state.h), as JSON.
  virtual std::string State() = 0;
};

}  // namespace profiler::web

#endif  // WEB_SOURCE_H_
