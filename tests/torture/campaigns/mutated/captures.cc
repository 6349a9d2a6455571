// Steps of devices and of backends.
#include <utility>

#include "tests/programs/support/json.h"
#include "tests/programs/support/multipart.h"
#include "tests/torture/campaigns/mutated/bytes.h"
#include "tests/torture/campaigns/mutated/world.h"

namespace countersign::torture {
namespace {

using tests::Answer;
using tests::Json;

constexpr std::size_t kSittingsMost = 24;

tests::Request json_post(const std::string& path, std::string body) {
  return {.method = "POST",
          .path = path,
          .headers = {{"Content-Type", "application/json"}},
          .body = std::move(body)};
}

Answer ask(World& world, Caller& caller, const std::string& what, tests::Request request) {
  return caller.ask(what, world.server.port(), std::move(request));
}

Sitting* drawn_sitting(World& world, Caller& caller) {
  if (world.sittings.empty()) return nullptr;
  return &world.sittings[below(caller.draw(), world.sittings.size())];
}

Answer as_device(World& world, Caller& caller, const Sitting& sitting, tests::Request request) {
  const std::string what = request.path;
  request.headers.emplace_back("Authorization", "Bearer " + sitting.token);
  if (chance(caller.draw(), 30)) {
    request.headers.emplace_back("Idempotency-Key", world.new_name("key"));
  }
  return ask(world, caller, what, std::move(request));
}

void open(World& world, Caller& caller) {
  const Json created(
      ask(world,
          caller,
          "create",
          json_post("/api/svc/session/create",
                    R"({"clientKey":")" + world.sandbox.key + R"(","clientSecret":")" +
                        world.sandbox.secret +
                        R"(","purpose":"FULL_CAPTURE","userRef":"u-2","originAllowlist":)" +
                        R"(["https://shop.example"]})"))
          .body);
  Sitting sitting{.id = created.text("/sessionId"), .token = created.text("/sessionToken")};
  if (sitting.id.empty()) return;
  const std::string url = created.text("/captureUrl");
  if (url.find("#c=") != url.npos) sitting.code = url.substr(url.find("#c=") + 3);
  world.sittings.push_back(std::move(sitting));
  if (world.sittings.size() > kSittingsMost) world.sittings.pop_front();
}

void join(World& world, Caller& caller) {
  Sitting* sitting = drawn_sitting(world, caller);
  if (sitting == nullptr) return;
  const std::string redeem = "/api/sdk/redeem";
  const Json joined(
      ask(world, caller, redeem, json_post(redeem, R"({"code":")" + sitting->code + "\"}")).body);
  if (joined.has("/sessionToken")) sitting->token = joined.text("/sessionToken");
  if (chance(caller.draw(), 50)) return;
  const Json offer(
      as_device(world, caller, *sitting, {.method = "POST", .path = "/api/sdk/handoff"}).body);
  const std::string code = offer.text("/code");
  ask(world, caller, redeem, json_post(redeem, R"({"code":")" + code + "\"}"));
  const Json taken(ask(world,
                       caller,
                       redeem,
                       json_post(redeem,
                                 R"({"code":")" + code + R"(","number":)" +
                                     std::to_string(offer.number("/number")) + "}"))
                       .body);
  if (!taken.text("/sessionToken").empty()) sitting->token = taken.text("/sessionToken");
}

void read_as_device(World& world, Caller& caller) {
  const Sitting* sitting = drawn_sitting(world, caller);
  if (sitting == nullptr) return;
  for (const char* path : {"/api/sdk/status", "/api/sdk/capture", "/api/sdk/capture/logo"}) {
    as_device(world, caller, *sitting, {.path = path});
  }
  tests::Request consent = json_post("/api/sdk/consent", R"({"version":"1"})");
  as_device(world, caller, *sitting, std::move(consent));
}

