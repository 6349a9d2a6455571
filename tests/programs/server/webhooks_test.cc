#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/hmac.h"
#include "tests/http/support/scripted_server.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"
#include "tests/programs/support/wait_until.h"

// A real server that tells a receiver on this machine.
namespace countersign::tests::webhooks_test {

struct Told {
  std::string id;
  std::string text;  // what is signed
  std::string signature;
  std::string type;
  std::string session;
  std::uint64_t index = 0;
};

// Accepts everything, and answers each challenge.
class Ear {
 public:
  std::string url() const { return server_.url() + "/hook"; }
  std::vector<Told> told() const {
    const std::lock_guard lock(mutex_);
    return told_;
  }

 private:
  http::Response take(const http::ScriptedServer::Request& request) {
    const auto field = [&](std::string_view name) {
      return std::string(request.head.headers.find(name).value_or(""));
    };
    const Json body(request.body);
    if (body.text("/type") == "webhook.challenge") {
      return http::answer(200, body.text("/data/challenge"));
    }
    const std::lock_guard lock(mutex_);
    told_.push_back({field("webhook-id"),
                     field("webhook-id") + "." + field("webhook-timestamp") + "." + request.body,
                     field("webhook-signature"),
                     body.text("/type"),
                     body.text("/data/sessionId"),
                     static_cast<std::uint64_t>(body.number("/data/log/index"))});
    return http::answer(204);
  }

  mutable std::mutex mutex_;
  std::vector<Told> told_;
  http::ScriptedServer server_{
      [this](const http::ScriptedServer::Request& request) { return take(request); }};
};

const ServerOptions kAllowed{.flags = {"--webhook-allow=127.0.0.0/8", "--create-rate=100000/1m"}};

TEST_CASE(
    "after kill -9 every event arrives, in the order of its session, none of another client") {
  Ear ear;
  RunningServer server(kAllowed);
  const Credentials own = server.add_client("own");
  const Credentials foreign = server.add_client("foreign");
  const Finished added = server.operate({"webhook", "add", own.key, ear.url(), "--json"});
  REQUIRE_MESSAGE(added.status == 0, added.err);
  std::set<std::string> opened;
  for (int round = 0; round < 5; ++round) {
    const Backend backend(server.port(), own);
    const Backend other(server.port(), foreign);
    for (int i = 0; i < 10; ++i) {
      const std::string session = backend.open("LIVENESS").id;
      opened.insert(session);
      (void)other.open("LIVENESS");
      REQUIRE(backend.cancel(session).status == 200);
    }
    server.kill();
    server.start();
  }
  std::map<std::string, std::vector<std::uint64_t>> sessions;
  wait_until([&] {
    sessions.clear();
    std::set<std::string> ids;
    for (const Told& each : ear.told()) {
      sessions[each.session].push_back(each.index);
      ids.insert(each.id);
    }
    return ids.size() == 2 * opened.size();
  });
  CHECK(sessions.size() == opened.size());
  for (const auto& [session, events] : sessions) {
    CHECK(opened.contains(session));
    // Repeated deliveries come in their order too; the first delivery of each kind counts.
    CHECK(std::ranges::max(events) > events.front());
  }
  // Each was signed with the secret that the command showed.
  const std::string secret = *from_base64(Json(added.out).text("/secret").substr(6));
  for (const Told& each : ear.told()) {
    const std::string expected =
        "v1," + to_base64(hmac_sha256(countersign::bytes_of(secret), each.text));
    CHECK(each.signature.find(expected) != std::string::npos);
  }
}

TEST_CASE("the operator manages webhooks, and the log tells of it") {
  Ear ear;
  RunningServer server(kAllowed);
  const Credentials client = server.add_client("shop");
  const auto done = [&](const Arguments& arguments) {
    Arguments all{"webhook"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    all.push_back("--json");
    const Finished finished = server.operate(all);
    REQUIRE_MESSAGE(finished.status == 0, finished.err);
    return Json(finished.out);
  };
  const Json added = done({"add", client.key, ear.url(), "--types", "session.created"});
  const std::string id = added.text("/id");
  CHECK(added.text("/secret").starts_with("whsec_"));
  CHECK(done({"rotate", client.key, id}).text("/secret") != added.text("/secret"));
  CHECK(done({"disable", client.key, id}).text("/disabledReason") == "REQUESTED");
  CHECK(done({"enable", client.key, id}).text("/disabledReason") == "");
  CHECK(done({"change", client.key, id, "--all-types"}).text("/types/0") == "");
  CHECK(done({"list", client.key}).text("/webhooks/0/id") == id);
  (void)Backend(server.port(), client).open("LIVENESS");
  wait_until([&] { return ear.told().size() == 1; });
  CHECK(done({"replay", client.key, id, "--after", "0"}).text("/id") == id);
  wait_until([&] { return ear.told().size() == 2; });
  CHECK(ear.told()[0].id == ear.told()[1].id);
  CHECK(done({"show", client.key, id}).text("/url") == ear.url());
  CHECK(server.metric("countersign_webhook_deliveries_total{outcome=\"delivered\"}") == "2");
  CHECK(done({"remove", client.key, id}).text("/id") == id);
  CHECK(server.operate({"webhook", "show", client.key, id}).status != 0);
  CHECK(server.operate({"webhook", "add", client.key, "https://10.0.0.1"}).status != 0);

  const std::string log = server.operate({"log", "tail", "--json"}).out;
  for (const char* const type : {"WebhookRegistered",
                                 "WebhookProven",
                                 "WebhookSecretRotated",
                                 "WebhookDisabled",
                                 "WebhookEnabled",
                                 "WebhookChanged",
                                 "WebhookReplayed",
                                 "WebhookDeleted"}) {
    CHECK_MESSAGE(log.find(type) != std::string::npos, type);
  }
  CHECK(log.find("whsec_") == std::string::npos);
  REQUIRE(server.stop() == 0);
  CHECK(server.operate({"log", "verify"}).status == 0);
}

}  // namespace countersign::tests::webhooks_test
