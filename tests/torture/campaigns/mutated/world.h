#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "tests/http/review/support/authenticator.h"
#include "tests/programs/support/reserved_port.h"
#include "tests/programs/support/running_server.h"
#include "tests/torture/campaigns/mutated/caller.h"

namespace countersign::torture {

// Somebody at the console.
struct Person {
  std::string id;
  std::string link;    // the code of an unused link; "" once it is used
  std::string cookie;  // `name=value` of the login; "" without one
  // The passkeys that the server has accepted, the one of the last login first.
  std::vector<std::unique_ptr<test::Authenticator>> passkeys;
};

// One capture, as its device and its backend know it.
struct Sitting {
  std::string id;
  std::string token;
  std::string code{};   // of its link
  std::string nonce{};  // of the last challenge
  std::string liveness_nonce{};
};

// The knowledge of a run's callers: a server with a console, its clients, people and captures. Each
// step changes it by the answers that the step gets. Not thread-safe.
struct World {
  tests::RunningServer& server;
  std::uint16_t console;
  std::string origin;  // of the console
  tests::Credentials office;
  tests::Credentials sandbox;
  std::vector<Person> people{};
  // Sessions that wait for people, and some that have been decided.
  std::vector<std::string> cases{};
  std::deque<Sitting> sittings{};
  std::uint64_t names = 0;  // given so far, so that each is another

  std::string new_name(const std::string& of) { return of + "-" + std::to_string(++names); }
};

// A step: some calls in their order, as a page, a device or a backend makes them.
struct Step {
  const char* name;
  int weight;  // how often it is drawn
  void (*run)(World& world, Caller& caller);
};
std::vector<Step> console_steps();
std::vector<Step> case_steps();
std::vector<Step> capture_steps();
std::vector<Step> backend_steps();

// ---- the console ----

// A request as the console's page sends it.
tests::Request console_request(const World& world,
                               const Person& who,
                               const std::string& method,
                               const std::string& path,
                               std::optional<std::string> body = std::nullopt);
// Takes a cookie that the answer sets.
void take_cookie(Person& who, const tests::Answer& answer);
Person& drawn_person(World& world, Caller& caller);
// A person whom the operator has added, with a link.
Person added(World& world, const std::string& role);
// The same, registered and logged in by calls that nobody changes. Throws if that fails.
Person registered(World& world, const std::string& role);

// ---- captures ----

// A session of liveness whose person cannot do it, which waits for people to decide. The calls are
// changed where there is a caller. Returns the session's id; "" if it came to nothing.
std::string waiting_case(World& world, Caller* caller);
// A capture with a picture of a passport, by calls that nobody changes.
std::string case_with_picture(World& world);

}  // namespace countersign::torture
