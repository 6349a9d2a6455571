#pragma once
#include <chrono>
#include <cstddef>
#include <map>
#include <string>

namespace countersign {

// The turns of one client's parties, such as its sessions, in a pool. The party goes next that has
// used least of the client's time: a party whose jobs take long waits for those whose jobs are
// quick, and no longer than that makes up for. This is start-time fair queueing (P. Goyal, H. Vin
// and H. Cheng, IEEE/ACM Transactions on Networking 5(5), 1997): a job's turn is the client's
// virtual time at its arrival, or the end of the party's last job in that time if that is later;
// and virtual time goes on by the time of each job, divided among all that wait or run.
//
// A party is slow from the end of a job that took kSlowJob and kSlowTimes as long as the client's
// quick jobs, to the end of one that did not. Slow parties leave a place to the others (may_run()).
// How long quick jobs take is the least that one took, which later jobs raise slowly; on a machine
// with too much to do all jobs are long, and none is slow.
//
// At most kPartiesKept parties are remembered; of more parties, the one that owes least is
// forgotten. Pure: time is an argument. Not thread-safe: the owner guards it.
class PartyTurns {
 public:
  using Span = std::chrono::steady_clock::duration;
  static constexpr std::chrono::seconds kSlowJob{3};
  static constexpr int kSlowTimes = 8;
  static constexpr std::size_t kPartiesKept = 256;

  // The client's virtual time, at which a job arrives.
  Span now() const { return now_; }
  // The turn of a party's job: the smallest goes first.
  Span turn_of(const std::string& party, Span arrived) const;
  // Whether a job of the party may run beside the others of its client, which alone may run
  // `places` jobs at a time: one place, where there are two, is for parties that are not slow.
  bool may_run(const std::string& party, std::size_t places) const;

  // A job runs. `waiting`: the client's jobs that wait meanwhile.
  void began(const std::string& party);
  void ended(const std::string& party, Span took, std::size_t waiting);

  std::size_t remembered() const { return parties_.size(); }

 private:
  struct Party {
    Span end{};  // of its last job, in virtual time
    std::size_t running = 0;
    bool slow = false;
  };
  using Parties = std::map<std::string, Party>;

  void forget_one();
  void learn(Span took);

  Span now_{};
  Span quick_ = Span::max();  // what a quick job takes
  std::size_t running_ = 0;
  std::size_t slow_running_ = 0;
  Parties parties_;  // that run, owe or are slow
};

}  // namespace countersign
