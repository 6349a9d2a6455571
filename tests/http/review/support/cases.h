#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/sha256.h"
#include "http/sealed/sealed_note.h"
#include "tests/http/review/support/console.h"

namespace countersign::http {

// A console with a client whose sessions wait for reviewers who have logged in.
class Cases : public Console {
 public:
  explicit Cases(const ClientPolicy& policy = any_purpose(),
                 Rig::Checkpoints checkpoints = Rig::Checkpoints::None)
      : Console(checkpoints),
        client(rig.add_client(policy)),
        other(rig.add_client(any_purpose())) {}

  // One person at the console.
  struct Person {
    test::Authenticator passkey;
    std::string id;
    std::string token;
  };
  std::unique_ptr<Person> person(const std::string& name = "anna",
                                 const std::string& role = "reviewer",
                                 const std::string& of = "*") {
    return person_with(name, R"([{"role":")" + role + R"(","client":")" + of + R"("}])");
  }
  std::unique_ptr<Person> person_with(const std::string& name, const std::string& roles) {
    std::unique_ptr<Person> made(
        new Person{test::Authenticator(PasskeyAlgorithm::Es256, "passkey of " + name), "", ""});
    const Made added = add(name, roles);
    made->id = added.reviewer;
    made->passkey.user_handle = added.reviewer;
    made->token = token_of(register_with(added.code, made->passkey));
    return made;
  }

  // A session that waits for a review; its picture has this salt.
  std::string in_review(const Credentials& of, const std::string& salt) {
    const Answer created = rig.create(of, R"("purpose":"FULL_CAPTURE","userRef":"u-1")");
    REQUIRE_MESSAGE(created.status == 200, created.body);
    const std::string token = created["sessionToken"];
    REQUIRE(rig.document(token, good_image(salt), "", "PASSPORT")["ok"] == "true");
    REQUIRE(rig.device(Method::Post, "/api/sdk/liveness/not-possible", token, {}).status == 200);
    REQUIRE(rig.finalize(token)["result"] == "REVIEW");
    return created["sessionId"];
  }
  std::string in_review() { return in_review(client, "salt " + std::to_string(++salts_)); }

  static std::string path(const std::string& session, const std::string& call = "") {
    return "/review/api/case/" + session + call;
  }
  Answer show(const Person& who, const std::string& session) {
    return get(path(session), who.token);
  }
  Answer act(const Person& who,
             const std::string& session,
             const std::string& call,
             const std::string& body = "{}") {
    return post(path(session, call), body, who.token);
  }
  Session session(const std::string& id) {
    const auto found = rig.data().queries().session(SessionId(*parse_uuid(id)));
    REQUIRE((found && *found));
    return **found;
  }
  std::string file_of(const std::string& id) { return to_string(session(id).files.front().file); }
  Answer look(const Person& who, const std::string& session) {
    return act(who, session, "/view", R"({"file":")" + file_of(session) + R"("})");
  }
  std::uint64_t head() { return rig.data().queries().head().value(); }

  // ---- decisions ----
  static std::string choice(const std::string& decision,
                            const std::string& reasons = R"(["PERSON_MATCHES"])") {
    return R"("decision":")" + decision + R"(","reasons":)" + reasons;
  }
  // The page draws a salt for each.
  static inline const std::string kSalt = std::string(kNoteSaltBytes, 's');
  static std::string salt() { return R"(,"salt":")" + to_base64url(kSalt) + "\""; }
  // Why decisions are made without a look, as the page asks for it; empty: nothing is said.
  std::string why = "known in person";
  // The name of the sentence that the person gets; empty: none.
  std::string tell;
  // That sentence as the page shows it, of which it sends the hash; empty: no hash is sent.
  std::string shown_sentence;
  std::string why_member() const {
    return (why.empty() ? std::string() : R"(,"withoutLook":")" + why + "\"") +
           (tell.empty() ? std::string() : R"(,"tell":")" + tell + "\"") +
           (shown_sentence.empty() ? std::string()
                                   : R"(,"tellHash":")" + to_hex(sha256(shown_sentence)) + "\"");
  }
  std::string words_with(const std::string& note) const {
    return words_of_note(note, why.empty() ? std::nullopt : std::optional(why));
  }
  struct Begun {
    std::uint64_t seen = 0;
    std::string statement;
    std::string challenge;
  };
  Begun begin(const Person& who,
              const std::string& session,
              const std::string& decision,
              const std::string& kind = "decision",
              const std::string& note = "") {
    const Answer begun =
        act(who,
            session,
            "/decide/begin",
            "{" + choice(decision) + R"(,"kind":")" + kind + R"(","noteHash":")" +
                to_hex(note_hash(kSalt, words_with(note)).value()) + "\"" + why_member() + "}");
    REQUIRE_MESSAGE(begun.status == 200, begun.body);
    return {std::stoull(begun["seen"]), begun["statement"], challenge_of(begun)};
  }
  // Decides as the page does: begins, signs, sends.
  Answer decide(Person& who,
                const std::string& session,
                const std::string& decision,
                const std::string& kind = "decision",
                const std::string& more = "") {
    const std::string mark = R"("note":")";
    const std::size_t note = more.find(mark) + mark.size();
    const bool has_note = more.find(mark) != std::string::npos;
    const Begun begun =
        begin(who,
              session,
              decision,
              kind,
              has_note ? more.substr(note, more.find('"', note) - note) : std::string());
    ++who.passkey.counter;
    return send_decision(
        who, session, decision, begun.seen, who.passkey.assert_json(begun.challenge), kind, more);
  }
  Answer send_decision(const Person& who,
                       const std::string& session,
                       const std::string& decision,
                       std::uint64_t seen,
                       const std::string& credential = "null",
                       const std::string& kind = "decision",
                       const std::string& more = "") {
    return act(who,
               session,
               kind == "decision" ? "/decide" : "/correct",
               "{" + choice(decision) + R"(,"seen":)" + std::to_string(seen) + more + why_member() +
                   (credential == "null" ? "" : salt()) + R"(,"credential":)" + credential + "}");
  }

  std::vector<StoredEvent> events_of(const std::string& session) {
    const auto events = rig.data().queries().timeline(SessionId(*parse_uuid(session)));
    REQUIRE(events.has_value());
    return *events;
  }
  template <class E>
  std::vector<E> all_of(const std::string& session) {
    std::vector<E> found;
    for (const StoredEvent& event : events_of(session)) {
      if (const auto* as = std::get_if<E>(&event.recorded.event)) found.push_back(*as);
    }
    return found;
  }
  void purge(const std::string& session) {
    const Answer answer = rig.send(
        {.method = Method::Post,
         .path = "/api/svc/session/" + session + "/purge",
         .headers = {{"x-svc-client-key", client.key}, {"x-svc-client-secret", client.secret}}});
    REQUIRE_MESSAGE(answer.status / 100 == 2, answer.body);
  }

  Credentials client;
  Credentials other;

 private:
  int salts_ = 0;
};

inline bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace countersign::http
