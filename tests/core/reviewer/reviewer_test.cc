// A reviewer: roles, the one-time link, passkeys and logins.
#include "core/reviewer/reviewer.h"

#include <doctest/doctest.h>

#include "core/stream/evolve.h"
#include "core/text/base64url.h"
#include "tests/core/session/scenario.h"

namespace countersign::reviewer_test {

using countersign::test::digest;
using countersign::test::t;

const ReviewerId kAnna("rvw_AAAAAAAAAAAAAAAAAAAAAA");

// A registered reviewer, to whom each command happens a second after the one before.
class Anna {
 public:
  Anna() { when(RegisterReviewer{t(0), {{ReviewerRole::Reviewer, "svck_a"}}}); }

  Anna& when(const ReviewerCommand& command) {
    const auto decision = decide(reviewer_, command);
    REQUIRE(decision.has_value());
    REQUIRE(decision->size() == 1);
    RecordedEvent recorded;
    recorded.stream = stream_of(kAnna);
    recorded.version = StreamVersion(reviewer_.version + 1);
    recorded.sequence = Sequence(reviewer_.version + 1);
    recorded.at = t(static_cast<std::int64_t>(reviewer_.version));
    std::visit([&](const auto& happened) { recorded.event = happened; }, decision->front());
    evolve(reviewer_, recorded, Sha256());
    return *this;
  }
  // Registers a passkey by a link.
  Anna& owns(std::string id, std::uint32_t counter = 0) {
    const LinkHash one(digest(200));
    when(MakeReviewerLink{t(1), one, t(900)});
    return when(AddPasskey{
        t(1), {std::move(id), "spki", "localhost", "http://localhost:8081", counter}, one});
  }
  void refuses(const ReviewerCommand& command, Refusal why) const {
    const auto decision = decide(reviewer_, command);
    REQUIRE_FALSE(decision.has_value());
    CHECK(decision.error() == Rejection{why});
  }
  const Reviewer& state() const { return reviewer_; }

