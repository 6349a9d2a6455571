#pragma once
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/text/base64url.h"
#include "core/text/json_document.h"
#include "events/crypto/hmac.h"
#include "http/webhooks/webhook_sender.h"
#include "tests/http/support/rig.h"
#include "tests/http/support/scripted_server.h"

namespace countersign::http {

// A request that a receiver got.
struct Received {
  std::string path;
  std::string id;
  std::string timestamp;
  std::string signature;
  std::string body;
  std::string type;
  std::string session;
  std::uint64_t index = 0;
  std::string challenge;  // if it is one
};

// Whether one of the signatures is made with the secret.
inline bool is_signed_by(const Received& received, const std::string& secret) {
  const std::string key = *from_base64(secret.substr(6));
  const std::string text = received.id + "." + received.timestamp + "." + received.body;
  return received.signature.find("v1," + to_base64(hmac_sha256(bytes_of(key), text))) !=
         std::string::npos;
}

// A receiver's answer to a challenge.
inline Response answer_to(const std::string& challenge) {
  return answer(200, R"({"challenge":")" + challenge + "\"}", "application/json");
}

// A receiver of webhooks on this machine, whose answers the test decides. Answers each challenge,
// unless the test decides that too; a challenge is none of the requests that are counted.
class Receiver {
 public:
  // `n` counts the requests, from 1.
  using Decide = std::function<std::optional<Response>(const Received& received, int n)>;

  // `challenged` answers challenges, counted from 1.
  explicit Receiver(
      Decide decide = [](const Received&, int) { return answer(204); },
      Decide challenged = [](const Received& received,
                             int) { return answer_to(received.challenge); })
      : decide_(std::move(decide)),
        challenged_(std::move(challenged)),
        server_([this](const ScriptedServer::Request& request) { return take(request); }) {}

  std::string url() const { return server_.url() + "/hook"; }
  // Waits until so many requests were made, and returns them.
  std::vector<Received> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    const bool came =
        changed_.wait_for(lock, std::chrono::minutes(1), [&] { return all_.size() >= count; });
    REQUIRE_MESSAGE(came, all_.size() << " of " << count << " requests came");
    return all_;
  }
  std::vector<Received> all() const {
    const std::lock_guard lock(mutex_);
    return all_;
  }
  // Waits until so many challenges came, and returns them.
  std::vector<Received> wait_for_challenges(std::size_t count) {
    std::unique_lock lock(mutex_);
    const bool came = changed_.wait_for(
        lock, std::chrono::minutes(1), [&] { return challenges_.size() >= count; });
    REQUIRE_MESSAGE(came, challenges_.size() << " of " << count << " challenges came");
    return challenges_;
  }

 private:
  std::optional<Response> take(const ScriptedServer::Request& request) {
    const auto field = [&](std::string_view name) {
      return std::string(request.head.headers.find(name).value_or(""));
    };
    Received received{request.head.path,
                      field("webhook-id"),
                      field("webhook-timestamp"),
                      field("webhook-signature"),
                      request.body,
                      {},
                      {},
                      0,
                      {}};
    rapidjson::Document json;
    if (parse_json(json, request.body) && json.IsObject()) {
      received.type = json["type"].GetString();
      if (received.type == "webhook.challenge") {
        received.challenge = json["data"]["challenge"].GetString();
        return take_challenge(received);
      }
      if (received.type != "webhook.test") received.session = json["data"]["sessionId"].GetString();
      received.index = json["data"]["log"]["index"].GetUint64();
    }
    int count = 0;
    {
      const std::lock_guard lock(mutex_);
      all_.push_back(received);
      count = static_cast<int>(all_.size());
    }
    auto decided = decide_(received, count);
    changed_.notify_all();
    return decided;
  }

  std::optional<Response> take_challenge(const Received& received) {
    int count = 0;
    {
      const std::lock_guard lock(mutex_);
      challenges_.push_back(received);
      count = static_cast<int>(challenges_.size());
    }
    auto decided = challenged_(received, count);
    changed_.notify_all();
    return decided;
  }

  const Decide decide_;
  const Decide challenged_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Received> all_;
  std::vector<Received> challenges_;
  ScriptedServer server_;
};

inline ServiceSettings loopback_allowed() {
  ServiceSettings settings;
  settings.webhooks.allowed = *AddressBlocks::parse("127.0.0.0/8");
  return settings;
}

