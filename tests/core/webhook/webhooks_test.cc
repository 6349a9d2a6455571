#include "core/webhook/webhooks.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/stream/command.h"
#include "core/stream/delivered_as.h"
#include "core/stream/evolve.h"
#include "core/webhook/webhook_url.h"

namespace countersign::webhooks_test {

const ClientKey kShop("svck_shop");

WebhookId id_of(int number) { return WebhookId("whep_" + std::to_string(number)); }

RegisterWebhook registering(int number, std::vector<WebhookType> types = {}) {
  return {UtcTime(number), id_of(number), "https://shop.example/hooks", std::move(types)};
}

class Shop {
 public:
  Shop& when(const WebhookCommand& command) {
    const auto decision = decide(webhooks_, command);
    REQUIRE(decision.has_value());
    REQUIRE(decision->size() == 1);
    RecordedEvent recorded;
    recorded.stream = webhooks_stream_of(kShop);
    recorded.version = StreamVersion(webhooks_.version + 1);
    recorded.sequence = Sequence(10 * recorded.version.value());
    recorded.at = time_of(Command(command));
    std::visit([&](const auto& what) { recorded.event = what; }, decision->front());
    evolve(webhooks_, recorded, Sha256());
    return *this;
  }
  void refuses(const WebhookCommand& command, Refusal why) const {
    const auto decision = decide(webhooks_, command);
    REQUIRE_FALSE(decision.has_value());
    CHECK(decision.error() == Rejection{why});
  }
  const Webhook& operator[](int number) const { return *find_webhook(webhooks_, id_of(number)); }
  const Webhooks& webhooks() const { return webhooks_; }

