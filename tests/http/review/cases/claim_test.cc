// The claims on cases, and the search for the next case.
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/http/review/support/audited_cases.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::claim_test {

TEST_CASE("the next case is the oldest that is free, and each goes to one reviewer") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string first = console.in_review();
  const std::string second = console.in_review();
  CHECK(console.post("/review/api/next", "{}", anna->token)["sessionId"] == first);
  CHECK(console.post("/review/api/next", "{}", bert->token)["sessionId"] == second);
  const auto cora = console.person("cora");
  CHECK(console.post("/review/api/next", "{}", cora->token).status == 204);
  CHECK(has(console.get("/review/api/queue", anna->token).body, R"("claimedBy":"you")"));
  CHECK(has(console.get("/review/api/queue", anna->token).body, R"("claimedBy":"another")"));
  CHECK(console.post("/review/api/next", R"({"client":")" + console.other.key + "\"}", anna->token)
            .status == 204);
  CHECK(console.post("/review/api/next", R"({"client":7})", anna->token).status == 400);
}

TEST_CASE("one press of next is one claim, and leads to the case that one has") {
  Cases console;
  const auto anna = console.person();
  const std::string first = console.in_review();
  const std::string second = console.in_review();
  const auto next = [&] {
    return console.post("/review/api/next", "{}", anna->token)["sessionId"];
  };
  CHECK(next() == first);
  // The page opens the case with a claim of its own.
  const Answer opened = console.act(*anna, first, "/claim");
  CHECK(opened["claimExpiresAt"] == to_string(console.rig.clock.now() + std::chrono::minutes(15)));
  CHECK(next() == first);
  CHECK(console.all_of<ReviewClaimed>(first).size() == 1);
  // To keep it longer is a claim.
  console.rig.clock.move(std::chrono::minutes(1));
  const Answer kept = console.act(*anna, first, "/claim");
  CHECK(kept["claimExpiresAt"] == to_string(console.rig.clock.now() + std::chrono::minutes(15)));
  CHECK(console.all_of<ReviewClaimed>(first).size() == 2);
  // Also the case that was chosen by hand, though it is not the oldest.
  REQUIRE(console.act(*anna, first, "/release").status == 200);
  REQUIRE(console.act(*anna, second, "/claim").status == 200);
  CHECK(next() == second);
  CHECK(console.post("/review/api/next", R"({"client":")" + console.other.key + "\"}", anna->token)
            .status == 204);
  CHECK(console.all_of<ReviewClaimed>(second).size() == 1);
  // A reviewer no longer has a case that was decided, or whose claim has lapsed.
  REQUIRE(console.decide(*anna, second, "PASSED").status == 200);
  CHECK(next() == first);
  console.rig.clock.move(std::chrono::minutes(16));
  CHECK(next() == first);
  CHECK(console.all_of<ReviewClaimed>(first).size() == 4);
}

TEST_CASE("many presses at once are one claim") {
  Cases console;
  const auto anna = console.person();
  const std::string first = console.in_review();
  const std::string second = console.in_review();
  std::vector<std::thread> threads;
  std::atomic<int> led_to_first{0};
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const Answer answer = console.post("/review/api/next", "{}", anna->token);
      if (answer["sessionId"] == first) ++led_to_first;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(led_to_first == 8);
  CHECK(console.all_of<ReviewClaimed>(first).size() == 1);
  CHECK(console.all_of<ReviewClaimed>(second).empty());
}

TEST_CASE("a claim that cannot be says why") {
  ClientPolicy policy = any_purpose();
  policy.reviewers = 2;
  Cases console(policy);
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string id = console.in_review();
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  const Answer given = console.act(*anna, id, "/claim");
  CHECK(given.code() == "SVC_REVIEW_NOT_PENDING");
  CHECK(has(given["detail"], "You have given your opinion"));
  REQUIRE(console.decide(*bert, id, "PASSED").status == 200);
  CHECK(console.act(*bert, id, "/claim")["detail"] == "The case is decided.");
  const std::string purged = console.in_review();
  console.purge(purged);
  CHECK(console.act(*bert, purged, "/claim")["detail"] == "The files of the case are purged.");
}

