#include "tests/http/objects/support/s3_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "core/ascii.h"
#include "core/check.h"
#include "events/crypto/sha256.h"

namespace countersign::http {
namespace {

bool send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ::ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

// Reads until `buffer` has `size` bytes.
bool fill(int socket, std::string& buffer, std::size_t size) {
  while (buffer.size() < size) {
    char piece[16'384];
    const ::ssize_t read = ::recv(socket, piece, sizeof piece, 0);
    if (read <= 0) return false;
    buffer.append(piece, static_cast<std::size_t>(read));
  }
  return true;
}

std::optional<std::size_t> read_head(int socket, std::string& buffer) {
  for (;;) {
    const std::size_t end = buffer.find("\r\n\r\n");
    if (end != buffer.npos) return end;
    if (!fill(socket, buffer, buffer.size() + 1)) return std::nullopt;
  }
}

S3Request parsed(const std::string& head) {
  S3Request request;
  std::size_t line_end = std::min(head.find("\r\n"), head.size());
  const std::string line = head.substr(0, line_end);
  request.method = line.substr(0, line.find(' '));
  std::string target = line.substr(request.method.size() + 1);
  target = target.substr(0, target.find(' '));
  const std::size_t mark = std::min(target.find('?'), target.size());
  request.path = target.substr(0, mark);
  if (mark < target.size()) request.query = target.substr(mark + 1);
  while (line_end < head.size()) {
    const std::size_t begin = line_end + 2;
    line_end = std::min(head.find("\r\n", begin), head.size());
    const std::string field = head.substr(begin, line_end - begin);
    const std::size_t colon = field.find(':');
    if (colon == field.npos) continue;
    std::string name = field.substr(0, colon);
    std::ranges::transform(name, name.begin(), ascii_lower);
    std::string value = field.substr(colon + 1);
    value.erase(0, value.find_first_not_of(' '));
    request.fields[name] = value;
  }
  return request;
}

std::string decoded(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    plain += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
    i += 2;
  }
  return plain;
}

std::string parameter(const std::string& query, const std::string& name) {
  const std::string padded = '&' + query + '&';
  const std::size_t begin = padded.find('&' + name + '=');
  if (begin == padded.npos) return {};
  const std::size_t value = begin + name.size() + 2;
  return decoded(padded.substr(value, padded.find('&', value) - value));
}

}  // namespace

S3Server::Answer S3Server::error(int status, const std::string& code) {
  return {.status = status,
          .body = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>" + code +
                  "</Code><Message>Words of the store.</Message></Error>"};
}

S3Server::S3Server() {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ::sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  ::socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<::sockaddr*>(&address);
  check(listener_ >= 0 && ::bind(listener_, generic, size) == 0 && ::listen(listener_, 64) == 0 &&
            ::getsockname(listener_, generic, &size) == 0,
        "the test's server listens");
  port_ = ::ntohs(address.sin_port);
  acceptor_ = std::thread([this] { accept(); });
}

S3Server::~S3Server() {
  stopping_ = true;
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  {
    const MutexLock lock(mutex_);
    for (const int socket : sockets_) ::shutdown(socket, SHUT_RDWR);
  }
  for (std::thread& thread : threads_) thread.join();
  ::close(listener_);
}

void S3Server::fail(Fault fault) {
  const MutexLock lock(mutex_);
  fault_ = std::move(fault);
}

void S3Server::twist(Twist twist) {
  const MutexLock lock(mutex_);
  twist_ = std::move(twist);
}

void S3Server::configure(const std::string& query, Answer answer) {
  const MutexLock lock(mutex_);
  configurations_[query] = std::move(answer);
}

std::map<std::string, std::string> S3Server::objects() const {
  const MutexLock lock(mutex_);
  return objects_;
}

void S3Server::put(const std::string& key, std::string bytes) {
  const MutexLock lock(mutex_);
  objects_[key] = std::move(bytes);
}

std::vector<std::string> S3Server::requests() const {
  const MutexLock lock(mutex_);
  return requests_;
}

void S3Server::accept() {
  while (!stopping_) {
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) return;
    {
      const MutexLock lock(mutex_);
      sockets_.insert(socket);
    }
    threads_.emplace_back([this, socket] { serve(socket); });
  }
}

