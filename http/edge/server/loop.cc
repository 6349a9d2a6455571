#include "http/edge/server/loop.h"

#include <pistache/prototype.h>
#include <pistache/tcp.h>
#include <sys/timerfd.h>

#include <array>
#include <ctime>
#include <exception>
#include <new>
#include <utility>

#include "core/check.h"
#include "http/edge/connection/connection.h"

namespace countersign::http {

namespace {

using Pistache::Polling::NotifyOn;
using Pistache::Polling::Tag;

// Tags above every descriptor's number: the base class uses those numbers as tags.
constexpr std::uint64_t kConnectionTag = std::uint64_t{1} << 62U;
constexpr std::uint64_t kMailTag = (std::uint64_t{1} << 61U) + 1;
constexpr std::uint64_t kTimerTag = (std::uint64_t{1} << 61U) + 2;

// Closes a connection whose work runs out of memory; the others go on.
template <class Work>
void unless_out_of_memory(Connection& connection, const Work& work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
    connection.close();
  }
}

// The precision of deadlines. The timer is off while there are no connections.
constexpr long kTickNanoseconds = 100'000'000;
// The time in each tick for paced turns. A client that waits for its answers never needs any of it.
constexpr std::chrono::milliseconds kPacedTime{10};

// The base class requires a handler, but never calls this one: it never makes a connection.
class NoHandler final : public Pistache::Tcp::Handler {
 public:
  void onInput(const char*, size_t, const std::shared_ptr<Pistache::Tcp::Peer>&) override {}
  std::shared_ptr<Pistache::Tcp::Handler> clone() const override {
    return std::make_shared<NoHandler>();
  }
};

std::string format_date(std::time_t second) {
  static constexpr std::array kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array kMonths = {
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::tm utc{};
  ::gmtime_r(&second, &utc);
  std::array<char, 40> text{};
  const int size = std::snprintf(text.data(),
                                 text.size(),
                                 "%s, %02d %s %04d %02d:%02d:%02d GMT",
                                 kDays[static_cast<std::size_t>(utc.tm_wday)],
                                 utc.tm_mday,
                                 kMonths[static_cast<std::size_t>(utc.tm_mon)],
                                 utc.tm_year + 1900,
                                 utc.tm_hour,
                                 utc.tm_min,
                                 utc.tm_sec);
  return {text.data(), static_cast<std::size_t>(size)};
}

}  // namespace

Loop::Loop(LoopShared& shared)
    : Pistache::Tcp::Transport(std::make_shared<NoHandler>()),
      ConnectionHost(shared.settings, shared.application, shared.places),
      shared_(shared),
      timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)),
      paced_left_(kPacedTime) {
  check(static_cast<bool>(timer_), "a loop has a timerfd");
}

Loop::~Loop() {
  mailbox->close();
  for (const auto& [number, connection] : connections_) {
    connection->close();
  }
}

std::shared_ptr<Pistache::Aio::Handler> Loop::clone() const {
  return std::make_shared<Loop>(shared_);
}

void Loop::registerPoller(Pistache::Polling::Epoll& poller) {
  Pistache::Tcp::Transport::registerPoller(poller);
  const Pistache::Flags<NotifyOn> read(NotifyOn::Read);
  poller.addFd(mailbox->fd(), read, Tag(kMailTag));
  poller.addFd(timer_.get(), read, Tag(kTimerTag));
}

void Loop::onReady(const Pistache::Aio::FdSet& events) {
  now = LoopClock::now();
  bool mail = false;
  bool timer = false;
  for (const auto& event : events) {
    const std::uint64_t tag = event.getTag().value();
    if (tag == kMailTag) {
      mail = true;
    } else if (tag == kTimerTag) {
      timer = true;
    } else if (tag >= kConnectionTag) {
      const auto found = connections_.find(tag - kConnectionTag);
      if (found != connections_.end()) {
        // Pistache has no flag for an error alone; it ends both directions.
        const bool none = !event.isReadable() && !event.isWritable();
        const auto connection = found->second;
        unless_out_of_memory(*connection, [&] {
          connection->on_ready(event.isReadable(), event.isWritable(), event.isHangup() || none);
        });
      }
    }
    // Other tags belong to the base class's queues, which stay empty.
  }
  if (mail) read_mail();
  if (timer) tick();
  give_turns();
  bury();
}

bool Loop::watch(int fd, std::uint64_t connection, bool first, bool read, bool write) {
  const NotifyOn interest = read && write ? NotifyOn::Read | NotifyOn::Write
                            : read        ? NotifyOn::Read
                            : write       ? NotifyOn::Write
                                          : NotifyOn::None;
  const Tag tag(kConnectionTag + connection);
  try {
    if (first) {
      reactor()->registerFd(key(), fd, interest, tag);
    } else {
      reactor()->modifyFd(key(), fd, interest, tag);
    }
  } catch (const std::exception&) {
    return false;  // the kernel has no room for another one
  }
  return true;
}

