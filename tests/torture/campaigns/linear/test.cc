// Tests the search for an order and the model of a session with histories made by hand.
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/torture/campaigns/linear/model.h"
#include "tests/torture/campaigns/linear/order.h"

namespace countersign::torture {
namespace {

constexpr std::size_t kMost = 100'000;

// ---- a register, as the papers have it ------------------------------------------------

struct Register {
  struct State {
    int value = 0;
    bool operator==(const State&) const = default;
    std::string text() const { return std::to_string(value); }
  };
  struct Operation {
    bool writes = false;
    int value = 0;
    Nanoseconds called = 0;
    Nanoseconds returned = 0;
    bool is_answered = true;
  };
  std::optional<State> step(const State& before, const Operation& operation) const {
    if (operation.writes) return State{operation.value};
    if (operation.value != before.value) return std::nullopt;
    return before;
  }
};

Register::Operation write(int value, Nanoseconds from, Nanoseconds to) {
  return {true, value, from, to};
}
Register::Operation read(int value, Nanoseconds from, Nanoseconds to) {
  return {false, value, from, to};
}
Register::Operation cut_off(Register::Operation operation) {
  operation.is_answered = false;
  return operation;
}

Order order_of(const std::vector<Register::Operation>& history, std::size_t limit = kMost) {
  const Register model;
  return OrderSearch<Register>(model, history, limit).run({});
}

TEST_CASE("calls that follow one another have the order of their times") {
  CHECK(order_of({}) == Order::Found);
  CHECK(order_of({write(1, 0, 1), read(1, 2, 3)}) == Order::Found);
  CHECK(order_of({write(1, 0, 1), read(0, 2, 3)}) == Order::None);
  CHECK(order_of({write(1, 0, 1), write(2, 2, 3), read(1, 4, 5)}) == Order::None);
}

TEST_CASE("calls that overlap have any order, and one for all who look") {
  CHECK(order_of({write(1, 0, 9), read(0, 1, 2), read(1, 3, 4)}) == Order::Found);
  CHECK(order_of({write(1, 0, 9), read(1, 1, 2), read(0, 3, 4)}) == Order::None);
  CHECK(order_of({write(1, 0, 9), write(2, 0, 9), read(1, 1, 2), read(2, 3, 4)}) == Order::Found);
  CHECK(order_of({write(1, 0, 9), write(2, 0, 9), read(1, 1, 2), read(2, 3, 4), read(1, 5, 6)}) ==
        Order::None);
}

TEST_CASE("a call without an answer happens once or never, and not after its server was gone") {
  const auto lost = cut_off(write(1, 0, 5));
  CHECK(order_of({lost, read(0, 6, 7)}) == Order::Found);
  CHECK(order_of({lost, read(1, 6, 7)}) == Order::Found);
  CHECK(order_of({lost, read(0, 6, 7), read(1, 8, 9)}) == Order::None);
  CHECK(order_of({lost, read(0, 1, 2), read(1, 6, 7)}) == Order::Found);
  CHECK(order_of({lost, read(1, 1, 2), read(0, 3, 4)}) == Order::None);
  // An operation that changes nothing does not rule out one that was cut off before it.
  CHECK(order_of({lost, write(0, 6, 7), read(0, 8, 9)}) == Order::Found);
  CHECK(order_of({lost, write(2, 1, 2), read(2, 3, 4), read(1, 6, 7)}) == Order::Found);
}

TEST_CASE("a search that would take too long is undecided") {
  std::vector<Register::Operation> history;
  for (int i = 1; i <= 12; ++i) history.push_back(write(i, 0, 100));
  history.push_back(read(99, 0, 100));
  CHECK(order_of(history, 1000) == Order::Undecided);
  CHECK(order_of(history) == Order::None);
}

// ---- sessions -------------------------------------------------------------------------

// Builds a history. Calls follow one another, except those after beside(), which all overlap.
class Story {
 public:
  using Purpose = SessionModel::Purpose;

  explicit Story(bool has_back = false, Purpose purpose = Purpose::DocumentVerification)
      : settings_{purpose, has_back, std::chrono::nanoseconds(kTtl), std::chrono::nanoseconds(1)} {}

  Story& beside() {
    is_beside_ = true;
    return *this;
  }
  Story& then() {
    is_beside_ = false;
    now_ += 10;
    return *this;
  }
  // Goes on until a nonce issued now has expired.
  Story& later() {
    then();
    now_ += 2 * kTtl;
    return *this;
  }

