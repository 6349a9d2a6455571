#include "http/edge/socket/socket.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace countersign::http {

namespace {

using Status = IoResult::Status;

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK; }

IoResult result_of_read(ssize_t got) {
  if (got > 0) return {Status::Ok, static_cast<std::size_t>(got)};
  if (got == 0) return {Status::End, 0};
  return {would_block() ? Status::NeedsRead : Status::Failed, 0};
}

}  // namespace

Socket::Socket(OwnedFd fd, std::unique_ptr<TlsSession> tls)
    : fd_(std::move(fd)), tls_(std::move(tls)) {}

IoResult Socket::handshake() { return tls_ ? tls_->handshake() : IoResult{}; }

IoResult Socket::read(std::span<char> buffer) {
  if (tls_) return tls_->read(buffer.data(), buffer.size());
  ssize_t got = 0;
  do {
    got = ::recv(fd_.get(), buffer.data(), buffer.size(), 0);
  } while (got < 0 && errno == EINTR);
  return result_of_read(got);
}

IoResult Socket::write(std::span<const iovec> pieces) {
  if (tls_) {
    IoResult total;
    for (const iovec& piece : pieces) {
      const IoResult one = tls_->write(static_cast<const char*>(piece.iov_base), piece.iov_len);
      total.bytes += one.bytes;
      if (one.status != Status::Ok && total.bytes == 0) return one;
      if (one.status != Status::Ok || one.bytes < piece.iov_len) return total;
    }
    return total;
  }
  msghdr message{};
  message.msg_iov = const_cast<iovec*>(pieces.data());
  message.msg_iovlen = pieces.size();
  ssize_t sent = 0;
  do {
    sent = ::sendmsg(fd_.get(), &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent >= 0) return {Status::Ok, static_cast<std::size_t>(sent)};
  return {would_block() ? Status::NeedsWrite : Status::Failed, 0};
}

IoResult Socket::discard(std::size_t limit_bytes) {
  std::array<char, 16 * 1024> drop;
  ssize_t got = 0;
  do {
    got = ::recv(fd_.get(), drop.data(), std::min(limit_bytes, drop.size()), 0);
  } while (got < 0 && errno == EINTR);
  return result_of_read(got);
}

void Socket::end_writing() {
  if (tls_) tls_->send_close();
  ::shutdown(fd_.get(), SHUT_WR);
}

void Socket::close() {
  tls_.reset();
  fd_.reset();
}

void Socket::reset() {
  const linger now{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(fd_.get(), SOL_SOCKET, SO_LINGER, &now, sizeof(now));
  close();
}

}  // namespace countersign::http
