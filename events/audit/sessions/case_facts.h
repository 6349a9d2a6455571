#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/event/client_policy.h"
#include "core/event/stated_reason.h"
#include "core/ids.h"
#include "core/reviewer/reviewer.h"
#include "core/schema.h"
#include "events/audit/streams/state_form.h"

// The facts that the rules of a case need from outside of its stream, so that a session can be
// judged by itself, later than the events around it were read.
namespace countersign {

// A registered reviewer at one place of the log.
struct PersonFacts {
  bool usable = false;  // registered, and not disabled
  std::vector<RoleGrant> roles;
  std::optional<Passkey> passkey;  // that the act names, if it was the reviewer's then
};
template <>
inline constexpr auto fields_of<PersonFacts> = fields(Field{"usable", &PersonFacts::usable},
                                                      Field{"roles", &PersonFacts::roles},
                                                      Field{"passkey", &PersonFacts::passkey});
static_assert(record_is_sound<PersonFacts>);

// The facts of the log just before an act on a case.
struct CaseFacts {
  std::optional<PersonFacts> person;  // who acts; none: no such reviewer
  // The reviewer whose claim on the case is one of their latest (core/session/review/held_claims.h)
  // and what this reviewer was.
  std::optional<std::string> holder;
  std::optional<PersonFacts> holder_was;
  std::optional<ClientKey> opened_for;  // of the session that a decision opens, its client
};
template <>
inline constexpr auto fields_of<CaseFacts> = fields(Field{"person", &CaseFacts::person},
                                                    Field{"holder", &CaseFacts::holder},
                                                    Field{"holderWas", &CaseFacts::holder_was},
                                                    Field{"openedFor", &CaseFacts::opened_for});
static_assert(record_is_sound<CaseFacts>);

// The requirements of a client's policy for decisions.
struct AskedOfDecisions {
  bool signed_only = false;
  bool two_opinions = false;
  bool no_corrections = false;
  bool looks_only = false;
  std::uint64_t due_ms = 0;         // 0: no due time
  std::vector<Sha256> sentences{};  // hash_of_sentence() of each that the person may get
  bool operator==(const AskedOfDecisions&) const = default;
};
template <>
inline constexpr auto fields_of<AskedOfDecisions> =
    fields(Field{"signedOnly", &AskedOfDecisions::signed_only},
           Field{"twoOpinions", &AskedOfDecisions::two_opinions},
           Field{"noCorrections", &AskedOfDecisions::no_corrections},
           Field{"looksOnly", &AskedOfDecisions::looks_only},
           Field{"dueMs", &AskedOfDecisions::due_ms},
           Field{"sentences", &AskedOfDecisions::sentences});
static_assert(record_is_sound<AskedOfDecisions>);

// SHA-256 of a sentence with its name.
Sha256 hash_of_sentence(const ToldSentence& told);

// The demands of each client at each place of the log. Some bytes for each change. One thread
// learns; afterwards any thread reads.
class AskedHistory {
 public:
  // REQUIRES: places come in the order of the log.
  void learn(const ClientKey& client, Sequence place, const ClientPolicy& policy);
  AskedOfDecisions at(const ClientKey& client, Sequence place) const;

  // See state_form.h. The demands at the end, which hold for the events behind.
  void append_state(std::string& out) const;
  bool take_state(StateReader& in);

 private:
  using Change = std::pair<Sequence, AskedOfDecisions>;
  std::map<std::string, std::vector<Change>> changes_;  // by client; none: asks for nothing
};

}  // namespace countersign
