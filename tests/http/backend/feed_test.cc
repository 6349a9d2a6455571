#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "http/limits/log_waiters.h"
#include "http/wire/wait_time.h"
#include "tests/http/support/backend_calls.h"

namespace countersign::http::feed_test {

struct Page {
  std::vector<std::uint64_t> sequences;
  std::uint64_t next = 0;
};

Page page_of(const Answer& answer) {
  REQUIRE_MESSAGE(answer.status == 200, answer.body);
  rapidjson::Document document;
  document.Parse(answer.body.c_str());
  REQUIRE(document.IsObject());
  Page page;
  for (const auto& event : document["events"].GetArray()) {
    page.sequences.push_back(event["sequence"].GetUint64());
  }
  page.next = document["next"].GetUint64();
  return page;
}

std::string after(std::uint64_t sequence, std::string_view more = "") {
  return "/api/svc/events?after=" + std::to_string(sequence) + std::string(more);
}

TEST_CASE("the feed has the client's own events, and a cursor that misses none") {
  Rig rig;
  Backend one(rig);
  Backend other(rig);
  for (int i = 0; i < 3; ++i) {
    CHECK(rig.create(one.client()).status == 200);
    CHECK(rig.create(other.client()).status == 200);
  }
  const Page all = page_of(one.get(after(0)).answer);
  // The first event is the client's registration; the third event of the log reserves leaves for
  // the sessions of the day and belongs to no client.
  CHECK(all.sequences == std::vector<std::uint64_t>{1, 4, 6, 8});
  std::vector<std::uint64_t> walked;
  std::uint64_t cursor = 0;
  while (true) {
    const Page page = page_of(one.get(after(cursor, "&limit=1")).answer);
    if (page.sequences.empty()) {
      CHECK(page.next == cursor);
      break;
    }
    CHECK(page.sequences.size() == 1);
    walked.push_back(page.sequences[0]);
    cursor = page.next;
  }
  CHECK(walked == all.sequences);
}

TEST_CASE("parameters of the feed that make no sense are named") {
  Rig rig;
  Backend backend(rig);
  for (const auto& [query, field] : {std::pair("after=-1", "after"),
                                     std::pair("after=x", "after"),
                                     std::pair("limit=0", "limit"),
                                     std::pair("limit=501", "limit"),
                                     std::pair("wait=31", "wait"),
                                     std::pair("wait=1m", "wait")}) {
    const Streamed answer = backend.get("/api/svc/events?" + std::string(query));
    CHECK(answer.answer.code() == "SVC_INVALID_PARAMETER");
    CHECK(answer.answer["field"] == field);
  }
  CHECK(parse_wait("25s") == std::chrono::seconds(25));
  CHECK(parse_wait("25") == std::chrono::seconds(25));
  CHECK_FALSE(parse_wait("").has_value());
}

TEST_CASE("a call that waits is answered by the next event of its client") {
  Rig rig;
  Backend one(rig);
  Backend other(rig);
  const auto waiting = one.begin(Method::Get, after(2, "&wait=30s"));
  rig.settle();
  CHECK(rig.service().waiters.waiting() == 1);
  // Two events that are not of `one`: leaves reserved for the sessions of the day, and a session.
  CHECK(rig.create(other.client()).status == 200);
  CHECK(rig.create(one.client()).status == 200);
  const Response response = waiting->wait();
  CHECK(page_of({response.status, response.headers, response.body}).sequences ==
        std::vector<std::uint64_t>{5});
}

TEST_CASE("an event that is there already is not waited for") {
  Rig rig;
  Backend backend(rig);
  CHECK(page_of(backend.get(after(0, "&wait=30")).answer).sequences.size() == 1);
}

TEST_CASE("a wait that is over is answered with an empty page and the same cursor") {
  Rig rig;
  Backend backend(rig);
  const Page page = page_of(backend.get(after(1, "&wait=1")).answer);
  CHECK(page.sequences.empty());
  CHECK(page.next == 1);
}

TEST_CASE("a drain answers whoever waits, and nobody waits after it") {
  Rig rig;
  Backend backend(rig);
  const auto waiting = backend.begin(Method::Get, after(1, "&wait=30"));
  const auto tail = backend.begin_admin("/admin/log/tail", R"({"after":1,"wait":30})");
  rig.settle();
  rig.service().waiters.drain();
  CHECK(waiting->wait().status == 200);
  CHECK(tail->wait().status == 200);
  CHECK(page_of(backend.get(after(1, "&wait=30")).answer).sequences.empty());
}

TEST_CASE("one client cannot take the places of the others") {
  Rig rig;
  Backend one(rig);
  Backend other(rig);
  LogWaiters& waiters = rig.service().waiters;
  const ClientKey key(one.client().key);
  for (std::size_t i = 0; i < LogWaiters::kWaitersMaxAClient; ++i) {
    REQUIRE(waiters.wait(key, Sequence(1000), std::chrono::seconds(30), [] {}));
  }
  std::promise<void> told;
  CHECK(waiters.wait(ClientKey(other.client().key), Sequence(2), std::chrono::seconds(30), [&] {
    told.set_value();
  }));
  // Also while a round looks at those that wait.
  for (int i = 0; i < 1000; ++i) {
    CHECK_FALSE(waiters.wait(key, Sequence(1000), std::chrono::seconds(30), [] {}));
  }
  CHECK(rig.create(other.client()).status == 200);
  CHECK(told.get_future().wait_for(std::chrono::seconds(60)) == std::future_status::ready);
  waiters.drain();
}

TEST_CASE("operators' calls that take long hold up no other operation, nor a backend") {
  Rig rig;
  Backend backend(rig);
  const std::filesystem::path gate = rig.folder.path() / "gate";
  std::ofstream(gate).put('\n');
  const std::string slow = "{\"newMasterKeyCommand\":\"while [ -e '" + gate.string() +
                           "' ]; do sleep 0.02; done; false\"}";
  std::vector<std::shared_ptr<StreamedExchange>> rotations;
  for (int i = 0; i < 40; ++i) rotations.push_back(backend.begin_admin("/admin/key/rotate", slow));
  CHECK(backend.admin("/admin/client/list", "{}").answer.status == 200);
  CHECK(backend.admin("/admin/log/tail", "{}").answer.status == 200);
  CHECK(rig.create(backend.client()).status == 200);
  CHECK(backend.get(after(1)).answer.status == 200);
  std::filesystem::remove(gate);
  CHECK(rotations.front()->wait().status == 400);
  rotations.erase(rotations.begin());
  for (const auto& rotation : rotations) CHECK(rotation->wait().status == 409);
}

TEST_CASE("an operator's tail waits for an event of anyone") {
  Rig rig;
  Backend backend(rig);
  // The client, the leaves of the day and the first session; a second session reserves none.
  CHECK(rig.create(backend.client()).status == 200);
  const auto tail = backend.begin_admin("/admin/log/tail", R"({"after":3,"wait":30})");
  rig.settle();
  CHECK(rig.create(backend.client()).status == 200);
  const Response response = tail->wait();
  CHECK(page_of({response.status, response.headers, response.body}).sequences ==
        std::vector<std::uint64_t>{4});
}

}  // namespace countersign::http::feed_test