TEST_CASE("the claim of a reviewer who is disabled, or lost the role, keeps nobody out") {
  for (const bool is_disabled : {true, false}) {
    Cases console;
    const auto anna = console.person();
    const auto bert = console.person("bert");
    const std::string id = console.in_review();
    REQUIRE(console.act(*anna, id, "/claim").status == 200);
    const auto claimed_by = [&](std::string_view whom) {
      return has(console.get("/review/api/queue", bert->token).body,
                 R"("claimedBy":)" + std::string(whom));
    };
    CHECK(claimed_by(R"("another")"));
    CHECK(console.post("/review/api/next", "{}", bert->token).status == 204);
    CHECK(console.look(*bert, id).code() == "SVC_REVIEW_CLAIMED");
    const std::string about_anna = R"({"reviewer":")" + anna->id + "\"";
    if (is_disabled) {
      console.desk.done("reviewer disable", about_anna + "}");
    } else {
      console.desk.done("reviewer change",
                        about_anna + R"(,"roles":[{"role":"reviewer","client":")" +
                            console.other.key + R"("}]})");
    }
    CHECK(claimed_by("null"));
    CHECK(console.look(*bert, id).status == 200);
    CHECK(console.post("/review/api/next", "{}", bert->token)["sessionId"] == id);
    CHECK(console.decide(*bert, id, "PASSED").status == 200);
    CHECK(audited(console, [](RecordedEvent&) {}).fault.empty());
  }
}

TEST_CASE("no reviewer keeps all cases: the fourth that one takes frees the first") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  std::vector<std::string> cases;
  for (int i = 0; i < 6; ++i) cases.push_back(console.in_review());
  for (const std::string& id : cases) REQUIRE(console.act(*anna, id, "/claim").status == 200);
  // The last three are Anna's, and the first three are anybody's.
  std::set<std::string> taken;
  for (int i = 0; i < 3; ++i) {
    const Answer next = console.post("/review/api/next", "{}", bert->token);
    REQUIRE(next.status == 200);
    taken.insert(next["sessionId"]);
    REQUIRE(console.decide(*bert, next["sessionId"], "PASSED").status == 200);
  }
  CHECK(taken == std::set<std::string>(cases.begin(), cases.begin() + 3));
  CHECK(console.post("/review/api/next", "{}", bert->token).status == 204);
  CHECK(console.act(*bert, cases[3], "/claim").code() == "SVC_REVIEW_CLAIMED");
  CHECK(console.decide(*anna, cases[3], "PASSED").status == 200);
  CHECK(audited(console, [](RecordedEvent&) {}).fault.empty());
}

TEST_CASE("of many claims that one reviewer makes at once three are in force") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  std::vector<std::string> cases;
  for (int i = 0; i < 8; ++i) cases.push_back(console.in_review());
  std::vector<std::thread> threads;
  for (const std::string& id : cases) {
    threads.emplace_back([&, id] { (void)console.act(*anna, id, "/claim"); });
  }
  for (std::thread& thread : threads) thread.join();
  int free = 0;
  for (const std::string& id : cases) {
    if (console.look(*bert, id).status == 200) ++free;
  }
  CHECK(free == 5);
  CHECK(audited(console, [](RecordedEvent&) {}).fault.empty());
}

TEST_CASE("a case is kept for two hours, and then anybody takes it") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string id = console.in_review();
  const UtcTime until = console.rig.clock.now() + kClaimKeptMax;
  std::string expires;
  for (int minutes = 0; minutes < 120; minutes += 10) {
    const Answer kept = console.act(*anna, id, "/claim");
    REQUIRE(kept.status == 200);
    expires = kept["claimExpiresAt"];
    console.rig.clock.move(std::chrono::minutes(10));
    if (minutes < 110) CHECK(console.act(*bert, id, "/claim").code() == "SVC_REVIEW_CLAIMED");
  }
  CHECK(expires == to_string(until));
  CHECK(console.act(*bert, id, "/claim").status == 200);
  CHECK(console.act(*anna, id, "/claim").code() == "SVC_REVIEW_CLAIMED");
  CHECK(audited(console, [](RecordedEvent&) {}).fault.empty());
}

