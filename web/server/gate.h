// Which requests are answered: those of the user's own browser, and of programs that the user gave
// the token. Pages of other sites reach a server on loopback, too: by a link or a script, or by a
// name of theirs that resolves to 127.0.0.1.
#ifndef WEB_SERVER_GATE_H_
#define WEB_SERVER_GATE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/server/response.h"

namespace profiler::web {

// The parts of a request that matter. Absent fields are "".
struct RequestHead {
  std::string_view method, target;
  std::string_view host;  // "" if it is given twice
  std::string_view origin, fetch_site, cookie, authorization;
  std::string_view accept_encoding, if_none_match;
};

class Gate {
 public:
  // `hosts` are the names that the server is reached by.
  Gate(const std::vector<std::string>& hosts, uint16_t port, std::string token);

  // The path and parameter that admit a browser: /?token=...
  std::string EntryTarget() const;

  // Nullopt lets the request in. Otherwise the response refuses it, or hands the cookie to a
  // browser that brings the token in its URL.
  std::optional<Response> Check(const RequestHead& head) const;

 private:
  std::optional<Response> CheckOrigin(const RequestHead& head) const;
  bool HasToken(const RequestHead& head) const;

  std::vector<std::string> hosts_;  // with the port, in lower case
  std::string cookie_;              // its name: browsers share cookies among ports
  std::string token_;
};

}  // namespace profiler::web

#endif  // WEB_SERVER_GATE_H_
