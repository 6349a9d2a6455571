#pragma once
#include <pistache/reactor.h>
#include <pistache/transport.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/machine/files/owned_fd.h"
#include "core/machine/threads/fair_queue.h"
#include "http/edge/connection/connection_host.h"

namespace countersign::http {

class Connection;

// State that all loops of an edge share. Outlives them.
struct LoopShared {
  const EdgeSettings& settings;
  Application& application;
  ConnectionPermits& places;
  // Called on a loop's thread when a drain begins there, and when a draining loop has closed a
  // connection.
  std::function<void()> on_closed_while_draining;
  // Connections that CloseAll closed with a request under way.
  std::atomic<std::uint64_t> cut_off{0};
};

// Pistache's transport with its connections replaced by Connection: the reactor waits and wakes,
// and Connection does all reading and writing. The base class's own queues stay empty.
//
// Events carry the connection's number, which is never used twice, so a late event for a closed
// descriptor finds no connection.
//
// Threading: created and registered by the thread that creates the edge. From then on everything
// runs on the reactor's thread, which other threads reach through the mailbox.
class Loop final : public Pistache::Tcp::Transport, public ConnectionHost {
 public:
  explicit Loop(LoopShared& shared);
  ~Loop() override;

  // Pistache's prototype: the reactor makes one loop for each of its threads.
  std::shared_ptr<Pistache::Aio::Handler> clone() const override;
  void registerPoller(Pistache::Polling::Epoll& poller) override;
  void onReady(const Pistache::Aio::FdSet& events) override;

  bool watch(int fd, std::uint64_t connection, bool first, bool read, bool write) override;
  void await_turn(Turn turn,
                  std::uint64_t connection,
                  const std::optional<AddressBlock>& address) override;
  void retire(std::uint64_t connection) override;
  std::string_view date() override;

 private:
  using Waiting = FairQueue<std::uint64_t, std::optional<AddressBlock>>;

  void read_mail();
  void handle(Accepted& accepted);
  void handle(Answered& answered);
  void handle(Resumed& resumed);
  void handle(Woken& woken);
  void handle(Evicted& evicted);
  void handle(Knocked& knocked) { knocked.knocks->answer(); }
  void handle(TurnsWait&) {}
  void handle(DrainBegins& begins);
  void handle(CloseAll& all);
  void give_turns();
  void give_turn(Waiting& waiting);
  void tick();
  void arm_tick(bool on);
  void bury();

  // A connection waits at most once, so the places limit how many wait.
  static constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

  LoopShared& shared_;
  OwnedFd timer_;
  bool ticking_ = false;
  std::unordered_map<std::uint64_t, std::shared_ptr<Connection>> connections_;
  std::vector<std::uint64_t> retired_;
  Waiting next_{{kNoLimit, kNoLimit}};
  Waiting paced_{{kNoLimit, kNoLimit}};
  LoopClock::duration paced_left_{};  // of the time that these get until the next tick
  std::vector<Mail> mail_;
  std::int64_t date_second_ = -1;
  std::string date_;
};

}  // namespace countersign::http