  Story& challenge(int nonce, const std::string& told = "200", Part part = Part::Front) {
    Operation operation = call(Call::Challenge, told);
    operation.part = part;
    operation.nonce = nonce;
    return add(std::move(operation));
  }
  Story& submit(int nonce, const std::string& told, Forced forced = Forced::Fails) {
    Operation operation = call(Call::Submit, told);
    operation.nonce = nonce;
    operation.forced = forced;
    operation.request = nonce;
    if (told.starts_with("200 ok")) {
      operation.told.files = {"file of nonce " + std::to_string(nonce)};
    }
    return add(std::move(operation));
  }
  Story& ask(Call what, const std::string& told) { return add(call(what, told)); }
  // of() to cut_off() change the last call.
  Story& of(Part part) {
    history_.back().part = part;
    return *this;
  }
  Story& under_key(int key, const std::string& body = "body") {
    history_.back().key = key;
    if (history_.back().told.status == 200) history_.back().told.body = body;
    return *this;
  }
  Story& again() {
    history_.back().told.replayed = true;
    return *this;
  }
  Story& with_files(std::vector<std::string> files) {
    history_.back().told.files = std::move(files);
    return *this;
  }
  Story& cut_off() {
    history_.back().is_answered = false;
    history_.back().told = {};
    return *this;
  }

  Order order() const {
    const SessionModel model(settings_, history_);
    return OrderSearch<SessionModel>(model, history_, kMost).run(model.first());
  }
  const History& history() const { return history_; }

 private:
  static constexpr Nanoseconds kTtl = 100'000;

  Operation call(Call what, const std::string& told) const {
    Operation operation;
    operation.call = what;
    operation.told.text = told;
    operation.told.status = std::stoi(told);
    operation.is_answered = true;
    return operation;
  }
  Story& add(Operation operation) {
    operation.called = now_;
    operation.returned = now_ + 5;
    if (!is_beside_) now_ += 10;
    history_.push_back(std::move(operation));
    return *this;
  }

