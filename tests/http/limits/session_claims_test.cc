#include "http/limits/session_claims.h"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <utility>

namespace countersign::http::session_claims_test {

SessionId session(std::uint8_t number) {
  Uuid id{};
  id[0] = number;
  return SessionId(id);
}

// The holders of claims by name, and the order in which they got them.
struct Desk {
  SessionClaims claims;
  std::string order;
  std::map<char, SessionClaims::Claim> held;

  bool claim(const SessionId& of, char name) {
    return claims.claim(of, [this, name](SessionClaims::Claim claim) {
      order += name;
      if (claim->waited) order += '+';
      held.emplace(name, std::move(claim));
    });
  }
  // Takes the claim out of `held` first, because its release gives the session to the next call.
  void let_go(char name) {
    const SessionClaims::Claim claim = std::move(held.at(name));
    held.erase(name);
  }
  ~Desk() {
    while (!held.empty()) let_go(held.begin()->first);
  }
};

TEST_CASE("one call of a session has it, and the others follow one by one in their order") {
  Desk desk;
  for (const char name : {'a', 'b', 'c'}) CHECK(desk.claim(session(1), name));
  CHECK(desk.order == "a");
  CHECK(desk.claims.waiting() == 2);
  desk.let_go('a');
  CHECK(desk.order == "ab+");
  CHECK(desk.claim(session(1), 'd'));
  CHECK(desk.order == "ab+");
  desk.let_go('b');
  desk.let_go('c');
  CHECK(desk.order == "ab+c+d+");
  desk.let_go('d');
  CHECK(desk.claim(session(1), 'e'));
  CHECK(desk.order == "ab+c+d+e");
}

TEST_CASE("a session waits for no other session") {
  Desk desk;
  CHECK(desk.claim(session(1), 'a'));
  CHECK(desk.claim(session(2), 'b'));
  CHECK(desk.order == "ab");
}

TEST_CASE("too many calls of a session are turned away, those of another are not") {
  Desk desk;
  CHECK(desk.claim(session(1), 'a'));
  std::size_t refused = 0;
  for (std::size_t i = 0; i < SessionClaims::kWaitingMax + 3; ++i) {
    if (!desk.claims.claim(session(1), [](SessionClaims::Claim) {})) ++refused;
  }
  CHECK(refused == 3);
  CHECK(desk.claim(session(2), 'b'));
  // Each call gets the session and releases it at once, one within the other.
  desk.let_go('a');
  CHECK(desk.claims.waiting() == 0);
  CHECK(desk.claim(session(1), 'c'));
  CHECK(desk.order == "abc");
}

}  // namespace countersign::http::session_claims_test
