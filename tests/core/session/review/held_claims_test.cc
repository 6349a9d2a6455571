// How many cases a reviewer has at once.
#include "core/session/review/held_claims.h"

#include <doctest/doctest.h>

#include <map>
#include <string>

namespace countersign::held_claims_test {

constexpr const char* kAnna = "rvw_anna";
constexpr const char* kBert = "rvw_bert";

struct Book {
  std::map<std::string, HeldClaims> claims;
  std::map<SessionId, std::string> holders;

  HeldClaims claims_of(const std::string& reviewer) const {
    const auto found = claims.find(reviewer);
    return found == claims.end() ? HeldClaims() : found->second;
  }
  std::optional<std::string> holder_of(const SessionId& session) const {
    const auto found = holders.find(session);
    return found == holders.end() ? std::nullopt : std::optional(found->second);
  }
  void set_claims(const std::string& reviewer, const HeldClaims& held) { claims[reviewer] = held; }
  void set_holder(const SessionId& session, const std::optional<std::string>& holder) {
    holders.erase(session);
    if (holder) holders.emplace(session, *holder);
  }

  void claim(int session, const char* reviewer, std::int64_t at = 0, std::int64_t ends = 100) {
    note_claim(*this, id(session), {reviewer, UtcTime(ends), UtcTime(ends), {}}, UtcTime(at));
  }
  void end(int session) { end_claim(*this, id(session)); }
  bool has(int session, const char* reviewer) const {
    return is_held(*this, id(session), reviewer);
  }

  static SessionId id(int session) {
    Uuid uuid{};
    uuid[0] = static_cast<std::uint8_t>(session);
    return SessionId(uuid);
  }
};

TEST_CASE("a reviewer has the three cases that were taken last") {
  Book book;
  for (int session = 1; session <= 3; ++session) book.claim(session, kAnna);
  book.claim(9, kBert);
  CHECK((book.has(1, kAnna) && book.has(2, kAnna) && book.has(3, kAnna)));
  book.claim(4, kAnna);
  CHECK_FALSE(book.has(1, kAnna));
  CHECK((book.has(2, kAnna) && book.has(3, kAnna) && book.has(4, kAnna)));
  CHECK(book.has(9, kBert));
  // To keep a case longer is to take it again.
  book.claim(2, kAnna);
  book.claim(5, kAnna);
  CHECK(book.has(2, kAnna));
  CHECK_FALSE(book.has(3, kAnna));
}

TEST_CASE("a case that a reviewer does not have any more leaves its place to another") {
  Book book;
  for (int session = 1; session <= 3; ++session) book.claim(session, kAnna);
  book.end(2);  // given back, decided or purged
  book.claim(4, kAnna);
  CHECK((book.has(1, kAnna) && book.has(3, kAnna) && book.has(4, kAnna)));
  book.claim(3, kBert);  // taken over
  CHECK(book.has(3, kBert));
  CHECK_FALSE(book.has(3, kAnna));
  book.claim(5, kAnna);
  CHECK((book.has(1, kAnna) && book.has(4, kAnna) && book.has(5, kAnna)));
  // Those that have lapsed.
  book.claim(6, kAnna, 100, 200);
  book.claim(7, kAnna, 100, 200);
  book.claim(8, kAnna, 100, 200);
  CHECK((book.has(6, kAnna) && book.has(7, kAnna) && book.has(8, kAnna)));
  CHECK_FALSE(book.has(5, kAnna));
  book.end(99);
}

TEST_CASE("the claims of a reviewer of a back office are not counted") {
  Book book;
  for (int session = 1; session <= 5; ++session) book.claim(session, "anna");
  CHECK((book.has(1, "anna") && book.has(5, "anna")));
  CHECK(book.claims.empty());
}

}  // namespace countersign::held_claims_test
