// Steps of people who decide: queue, claims, looks, decisions, corrections, reports.
#include <utility>

#include "tests/programs/support/json.h"
#include "tests/torture/campaigns/mutated/bytes.h"
#include "tests/torture/campaigns/mutated/world.h"

namespace countersign::torture {
namespace {

using tests::Answer;
using tests::Json;

const std::string kReasons[] = {R"(["PERSON_MATCHES"])",
                                R"(["DOCUMENT_GENUINE","PERSON_MATCHES"])",
                                R"(["SUSPECTED_FRAUD"])",
                                R"(["OTHER"])"};

Answer get(World& world, Caller& caller, const Person& who, const std::string& path) {
  return caller.ask(path, world.console, console_request(world, who, "GET", path));
}

Answer post(World& world,
            Caller& caller,
            const Person& who,
            const std::string& path,
            const std::string& body = "{}") {
  return caller.ask(path, world.console, console_request(world, who, "POST", path, body));
}

std::string drawn_case(World& world, Caller& caller) {
  return world.cases[below(caller.draw(), world.cases.size())];
}

void new_case(World& world, Caller& caller) {
  constexpr std::size_t kCasesMost = 40;
  const std::string id = waiting_case(world, &caller);
  if (id.empty()) return;
  world.cases.push_back(id);
  // The first ones have pictures, and stay.
  if (world.cases.size() > kCasesMost) world.cases.erase(world.cases.begin() + 4);
}

void read_queue(World& world, Caller& caller) {
  const Person& who = drawn_person(world, caller);
  const Json page(get(world, caller, who, "queue?limit=50").body);
  const std::string next = page.text("/next");
  if (!next.empty()) get(world, caller, who, "queue?limit=5&after=" + next);
  post(world,
       caller,
       who,
       "next",
       chance(caller.draw(), 50) ? "{}" : R"({"client":")" + world.office.key + "\"}");
}

void read_case(World& world, Caller& caller) {
  const Person& who = drawn_person(world, caller);
  const std::string path = "case/" + drawn_case(world, caller);
  post(world, caller, who, path + "/claim");
  const Json shown(get(world, caller, who, path).body);
  const std::size_t files = shown.size("/files");
  if (files > 0) {
    const std::string file =
        shown.text("/files/" + std::to_string(below(caller.draw(), files)) + "/id");
    post(world, caller, who, path + "/view", R"({"file":")" + file + "\"}");
  }
  if (chance(caller.draw(), 50)) post(world, caller, who, path + "/release");
}

void decide(World& world, Caller& caller) {
  Person& who = drawn_person(world, caller);
  if (who.passkeys.empty()) return;
  const std::string path = "case/" + drawn_case(world, caller);
  const bool corrects = chance(caller.draw(), 25);
  post(world, caller, who, path + "/claim");
  const std::string choice =
      R"({"decision":")" + std::string(chance(caller.draw(), 60) ? "PASSED" : "FAILED") +
      R"(","reasons":)" + kReasons[below(caller.draw(), std::size(kReasons))];
  const Json begun(post(world,
                        caller,
                        who,
                        path + "/decide/begin",
                        choice + R"(,"kind":")" + (corrects ? "correction" : "decision") + "\"}")
                       .body);
  test::Authenticator& passkey = *who.passkeys.front();
  ++passkey.counter;
  const bool is_signed = begun.has("/publicKey/challenge");
  post(world,
       caller,
       who,
       path + (corrects ? "/correct" : "/decide"),
       choice + R"(,"seen":)" + std::to_string(begun.number("/seen")) +
           R"(,"note":"as it is","credential":)" +
           (is_signed ? passkey.assert_json(begun.text("/publicKey/challenge")) : "null") + "}");
}

void read_reports(World& world, Caller& caller) {
  get(world,
      caller,
      drawn_person(world, caller),
      "reports?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z");
}

}  // namespace

std::vector<Step> case_steps() {
  return {{"new case", 6, new_case},
          {"queue", 6, read_queue},
          {"case", 8, read_case},
          {"decision", 12, decide},
          {"reports", 4, read_reports}};
}

}  // namespace countersign::torture
