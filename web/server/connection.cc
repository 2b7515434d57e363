#include "web/server/connection.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <boost/asio/post.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <string>
#include <utility>

#include "web/server/request_text.h"

namespace profiler::web {
namespace {

namespace http = boost::beast::http;

// A request must arrive whole within this time after the last answer, so a client that sends byte
// by byte keeps its connection no longer than one that sends nothing.
constexpr std::chrono::seconds kReadTime{30};
// Each part of an answer must leave within this time.
constexpr std::chrono::seconds kWriteTime{30};
constexpr uint32_t kMostHeaderBytes = 32 << 10;

std::string_view View(boost::beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

Connection::Connection(boost::asio::ip::tcp::socket socket, Shared& shared)
    : stream_(std::move(socket)),
      buffer_(kMostHeaderBytes),
      shared_(shared),
      place_(shared.open.insert(shared.open.end(), this)) {}

Connection::~Connection() {
  if (job_) job_->context.Cancel();
  shared_.open.erase(place_);
}

void Connection::Close() {
  if (job_) job_->context.Cancel();
  stream_.close();
}

void Connection::Read() {
  is_idle_ = true;
  parser_.emplace();
  parser_->header_limit(kMostHeaderBytes);
  stream_.expires_after(kReadTime);
  http::async_read_header(stream_, buffer_, *parser_,
                          [self = shared_from_this()](Error error, size_t /*bytes*/) {
                            if (error) {
                              self->Refuse(error);
                            } else {
                              self->Take();
                            }
                          });
}

// Answers what is no request, if the client may still listen.
void Connection::Refuse(Error error) {
  const bool is_about_text =
      error.category() == http::make_error_code(http::error::bad_method).category();
  if (!is_about_text || error == http::error::end_of_stream ||
      error == http::error::partial_message) {
    Close();
    return;
  }
  parser_->get().keep_alive(false);
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    Respond(TextResponse(431, "The request is too long."));
  } else if (error == http::error::body_limit) {
    Respond(TextResponse(413, "Requests have no body here."));
  } else {
    Respond(TextResponse(400, "This is not HTTP/1.1."));
  }
}

RequestHead Connection::Head() const {
  const auto& request = parser_->get();
  const auto field = [&](http::field name) { return View(request[name]); };
  RequestHead head;
  head.method = View(request.method_string());
  head.target = View(request.target());
  if (request.count(http::field::host) == 1) head.host = field(http::field::host);
  head.origin = field(http::field::origin);
  head.fetch_site = View(request["Sec-Fetch-Site"]);
  head.cookie = field(http::field::cookie);
  head.authorization = field(http::field::authorization);
  head.accept_encoding = field(http::field::accept_encoding);
  head.if_none_match = field(http::field::if_none_match);
  return head;
}

// Answers the request in the parser.
void Connection::Take() {
  is_idle_ = false;
  const bool has_body = parser_->chunked() || parser_->content_length().value_or(0) > 0;
  if (has_body) {
    parser_->get().keep_alive(false);
    Respond(TextResponse(413, "Requests have no body here."));
    return;
  }
  Route route = RouteOf(Head(), shared_.gate, shared_.source);
  if (route.question) {
    Ask(std::move(route));
  } else {
    Respond(std::move(route.response));
  }
}

void Connection::Ask(Route route) {
  job_ = std::make_shared<Job>();
  job_->question = *std::move(route.question);
  const bool accepts_gzip = AcceptsGzip(Head().accept_encoding);
  // The worker compresses, so that this thread goes on with other connections.
  job_->done = [self = shared_from_this(), executor = stream_.get_executor(), accepts_gzip,
                error_status = route.error_status](Answer answer) mutable {
    // Who is to ask again must know.
    const bool is_final = !answer.status.ok() && !absl::IsUnavailable(answer.status);
    auto response = std::make_shared<Response>(AnswerResponse(std::move(answer), accepts_gzip));
    if (is_final) response->status = error_status.value_or(response->status);
    boost::asio::post(
        executor, [self = std::move(self), response] { self->FinishAsking(std::move(*response)); });
  };
  stream_.expires_never();
  if (!shared_.workers.Add(job_)) {
    job_.reset();
    Response busy = ErrorResponse(429, "Too many questions at once: ask again in a moment.");
    busy.fields.emplace_back("Retry-After", "1");
    Respond(std::move(busy));
    return;
  }
  WatchClient();
}

// Cancels the question when the client closes the connection.
void Connection::WatchClient() {
  stream_.socket().async_wait(
      boost::asio::ip::tcp::socket::wait_read, [self = shared_from_this()](Error error) {
        if (error || !self->job_) return;
        char next;
        const ssize_t got =
            recv(self->stream_.socket().native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
        if (got > 0) return;  // the next request, which waits
        self->Close();
      });
}

void Connection::FinishAsking(Response response) {
  job_.reset();
  if (!stream_.socket().is_open()) return;
  stream_.socket().cancel();  // ends WatchClient()
  Respond(std::move(response));
}

void Connection::Respond(Response response) {
  is_idle_ = false;
  const auto& request = parser_->get();
  const bool is_head = request.method() == http::verb::head;
  message_.emplace(static_cast<http::status>(response.status), 11U);
  for (const auto& [name, value] : CommonFields()) message_->set(name, value);
  for (const auto& [name, value] : response.fields) message_->set(name, value);
  message_->keep_alive(request.keep_alive());
  if (response.status != 304) {
    message_->set(http::field::content_type, response.content_type);
    message_->content_length(response.body.size());
    if (!is_head) message_->body() = std::move(response.body);
  }
  writer_.emplace(*message_);
  WritePart();
}

void Connection::WritePart() {
  stream_.expires_after(kWriteTime);
  http::async_write_some(stream_, *writer_,
                         [self = shared_from_this()](Error error, size_t /*bytes*/) {
                           if (!error && !self->writer_->is_done()) return self->WritePart();
                           if (error || !self->message_->keep_alive()) return self->Close();
                           self->writer_.reset();
                           self->message_.reset();
                           self->Read();
                         });
}

}  // namespace profiler::web