void S3Server::serve(int socket) {
  std::string buffer;
  for (;;) {
    const auto end = read_head(socket, buffer);
    if (!end) break;
    S3Request request = parsed(buffer.substr(0, *end));
    buffer.erase(0, *end + 4);
    if (request.fields["expect"] == "100-continue" &&
        !send_all(socket, "HTTP/1.1 100 Continue\r\n\r\n")) {
      break;
    }
    const std::string length = request.fields["content-length"];
    const std::size_t size = length.empty() ? 0 : std::stoul(length);
    if (!fill(socket, buffer, size)) break;
    request.body = buffer.substr(0, size);
    buffer.erase(0, size);
    const Answer answer = answer_to(std::move(request));
    if (answer.is_silent) {
      char ignored = 0;
      (void)::recv(socket, &ignored, 1, 0);  // until the client goes
      break;
    }
    std::string text = fmt::format("HTTP/1.1 {} Answer\r\n", answer.status);
    for (const auto& [name, value] : answer.fields) text += fmt::format("{}: {}\r\n", name, value);
    if (answer.status != 204) text += fmt::format("Content-Length: {}\r\n", answer.body.size());
    text += "\r\n" + answer.body.substr(0, answer.cut_at.value_or(answer.body.size()));
    if (!send_all(socket, text) || answer.cut_at) break;
  }
  const MutexLock lock(mutex_);
  sockets_.erase(socket);
  ::close(socket);
}

S3Server::Answer S3Server::answer_to(S3Request request) {
  const MutexLock lock(mutex_);
  requests_.push_back(request.method + ' ' + request.path +
                      (request.query.empty() ? "" : '?' + request.query));
  if (const auto wrong = wrong_with_signature(request, kCredentials)) return error(403, *wrong);
  if (fault_) {
    if (auto answer = fault_(request)) return *std::move(answer);
  }
  const std::string host = request.fields["host"];
  const std::string in_path = std::string("/") + kBucket + '/';
  std::string key;
  if (host.starts_with(std::string(kBucket) + '.')) {
    key = request.path.substr(1);
  } else if (request.path.starts_with(in_path)) {
    key = request.path.substr(in_path.size());
  } else {
    return error(404, "NoSuchBucket");
  }
  Answer answer = carry_out(request, key);
  if (twist_) twist_(request, answer);
  return answer;
}

S3Server::Answer S3Server::carry_out(const S3Request& request, const std::string& key) {
  if (request.method == "PUT") {
    if (to_hex(sha256(request.body)) != request.fields.at("x-amz-content-sha256")) {
      return error(400, "XAmzContentSHA256Mismatch");
    }
    objects_[key] = request.body;
    return {.fields = {{"ETag", "\"0\""}}};
  }
  if (request.method == "DELETE") {
    objects_.erase(key);
    return {.status = 204};
  }
  if (!key.empty()) return get(request, key);
  if (const auto found = configurations_.find(request.query); found != configurations_.end()) {
    return found->second;
  }
  if (request.query == "versioning=") return {.body = "<VersioningConfiguration/>"};
  if (request.query == "object-lock=") return error(404, "ObjectLockConfigurationNotFoundError");
  if (request.query == "replication=") return error(404, "ReplicationConfigurationNotFoundError");
  return list(request.query);
}

S3Server::Answer S3Server::get(const S3Request& request, const std::string& key) {
  const auto found = objects_.find(key);
  if (found == objects_.end()) return error(404, "NoSuchKey");
  const std::string& bytes = found->second;
  const auto range = request.fields.find("range");
  if (range == request.fields.end()) return {.body = bytes};
  const std::string text = range->second.substr(std::string("bytes=").size());
  const std::size_t first = std::stoul(text);
  if (first >= bytes.size()) return error(416, "InvalidRange");
  const std::size_t last = std::min(std::stoul(text.substr(text.find('-') + 1)), bytes.size() - 1);
  return {.status = 206,
          .body = bytes.substr(first, last - first + 1),
          .fields = {{"Content-Range", fmt::format("bytes {}-{}/{}", first, last, bytes.size())}}};
}

S3Server::Answer S3Server::list(const std::string& query) {
  const std::string prefix = parameter(query, "prefix");
  const std::string delimiter = parameter(query, "delimiter");
  const std::string from = parameter(query, "continuation-token");
  std::string items;
  std::string last_prefix;
  std::string next;
  std::size_t count = 0;
  for (const auto& [key, bytes] : objects_) {
    if (!key.starts_with(prefix) || (!from.empty() && "from " + key < from)) continue;
    const std::size_t end = delimiter.empty() ? key.npos : key.find(delimiter, prefix.size());
    const std::string folder = end == key.npos ? std::string() : key.substr(0, end + 1);
    if (!folder.empty() && folder == last_prefix) continue;
    if (count == page_) {
      next = "from " + key;
      break;
    }
    ++count;
    last_prefix = folder;
    items +=
        folder.empty()
            ? fmt::format("<Contents><Key>{}</Key><Size>{}</Size></Contents>", key, bytes.size())
            : fmt::format("<CommonPrefixes><Prefix>{}</Prefix></CommonPrefixes>", folder);
  }
  if (!next.empty()) items += "<NextContinuationToken>" + next + "</NextContinuationToken>";
  return {.body =
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
              "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
              "<IsTruncated>" +
              std::string(next.empty() ? "false" : "true") + "</IsTruncated>" + items +
              "</ListBucketResult>"};
}

}  // namespace countersign::http
