// What each path of the server gives.
#ifndef WEB_SERVER_ROUTES_H_
#define WEB_SERVER_ROUTES_H_

#include <optional>
#include <string>

#include "web/server/gate.h"
#include "web/server/response.h"
#include "web/source.h"

namespace profiler::web {

struct Route {
  Response response = {};
  // The command line to answer, which takes time. In this case there is no response yet.
  std::optional<std::string> question = std::nullopt;
  // Of a question: the status of an error, if the client asked for one.
  std::optional<int> error_status = std::nullopt;
};

Route RouteOf(const RequestHead& head, const Gate& gate, Source& source);

}  // namespace profiler::web

#endif  // WEB_SERVER_ROUTES_H_