// The first bytes of a picture, which are enough in a sandbox, and bytes of its own.
std::string picture(World& world) {
  return "\xff\xd8\xff\xe0" + world.new_name("picture") + std::string(1'000, 'x');
}

tests::Request form(const std::string& path, const std::vector<tests::Part>& parts) {
  return {.method = "POST",
          .path = path,
          .headers = {{"Content-Type", tests::kMultipartType}},
          .body = tests::multipart(parts)};
}

void submit_document(World& world, Caller& caller) {
  Sitting* sitting = drawn_sitting(world, caller);
  if (sitting == nullptr) return;
  const Json challenge(
      as_device(world, caller, *sitting, {.method = "POST", .path = "/api/sdk/document/challenge"})
          .body);
  if (challenge.has("/nonce")) sitting->nonce = challenge.text("/nonce");
  const char* outcomes[] = {"result-REVIEW.jpg", "result-PASSED.jpg", "DOCUMENT_BLURRY.jpg"};
  as_device(world,
            caller,
            *sitting,
            form("/api/sdk/document",
                 {{"nonce", sitting->nonce},
                  {"documentType", "PASSPORT"},
                  {"side", "FRONT"},
                  {"image", picture(world), outcomes[below(caller.draw(), 3)], "image/jpeg"}}));
}

void submit_liveness(World& world, Caller& caller) {
  Sitting* sitting = drawn_sitting(world, caller);
  if (sitting == nullptr) return;
  const Json challenge(
      as_device(world, caller, *sitting, {.method = "POST", .path = "/api/sdk/liveness/challenge"})
          .body);
  if (challenge.has("/nonce")) sitting->liveness_nonce = challenge.text("/nonce");
  std::vector<tests::Part> parts{{"nonce", sitting->liveness_nonce}};
  for (int i = 0; i < 4; ++i) parts.push_back({"frames", picture(world), "f.jpg", "image/jpeg"});
  as_device(world, caller, *sitting, form("/api/sdk/liveness", parts));
}

void finish(World& world, Caller& caller) {
  Sitting* sitting = drawn_sitting(world, caller);
  if (sitting == nullptr) return;
  if (chance(caller.draw(), 40)) {
    as_device(world,
              caller,
              *sitting,
              json_post("/api/sdk/liveness/not-possible", R"({"reason":"My words."})"));
  }
  as_device(world, caller, *sitting, {.method = "POST", .path = "/api/sdk/finalize"});
}

// ---- backends ----

tests::Request as_backend(const World& world, tests::Request request) {
  request.headers.emplace_back("X-Svc-Client-Key", world.sandbox.key);
  request.headers.emplace_back("X-Svc-Client-Secret", world.sandbox.secret);
  return request;
}

void read_session(World& world, Caller& caller) {
  const Sitting* sitting = drawn_sitting(world, caller);
  if (sitting == nullptr) return;
  const std::string path = "/api/svc/session/" + sitting->id;
  for (const char* what :
       {"/result", "/documents", "/documents/bundle", "/timeline", "/receipt?index=3"}) {
    const Answer answer = ask(world, caller, what, as_backend(world, {.path = path + what}));
    const std::string file = Json(answer.body).text("/0/id");
    if (file.empty()) continue;
    ask(world, caller, "file", as_backend(world, {.path = path + "/documents/" + file}));
  }
}

void read_lists(World& world, Caller& caller) {
  static const std::string paths[] = {"/api/svc/events?after=0&limit=50",
                                      "/api/svc/reviews?after=0&limit=20",
                                      "/api/svc/log/checkpoint",
                                      "/api/svc/log/tile/0/000",
                                      "/api/svc/log/tile/entries/000.p/7",
                                      "/api/svc/log/vkey",
                                      "/api/svc/openapi.json",
                                      "/metrics",
                                      "/capture",
                                      "/readyz"};
  const std::string& path = paths[below(caller.draw(), std::size(paths))];
  ask(world, caller, path, as_backend(world, {.path = path}));
}

void end_session(World& world, Caller& caller) {
  const Sitting* sitting = drawn_sitting(world, caller);
  if (sitting == nullptr) return;
  const std::string path = "/api/svc/session/" + sitting->id;
  const std::size_t kind = below(caller.draw(), 4);
  if (kind < 2) {
    ask(world,
        caller,
        "decide",
        as_backend(world,
                   json_post(path + "/review",
                             R"({"decision":"PASSED","reasons":["PERSON_MATCHES"],"note":"n",)"
                             R"("reviewer":"ann"})")));
    return;
  }
  ask(world,
      caller,
      kind == 2 ? "cancel" : "purge",
      as_backend(world, {.method = "POST", .path = path + (kind == 2 ? "/cancel" : "/purge")}));
}

void keep_webhooks(World& world, Caller& caller) {
  const std::string path = "/api/svc/webhooks";
  const Json listed(ask(world, caller, "webhooks", as_backend(world, {.path = path})).body);
  const std::string id = listed.text("/webhooks/0/id");
  if (id.empty() || chance(caller.draw(), 30)) {
    // The name of an address that is nobody's (RFC 2606).
    ask(world,
        caller,
        "new webhook",
        as_backend(
            world,
            json_post(path, R"({"url":"https://hook.invalid/h","types":["session.completed"]})")));
    return;
  }
  tests::Request change = json_post(path + "/" + id, R"({"types":["session.reviewed"]})");
  change.method = "PATCH";
  ask(world, caller, "change webhook", as_backend(world, std::move(change)));
  ask(world,
      caller,
      "replay",
      as_backend(world, json_post(path + "/" + id + "/replay", R"({"after":0})")));
  ask(world,
      caller,
      "rotate",
      as_backend(world, json_post(path + "/" + id + "/rotate", R"({"revokeOld":true})")));
  ask(world, caller, "remove", as_backend(world, {.method = "DELETE", .path = path + "/" + id}));
}

}  // namespace

std::vector<Step> capture_steps() {
  return {{"open", 8, open},
          {"join", 5, join},
          {"device reads", 4, read_as_device},
          {"document", 9, submit_document},
          {"liveness", 7, submit_liveness},
          {"finish", 5, finish}};
}

std::vector<Step> backend_steps() {
  return {{"session", 5, read_session},
          {"lists", 4, read_lists},
          {"end", 3, end_session},
          {"webhooks", 3, keep_webhooks}};
}

}  // namespace countersign::torture
