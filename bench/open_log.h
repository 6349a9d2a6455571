#pragma once
#include <cstdint>

#include "core/client/client.h"
#include "core/session/session.h"
#include "events/stored_event.h"

namespace countersign::bench {

// A log of small events in which many sessions are open at a time. Sessions come in groups: all of
// a group are opened, then each gets a challenge, then each is canceled. So a log whose groups are
// of one session has hardly an open one, and the same events of each session as any other. The
// memory is that of one session: its earlier events are made again. One thread.
class OpenLog {
 public:
  static constexpr std::uint64_t kEventsASession = 3;

  // REQUIRES: open > 0.
  OpenLog(std::uint64_t sessions, std::uint64_t open) : sessions_(sessions), open_(open) {}

  // The events of the whole log: the client's first, then those of the sessions.
  std::uint64_t events() const { return 1 + sessions_ * kEventsASession; }
  // The next event. REQUIRES: fewer than events() were made.
  StoredEvent next();

 private:
  StoredEvent register_client();
  // The event of a session that is made in its step. `begin` is the place of its group's first
  // event, `size` the number of the group's sessions, `place` that of the session among them.
  StoredEvent event_of(std::uint64_t session,
                       std::uint64_t begin,
                       std::uint64_t size,
                       std::uint64_t place,
                       std::uint64_t step) const;

  const std::uint64_t sessions_;
  const std::uint64_t open_;
  std::uint64_t made_ = 0;
  Client client_;
};

}  // namespace countersign::bench
