#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/machine/files/owned_fd.h"
#include "core/machine/threads/mutex.h"
#include "http/edge/exchange.h"
#include "http/edge/http1/message.h"
#include "http/edge/knocks.h"
#include "http/edge/socket/tls.h"

namespace countersign::http {

class Connection;

// Messages to a loop, most of them from other threads. They name a connection by a weak pointer to
// the object and the number of the request on it, or by its own number, but never by a descriptor,
// whose number may belong to another connection by then.
struct Accepted {
  OwnedFd fd;
  std::uint64_t number = 0;  // of the connection, never used twice
  std::shared_ptr<TlsContext> tls;
  std::string peer_address;
  bool admin = false;
  std::optional<std::uint32_t> peer_uid;
  bool over_the_cap = false;
  bool has_address = false;  // its place counts for its address
};
struct Answered {
  std::weak_ptr<Connection> connection;
  std::uint64_t request = 0;
  std::optional<Response> response;  // none: the edge answers according to `otherwise`
  Exchange::Failure otherwise = Exchange::Failure::Bug;
};
struct Resumed {
  std::weak_ptr<Connection> connection;
  std::uint64_t request = 0;
};
struct Woken {  // its pipe has new bytes or has ended
  std::weak_ptr<Connection> connection;
};
struct Evicted {  // must make room for another, unless a request has begun on it
  std::uint64_t connection = 0;
};
struct Knocked {  // somebody asks whether the loop still reads its mail
  std::shared_ptr<Knocks> knocks;
};
struct TurnsWait {};  // some connections wait for turns
struct DrainBegins {};
struct CloseAll {};

using Mail = std::
    variant<Accepted, Answered, Resumed, Woken, Evicted, Knocked, TurnsWait, DrainBegins, CloseAll>;

// The queue of messages to a loop.
//
// No wake-up is lost: the reader clears the eventfd before it takes the queue, so a message posted
// in between wakes it again.
//
// Threading: post from any thread, take on the loop's. Ownership: shared by the loop and everything
// that may post. It is closed when the loop ends, and may outlive it.
class Mailbox {
 public:
  Mailbox();

  // Returns false, with `mail` unchanged, if the loop has stopped.
  bool post(Mail&& mail);
  // Swaps the waiting messages into `taken`, which should be empty.
  void take(std::vector<Mail>& taken);
  void close();
  int fd() const { return event_.get(); }

 private:
  Mutex mutex_;
  std::vector<Mail> waiting_ GUARDED_BY(mutex_);
  bool closed_ GUARDED_BY(mutex_) = false;
  OwnedFd event_;
};

}  // namespace countersign::http