  const SessionModel::Settings settings_;
  History history_;
  Nanoseconds now_ = 0;
  bool is_beside_ = false;
};

std::string failed(int attempt) {
  const bool is_last = attempt == 5;
  return std::string("200 DOCUMENT_") + (is_last ? "ATTEMPTS_EXHAUSTED" : "BLURRY") + " attempt " +
         std::to_string(attempt) + " of 5";
}
std::string accepted(int attempt) {
  return "200 ok attempt " + std::to_string(attempt) + " of 5 complete";
}
const std::string kUsed = "400 SVC_CHALLENGE_INVALID ALREADY_USED";
const std::string kUnknown = "400 SVC_CHALLENGE_INVALID UNKNOWN";
const std::string kExpired = "400 SVC_CHALLENGE_INVALID EXPIRED";
const std::string kEnded = "401 SVC_SESSION_INVALID";
const std::string kNotYet = "409 SVC_STEP_OUT_OF_SEQUENCE DOCUMENT";
const std::string kOver = "409 SVC_STEP_OUT_OF_SEQUENCE FINALIZE";

TEST_CASE("a nonce is redeemed once") {
  CHECK(Story().challenge(0).submit(0, failed(1)).submit(0, kUsed).order() == Order::Found);
  CHECK(Story().challenge(0).submit(0, failed(1)).submit(0, failed(2)).order() == Order::None);
  CHECK(Story().challenge(0).beside().submit(0, kUsed).submit(0, failed(1)).order() ==
        Order::Found);
  CHECK(Story().challenge(0).beside().submit(0, failed(2)).submit(0, failed(1)).order() ==
        Order::None);
  CHECK(Story().challenge(0).submit(0, kUsed).submit(0, failed(1)).order() == Order::None);
  CHECK(Story().challenge(0).submit(0, failed(1)).cut_off().submit(0, kUsed).order() ==
        Order::Found);
}

TEST_CASE("a nonce is good for its session, for its step and for its time") {
  CHECK(Story().challenge(0).submit(Operation::kNone, kUnknown).order() == Order::Found);
  CHECK(Story().challenge(0).submit(0, kUnknown).order() == Order::None);
  CHECK(Story().challenge(0).later().submit(0, kExpired).order() == Order::Found);
  CHECK(Story().challenge(0).later().submit(0, failed(1)).order() == Order::None);
  CHECK(Story().challenge(0).submit(0, kExpired).order() == Order::None);
  CHECK(Story().beside().challenge(0).submit(0, kUnknown).then().submit(0, failed(1)).order() ==
        Order::Found);
}

TEST_CASE("eight nonces of a step can be unused at a time") {
  const auto eight = [] {
    Story story;
    for (int i = 0; i < 8; ++i) story.challenge(i);
    return story;
  };
  CHECK(eight().challenge(8, kTooMany).order() == Order::Found);
  CHECK(eight().challenge(8).order() == Order::None);
  CHECK(eight().submit(3, failed(1)).challenge(8).order() == Order::Found);
  CHECK(eight().later().challenge(8).order() == Order::Found);
  CHECK(Story().challenge(0).challenge(1, kTooMany).order() == Order::None);
}

TEST_CASE("attempts are counted, each once") {
  Story five;
  for (int i = 0; i < 5; ++i) five.challenge(i).submit(i, failed(i + 1));
  CHECK(five.order() == Order::Found);
  CHECK(Story(five).challenge(5, "409 SVC_ATTEMPTS_EXHAUSTED").order() == Order::Found);
  CHECK(Story(five).challenge(5).order() == Order::None);
  CHECK(Story(five).ask(Call::Finalize, "200 FAILED").order() == Order::Found);
  CHECK(Story(five).ask(Call::Finalize, "200 PASSED").order() == Order::None);

  Story two;
  two.challenge(0).challenge(1).beside();
  CHECK(Story(two).submit(0, failed(2)).submit(1, failed(1)).order() == Order::Found);
  CHECK(Story(two).submit(0, failed(1)).submit(1, failed(1)).order() == Order::None);
  CHECK(Story(two).submit(0, failed(1)).submit(1, failed(3)).order() == Order::None);
  CHECK(Story(two).submit(0, failed(1)).cut_off().then().submit(1, failed(2)).order() ==
        Order::Found);
}

TEST_CASE("a reader sees what was answered before, and what another reader saw") {
  const std::string none = "200 IN_PROGRESS DOCUMENT DOCUMENT PENDING 0";
  const std::string one = "200 IN_PROGRESS DOCUMENT DOCUMENT PENDING 1";
  Story story;
  story.challenge(0);
  CHECK(Story(story).submit(0, failed(1)).ask(Call::Status, one).order() == Order::Found);
  CHECK(Story(story).submit(0, failed(1)).ask(Call::Status, none).order() == Order::None);
  story.submit(0, failed(1)).cut_off();
  CHECK(Story(story).ask(Call::Status, one).order() == Order::Found);
  CHECK(Story(story).ask(Call::Status, none).order() == Order::Found);
  CHECK(Story(story).ask(Call::Status, one).ask(Call::Status, none).order() == Order::None);
  CHECK(Story(story).ask(Call::Status, none).ask(Call::Status, one).order() == Order::None);
}

TEST_CASE("a session ends once") {
  Story ready;
  ready.challenge(0).submit(0, accepted(1), Forced::EndsInReview);
  CHECK(Story().ask(Call::Finalize, kNotYet).order() == Order::Found);
  CHECK(Story(ready).ask(Call::Finalize, "200 REVIEW").order() == Order::Found);
  CHECK(Story(ready).ask(Call::Finalize, "200 PASSED").order() == Order::None);
  Story ended(ready);
  ended.ask(Call::Finalize, "200 REVIEW");
  CHECK(Story(ended).ask(Call::Finalize, kEnded).order() == Order::Found);
  CHECK(Story(ended).ask(Call::Finalize, "200 REVIEW").order() == Order::None);
  CHECK(Story(ended).ask(Call::Cancel, "409 SVC_SESSION_NOT_ACTIVE").order() == Order::Found);
  CHECK(Story(ended).ask(Call::Cancel, "200 CANCELED").order() == Order::None);
  CHECK(Story(ended).ask(Call::Status, kEnded).order() == Order::Found);
  CHECK(Story(ended).challenge(1).order() == Order::None);
  ready.beside().ask(Call::Cancel, "200 CANCELED");
  CHECK(Story(ready).ask(Call::Finalize, "200 REVIEW").order() == Order::None);
  CHECK(Story(ready).ask(Call::Finalize, kEnded).order() == Order::Found);
}

TEST_CASE("a purge ends what is open, and is answered alike when it is repeated") {
  const std::string purged = "200 CANCELED purged";
  Story story;
  story.challenge(0).submit(0, accepted(1), Forced::Passes);
  CHECK(Story(story).ask(Call::Documents, "200").with_files({"file of nonce 0"}).order() ==
        Order::Found);
  CHECK(Story(story).ask(Call::Documents, "200").order() == Order::None);
  story.ask(Call::Purge, purged);
  CHECK(Story(story).ask(Call::Purge, purged).order() == Order::Found);
  CHECK(Story(story).ask(Call::Finalize, kEnded).order() == Order::Found);
  CHECK(Story(story).ask(Call::Documents, "200").with_files({"file of nonce 0"}).order() ==
        Order::None);
  CHECK(Story(story).ask(Call::Documents, "200 purged").with_files({"file of nonce 0"}).order() ==
        Order::Found);
}

TEST_CASE("a key gives the first answer again, byte for byte, also after the end") {
  Story story;
  story.challenge(0).submit(0, accepted(1), Forced::Passes).under_key(0);
  CHECK(Story(story).submit(0, accepted(1)).under_key(0).again().order() == Order::Found);
  CHECK(Story(story).submit(0, accepted(1)).under_key(0, "another").again().order() == Order::None);
  CHECK(Story(story).submit(0, accepted(1)).under_key(0).order() == Order::None);
  CHECK(Story(story).submit(0, kUsed).under_key(0).order() == Order::None);
  CHECK(Story(story).submit(1, "422 SVC_IDEMPOTENCY_MISMATCH").under_key(0).order() ==
        Order::Found);
  story.ask(Call::Cancel, "200 CANCELED");
  CHECK(Story(story).submit(0, accepted(1)).under_key(0).again().order() == Order::Found);
  CHECK(Story(story).submit(0, kEnded).under_key(0).order() == Order::None);
  CHECK(Story(story).submit(1, kEnded).under_key(0).order() == Order::Found);
}

TEST_CASE("the answer that was cut off is told by whoever repeats it, and by all the same") {
  Story story;
  story.challenge(0).submit(0, accepted(1), Forced::Passes).under_key(0).cut_off();
  const auto repeated = [](Story of, const std::string& body) {
    return of.submit(0, accepted(1), Forced::Passes).under_key(0, body);
  };
  CHECK(repeated(story, "one").order() == Order::Found);
  CHECK(repeated(story, "one").again().order() == Order::Found);
  const Story once = repeated(story, "one").again();
  CHECK(repeated(once, "one").again().order() == Order::Found);
  CHECK(repeated(once, "two").again().order() == Order::None);
  CHECK(Story(once).ask(Call::Documents, "200").with_files({"file of nonce 0"}).order() ==
        Order::Found);
  CHECK(Story(once).ask(Call::Documents, "200").with_files({"another"}).order() == Order::None);
}

TEST_CASE("the document comes before liveness, and the front before the back") {
  Story full(true, Story::Purpose::FullCapture);
  CHECK(Story(full).challenge(0, kNotYet, Part::Liveness).order() == Order::Found);
  CHECK(Story(full).challenge(0, "200", Part::Liveness).order() == Order::None);
  full.challenge(0).challenge(1);
  CHECK(Story(full).submit(0, kNotYet).of(Part::Back).order() == Order::Found);
  CHECK(Story(full).submit(0, failed(1)).of(Part::Back).order() == Order::None);
  full.submit(0, "200 ok attempt 1 of 5 BACK", Forced::Passes);
  CHECK(Story(full).submit(1, kNotYet).order() == Order::Found);
  full.submit(1, accepted(1), Forced::Passes).of(Part::Back);
  CHECK(Story(full).challenge(2, "200", Part::Liveness).order() == Order::Found);
  CHECK(Story(full).ask(Call::Finalize, "409 SVC_STEP_OUT_OF_SEQUENCE LIVENESS").order() ==
        Order::Found);
  CHECK(Story(full).challenge(2, "409 SVC_STEP_OUT_OF_SEQUENCE LIVENESS").order() == Order::Found);
}

TEST_CASE("a refusal that protects others needs others to be there") {
  Story alone;
  alone.challenge(0).submit(0, kKeyInUse).under_key(0);
  CHECK(unprovoked(alone.history(), 2).size() == 1);
  Story beside;
  beside.challenge(0).beside().submit(0, kKeyInUse).under_key(0).submit(0, failed(1)).under_key(0);
  CHECK(unprovoked(beside.history(), 2).empty());
  CHECK(beside.order() == Order::Found);
  CHECK(unprovoked(Story(beside).submit(0, kTooMany).history(), 2).empty());
  CHECK(unprovoked(Story(beside).submit(0, kTooMany).history(), 3).size() == 1);
}

TEST_CASE("an error that no document has is explained by nothing, and busy by everything") {
  CHECK(Story().ask(Call::Status, "500 SVC_INTERNAL").order() == Order::None);
  CHECK(Story().ask(Call::Documents, "404 SVC_NOT_FOUND").order() == Order::None);
  CHECK(Story().challenge(0, "503 SVC_UNAVAILABLE").challenge(1).order() == Order::Found);
}

}  // namespace
}  // namespace countersign::torture
