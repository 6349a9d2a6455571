// The settings of a client's capture page.
#include <doctest/doctest.h>

#include "core/client/client.h"
#include "core/stream/evolve.h"
#include "tests/core/session/scenario.h"

namespace countersign::client_page_test {

using countersign::test::digest;
using countersign::test::t;

// A registered client; each event has a sequence of its own, from 1.
class Shop {
 public:
  Shop() { when(RegisterClient{t(0), "shop", {}, SecretHash(digest(1))}); }

  Shop& when(const ClientCommand& command) {
    const auto decision = decide(client_, command);
    REQUIRE(decision.has_value());
    for (const ClientEvent& event : *decision) {
      RecordedEvent recorded;
      recorded.stream = stream_of(ClientKey("svck_a"));
      recorded.version = StreamVersion(client_.version + 1);
      recorded.sequence = Sequence(client_.version + 1);
      std::visit([&](const auto& what) { recorded.event = what; }, event);
      evolve(client_, recorded, Sha256());
    }
    return *this;
  }
  void refuses(const ClientCommand& command, Refusal why) const {
    const auto decision = decide(client_, command);
    REQUIRE_FALSE(decision.has_value());
    CHECK(decision.error() == Rejection{why});
  }
  const Client& client() const { return client_; }

 private:
  Client client_;
};

ConsentVersion consent(std::string version, std::uint8_t text) {
  return {std::move(version), Sha256(digest(text))};
}

LogoFile logo(std::uint8_t bytes) { return {ImageFormat::Png, 10, 20, 3, Sha256(digest(bytes))}; }

CapturePage page(std::string name) {
  CapturePage page;
  page.name = std::move(name);
  page.document_types = {DocumentType::Passport};
  page.links = false;
  return page;
}

TEST_CASE("a page, a logo and a text change one by one, and the state says where the bytes are") {
  Shop shop;
  CHECK(shop.client().page == CapturePage{});
  CHECK(shop.client().page.links);
  shop.when(ChangeCapturePage{t(1), page("Shop")});
  shop.when(ChangeLogo{t(2), logo(7), "AAAA"});
  shop.when(ChangeConsentText{t(3), consent("v1", 8), "I agree."});
  CHECK(shop.client().page == page("Shop"));
  CHECK(shop.client().logo == ClientLogo{logo(7), Sequence(3)});
  CHECK(shop.client().consent == ClientConsent{consent("v1", 8), Sequence(4)});
  shop.when(ChangeLogo{t(4)}).when(ChangeConsentText{t(5)});
  CHECK_FALSE(shop.client().logo);
  CHECK_FALSE(shop.client().consent);
  CHECK(shop.client().page == page("Shop"));
}

TEST_CASE("a change of a page that changes nothing is not an event") {
  Shop shop;
  shop.refuses(ChangeCapturePage{t(1), {}}, Refusal::NothingToDo);
  shop.refuses(ChangeLogo{t(1)}, Refusal::NothingToDo);
  shop.refuses(ChangeConsentText{t(1)}, Refusal::NothingToDo);
  shop.when(ChangeLogo{t(2), logo(7), "AAAA"});
  shop.when(ChangeConsentText{t(3), consent("v1", 8), "I agree."});
  shop.refuses(ChangeLogo{t(4), logo(7), "AAAA"}, Refusal::NothingToDo);
  shop.refuses(ChangeConsentText{t(4), consent("v1", 8), "I agree."}, Refusal::NothingToDo);
}

TEST_CASE("another consent text needs another version") {
  Shop shop;
  shop.when(ChangeConsentText{t(1), consent("v1", 8), "I agree."});
  shop.refuses(ChangeConsentText{t(2), consent("v1", 9), "I do."}, Refusal::ConsentVersionTaken);
  shop.when(ChangeConsentText{t(2), consent("v2", 9), "I do."});
  CHECK(shop.client().consent->consent == consent("v2", 9));
  // Nor may a version name two texts with another between them, or none.
  shop.refuses(ChangeConsentText{t(3), consent("v1", 9), "I do."}, Refusal::ConsentVersionTaken);
  shop.when(ChangeConsentText{t(3)});
  shop.refuses(ChangeConsentText{t(4), consent("v2", 8), "I agree."}, Refusal::ConsentVersionTaken);
  shop.when(ChangeConsentText{t(4), consent("v1", 8), "I agree."});
  CHECK(shop.client().consent->consent == consent("v1", 8));
  CHECK(shop.client().consents ==
        std::vector<KnownConsent>{{consent("v1", 8), {}}, {consent("v2", 9), {}}});
}

TEST_CASE("a language has a consent text of its own, beside that of all others") {
  Shop shop;
  shop.refuses(ChangeConsentText{t(1), consent("v1", 9), "Ja.", "de"}, Refusal::ConsentMissing);
  shop.when(ChangeConsentText{t(1), consent("v1", 8), "I agree."});
  shop.when(ChangeConsentText{t(2), consent("v1", 9), "Ja.", "de"});
  CHECK(consent_in(shop.client(), "de")->consent == consent("v1", 9));
  CHECK(consent_in(shop.client(), "fr")->consent == consent("v1", 8));
  CHECK(is_present(shop.client(), consent("v1", 8)));
  CHECK(is_present(shop.client(), consent("v1", 9)));
  // A version names one text in each language.
  shop.refuses(ChangeConsentText{t(3), consent("v1", 7), "Gut.", "de"},
               Refusal::ConsentVersionTaken);
  shop.when(ChangeConsentText{t(3), {}, {}, "de"});
  CHECK(consent_in(shop.client(), "de")->consent == consent("v1", 8));
  CHECK_FALSE(is_present(shop.client(), consent("v1", 9)));
}

TEST_CASE("without a text of all languages no language has one") {
  Shop shop;
  shop.when(ChangeConsentText{t(1), consent("v1", 8), "I agree."});
  shop.when(ChangeConsentText{t(2), consent("v1", 9), "Ja.", "de"});
  shop.when(ChangeConsentText{t(3)});
  CHECK(consent_in(shop.client(), "de") == nullptr);
  CHECK(shop.client().consents_in.empty());
}

TEST_CASE("the page of a disabled client does not change") {
  Shop shop;
  shop.when(DisableClient{t(1), "left"});
  shop.refuses(ChangeCapturePage{t(2), page("Shop")}, Refusal::ClientUnknown);
  shop.refuses(ChangeLogo{t(2), logo(7), "AAAA"}, Refusal::ClientUnknown);
  shop.refuses(ChangeConsentText{t(2), consent("v1", 8), "I agree."}, Refusal::ClientUnknown);
}

}  // namespace countersign::client_page_test