 private:
  Reviewer reviewer_;
};

LinkHash link(std::uint8_t fill) { return LinkHash(digest(fill)); }

Passkey passkey(std::string id, std::uint32_t counter = 0) {
  return {std::move(id), "spki", "localhost", "http://localhost:8081", counter};
}

AddPasskey by_link(UtcTime at, std::string id, std::uint8_t fill) {
  return {at, passkey(std::move(id)), link(fill)};
}

LogInReviewer log_in(std::string id, std::uint32_t counter) {
  return {t(50), LoginMethod::Passkey, std::move(id), counter};
}

TEST_CASE("a reviewer is registered once, and changed in roles") {
  Anna anna;
  CHECK(anna.state().id == kAnna);
  anna.refuses(RegisterReviewer{t(1), {}}, Refusal::ReviewerExists);
  anna.refuses(ChangeReviewer{t(1), {{ReviewerRole::Reviewer, "svck_a"}}}, Refusal::NothingToDo);
  anna.when(ChangeReviewer{t(1), {{ReviewerRole::Auditor, "*"}}});
  CHECK(anna.state().roles == std::vector<RoleGrant>{{ReviewerRole::Auditor, "*"}});
}

TEST_CASE("an unknown reviewer can do nothing") {
  const Reviewer nobody;
  for (const ReviewerCommand& command :
       {ReviewerCommand(ChangeReviewer{t(1), {}}),
        ReviewerCommand(MakeReviewerLink{t(1), link(1), t(900)}),
        ReviewerCommand(by_link(t(1), "k", 1)),
        ReviewerCommand(RevokePasskey{t(1), "k"}),
        ReviewerCommand(DisableReviewer{t(1), ""}),
        ReviewerCommand(log_in("k", 0)),
        ReviewerCommand(LogInReviewer{t(1), LoginMethod::OpenId})}) {
    const auto decision = decide(nobody, command);
    REQUIRE_FALSE(decision.has_value());
    CHECK(decision.error() == Rejection{Refusal::ReviewerUnknown});
  }
}

TEST_CASE("a link registers one passkey, before its end, and the newest link alone") {
  Anna anna;
  anna.refuses(by_link(t(1), "k", 1), Refusal::ReviewerLinkInvalid);
  anna.when(MakeReviewerLink{t(1), link(1), t(10)});
  anna.when(MakeReviewerLink{t(2), link(2), t(20)});
  anna.refuses(by_link(t(3), "k", 1), Refusal::ReviewerLinkInvalid);
  anna.refuses(by_link(t(20), "k", 2), Refusal::ReviewerLinkInvalid);
  anna.when(by_link(t(19), "k", 2));
  CHECK_FALSE(anna.state().link);
  anna.refuses(by_link(t(19), "l", 2), Refusal::ReviewerLinkInvalid);
  REQUIRE(anna.state().passkeys.size() == 1);
  CHECK(anna.state().passkeys.front().passkey == passkey("k"));
}

TEST_CASE("a passkey is the reviewer's once, and there are at most ten") {
  Anna anna;
  for (std::size_t i = 0; i < kPasskeysMax; ++i) {
    anna.owns("k" + std::to_string(i));
  }
  anna.refuses(AddPasskey{t(2), passkey("k0")}, Refusal::PasskeyExists);
  anna.refuses(AddPasskey{t(2), passkey("other")}, Refusal::TooManyPasskeys);
  anna.refuses(RevokePasskey{t(2), "other"}, Refusal::PasskeyUnknown);
  anna.when(RevokePasskey{t(2), "k0"}).owns("other");
  CHECK(find_passkey(anna.state(), "k0") == nullptr);
  CHECK(find_passkey(anna.state(), "other") != nullptr);
}

TEST_CASE("a counter that does not go on is a copied passkey") {
  Anna anna;
  anna.owns("counts", 5).owns("does_not");
  anna.refuses(log_in("counts", 5), Refusal::PasskeyCopied);
  anna.refuses(log_in("counts", 0), Refusal::PasskeyCopied);
  anna.when(log_in("counts", 6));
  anna.refuses(log_in("counts", 6), Refusal::PasskeyCopied);
  anna.when(log_in("does_not", 0)).when(log_in("does_not", 0)).when(log_in("does_not", 1));
  anna.refuses(log_in("does_not", 0), Refusal::PasskeyCopied);
  anna.refuses(log_in("unknown", 9), Refusal::PasskeyUnknown);
  const OwnedPasskey* counts = find_passkey(anna.state(), "counts");
  REQUIRE(counts != nullptr);
  CHECK(counts->passkey.counter == 6);
  CHECK(counts->last_used_at.has_value());
}

// A signature whose authenticator gave this counter.
DecisionSignature signed_with(std::string id, std::uint32_t counter) {
  std::string data(37, '\0');
  for (int i = 0; i < 4; ++i) data[33 + i] = static_cast<char>(counter >> (24 - 8 * i));
  return {std::move(id), 1, to_base64url(data), "", ""};
}

KeySignature change_signed_with(const std::string& id, std::uint32_t counter) {
  return {id, signed_with(id, counter).authenticator_data, "", ""};
}

TEST_CASE("a decision's signature counts as a login does") {
  CHECK(counter_of(signed_with("k", 0x01020304)) == 0x01020304);
  CHECK(counter_of({"k", 1, "no base64url!", "", ""}) == 0);
  CHECK(counter_of({"k", 1, to_base64url(std::string(36, 'x')), "", ""}) == 0);

  Anna anna;
  anna.owns("counts", 5).owns("does_not");
  Reviewer now = anna.state();
  CHECK_FALSE(is_counted_on(now, signed_with("counts", 5)));
  CHECK(is_counted_on(now, signed_with("counts", 6)));
  CHECK(is_counted_on(now, signed_with("does_not", 0)));
  CHECK_FALSE(is_counted_on(now, signed_with("unknown", 9)));

  note_signature(now, signed_with("counts", 6), t(7));
  note_signature(now, signed_with("unknown", 9), t(8));
  CHECK(find_passkey(now, "counts")->last_used_at == t(7));
  CHECK(find_passkey(now, "does_not")->last_used_at ==
        find_passkey(anna.state(), "does_not")->last_used_at);
  CHECK_FALSE(is_counted_on(now, signed_with("counts", 6)));
  CHECK_FALSE(is_counted_on(now, signed_with("counts", 0)));
  CHECK(decide(now, log_in("counts", 6)).error() == Rejection{Refusal::PasskeyCopied});
  CHECK(decide(now, log_in("counts", 7)).has_value());
  CHECK(now.version == anna.state().version);
}

TEST_CASE("who registers by a link is logged in thereby, and who adds a passkey is not") {
  Anna anna;
  anna.when(MakeReviewerLink{t(1), link(1), t(100)});
  CHECK_FALSE(anna.state().last_login_at);
  anna.when(by_link(t(2), "k", 1));
  CHECK(anna.state().last_login_at == t(2));
  CHECK(find_passkey(anna.state(), "k")->last_used_at == t(2));
  anna.when(AddPasskey{t(3), passkey("second"), std::nullopt, change_signed_with("k", 0)});
  CHECK(anna.state().last_login_at == t(2));
  CHECK_FALSE(find_passkey(anna.state(), "second")->last_used_at);
}

TEST_CASE("whoever has a passkey adds and revokes others by a signature, and the event says so") {
  Anna anna;
  anna.refuses(AddPasskey{t(1), passkey("k")}, Refusal::PasskeyUnsigned);
  anna.owns("k", 5).owns("uncounted");
  CHECK(find_passkey(anna.state(), "k")->by == KeyWord::Link);
  const auto by = [](const std::string& id, std::uint32_t counter) {
    return AddPasskey{t(2), passkey("new"), std::nullopt, change_signed_with(id, counter)};
  };
  anna.refuses(AddPasskey{t(2), passkey("new")}, Refusal::PasskeyUnsigned);
  anna.refuses(by("new", 0), Refusal::PasskeyUnknown);
  anna.refuses(by("k", 5), Refusal::PasskeyCopied);
  anna.when(by("k", 6));
  CHECK(find_passkey(anna.state(), "new")->by == KeyWord::Passkey);
  CHECK(find_passkey(anna.state(), "k")->passkey.counter == 6);
  CHECK_FALSE(is_counted_on(anna.state(), signed_with("k", 6)));
  anna.refuses(RevokePasskey{t(3), "new", change_signed_with("k", 6)}, Refusal::PasskeyCopied);
  anna.refuses(RevokePasskey{t(3), "new", change_signed_with("other", 6)}, Refusal::PasskeyUnknown);
  const auto revoked =
      decide(anna.state(), RevokePasskey{t(3), "new", change_signed_with("uncounted", 0)});
  REQUIRE(revoked.has_value());
  CHECK(std::get<ReviewerKeyRevoked>(revoked->front()).by == KeyWord::Passkey);
  const auto by_operator = decide(anna.state(), RevokePasskey{t(3), "new"});
  REQUIRE(by_operator.has_value());
  CHECK(std::get<ReviewerKeyRevoked>(by_operator->front()).by == KeyWord::Operator);
}

TEST_CASE("a provider's word brings the first passkey of a site, and no other") {
  Anna anna;
  anna.when(LogInByProvider{t(1), {{ReviewerRole::Reviewer, "svck_a"}}});
  anna.when(AddPasskey{t(2), passkey("k")});
  CHECK(find_passkey(anna.state(), "k")->by == KeyWord::Provider);
  anna.refuses(AddPasskey{t(3), passkey("l")}, Refusal::PasskeyUnsigned);
  // The console has moved: no passkey of the old address can sign at the new one.
  Passkey moved = passkey("m");
  moved.origin = "https://elsewhere.example";
  anna.refuses(AddPasskey{t(3), moved, std::nullopt, change_signed_with("k", 0)},
               Refusal::PasskeyUnknown);
  anna.when(AddPasskey{t(4), moved});
  CHECK(find_passkey(anna.state(), "m")->by == KeyWord::Provider);
}

TEST_CASE("the statement of a change of passkeys has one line for each thing it says") {
  CHECK(text_of(KeyStatement{kAnna,
                             KeyStatement::Act::Revoke,
                             "AAEC",
                             Sha256(digest(0xab)),
                             "https://review.example.com"}) ==
        "countersign passkey v1\n"
        "reviewer rvw_AAAAAAAAAAAAAAAAAAAAAA\n"
        "act revoke\n"
        "passkey AAEC\n"
        "key abababababababababababababababababababababababababababababababab\n"
        "site https://review.example.com\n");
}

TEST_CASE("a disabled reviewer can do nothing, and the link is gone") {
  Anna anna;
  anna.owns("k").when(MakeReviewerLink{t(1), link(1), t(100)});
  anna.when(DisableReviewer{t(2), "left"});
  CHECK_FALSE(is_usable(anna.state()));
  CHECK_FALSE(is_link_open(anna.state(), link(1), t(3)));
  anna.refuses(DisableReviewer{t(3), "left"}, Refusal::NothingToDo);
  anna.refuses(by_link(t(3), "l", 1), Refusal::ReviewerUnknown);
  anna.refuses(log_in("k", 0), Refusal::ReviewerUnknown);
  anna.refuses(LogInReviewer{t(3), LoginMethod::OpenId}, Refusal::ReviewerUnknown);
  anna.refuses(MakeReviewerLink{t(3), link(2), t(100)}, Refusal::ReviewerUnknown);
}

TEST_CASE("a role covers one client or all, and a supervisor is a reviewer too") {
  const ClientKey a("svck_a");
  const ClientKey b("svck_b");
  const std::vector<RoleGrant> roles{{ReviewerRole::Supervisor, "svck_a"},
                                     {ReviewerRole::Auditor, "*"}};
  CHECK(allows(roles, ReviewerRole::Supervisor, a));
  CHECK(allows(roles, ReviewerRole::Reviewer, a));
  CHECK_FALSE(allows(roles, ReviewerRole::Reviewer, b));
  CHECK(allows(roles, ReviewerRole::Auditor, b));
  CHECK(allows_somewhere(roles, ReviewerRole::Reviewer));
  CHECK_FALSE(allows_somewhere({{ReviewerRole::Auditor, "*"}}, ReviewerRole::Reviewer));
}

TEST_CASE("an operator is one for the whole installation, and has nobody's cases") {
  const ClientKey a("svck_a");
  const std::vector<RoleGrant> everywhere{{ReviewerRole::Operator, "*"}};
  const std::vector<RoleGrant> of_one{{ReviewerRole::Operator, "svck_a"}};
  CHECK(allows_somewhere(everywhere, ReviewerRole::Operator));
  CHECK_FALSE(allows_somewhere(of_one, ReviewerRole::Operator));
  for (const ReviewerRole other :
       {ReviewerRole::Reviewer, ReviewerRole::Supervisor, ReviewerRole::Auditor}) {
    CHECK_FALSE(allows_somewhere(everywhere, other));
    CHECK_FALSE(allows_somewhere({{other, "*"}}, ReviewerRole::Operator));
    CHECK_FALSE(allows(everywhere, other, a));
  }
  CHECK_FALSE(everywhere.front().covers(a));
  CHECK_FALSE(allows(everywhere, ReviewerRole::Operator, a));
  const std::vector<RoleGrant> both{{ReviewerRole::Operator, "*"}, {ReviewerRole::Auditor, "*"}};
  CHECK(allows_somewhere(both, ReviewerRole::Operator));
  CHECK(allows(both, ReviewerRole::Auditor, a));
}

TEST_CASE("the id of a reviewer has one form, and names its stream") {
  CHECK(is_reviewer_id(kAnna.value()));
  CHECK(reviewer_of(stream_of(kAnna)) == kAnna);
  for (const char* other : {"",
                            "rvw_",
                            "rvw_AAAAAAAAAAAAAAAAAAAAA",
                            "rvw_AAAAAAAAAAAAAAAAAAAAAAA",
                            "rvx_AAAAAAAAAAAAAAAAAAAAAA",
                            "rvw_AAAAAAAAAAAAAAAAAAAAA.",
                            "rvw_../AAAAAAAAAAAAAAAAAAA"}) {
    CAPTURE(other);
    CHECK_FALSE(is_reviewer_id(other));
    CHECK_FALSE(reviewer_of(StreamId("reviewer-" + std::string(other))));
  }
}

TEST_CASE("the first login at a provider registers, and each brings the roles of its day") {
  const std::vector<RoleGrant> cases{{ReviewerRole::Reviewer, "svck_a"}};
  const std::vector<RoleGrant> lead{{ReviewerRole::Supervisor, "*"}};
  const ReviewerEvent logged_in = ReviewerLoggedIn{LoginMethod::OpenId, {}, 0};
  const auto first = decide(Reviewer(), LogInByProvider{t(0), cases});
  REQUIRE(first.has_value());
  CHECK(*first == std::vector<ReviewerEvent>{ReviewerRegistered{cases}, logged_in});
  Anna anna;
  CHECK(*decide(anna.state(), LogInByProvider{t(1), cases}) ==
        std::vector<ReviewerEvent>{logged_in});
  CHECK(*decide(anna.state(), LogInByProvider{t(1), lead}) ==
        std::vector<ReviewerEvent>{ReviewerChanged{lead}, logged_in});
}

TEST_CASE("who logs in at a provider does so with no passkey, and not when disabled") {
  Anna anna;
  anna.when(LogInByProvider{t(1), {{ReviewerRole::Reviewer, "svck_a"}}});
  CHECK(anna.state().by_provider);
  anna.when(AddPasskey{t(2), passkey("k")});
  anna.refuses(log_in("k", 0), Refusal::PasskeyUnknown);
  anna.when(DisableReviewer{t(3), "left"});
  anna.refuses(LogInByProvider{t(4), {{ReviewerRole::Reviewer, "svck_a"}}},
               Refusal::ReviewerUnknown);
}

TEST_CASE("a link of the operator's lets in whom the provider let in before, and nobody disabled") {
  Anna anna;
  anna.when(LogInByProvider{t(1), {{ReviewerRole::Reviewer, "svck_a"}}});
  anna.when(MakeReviewerLink{t(2), link(1), t(100)});
  anna.when(by_link(t(3), "k", 1));
  CHECK(anna.state().last_login_at == t(3));
  CHECK(find_passkey(anna.state(), "k")->by == KeyWord::Link);
  anna.refuses(log_in("k", 0), Refusal::PasskeyUnknown);
  anna.when(MakeReviewerLink{t(4), link(2), t(100)});
  anna.when(DisableReviewer{t(5), "left"});
  anna.refuses(by_link(t(6), "another", 2), Refusal::ReviewerUnknown);
  anna.refuses(MakeReviewerLink{t(6), link(3), t(100)}, Refusal::ReviewerUnknown);
}

}  // namespace countersign::reviewer_test