 private:
  Webhooks webhooks_;
};

TEST_CASE("a webhook is told the events from its registration on") {
  Shop shop;
  shop.when(registering(1, {WebhookType::Completed}));
  CHECK(shop.webhooks().client == kShop);
  CHECK(shop[1].after == Sequence(10));
  CHECK(shop[1].placed_by == Sequence(10));
  CHECK(shop[1].resumed_by == Sequence(10));
  CHECK(shop[1].generation == 1);
  CHECK(wants(shop[1], WebhookType::Completed));
  CHECK_FALSE(wants(shop[1], WebhookType::Step));
  shop.when(registering(2));
  CHECK(wants(shop[2], WebhookType::Step));
}

TEST_CASE("a client has at most eight webhooks") {
  Shop shop;
  for (int i = 0; i < static_cast<int>(kWebhooksMax); ++i) shop.when(registering(i));
  shop.refuses(registering(8), Refusal::TooManyWebhooks);
  shop.when(DeleteWebhook{UtcTime(9), id_of(3)});
  shop.when(registering(8));
  CHECK(find_webhook(shop.webhooks(), id_of(3)) == nullptr);
}

TEST_CASE("a webhook that does not exist is not changed") {
  Shop shop;
  shop.when(registering(1));
  const WebhookCommand commands[] = {ChangeWebhook{{}, id_of(2), "https://a", {}},
                                     RotateWebhookSecret{{}, id_of(2), {}},
                                     DisableWebhook{{}, id_of(2), WebhookStop::Gone},
                                     EnableWebhook{{}, id_of(2)},
                                     ReplayWebhook{{}, id_of(2), {}},
                                     DeleteWebhook{{}, id_of(2)},
                                     ProveWebhook{{}, id_of(2), "https://a"}};
  for (const WebhookCommand& command : commands) shop.refuses(command, Refusal::WebhookUnknown);
  shop.refuses(registering(1), Refusal::NothingToDo);
}

TEST_CASE("what a webhook is already is refused") {
  Shop shop;
  shop.when(registering(1));
  shop.refuses(ChangeWebhook{{}, id_of(1), "https://shop.example/hooks", {}}, Refusal::NothingToDo);
  shop.refuses(EnableWebhook{{}, id_of(1)}, Refusal::NothingToDo);
  shop.when(DisableWebhook{{}, id_of(1), WebhookStop::Exhausted});
  shop.refuses(DisableWebhook{{}, id_of(1), WebhookStop::Requested}, Refusal::NothingToDo);
}

TEST_CASE("a webhook is active once its address has answered its challenge, and not before") {
  Shop shop;
  RegisterWebhook registration = registering(1);
  registration.asks_proof = true;
  shop.when(registration);
  CHECK(state_of(shop[1]) == WebhookState::Pending);
  const ProveWebhook proof{{}, id_of(1), registration.url};
  shop.refuses(ProveWebhook{{}, id_of(1), "https://other.example"}, Refusal::NothingToDo);
  shop.when(proof);
  CHECK(state_of(shop[1]) == WebhookState::Active);
  CHECK(shop[1].after == Sequence(10));
  shop.refuses(proof, Refusal::NothingToDo);

  // Other types ask for nothing, and another address for a proof of its own.
  shop.when(ChangeWebhook{{}, id_of(1), registration.url, {WebhookType::Step}, true});
  CHECK(state_of(shop[1]) == WebhookState::Active);
  shop.when(ChangeWebhook{{}, id_of(1), "https://new.example", {}, true});
  CHECK(state_of(shop[1]) == WebhookState::Pending);
  shop.refuses(proof, Refusal::NothingToDo);
  shop.when(DisableWebhook{{}, id_of(1), WebhookStop::Unproven});
  CHECK(state_of(shop[1]) == WebhookState::Disabled);
  shop.when(EnableWebhook{{}, id_of(1)});
  CHECK(state_of(shop[1]) == WebhookState::Pending);
  shop.when(ProveWebhook{{}, id_of(1), "https://new.example"});
  CHECK(state_of(shop[1]) == WebhookState::Active);
}

TEST_CASE("a webhook that is enabled again goes on where it was, and a replay puts it back") {
  Shop shop;
  shop.when(registering(1)).when(DisableWebhook{{}, id_of(1), WebhookStop::Gone});
  CHECK(shop[1].stopped == WebhookStop::Gone);
  shop.when(EnableWebhook{{}, id_of(1)});
  CHECK_FALSE(shop[1].stopped.has_value());
  CHECK(shop[1].after == Sequence(10));
  CHECK(shop[1].placed_by == Sequence(10));
  CHECK(shop[1].resumed_by == Sequence(30));
  shop.when(ReplayWebhook{{}, id_of(1), Sequence(4)});
  CHECK(shop[1].after == Sequence(4));
  CHECK(shop[1].placed_by == Sequence(40));
}

TEST_CASE("a rotation counts the secrets, and says until when the one before signs") {
  Shop shop;
  shop.when(registering(1)).when(RotateWebhookSecret{UtcTime(5), id_of(1), UtcTime(7)});
  CHECK(shop[1].generation == 2);
  CHECK(shop[1].old_until == UtcTime(7));
}

TEST_CASE("webhooks tell about sessions, and not about downloads and credentials") {
  CHECK(webhook_type_of(SessionCreated{}) == WebhookType::Created);
  CHECK(webhook_type_of(LivenessNotPossible{}) == WebhookType::Step);
  CHECK(webhook_type_of(SessionFinalized{}) == WebhookType::Completed);
  CHECK(webhook_type_of(FilesPurged{}) == WebhookType::Purged);
  CHECK_FALSE(webhook_type_of(DocumentsDownloaded{}).has_value());
  CHECK_FALSE(webhook_type_of(SecretAdded{}).has_value());
  CHECK_FALSE(webhook_type_of(WebhookRegistered{}).has_value());
}

TEST_CASE("a URL of a receiver is http or https, and nothing that parsers disagree about") {
  const auto good = parse_webhook_url("https://Shop.example:8443/a/b?c=d");
  REQUIRE(good.has_value());
  CHECK(good->is_secure);
  CHECK(good->host == "shop.example");
  CHECK(good->port == 8443);
  const auto literal = parse_webhook_url("http://[2001:DB8::1]");
  REQUIRE(literal.has_value());
  CHECK(literal->is_ipv6_literal);
  CHECK(literal->host == "2001:db8::1");
  CHECK(literal->port == 80);

  struct Wrong {
    std::string text;
    std::string why;
  };
  const Wrong wrong[] = {{"", "does not begin with https://"},
                         {"ftp://a", "does not begin with https://"},
                         {"https:/a", "does not begin with https://"},
                         {"https://", "has no valid host"},
                         {"https:///a", "has no valid host"},
                         {"https://u@a", "has a user or a password"},
                         {"https://u:p@a/", "has a user or a password"},
                         {"https://a#b", "has a fragment"},
                         {"https://a\\@b", "has a backslash"},
                         {"https://a b", "has a character that is not visible ASCII"},
                         {"https://\xc3\xa4.example", "has a character that is not visible ASCII"},
                         {"https://a\n", "has a character that is not visible ASCII"},
                         {"https://%31.2.3.4", "has no valid host"},
                         {"https://a..b", "has no valid host"},
                         {"https://.a", "has no valid host"},
                         {"https://[::1", "has no valid host"},
                         {"https://[]", "has no valid host"},
                         {"https://[::1]a", "has no valid host"},
                         {"https://[fe80::1%25eth0]", "has no valid host"},
                         {"https://a:", "has no valid port"},
                         {"https://a:0", "has no valid port"},
                         {"https://a:65536", "has no valid port"},
                         {"https://a:8 0", "has a character that is not visible ASCII"},
                         {"https://" + std::string(1100, 'a'), "is longer than 1024 characters"}};
  for (const Wrong& url : wrong) {
    const auto parsed = parse_webhook_url(url.text);
    REQUIRE_MESSAGE(!parsed.has_value(), url.text);
    CHECK_MESSAGE(parsed.error() == url.why, url.text);
  }
}

TEST_CASE("an IPv4 address is known in every notation") {
  constexpr std::uint32_t kLoopback = 0x7f000001;
  for (const char* const text : {"127.0.0.1",
                                 "127.1",
                                 "127.0.1",
                                 "2130706433",
                                 "0x7f000001",
                                 "0x7f.1",
                                 "0177.0.0.1",
                                 "017700000001",
                                 "127.0.0.1."}) {
    CHECK_MESSAGE(ipv4_of_host(text) == kLoopback, text);
  }
  CHECK(ipv4_of_host("0") == 0U);
  CHECK(ipv4_of_host("255.255.255.255") == 0xffffffffU);
  for (const char* const text : {"",
                                 ".",
                                 "a.example",
                                 "1.2.3.4.5",
                                 "256.1.1.1",
                                 "1.2.3.256",
                                 "4294967296",
                                 "1..2",
                                 "0x7g",
                                 "08",
                                 "1.example"}) {
    CHECK_MESSAGE(!ipv4_of_host(text).has_value(), text);
  }
}

}  // namespace countersign::webhooks_test
