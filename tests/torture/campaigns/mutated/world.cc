#include "tests/torture/campaigns/mutated/world.h"

#include <stdexcept>
#include <utility>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/json.h"
#include "tests/torture/campaigns/mutated/bytes.h"

namespace countersign::torture {
namespace {

using tests::Answer;
using tests::Json;

// The key of a page, which its login belongs to: 32 bytes in base64url.
const std::string kPageKey(43, 'A');

Answer must(Answer answer, const std::string& what) {
  if (answer.status / 100 != 2) {
    throw std::runtime_error(what + ": " + std::to_string(answer.status) + " " + answer.body);
  }
  return answer;
}

}  // namespace

tests::Request console_request(const World& world,
                               const Person& who,
                               const std::string& method,
                               const std::string& path,
                               std::optional<std::string> body) {
  tests::Request request{.method = method,
                         .path = "/review/api/" + path,
                         .headers = {{"Origin", world.origin},
                                     {"X-Countersign-Review", "1"},
                                     {"X-Countersign-Page", kPageKey}},
                         .body = std::move(body)};
  if (request.body) request.headers.emplace_back("Content-Type", "application/json");
  if (!who.cookie.empty()) request.headers.emplace_back("Cookie", who.cookie);
  return request;
}

void take_cookie(Person& who, const Answer& answer) {
  const std::string set = answer.header("set-cookie");
  if (answer.status != 200 || set.empty()) return;
  const std::string pair = set.substr(0, set.find(';'));
  who.cookie = pair.ends_with("=") ? "" : pair;
}

Person& drawn_person(World& world, Caller& caller) {
  return world.people[below(caller.draw(), world.people.size())];
}

Person added(World& world, const std::string& role) {
  const tests::Finished finished = world.server.operate(
      {"reviewer", "add", world.new_name("somebody"), "--role", role, "--json"});
  if (finished.status != 0) throw std::runtime_error("no reviewer: " + finished.err);
  const Json made(finished.out);
  Person person;
  person.id = made.text("/reviewer");
  person.link = made.text("/code");
  return person;
}

Person registered(World& world, const std::string& role) {
  Person person = added(world, role);
  auto passkey = std::make_unique<test::Authenticator>(PasskeyAlgorithm::Es256, "of " + person.id);
  passkey->origin = world.origin;
  passkey->user_handle = person.id;
  const std::string link = R"({"link":")" + person.link + "\"";
  const auto post = [&](const std::string& path, const std::string& body) {
    return must(tests::exchange(world.console, console_request(world, person, "POST", path, body)),
                path);
  };
  const Json begun(post("register/begin", link + "}").body);
  const std::string challenge = begun.text("/publicKey/challenge");
  take_cookie(person,
              post("register/finish",
                   link + R"(,"credential":)" + passkey->register_json(challenge) + "}"));
  person.link.clear();
  person.passkeys.push_back(std::move(passkey));
  return person;
}

std::string waiting_case(World& world, Caller* caller) {
  const auto ask = [&](const std::string& what, tests::Request request) {
    return caller != nullptr ? caller->ask(what, world.server.port(), std::move(request))
                             : must(world.server.ask(request), what);
  };
  const Json created(
      ask("create",
          {.method = "POST",
           .path = "/api/svc/session/create",
           .headers = {{"Content-Type", "application/json"}},
           .body = R"({"clientKey":")" + world.office.key + R"(","clientSecret":")" +
                   world.office.secret + R"(","purpose":"LIVENESS","userRef":"u-1"})"})
          .body);
  const std::string id = created.text("/sessionId");
  if (id.empty()) return id;
  const tests::HeaderList device{{"Authorization", "Bearer " + created.text("/sessionToken")},
                                 {"Content-Type", "application/json"}};
  ask("not possible",
      {.method = "POST",
       .path = "/api/sdk/liveness/not-possible",
       .headers = device,
       .body = R"({"reason":"I cannot turn my head."})"});
  const Json result(
      ask("finalize", {.method = "POST", .path = "/api/sdk/finalize", .headers = device}).body);
  return result.text("/result") == "REVIEW" ? id : "";
}

std::string case_with_picture(World& world) {
  const tests::Backend backend(world.server.port(), world.office);
  const tests::OpenSession session = backend.open("FULL_CAPTURE");
  const tests::Device device(world.server.port(), session.token);
  must(device.pass_document(), "document");
  must(device.send("POST", "/api/sdk/liveness/not-possible", {}, "{}"), "not possible");
  must(device.finalize(), "finalize");
  return session.id;
}

}  // namespace countersign::torture