TEST_CASE("a supervisor takes a case over, in the log, and who had it is told so") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const auto sofia = console.person("sofia", "supervisor");
  const auto foreign = console.person("foreign", "supervisor", console.other.key);
  const std::string id = console.in_review();
  REQUIRE(console.act(*anna, id, "/claim").status == 200);
  CHECK(has(console.show(*bert, id).body, R"("mayTakeOver":false)"));
  CHECK(has(console.show(*sofia, id).body, R"("mayTakeOver":true)"));
  CHECK(console.act(*sofia, id, "/claim").code() == "SVC_REVIEW_CLAIMED");
  CHECK(console.act(*bert, id, "/takeover").code() == "SVC_REVIEW_FORBIDDEN");
  CHECK(console.act(*foreign, id, "/takeover").status == 404);
  const Answer taken = console.act(*sofia, id, "/takeover");
  REQUIRE_MESSAGE(taken.status == 200, taken.body);
  CHECK(has(console.show(*sofia, id).body, R"("claimExpiresAt":")" + taken["claimExpiresAt"]));
  const ReviewClaimed claimed = console.all_of<ReviewClaimed>(id).back();
  CHECK(claimed.reviewer == sofia->id);
  CHECK(claimed.taken_from == anna->id);
  for (const char* call : {"/claim", "/decide"}) {
    const std::string body =
        std::string(call) == "/claim"
            ? "{}"
            : "{" + Cases::choice("PASSED") + R"(,"seen":)" + std::to_string(console.head()) + "}";
    CHECK(console.act(*anna, id, call, body).code() == "SVC_REVIEW_TAKEN_OVER");
  }
  CHECK(console.look(*anna, id).code() == "SVC_REVIEW_TAKEN_OVER");
  CHECK(console.look(*bert, id).code() == "SVC_REVIEW_CLAIMED");
  // A takeover of a free case is an ordinary claim.
  const std::string free = console.in_review();
  CHECK(console.act(*sofia, free, "/takeover").status == 200);
  CHECK_FALSE(console.all_of<ReviewClaimed>(free).back().taken_from);
  REQUIRE(console.decide(*sofia, id, "FAILED").status == 200);
  CHECK(console.act(*sofia, id, "/takeover").code() == "SVC_REVIEW_NOT_PENDING");
  CHECK(audited(console, [](RecordedEvent&) {}).fault.empty());
}

TEST_CASE("of two reviewers who open one case one wins") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string id = console.in_review();
  std::atomic<int> won{0};
  std::atomic<int> lost{0};
  std::vector<std::thread> threads;
  for (const Cases::Person* who : {anna.get(), bert.get()}) {
    threads.emplace_back([&, who] {
      const Answer answer = console.act(*who, id, "/claim");
      if (answer.status == 200) ++won;
      if (answer.code() == "SVC_REVIEW_CLAIMED") ++lost;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(won == 1);
  CHECK(lost == 1);
}

TEST_CASE("many who ask for the next case at once get one each") {
  Cases console;
  std::vector<std::unique_ptr<Cases::Person>> people;
  for (int i = 0; i < 4; ++i) people.push_back(console.person("person " + std::to_string(i)));
  std::set<std::string> cases;
  for (int i = 0; i < 4; ++i) cases.insert(console.in_review());
  std::mutex mutex;
  std::set<std::string> taken;
  std::vector<std::thread> threads;
  for (const auto& who : people) {
    threads.emplace_back([&, token = who->token] {
      const Answer answer = console.post("/review/api/next", "{}", token);
      const std::lock_guard lock(mutex);
      taken.insert(answer["sessionId"]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(taken == cases);
}

TEST_CASE("a claim lapses after fifteen minutes, and whoever takes the case then has it") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string id = console.in_review();
  const Answer claimed = console.act(*anna, id, "/claim");
  REQUIRE(claimed.status == 200);
  CHECK(claimed["claimExpiresAt"] == to_string(console.rig.clock.now() + std::chrono::minutes(15)));
  CHECK(console.look(*bert, id).code() == "SVC_REVIEW_CLAIMED");
  console.rig.clock.move(std::chrono::minutes(16));
  REQUIRE(console.act(*bert, id, "/claim").status == 200);
  CHECK(console.send_decision(*anna, id, "PASSED", console.head()).code() == "SVC_REVIEW_CLAIMED");
  CHECK(console.look(*anna, id).code() == "SVC_REVIEW_CLAIMED");
  CHECK(console.act(*anna, id, "/release").status == 200);  // it is not anna's any more
  CHECK(console.session(id).review.claim->reviewer == bert->id);
  CHECK(console.act(*bert, id, "/release").status == 200);
  CHECK_FALSE(console.session(id).review.claim.has_value());
  CHECK(console.decide(*anna, id, "PASSED").status == 200);
}

}  // namespace countersign::http::claim_test
