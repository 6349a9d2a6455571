#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/reviewer/challenge_purpose.h"
#include "core/session/review/review_statement.h"
#include "tests/http/review/support/authenticator.h"
#include "tests/projections/support/history.h"

// An honest log with decisions of every kind, as the decider makes it, and the passkeys that signed
// in it.
namespace countersign {

using Events = std::vector<RecordedEvent>;

// The stored lines of the events with new numbers, versions and a new chain, as if they had always
// been so. An event with an older version is written as the release before the present one did.
std::vector<std::string> chained_lines(const Events& events);

// The people of the story. Each id is a reviewer's.
inline constexpr const char* kGina = "rvw_GAAAAAAAAAAAAAAAAAAAAA";   // a reviewer, disabled later
inline constexpr const char* kDora = "rvw_DAAAAAAAAAAAAAAAAAAAAA";   // a reviewer of another client
inline constexpr const char* kEve = "rvw_EAAAAAAAAAAAAAAAAAAAAA";    // an auditor
inline constexpr const char* kBoss = "rvw_IAAAAAAAAAAAAAAAAAAAAA";   // a supervisor
inline constexpr const char* kChief = "rvw_MAAAAAAAAAAAAAAAAAAAAA";  // another supervisor
inline constexpr const char* kNobody = "rvw_QAAAAAAAAAAAAAAAAAAAAA";  // not registered

class Story {
 public:
  // The origin of the log in which the decisions are signed.
  explicit Story(std::string origin);

  const Events& events() const { return events_; }
  // The passkey of a reviewer, or a further one by its name.
  test::Authenticator& key_of(const std::string& reviewer) const { return *keys_.at(reviewer); }

  // The signature that a passkey gives of the statement, and of any challenge.
  static DecisionSignature signed_by(test::Authenticator& key, const ReviewStatement& statement);
  static DecisionSignature assertion(test::Authenticator& key,
                                     const std::string& challenge,
                                     const ReviewStatement& statement);
  // The signature that a passkey gives of the addition of another one of the reviewer.
  static KeySignature sign_change(test::Authenticator& key,
                                  const ReviewerId& reviewer,
                                  const Passkey& added,
                                  ChallengePurpose purpose = ChallengePurpose::KeyChange);
  // The statement on a session over the first `seen` of these events, without the decision.
  ReviewStatement statement_of(std::uint64_t session, const Events& over, std::uint64_t seen) const;

 private:
  void must(const Submission& submission);
  void to_reviewer(const std::string& reviewer, const ReviewerCommand& command);
  void person(const std::string& reviewer, std::vector<RoleGrant> roles);
  Passkey make_key(const std::string& name);
  void add_key(const std::string& reviewer, const std::string& name);
  // On the word of the reviewer's first passkey.
  void add_signed_key(const std::string& reviewer, const std::string& name);
  void client(const char* name, std::uint64_t reviewers, bool unsigned_decisions);
  void case_of(const char* client, std::uint64_t session);
  void opinion(std::uint64_t session, const std::string& reviewer, ReviewDecision decision);
  // By the back office of the client, in the name of one of its people.
  void opinion_of_client(std::uint64_t session, const char* client);
  void sign_opinion(std::uint64_t session,
                    const std::string& reviewer,
                    ReviewDecision decision,
                    const std::string& key = "");
  void correct(std::uint64_t session, const std::string& reviewer, bool is_signed);
  template <class Command>
  void act(std::uint64_t session, Command command);
  UtcTime now() { return at_ = at_ + std::chrono::seconds(1); }

  void tell_of_unsigned();
  void tell_of_signed();

  const std::string origin_;
  History history_;
  Events events_;
  std::map<std::string, std::unique_ptr<test::Authenticator>> keys_;  // by reviewer, or key's name
  UtcTime at_ = kStart;
  std::uint64_t nonces_ = 0;
};

}  // namespace countersign
