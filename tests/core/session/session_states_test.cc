#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "tests/core/session/review/review_scenarios.h"

// The pictures of docs/flows have the states of a session and of its result, and the transitions
// that the rules allow: found by giving every command to sessions in every situation.
namespace countersign::test::session_states_test {

// From, to, and the event that leads there.
using Transition = std::tuple<std::string, std::string, std::string>;
using Transitions = std::set<Transition>;

struct Found {
  Transitions of_status;
  Transitions of_result;
};

std::string name_of_event(const SessionEvent& event) {
  return std::visit(
      [](const auto& happened) {
        return std::string(event_type<std::remove_cvref_t<decltype(happened)>>.name);
      },
      event);
}

std::string result_now(const Session& session) {
  return std::string(name_of(result_status_of(session, session.status)));
}

DecideReview again() {
  DecideReview command = decision(ReviewDecision::Resubmit);
  command.reasons = {};
  command.again = AskedAgain{{Step::Document}, std::nullopt, std::nullopt};
  command.again->successor = Successor{SessionId(Uuid{7}), {Step::Document}};
  return command;
}

FinalizeSession finalize(CheckStatus face_match) {
  FinalizeSession command;
  command.at = kNow;
  CheckOutcome outcome;
  outcome.check = "FACE_MATCH";
  outcome.status = face_match;
  command.findings.checks = {outcome};
  return command;
}

std::vector<SessionCommand> all_commands() {
  ExpireSession expire{};
  expire.at = kExpiry + std::chrono::seconds(1);
  CancelSession cancel{};
  cancel.at = kNow;
  ExcuseLiveness excuse{};
  excuse.at = kNow;
  PurgeFiles purge{};
  purge.at = kNow;
  DownloadDocuments download{};
  download.at = kNow;
  return {ask(Step::Document, 1),
          ask(Step::Liveness, 2),
          document(1),
          blurred(document(1)),
          frames(2),
          faceless(frames(2)),
          excuse,
          finalize(CheckStatus::Passed),
          finalize(CheckStatus::NotPerformed),
          expire,
          cancel,
          purge,
          download,
          SetHold{kNow, "case 4711"},
          ReleaseHold{kNow, "case 4711"},
          claim(kAnna),
          passed(),
          failed(),
          again(),
          correction("", ReviewDecision::Passed),
          correction("", ReviewDecision::Failed)};
}

// The part of a session that decides about its next transitions. Sessions that are alike in it are
// looked at once.
std::string situation(const Session& session) {
  std::ostringstream text;
  text << name_of(session.purpose) << session.attempts_allowed << name_of(session.status)
       << result_now(session) << name_of(current_step(session)) << session.challenges.size()
       << session.front.attempts << session.back.attempts << session.liveness.attempts
       << session.front.accepted << session.liveness.accepted
       << session.liveness_excused.has_value() << session.purged_at.has_value() << session.held;
  return text.str();
}

Found transitions() {
  Found found;
  std::vector<Given> open;
  for (const Purpose purpose : {Purpose::FullCapture,
                                Purpose::DocumentVerification,
                                Purpose::Liveness,
                                Purpose::FaceMatch}) {
    open.push_back(given({created(purpose, 1)}));
  }
  std::set<std::string> seen;
  const std::vector<SessionCommand> commands = all_commands();
  while (!open.empty()) {
    const Given past = std::move(open.back());
    open.pop_back();
    for (const SessionCommand& command : commands) {
      const auto decided = decide(past.session(), command);
      if (!decided) continue;
      Given next = past;
      for (const SessionEvent& event : *decided) {
        const std::string status(name_of(next.session().status));
        const std::string result = result_now(next.session());
        next.and_event(event);
        const std::string status_then(name_of(next.session().status));
        if (status != status_then) {
          found.of_status.insert({status, status_then, name_of_event(event)});
        }
        const std::string result_then = result_now(next.session());
        if (result != result_then) {
          found.of_result.insert({result, result_then, name_of_event(event)});
        }
      }
      REQUIRE(seen.size() < 20'000);
      if (seen.insert(situation(next.session())).second) open.push_back(std::move(next));
    }
  }
  return found;
}

const Found& all_transitions() {
  static const Found found = transitions();
  return found;
}

// A text that a picture is drawn of, as tools/package/site/diagrams.py describes it.
struct Drawn {
  std::set<std::string> states;
  Transitions transitions;
};

Drawn drawn(const std::string& name) {
  std::ifstream file(COUNTERSIGN_SOURCE_DIR "/docs/flows/" + name);
  REQUIRE(file.good());
  Drawn all;
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos || line.starts_with("title ") || line.starts_with("desc ")) {
      continue;
    }
    const std::string left = line.substr(0, colon);
    const std::size_t arrow = left.find(" -> ");
    if (arrow == std::string::npos) {
      all.states.insert(left);
      continue;
    }
    std::istringstream events(line.substr(colon + 2));
    for (std::string event; std::getline(events >> std::ws, event, ',');) {
      all.transitions.insert({left.substr(0, arrow), left.substr(arrow + 4), event});
    }
  }
  return all;
}

template <class E>
std::set<std::string> all_names() {
  std::set<std::string> names;
  for (const auto& named : enum_names<E>) names.insert(std::string(named.name));
  return names;
}

std::string text_of(const Transition& transition) {
  const auto& [from, to, event] = transition;
  return from + " -> " + to + ": " + event;
}

void check_same(const Transitions& in_picture, const Transitions& in_rules) {
  for (const Transition& each : in_rules) {
    INFO("the picture lacks: ", text_of(each));
    CHECK(in_picture.contains(each));
  }
  for (const Transition& each : in_picture) {
    INFO("no command leads there: ", text_of(each));
    CHECK(in_rules.contains(each));
  }
}

TEST_CASE("the picture of a session has each status, and each transition that a command makes") {
  const Drawn picture = drawn("session.states");
  CHECK(picture.states == all_names<SessionStatus>());
  CHECK(all_transitions().of_status.size() >= 6);
  check_same(picture.transitions, all_transitions().of_status);
}

TEST_CASE("the picture of a result has each result, and each transition that a command makes") {
  const Drawn picture = drawn("result.states");
  CHECK(picture.states == all_names<ResultStatus>());
  CHECK(all_transitions().of_result.size() >= 9);
  check_same(picture.transitions, all_transitions().of_result);
}

TEST_CASE("no command takes a session out of a state in which it has ended") {
  for (const Transition& each : all_transitions().of_status) {
    INFO(text_of(each));
    const std::string& from = std::get<0>(each);
    CHECK((from == "CREATED" || from == "IN_PROGRESS"));
  }
}

}  // namespace countersign::test::session_states_test
