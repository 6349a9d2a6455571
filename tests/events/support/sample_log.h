#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "core/stream/evolve.h"
#include "events/event_log.h"

namespace countersign {

// A log as a server would write it, event by event: concurrent sessions of every purpose, with
// refused submissions, ended in every way, downloaded, held and purged. A seed always gives the
// same log.
class SampleLog {
 public:
  // At any time `open` sessions are open, and `kept` have ended and are not purged.
  explicit SampleLog(std::uint64_t seed, std::size_t open = 12, std::size_t kept = 20);

  StoredEvent next();
  // Whether the events of the last command are all returned, so that the log can end here.
  bool is_whole() const { return ready_.empty(); }

 private:
  std::uint64_t pick(std::uint64_t below) { return random_() % below; }
  bool one_in(std::uint64_t n) { return pick(n) == 0; }
  Uuid some_uuid();
  Digest some_digest();

  void act();
  void register_client();
  void open_session(Session& session);
  void go_on(Session& session);
  void visit_ended();
  void purge_oldest();
  SessionCommand command_for(const Session& session);
  SessionCommand submission_for(const Session& session, Step step, const NonceHash& nonce);
  Findings findings();
  StoredFile image();

  bool submit(Session& session, const SessionCommand& command);
  void append(const StreamId& stream, auto& aggregate, std::vector<Event> events, Actor actor);

  std::mt19937_64 random_;
  const std::size_t kept_max_;
  UtcTime now_{1'795'000'000'000'000};
  std::uint64_t sequence_ = 0;
  Client client_;
  std::vector<Session> open_;  // a session that does not exist yet is a free place
  std::deque<Session> ended_;
  std::deque<StoredEvent> ready_;
};

}  // namespace countersign
