// Steps of people: registration, logins, own passkeys, own logins.
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "tests/programs/support/json.h"
#include "tests/torture/campaigns/mutated/bytes.h"
#include "tests/torture/campaigns/mutated/world.h"

namespace countersign::torture {
namespace {

using tests::Answer;
using tests::Json;

constexpr PasskeyAlgorithm kAlgorithms[] = {
    PasskeyAlgorithm::Es256, PasskeyAlgorithm::EdDsa, PasskeyAlgorithm::Rs256};

Answer post(World& world,
            Caller& caller,
            const Person& who,
            const std::string& path,
            const std::string& body) {
  return caller.ask(path, world.console, console_request(world, who, "POST", path, body));
}

std::unique_ptr<test::Authenticator> new_passkey(World& world, Caller& caller, const Person& who) {
  // A key of RSA takes long to make, and the bytes about it are alike.
  const std::size_t kind = chance(caller.draw(), 5) ? 2 : below(caller.draw(), 2);
  auto passkey =
      std::make_unique<test::Authenticator>(kAlgorithms[kind], world.new_name("passkey"));
  passkey->origin = world.origin;
  passkey->user_handle = who.id;
  return passkey;
}

void take_passkey(Person& who, std::unique_ptr<test::Authenticator> passkey) {
  who.passkeys.insert(who.passkeys.begin(), std::move(passkey));
}

void register_person(World& world, Caller& caller) {
  constexpr std::size_t kPeopleMost = 12;
  const auto is_new = [](const Person& person) { return !person.link.empty(); };
  auto found = std::ranges::find_if(world.people, is_new);
  if (found == world.people.end()) {
    // The first four have the roles, and stay.
    if (world.people.size() >= kPeopleMost) world.people.erase(world.people.begin() + 4);
    world.people.push_back(added(world, chance(caller.draw(), 50) ? "reviewer" : "auditor"));
    found = world.people.end() - 1;
  }
  Person& who = *found;
  auto passkey = new_passkey(world, caller, who);
  const std::string link = R"({"link":")" + who.link + "\"";
  const Json begun(post(world, caller, who, "register/begin", link + "}").body);
  const std::string credential = passkey->register_json(begun.text("/publicKey/challenge"));
  const Answer done =
      post(world, caller, who, "register/finish", link + R"(,"credential":)" + credential + "}");
  if (done.status != 200) return;
  take_cookie(who, done);
  who.link.clear();
  take_passkey(who, std::move(passkey));
}

void log_in(World& world, Caller& caller) {
  Person& who = drawn_person(world, caller);
  if (who.passkeys.empty()) return;
  const std::size_t used = below(caller.draw(), who.passkeys.size());
  test::Authenticator& passkey = *who.passkeys[used];
  const Json begun(post(world, caller, who, "login/begin", "{}").body);
  ++passkey.counter;
  const Answer done = post(world,
                           caller,
                           who,
                           "login/finish",
                           R"({"ceremony":")" + begun.text("/ceremony") + R"(","credential":)" +
                               passkey.assert_json(begun.text("/publicKey/challenge")) + "}");
  take_cookie(who, done);
}

// The signature of a change of passkeys by one that is there; "" if the server asked for none.
std::string signature_of(Person& who, const Json& stated) {
  if (!stated.has("/publicKey/challenge")) return {};
  test::Authenticator& signer = *who.passkeys.front();
  ++signer.counter;
  return signer.assert_json(stated.text("/publicKey/challenge"));
}

// A passkey more, which one that is there signs.
void add_key(World& world, Caller& caller) {
  constexpr std::size_t kPasskeysMost = 4;
  Person& who = drawn_person(world, caller);
  if (who.passkeys.empty() || who.passkeys.size() >= kPasskeysMost) return;
  auto passkey = new_passkey(world, caller, who);
  const Json begun(post(world, caller, who, "me/keys/begin", "{}").body);
  const std::string credential = passkey->register_json(begun.text("/publicKey/challenge"));
  const std::string body = R"({"credential":)" + credential;
  const Json stated(post(world, caller, who, "me/keys/statement", body + "}").body);
  const std::string signature = signature_of(who, stated);
  const std::string more = signature.empty() ? "" : R"(,"confirmation":)" + signature;
  const Answer done = post(world, caller, who, "me/keys/finish", body + more + "}");
  if (done.status == 200) take_passkey(who, std::move(passkey));
}

void revoke_key(World& world, Caller& caller) {
  Person& who = drawn_person(world, caller);
  if (who.passkeys.size() < 2) return;
  const std::size_t at = below(caller.draw(), who.passkeys.size());
  const std::string path = "me/keys/" + who.passkeys[at]->id() + "/revoke";
  const Json stated(post(world, caller, who, path + "/begin", "{}").body);
  const Answer done =
      post(world, caller, who, path, R"({"credential":)" + signature_of(who, stated) + "}");
  if (done.status == 200)
    who.passkeys.erase(who.passkeys.begin() + static_cast<std::ptrdiff_t>(at));
}

void ask_me(World& world, Caller& caller) {
  const Person& who = drawn_person(world, caller);
  const Json me(caller.ask("me", world.console, console_request(world, who, "GET", "me")).body);
  if (!chance(caller.draw(), 30)) return;
  const std::size_t sessions = me.size("/sessions");
  if (sessions < 2) return;
  const std::string id =
      me.text("/sessions/" + std::to_string(below(caller.draw(), sessions)) + "/id");
  caller.ask(
      "end session", world.console, console_request(world, who, "DELETE", "me/sessions/" + id));
}

void log_out(World& world, Caller& caller) {
  Person& who = drawn_person(world, caller);
  take_cookie(who, post(world, caller, who, "logout", "{}"));
}

void visit(World& world, Caller& caller) {
  static const std::string paths[] = {"/review",
                                      "/review/assets/review.js",
                                      "/review/api/oidc/begin",
                                      "/review/api/oidc/begin?page=" + std::string(43, 'A'),
                                      "/review/api/oidc/callback?state=a&code=b",
                                      "/review/api/oidc/callback?error=denied",
                                      "/api/svc/openapi.json"};
  caller.ask("visit",
             world.console,
             {.path = paths[below(caller.draw(), std::size(paths))],
              .headers = {{"Accept-Encoding", "br, gzip"}, {"Cookie", "a=b"}}});
}

}  // namespace

std::vector<Step> console_steps() {
  return {{"registration", 22, register_person},
          {"login", 16, log_in},
          {"own passkey", 10, add_key},
          {"revoked passkey", 3, revoke_key},
          {"me", 5, ask_me},
          {"logout", 2, log_out},
          {"visit", 3, visit}};
}

}  // namespace countersign::torture
