#include "http/webhooks/webhook_sender.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "http/webhooks/delivery/delivery_schedule.h"
#include "tests/http/webhooks/webhook_rig.h"

namespace countersign::http::webhook_sender_test {

using namespace std::chrono_literals;

std::vector<std::string> types_of(const std::vector<Received>& all) {
  std::vector<std::string> types;
  for (const Received& each : all) types.push_back(each.type);
  return types;
}

// The events of each session, in the order in which they came.
std::map<std::string, std::vector<std::uint64_t>> by_session(const std::vector<Received>& all) {
  std::map<std::string, std::vector<std::uint64_t>> sessions;
  for (const Received& each : all) sessions[each.session].push_back(each.index);
  return sessions;
}

using Types = std::vector<std::string>;

TEST_CASE("every event of a client arrives, signed, and none of another client") {
  WebhookRig rig;
  Receiver receiver;
  const Credentials client = rig.rig.add_client();
  const Credentials other = rig.rig.add_client();
  rig.open(client);  // before the registration
  const std::string secret = rig.add(client, receiver.url())["secret"];
  rig.open(other);
  const std::string session = rig.open(client);
  rig.cancel(client, session);
  const auto all = receiver.wait_for(2);
  CHECK(types_of(all) == Types{"session.created", "session.canceled"});
  for (const Received& each : all) {
    CHECK(each.session == session);
    CHECK(is_signed_by(each, secret));
    CHECK(each.signature.find(" v1a,") != std::string::npos);
    CHECK(each.body.size() < 20'000);
  }
  CHECK(all[0].id != all[1].id);
}

TEST_CASE("an endpoint's state counts what failed, and knows its last success") {
  WebhookRig rig;
  Receiver receiver([](const Received&, int n) { return answer(n == 1 ? 500 : 204); });
  const Credentials client = rig.rig.add_client();
  const std::string id = rig.add(client, receiver.url())["id"];
  rig.open(client);
  rig.wait_for_state(id, [](const DeliveryState& state) {
    return state.is_failing && state.failures == 1 && !state.delivered_at;
  });
  rig.open(client);  // of another session, which the failure does not hold up
  const UtcTime now = rig.rig.clock.now();
  rig.wait_for_state(id, [now](const DeliveryState& state) {
    return state.failures == 1 && state.delivered_at == now;
  });
}

TEST_CASE("only the types that a webhook names are sent") {
  WebhookRig rig;
  Receiver receiver;
  const Credentials client = rig.rig.add_client();
  rig.add(client, receiver.url(), R"(,"types":["session.canceled"])");
  rig.cancel(client, rig.open(client));
  CHECK(types_of(receiver.wait_for(1)) == Types{"session.canceled"});
}

TEST_CASE(
    "an event that failed is sent again with the same id, and later ones of its session wait") {
  WebhookRig rig;
  std::string failing;
  Receiver receiver([&](const Received& received, int n) {
    if (n == 1) failing = received.session;
    return answer(n <= 2 && received.session == failing ? 500 : 200);
  });
  const Credentials client = rig.rig.add_client();
  const std::string id = rig.add(client, receiver.url())["id"];
  const std::string first = rig.open(client);
  receiver.wait_for(1);
  rig.wait_for_state(id, [](const DeliveryState& state) { return state.is_failing; });
  rig.cancel(client, first);
  const std::string second = rig.open(client);
  CHECK(receiver.wait_for(2)[1].session == second);
  rig.pass(6s);
  receiver.wait_for(3);
  const auto all = receiver.wait_for(4);
  CHECK(types_of(all) ==
        Types{"session.created", "session.created", "session.created", "session.canceled"});
  CHECK(all[0].id == all[2].id);
  CHECK(all[0].body == all[2].body);
  CHECK(all[0].timestamp != all[2].timestamp);
  rig.wait_for_state(id, [](const DeliveryState& state) { return state.outstanding == 0; });
}

TEST_CASE(
    "a webhook is disabled when an event failed in all its attempts, and goes on when enabled") {
  WebhookRig rig;
  std::atomic<bool> is_good{false};
  Receiver receiver([&](const Received&, int) { return answer(is_good ? 200 : 503); });
  const Credentials client = rig.rig.add_client();
  const std::string id = rig.add(client, receiver.url())["id"];
  rig.open(client);
  for (std::uint32_t attempt = 1; attempt <= kDeliveryAttempts; ++attempt) {
    receiver.wait_for(attempt);
    rig.wait_for_outcome("refused", attempt);
    if (attempt < kDeliveryAttempts) {
      rig.pass(with_longest_jitter(*delay_after(attempt)));
    }
  }
  const auto is_disabled = [&] {
    const auto webhooks = rig.rig.data().queries().webhooks(ClientKey(client.key));
    return webhooks->endpoints.front().stopped.has_value();
  };
  while (!is_disabled()) std::this_thread::yield();
  const Answer listed = rig.call(client, Method::Get);
  CHECK(listed.body.find(R"("enabled":false,"disabledReason":"EXHAUSTED")") != std::string::npos);
  CHECK(listed.body.find(R"("failing":true,"outstanding":1)") != std::string::npos);
  // The feed tells of it.
  const auto feed = rig.rig.data().queries().feed(ClientKey(client.key), Sequence(0), 100);
  CHECK(std::holds_alternative<WebhookDisabled>(feed->events.back().recorded.event));
  // Nothing is sent meanwhile, and nothing is lost.
  const std::string later = rig.open(client);
  rig.pass(48h);
  is_good = true;
  CHECK(rig.call(client, Method::Patch, "/" + id, R"({"enabled":true})").status == 200);
  const auto all = receiver.wait_for(kDeliveryAttempts + 2);
  CHECK(all.size() == kDeliveryAttempts + 2);
  CHECK(all.back().session != all.front().session);
  CHECK(std::ranges::count(all, later, &Received::session) == 1);
}

TEST_CASE("410 disables at once") {
  WebhookRig rig;
  Receiver receiver([](const Received&, int) { return answer(410); });
  const Credentials client = rig.rig.add_client();
  rig.add(client, receiver.url());
  rig.open(client);
  receiver.wait_for(1);
  const auto stopped = [&] {
    return rig.rig.data().queries().webhooks(ClientKey(client.key))->endpoints.front().stopped;
  };
  while (!stopped()) std::this_thread::yield();
  CHECK(stopped() == WebhookStop::Gone);
  PrometheusText page;
  rig.sender().write(page);
  const std::string text = page.take();
  CHECK(text.find("countersign_webhook_deliveries_total{outcome=\"gone\"} 1") != std::string::npos);
}

TEST_CASE("a redirect is a failure, and is not followed") {
  WebhookRig rig;
  Receiver elsewhere;
  Receiver receiver([&](const Received&, int n) {
    Response response = answer(n == 1 ? 307 : 200);
    response.headers.add("Location", elsewhere.url());
    return response;
  });
  const Credentials client = rig.rig.add_client();
  const std::string id = rig.add(client, receiver.url())["id"];
  rig.open(client);
  receiver.wait_for(1);
  rig.wait_for_state(id, [](const DeliveryState& state) { return state.is_failing; });
  rig.pass(6s);
  receiver.wait_for(2);
  CHECK(elsewhere.all().empty());
}

TEST_CASE("429 makes a pause, and its Retry-After is kept") {
  WebhookRig rig;
  Receiver receiver([](const Received&, int n) {
    Response response = answer(n == 1 ? 429 : 200);
    response.headers.add("Retry-After", "3600");
    return response;
  });
  const Credentials client = rig.rig.add_client();
  const std::string id = rig.add(client, receiver.url())["id"];
  rig.open(client);
  receiver.wait_for(1);
  rig.wait_for_state(id, [](const DeliveryState& state) { return state.is_failing; });
  rig.open(client);  // another session waits too
  rig.wait_for_state(id, [](const DeliveryState& state) { return state.outstanding == 2; });
  rig.pass(3599s);
  rig.pass(1s);
  const auto all = receiver.wait_for(3);
  for (std::size_t i = 1; i < all.size(); ++i) {
    CHECK(std::stoll(all[i].timestamp) - std::stoll(all[0].timestamp) >= 3600);
  }
}

TEST_CASE("a receiver that hangs holds up no other receiver") {
  WebhookRig rig;
  Receiver hanging([](const Received&, int) { return std::nullopt; });
  const Credentials client = rig.rig.add_client();
  rig.add(client, hanging.url());
  std::vector<std::unique_ptr<Receiver>> others;
  for (int i = 0; i < 7; ++i) {
    others.push_back(std::make_unique<Receiver>());
    rig.add(client, others.back()->url());
  }
  std::set<std::string> sessions;
  for (int i = 0; i < 20; ++i) sessions.insert(rig.open(client));
  hanging.wait_for(1);
  for (const auto& other : others) {
    std::set<std::string> told;
    for (const Received& each : other->wait_for(20)) told.insert(each.session);
    CHECK(told == sessions);
  }
  CHECK(hanging.all().size() <= EndpointQueue::kTogetherMax);
}

TEST_CASE("receivers that take long, and do not fail, leave places for the others") {
  ServiceSettings settings = loopback_allowed();
  settings.webhooks.together = 2 * EndpointQueue::kTogetherMax;
  settings.webhooks.timeout = std::chrono::minutes(10);
  WebhookRig rig(std::move(settings));
  const auto waits = [](const Received&, int) { return std::nullopt; };
  Receiver slow(waits);
  Receiver as_slow(waits);
  const Credentials client = rig.rig.add_client();
  rig.add(client, slow.url());
  rig.add(client, as_slow.url());
  for (std::size_t i = 0; i < EndpointQueue::kTogetherMax; ++i) rig.open(client);
  slow.wait_for(1);
  as_slow.wait_for(1);
  const Credentials another = rig.rig.add_client();
  Receiver receiver;
  rig.add(another, receiver.url());
  const std::string session = rig.open(another);
  CHECK(receiver.wait_for(1)[0].session == session);
  CHECK(slow.all().size() + as_slow.all().size() <= EndpointQueue::kTogetherMax + 1);
}

TEST_CASE("over restarts every event arrives, in the order of its session") {
  WebhookRig rig;
  Receiver receiver([](const Received&, int n) { return answer(n % 3 == 0 ? 500 : 200); });
  const Credentials client = rig.rig.add_client();
  const std::string id = rig.add(client, receiver.url())["id"];
  std::set<std::string> sessions;
  for (int i = 0; i < 4; ++i) {
    const std::string session = rig.open(client);
    sessions.insert(session);
    rig.cancel(client, session);
    rig.restart();
    rig.pass(10min);
  }
  // Both events of each session arrive in the end, however often they must be repeated.
  const auto is_all_there = [&] {
    std::set<std::uint64_t> told;
    for (const Received& each : receiver.all()) told.insert(each.index);
    return told.size() == 8;
  };
  while (!is_all_there()) {
    rig.pass(1min);
    std::this_thread::yield();
  }
  for (const auto& [session, events] : by_session(receiver.wait_for(8))) {
    CHECK(sessions.contains(session));
    CHECK(std::ranges::is_sorted(events));
    CHECK(std::set(events.begin(), events.end()).size() == 2);
  }
}

TEST_CASE("a lost progress begins at the registration, a damaged one too, with a warning") {
  WebhookRig rig;
  Receiver receiver;
  const Credentials client = rig.rig.add_client();
  const std::string id = rig.add(client, receiver.url())["id"];
  rig.open(client);
  const std::string first = receiver.wait_for(1).front().id;
  rig.wait_for_outcome("delivered", 1);  // its answer has arrived, too
  rig.end();
  const auto file = rig.rig.data().path() / "webhooks" / id;
  REQUIRE(std::filesystem::exists(file));
  rig.begin();
  rig.open(client);
  CHECK(receiver.wait_for(2)[1].id != first);  // the first is not sent again
  rig.end();
  std::filesystem::resize_file(file, 20);
  rig.begin();
  const auto all = receiver.wait_for(4);
  CHECK(std::ranges::count(all, first, &Received::id) == 2);
  REQUIRE(rig.warnings().size() == 1);
  CHECK(rig.warnings()[0].find("damaged") != std::string::npos);
}

TEST_CASE("a replay sends everything behind an event again, with the same ids") {
  WebhookRig rig;
  Receiver receiver;
  const Credentials client = rig.rig.add_client();
  rig.open(client);
  const std::string id = rig.add(client, receiver.url())["id"];
  rig.cancel(client, rig.open(client));
  const auto before = receiver.wait_for(2);
  CHECK(rig.call(client, Method::Post, "/" + id + "/replay", R"({"after":0})").status == 200);
  const auto all = receiver.wait_for(5);
  std::multiset<std::string> ids;
  for (const Received& each : all) ids.insert(each.id);
  for (const Received& each : before) CHECK(ids.count(each.id) == 2);
  CHECK(types_of(all).size() == 5);
}

TEST_CASE("after a rotation both secrets sign for a day, then the new one alone") {
  WebhookRig rig;
  Receiver receiver;
  const Credentials client = rig.rig.add_client();
  const Answer added = rig.add(client, receiver.url());
  const std::string path = "/" + added["id"] + "/rotate";
  const Answer rotated = rig.call(client, Method::Post, path, "{}");
  REQUIRE(rotated.status == 200);
  CHECK(rotated["secret"] != added["secret"]);
  rig.open(client);
  const Received both = receiver.wait_for(1)[0];
  CHECK(is_signed_by(both, added["secret"]));
  CHECK(is_signed_by(both, rotated["secret"]));
  rig.pass(24h);
  rig.open(client);
  const Received one = receiver.wait_for(2)[1];
  CHECK_FALSE(is_signed_by(one, added["secret"]));
  CHECK(is_signed_by(one, rotated["secret"]));
  const Answer again = rig.call(client, Method::Post, path, R"({"revokeOld":true})");
  rig.open(client);
  const Received newest = receiver.wait_for(3)[2];
  CHECK_FALSE(is_signed_by(newest, rotated["secret"]));
  CHECK(is_signed_by(newest, again["secret"]));
}

TEST_CASE("a client that is disabled is told nothing, and a deleted webhook neither") {
  WebhookRig rig;
  Receiver of_deleted;
  Receiver of_disabled;
  const Credentials client = rig.rig.add_client();
  const Credentials disabled = rig.rig.add_client();
  const std::string id = rig.add(client, of_deleted.url())["id"];
  rig.add(disabled, of_disabled.url());
  rig.open(disabled);
  of_disabled.wait_for(1);
  CHECK(rig.call(client, Method::Delete, "/" + id).status == 200);
  rig.open(client);
  Receiver witness;
  rig.add(client, witness.url());
  rig.rig.disable(disabled);
  rig.open(client);
  witness.wait_for(1);
  CHECK(of_deleted.all().empty());
  CHECK(of_disabled.all().size() == 1);
  rig.end();
  CHECK_FALSE(std::filesystem::exists(rig.rig.data().path() / "webhooks" / id));
}

TEST_CASE("an address that is no longer allowed gets nothing") {
  WebhookRig rig;
  Receiver receiver;
  const Credentials client = rig.rig.add_client();
  const std::string id = rig.add(client, receiver.url())["id"];
  rig.end();
  rig.rig.settings.webhooks.allowed = {};
  rig.begin();
  rig.open(client);
  rig.wait_for_state(id, [](const DeliveryState& state) { return state.is_failing; });
  CHECK(receiver.all().empty());
  PrometheusText page;
  rig.sender().write(page);
  CHECK(page.take().find("countersign_webhook_deliveries_total{outcome=\"forbidden\"} 1") !=
        std::string::npos);
}

TEST_CASE("more events than may be outstanding arrive all the same") {
  WebhookRig rig;
  Receiver receiver;
  const Credentials client = rig.rig.add_client();
  for (int i = 0; i < 300; ++i) {
    rig.rig.clock.move(1s);  // for the rate limit
    rig.open(client);
  }
  const std::string id = rig.add(client, receiver.url())["id"];
  rig.call(client, Method::Post, "/" + id + "/replay", R"({"after":0})");
  std::set<std::string> ids;
  for (const Received& each : receiver.wait_for(300)) ids.insert(each.id);
  CHECK(ids.size() == 300);
}

}  // namespace countersign::http::webhook_sender_test