// A rig that delivers. Time passes only when the test moves it.
class WebhookRig {
 public:
  explicit WebhookRig(ServiceSettings settings = loopback_allowed())
      : rig(std::move(settings), Rig::Checkpoints::Signed) {
    begin();
  }
  ~WebhookRig() { end(); }

  void begin() {
    sender_.emplace(rig.data(),
                    rig.clock,
                    rig.random,
                    rig.settings.webhooks,
                    rig.service().webhook_secrets,
                    [this](std::string_view what) {
                      const std::lock_guard lock(mutex_);
                      warnings_.emplace_back(what);
                    });
    rig.service().backend.webhook_sender = &*sender_;
  }
  void end() {
    if (!sender_) return;
    sender_->stop();
    rig.service().backend.webhook_sender = nullptr;
    sender_.reset();
  }
  // As the next process does.
  void restart() {
    end();
    rig.restart();
    begin();
  }
  void pass(Duration time) {
    rig.clock.move(time);
    sender_->wake();
  }

  Answer call(const Credentials& client,
              Method method,
              const std::string& path = "",
              const std::string& body = "",
              Headers more = {}) {
    more.add("X-Svc-Client-Key", client.key);
    more.add("X-Svc-Client-Secret", client.secret);
    if (!body.empty()) more.add("Content-Type", "application/json");
    return rig.send({.method = method,
                     .path = "/api/svc/webhooks" + path,
                     .headers = std::move(more),
                     .body = body});
  }
  // Waits for the answer to the challenge if the address is on this machine.
  Answer add(const Credentials& client, const std::string& url, const std::string& more = "") {
    Answer added = add_unproven(client, url, more);
    if (url.starts_with("http://127.")) wait_for_webhook(client, added["id"], WebhookState::Active);
    return added;
  }
  Answer add_unproven(const Credentials& client,
                      const std::string& url,
                      const std::string& more = "") {
    const Answer added = call(client, Method::Post, "", R"({"url":")" + url + "\"" + more + "}");
    REQUIRE_MESSAGE(added.status == 200, added.body);
    return added;
  }
  // Waits until the log says so of a webhook.
  void wait_for_webhook(const Credentials& client, const std::string& id, WebhookState state) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    for (;;) {
      const auto webhooks = rig.data().queries().webhooks(ClientKey(client.key));
      REQUIRE(webhooks.has_value());
      const Webhook* const webhook = find_webhook(*webhooks, WebhookId(id));
      REQUIRE(webhook != nullptr);
      if (state_of(*webhook) == state) return;
      REQUIRE(std::chrono::steady_clock::now() < end);
      std::this_thread::yield();
    }
  }
  // Opens a session and returns its id.
  std::string open(const Credentials& client) {
    const Answer created = rig.create(client, R"("purpose":"LIVENESS")");
    REQUIRE_MESSAGE(created.status == 200, created.body);
    return created["sessionId"];
  }
  void cancel(const Credentials& client, const std::string& session) {
    Headers headers;
    headers.add("X-Svc-Client-Key", client.key);
    headers.add("X-Svc-Client-Secret", client.secret);
    REQUIRE(rig.send({.method = Method::Post,
                      .path = "/api/svc/session/" + session + "/cancel",
                      .headers = headers})
                .status == 200);
  }
  // Waits until the state of a webhook is as wanted.
  template <class Condition>
  void wait_for_state(const std::string& webhook, Condition condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition(sender_->state_of(WebhookId(webhook)))) {
      REQUIRE(std::chrono::steady_clock::now() < end);
      std::this_thread::yield();
    }
  }
  // Waits until so many attempts have had this outcome.
  void wait_for_outcome(const std::string& outcome, std::size_t count) {
    const std::string sample = "{outcome=\"" + outcome + "\"} " + std::to_string(count) + "\n";
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    for (;;) {
      PrometheusText page;
      sender_->write(page);
      if (page.take().find(sample) != std::string::npos) return;
      REQUIRE(std::chrono::steady_clock::now() < end);
      std::this_thread::yield();
    }
  }
  std::vector<std::string> warnings() const {
    const std::lock_guard lock(mutex_);
    return warnings_;
  }
  WebhookSender& sender() { return *sender_; }

  Rig rig;

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> warnings_;
  std::optional<WebhookSender> sender_;
};

}  // namespace countersign::http
