// One client of the server. All that concerns connections runs on one thread: functions return at
// once, and asynchronous operations call back.
#ifndef WEB_SERVER_CONNECTION_H_
#define WEB_SERVER_CONNECTION_H_

// Boost 1.74 uses std::exchange without it.
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <list>
#include <memory>
#include <optional>
#include <utility>

#include "web/server/gate.h"
#include "web/server/routes.h"
#include "web/server/workers.h"
#include "web/source.h"

namespace profiler::web {

class Connection;

// What all connections share.
struct Shared {
  const Gate& gate;
  Source& source;
  Workers& workers;
  std::list<Connection*> open = {};  // the oldest first
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(boost::asio::ip::tcp::socket socket, Shared& shared);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Reads a request, answers it, and goes on with the next one.
  void Read();
  // Whether no request has arrived completely since the last one was answered.
  bool is_idle() const { return is_idle_; }
  void Close();

 private:
  using Error = boost::system::error_code;
  using Message = boost::beast::http::response<boost::beast::http::string_body>;

  RequestHead Head() const;
  void Take();
  void Refuse(Error error);
  void Ask(Route route);
  void WatchClient();
  void FinishAsking(Response response);
  void Respond(Response response);
  void WritePart();

  boost::beast::tcp_stream stream_;
  boost::beast::flat_buffer buffer_;
  Shared& shared_;
  std::list<Connection*>::iterator place_;  // in Shared::open
  std::optional<boost::beast::http::request_parser<boost::beast::http::empty_body>> parser_;
  std::optional<Message> message_;
  std::optional<boost::beast::http::response_serializer<boost::beast::http::string_body>> writer_;
  std::shared_ptr<Job> job_;  // what is being answered
  bool is_idle_ = true;
};

}  // namespace profiler::web

#endif  // WEB_SERVER_CONNECTION_H_