void Loop::await_turn(Turn turn,
                      std::uint64_t connection,
                      const std::optional<AddressBlock>& address) {
  (turn == Turn::Next ? next_ : paced_).push(address, connection);
}

// Posts mail if turns are waiting, so that the loop comes back at once. When the time for paced
// turns is used up, the next tick comes back to them.
void Loop::give_turns() {
  give_turn(next_);
  if (paced_left_ > LoopClock::duration(0) && !paced_.empty()) {
    const auto begun = LoopClock::now();
    give_turn(paced_);
    paced_left_ -= LoopClock::now() - begun;
  }
  if (!next_.empty() || (!paced_.empty() && paced_left_ > LoopClock::duration(0))) {
    (void)mailbox->post(TurnsWait{});
  }
}

// Gives a turn to one connection, if any waits.
void Loop::give_turn(Waiting& waiting) {
  while (!waiting.empty()) {
    const auto found = connections_.find(*waiting.pop());
    if (found != connections_.end() && !found->second->closed()) {
      return unless_out_of_memory(*found->second, [&] { found->second->take_turn(); });
    }
  }
}

void Loop::retire(std::uint64_t connection) { retired_.push_back(connection); }

// Destroys retired connections. No function of a retired connection is on the stack here.
void Loop::bury() {
  while (!retired_.empty()) {
    const std::uint64_t connection = retired_.back();
    retired_.pop_back();
    connections_.erase(connection);
    places.left(connection);
    counters.connections.fetch_sub(1, std::memory_order_relaxed);
    if (draining) shared_.on_closed_while_draining();
  }
}

std::string_view Loop::date() {
  const std::time_t second = std::time(nullptr);
  if (second != date_second_) {
    date_second_ = second;
    date_ = format_date(second);
  }
  return date_;
}

void Loop::read_mail() {
  mailbox->take(mail_);
  for (Mail& mail : mail_) {
    std::visit([this](auto& each) { handle(each); }, mail);
  }
  mail_.clear();
}

void Loop::handle(Accepted& accepted) {
  if (draining) {
    accepted.fd.reset();
    places.left(accepted.number);
    counters.connections.fetch_sub(1, std::memory_order_relaxed);
    shared_.on_closed_while_draining();
    return;
  }
  const std::uint64_t number = accepted.number;
  try {
    retired_.reserve(connections_.size() + 1);  // so that no connection needs memory to end
    const auto connection = std::make_shared<Connection>(*this, std::move(accepted));
    connections_.emplace(number, connection);
    arm_tick(true);
    unless_out_of_memory(*connection, [&] { connection->start(); });
  } catch (const std::bad_alloc&) {  // no connection was made, and the socket is closed
    places.left(number);
    counters.connections.fetch_sub(1, std::memory_order_relaxed);
  }
}

void Loop::handle(Answered& answered) {
  if (const auto connection = answered.connection.lock()) {
    unless_out_of_memory(*connection, [&] {
      connection->answer(answered.request, std::move(answered.response), answered.otherwise);
    });
    return;
  }
  if (answered.response) close_stream(*answered.response);
}

void Loop::handle(Resumed& resumed) {
  if (const auto connection = resumed.connection.lock()) {
    unless_out_of_memory(*connection, [&] { connection->resume(resumed.request); });
  }
}

void Loop::handle(Woken& woken) {
  if (const auto connection = woken.connection.lock()) {
    unless_out_of_memory(*connection, [&] { connection->wake(); });
  }
}

void Loop::handle(Evicted& evicted) {
  const auto found = connections_.find(evicted.connection);
  if (found != connections_.end()) {
    unless_out_of_memory(*found->second, [&] { found->second->make_room(); });
  }
}

void Loop::handle(DrainBegins&) {
  draining = true;
  for (const auto& [number, connection] : connections_) {
    unless_out_of_memory(*connection, [&own = *connection] { own.begin_drain(); });
  }
  shared_.on_closed_while_draining();  // drain() must wake even without a connection to close
}

void Loop::handle(CloseAll&) {
  draining = true;
  for (const auto& [number, connection] : connections_) {
    if (connection->busy()) shared_.cut_off.fetch_add(1, std::memory_order_relaxed);
    connection->close();
  }
}

void Loop::arm_tick(bool on) {
  if (on == ticking_) return;
  ticking_ = on;
  itimerspec spec{};
  if (on) {
    spec.it_interval.tv_nsec = kTickNanoseconds;
    spec.it_value.tv_nsec = kTickNanoseconds;
  }
  ::timerfd_settime(timer_.get(), 0, &spec, nullptr);
}

void Loop::tick() {
  std::uint64_t count = 0;
  (void)!::read(timer_.get(), &count, sizeof(count));
  for (const auto& [number, connection] : connections_) {
    unless_out_of_memory(*connection, [&own = *connection] { own.on_tick(); });
  }
  paced_left_ = kPacedTime;
  arm_tick(!connections_.empty());
}

}  // namespace countersign::http
