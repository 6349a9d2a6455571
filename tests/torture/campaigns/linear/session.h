#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "tests/programs/support/running_server.h"
#include "tests/programs/support/wire.h"
#include "tests/torture/campaigns/linear/model.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

Nanoseconds steady_now();

// A call before it is sent.
struct Planned {
  Operation operation;
  tests::Request request;
};

// A sandbox session that several clients use at a time, their common knowledge of it, and the
// history of their calls. Thread-safe.
class SharedSession {
 public:
  // The session's identity, from the response to create.
  struct Identity {
    std::string id;
    std::string token;
    tests::Credentials client;
  };
  static tests::Request creation(const tests::Credentials& client,
                                 const SessionModel::Settings& of);

  // `strangers`: nonces of another session. `operations`: how many calls there will be.
  SharedSession(Identity identity,
                SessionModel::Settings settings,
                std::vector<std::string> strangers,
                std::size_t operations);

  // Returns false if no more calls are to be made. After true, leave() has to follow.
  bool enter();
  // Returns true for the last client: the history is complete.
  bool leave();

  // Draws a possible next call from what all clients together know.
  Planned draw(Draw& draw);
  Planned challenge(Part part);
  // Records the outcome of a call. Status 0: there was no response, and there is none after
  // `returned`.
  void record(Operation operation, const tests::Answer& answer, Nanoseconds returned);

  const std::string& id() const { return identity_.id; }
  const SessionModel::Settings& settings() const { return settings_; }
  // REQUIRES: no client is between enter() and leave().
  History history() const;
  std::vector<std::string> nonces() const;

 private:
  struct Known {
    Part part = Part::Front;
    std::string value;  // "" until a client has received it
    bool spent = false;
  };

  // These require that mutex_ is held.
  Planned plan(Call call, Part part = Part::Front);
  Planned challenge_of(Part part);
  Planned draw_submission(Draw& draw);
  Planned submission(Draw& draw, Part part, int nonce, const std::string& value);
  Planned draw_finalize(Draw& draw);
  Planned draw_repeat(Draw& draw);
  Planned under_key(Planned planned, int key);
  void maybe_under_new_key(Draw& draw, Planned& planned, int percent);
  Part draw_part(Draw& draw) const;
  std::vector<int> numbers_of(Part part, bool spent) const;
  void learn(const Operation& operation, const tests::Answer& answer);

  const Identity identity_;
  const SessionModel::Settings settings_;
  const std::vector<std::string> strangers_;
  mutable std::mutex mutex_;  // guards all below
  std::size_t tickets_;
  std::size_t inside_ = 0;
  Part turn_ = Part::Front;
  int requests_ = 0;
  std::vector<Known> nonces_;   // by number
  std::vector<Planned> keyed_;  // the first request of each key
  History history_;
};

}  // namespace countersign::torture
