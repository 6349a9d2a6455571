#include "tools/operator/admin_client.h"

#include <sys/un.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <limits>
#include <utility>

namespace countersign {

namespace {

namespace http_message = boost::beast::http;
using Socket = boost::asio::local::stream_protocol::socket;
using Endpoint = boost::asio::local::stream_protocol::endpoint;

constexpr std::size_t kPieceBytes = 64 * 1024;
constexpr unsigned kHttp11 = 11;

http_message::request<http_message::string_body> request_of(std::string_view path,
                                                            std::string body) {
  http_message::request<http_message::string_body> request(
      http_message::verb::post, boost::beast::string_view(path.data(), path.size()), kHttp11);
  request.set(http_message::field::host, "localhost");
  request.set(http_message::field::content_type, "application/json");
  request.set(http_message::field::connection, "close");
  request.body() = std::move(body);
  request.prepare_payload();
  return request;
}

}  // namespace

std::string_view describe(AdminFault fault) {
  switch (fault) {
    case AdminFault::NoServer:
      return "no server listens on the admin socket";
    case AdminFault::PathTooLong:
      return "the path of the admin socket is too long for a unix socket (107 bytes)";
    case AdminFault::Broken:
      return "the connection to the server broke";
  }
  return "unknown";
}

Result<AdminAnswer, AdminFault> AdminClient::post(std::string_view path, std::string body) const {
  std::string whole;
  auto answer = stream(path, std::move(body), [&](std::string_view piece) {
    whole += piece;
    return true;
  });
  if (answer && answer->status == 200) answer->body = std::move(whole);
  return answer;
}

Result<AdminAnswer, AdminFault> AdminClient::stream(std::string_view path,
                                                    std::string body,
                                                    const Sink& sink) const {
  if (socket_.string().size() >= sizeof(sockaddr_un::sun_path)) return AdminFault::PathTooLong;
  boost::system::error_code failed;
  boost::asio::io_context context;
  Socket socket(context);
  socket.connect(Endpoint(socket_.string()), failed);
  if (failed) return AdminFault::NoServer;
  http_message::write(socket, request_of(path, std::move(body)), failed);
  if (failed) return AdminFault::Broken;

  boost::beast::flat_buffer buffer;
  http_message::response_parser<http_message::buffer_body> parser;
  parser.body_limit(std::numeric_limits<std::uint64_t>::max());
  http_message::read_header(socket, buffer, parser, failed);
  if (failed) return AdminFault::Broken;
  AdminAnswer answer{static_cast<int>(parser.get().result_int()), {}};
  std::array<char, kPieceBytes> piece;
  while (!parser.is_done()) {
    parser.get().body().data = piece.data();
    parser.get().body().size = piece.size();
    http_message::read_some(socket, buffer, parser, failed);
    if (failed && failed != http_message::error::need_buffer) return AdminFault::Broken;
    const std::string_view got(piece.data(), piece.size() - parser.get().body().size);
    if (answer.status != 200) {
      answer.body += got;
    } else if (!got.empty() && !sink(got)) {
      break;
    }
  }
  return answer;
}

}  // namespace countersign
