#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/inspection/remote/remote_conversation.h"
#include "core/machine/steady_now.h"
#include "core/machine/threads/mutex.h"
#include "http/external/circuit_breaker.h"
#include "http/inspectors/inspector_dialer.h"

namespace countersign::http {

// Reported to the operator when a state begins, not for each submission.
struct RemoteNotice {
  enum class Kind : std::uint8_t {
    Ready,    // it judges: at first, again, or with other places
    Refused,  // it is not one that may judge for this server
    Gone,     // it is not asked until a look at it succeeds
    Losing,   // a submission was lost, or no greeting succeeds: it is still asked
  };
  Kind kind = Kind::Gone;
  std::string address{};
  std::string name{};  // of Ready
  std::string why{};   // of Refused, Gone and Losing
  std::uint32_t places = 0;
};

// One inspector on another machine, by its address.
//
// Two breakers decide whether it is asked. The one of the greetings counts looks and connections
// that fail, and a greeting closes it. The one of the submissions counts those that were lost, and
// only a submission that is judged closes it: an inspector that greets and judges nothing is not
// well. While that breaker is half open, the inspector is on probation with one place.
//
// Thread-safe. A place is taken before a connection, and given back after it.
class RemoteHost {
 public:
  struct Rules {
    remote::Welcome ours;  // what an inspector has to be like
    CircuitBreaker::Rules breaker{.failures = 3, .open_for = std::chrono::milliseconds(5'000)};
    // For a connection with its handshakes and the greeting.
    std::chrono::milliseconds greeting{3'000};
    // How long others are preferred after a submission was lost.
    std::chrono::milliseconds avoided{60'000};
    // Failed greetings do not end the use of an inspector that has judged within this time.
    std::chrono::milliseconds trusted{15'000};
    // Between two notices of one state that differ in the reason alone, and between two of Losing.
    std::chrono::milliseconds told_every{10'000};
  };
  // Counts since the start, for the metrics.
  struct Counters {
    std::atomic<std::uint64_t> judged{0};
    std::atomic<std::uint64_t> failed{0};  // submissions that it was lost with
    std::atomic<std::uint64_t> busy{0};    // submissions that it had no place or time for
    std::atomic<std::uint64_t> sent_bytes{0};
  };
  struct Health {
    bool is_ready = false;  // false on probation too
    std::uint32_t places = 0;
    std::uint32_t taken = 0;
    CircuitBreaker::State breaker = CircuitBreaker::State::Closed;  // the worse of the two
    std::string name{};                                             // as it was known last
  };
  // A connection that has greeted, with the leave of the submissions' breaker.
  struct Connection {
    DialedInspector peer;
    CircuitBreaker::Leave leave;
  };
  using Tell = std::function<void(const RemoteNotice&)>;

  // `changed` is called when the number of places may have changed, without a lock held. All
  // references must outlive the host.
  RemoteHost(std::string address,
             const Rules& rules,
             const InspectorDialer& dialer,
             Tell tell,
             std::function<void()> changed,
             SteadyNow now);

  const std::string& address() const { return address_; }
  Health health() const;
  const Counters& counters() const { return counters_; }
  std::uint32_t places() const;

  // The share of the places that is free, in thousandths; none if no place is free.
  std::optional<std::uint32_t> free_milli() const;
  // Whether its last submission was lost, not long ago: another one is to be preferred.
  bool is_avoided() const;
  bool take_place();
  void give_back_place();

  // A kept connection, or a new one. Nullopt, and a failure, if there is none.
  std::optional<Connection> connect(SteadyTime deadline);
  // Tells how a submission over the connection ended, and keeps the connection if it can.
  void ended(Connection connection, const remote::RemoteConversation& conversation);

  // Greets anew, if the breaker of the greetings allows that: compares everything, and learns the
  // places.
  void look();

 private:
  struct Greeted {
    DialedInspector peer;
    std::uint32_t places = 0;
  };
  struct NotGreeted {
    std::string why;
    bool refused = false;  // the machine is there, and may not judge
  };

  std::optional<DialedInspector> take_kept();
  void keep(DialedInspector peer);
  Result<Greeted, NotGreeted> greet(SteadyTime deadline) const;
  void greeted(std::uint32_t places, const std::string& name);
  void not_greeted(CircuitBreaker::Leave leave, const NotGreeted& why);
  void judged(CircuitBreaker::Leave leave);
  void lost(CircuitBreaker::Leave leave, const std::string& why);
  // Tells the reason of a loss that does not end the use, if none was told lately.
  void tell_of_loss(const std::string& why);
  // Sets the places, and tells of a state that is new.
  void become(RemoteNotice::Kind state, std::uint32_t places, std::string name, std::string why);

  const std::string address_;
  const Rules rules_;
  const InspectorDialer& dialer_;
  const Tell tell_;
  const std::function<void()> changed_;
  const SteadyNow now_;
  CircuitBreaker greetings_;
  CircuitBreaker submissions_;
  Counters counters_;

  mutable Mutex mutex_;
  std::optional<RemoteNotice> told_ GUARDED_BY(mutex_);  // the state, which is never Losing
  SteadyTime told_at_ GUARDED_BY(mutex_){};
  std::optional<SteadyTime> told_of_loss_ GUARDED_BY(mutex_);
  std::optional<SteadyTime> judged_at_ GUARDED_BY(mutex_);  // the last submission
  std::optional<SteadyTime> lost_at_ GUARDED_BY(mutex_);    // none after one was judged
  std::uint32_t welcomed_ GUARDED_BY(mutex_) = 0;           // the places of the last greeting
  std::uint32_t places_ GUARDED_BY(mutex_) = 0;             // 0: not asked; on probation 1
  std::uint32_t taken_ GUARDED_BY(mutex_) = 0;
  std::string name_ GUARDED_BY(mutex_);
  std::vector<DialedInspector> kept_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
