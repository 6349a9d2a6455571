#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/machine/files/unique_fd.h"
#include "http/edge/exchange.h"
#include "http/edge/http1/message.h"
#include "http/edge/socket/tls.h"

namespace countersign::http {

class Connection;

// What other threads ask of a loop. A connection is named by a weak pointer to
// the object itself and by the number of the request in it: never by a
// descriptor, whose number may belong to somebody else by then.
struct Accepted {
  UniqueFd fd;
  std::uint64_t number = 0;  // of the connection, never used twice
  std::shared_ptr<TlsContext> tls;
  std::string peer_address;
  bool admin = false;
  std::optional<std::uint32_t> peer_uid;
  bool over_the_cap = false;
  bool has_address = false;  // that its place is counted by
};
struct Answered {
  std::weak_ptr<Connection> connection;
  std::uint64_t request = 0;
  std::optional<Response> response;  // none: the handler let go of its exchange
  Exchange::Failure otherwise = Exchange::Failure::Bug;
};
struct Resumed {
  std::weak_ptr<Connection> connection;
  std::uint64_t request = 0;
};
struct Woken {  // its pipe has been filled
  std::weak_ptr<Connection> connection;
};
struct Evicted {  // made room for another, unless a request has begun in it
  std::uint64_t connection = 0;
};
struct TurnsWait {};  // some connections wait for theirs
struct DrainBegins {};
struct CloseAll {};

using Mail =
    std::variant<Accepted, Answered, Resumed, Woken, Evicted, TurnsWait, DrainBegins, CloseAll>;

// The way into a loop for other threads.
//
// No wake-up is lost: the reader clears the eventfd before it takes the queue,
// so what is posted in between wakes it again.
//
// Threading: post from any thread, take from the loop's. Ownership: shared by
// the loop and everything that may post; it outlives the loop, closed.
class Mailbox {
 public:
  Mailbox();

  // False, and `mail` is unchanged: the loop has stopped.
  bool post(Mail&& mail);
  // Swaps what waits into `taken`, which should be empty.
  void take(std::vector<Mail>& taken);
  void close();
  int fd() const { return event_.get(); }

 private:
  std::mutex mutex_;
  std::vector<Mail> waiting_;
  bool closed_ = false;
  UniqueFd event_;
};

}  // namespace countersign::http
