// The person's consent to the client's text.
#include "tests/core/session/session_scenarios.h"

namespace countersign::test::consent_test {

ConsentVersion text(std::string version, std::uint8_t hash) {
  return {std::move(version), Sha256(digest(hash))};
}

TEST_CASE("consent to one text is recorded once, and consent to the next one again") {
  given({created()}).when(GiveConsent{kNow, text("v1", 1)}).then({ConsentGiven{text("v1", 1)}});
  Given session({created()});
  session.and_then(GiveConsent{kNow, text("v1", 1)});
  session.when(GiveConsent{kNow, text("v1", 1)}).then_refused(Refusal::NothingToDo);
  session.and_then(GiveConsent{kNow, text("v2", 2)});
  REQUIRE(session.session().consent);
  CHECK(*session.session().consent == Consent{text("v2", 2), t(2)});
}

TEST_CASE("consent does not begin a capture") {
  Given session({created()});
  session.and_then(GiveConsent{kNow, text("v1", 1)});
  CHECK(session.session().status == SessionStatus::Created);
  CHECK_FALSE(session.session().started_at);
}

TEST_CASE("a session that is over takes no consent, and keeps the one that was given") {
  Given session({created()});
  session.when(GiveConsent{kExpiry, text("v1", 1)}).then_refused(Refusal::SessionInvalid);
  session.and_then(GiveConsent{kNow, text("v1", 1)});
  session.and_then(CancelSession{kNow});
  session.when(GiveConsent{kNow, text("v2", 2)}).then_refused(Refusal::SessionInvalid);
  CHECK(session.session().consent->text == text("v1", 1));
}

}  // namespace countersign::test::consent_test
