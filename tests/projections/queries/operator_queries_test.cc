// The pages of clients, webhooks and holds that an operator reads.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "projections/queries/queries.h"
#include "tests/events/support/frozen_log.h"

namespace countersign::operator_queries_test {

struct Scene {
  History history;
  FrozenLog log{history};
  Queries queries{log, history.views()};
  UtcTime now = kStart;

  void must(const Submission& submission) { REQUIRE(is_committed(history.submit(submission))); }
  static ClientKey client(std::uint64_t n) {
    return client_key("c" + std::to_string(1000 + n));  // in the order of the numbers
  }
  void webhook(const ClientKey& client, const std::string& id) {
    must({webhooks_stream_of(client),
          WebhookCommand(RegisterWebhook{now, WebhookId(id), "https://a.example/x", {}, false}),
          {ActorKind::Operator, "uid:0"},
          RequestId("r-op")});
  }
  std::vector<SessionId> held(const std::optional<SessionId>& after, std::size_t limit) {
    std::vector<SessionId> sessions;
    const auto page = queries.holds_behind(after, limit);
    for (const HoldEntry& hold : *page) sessions.push_back(hold.session);
    return sessions;
  }
};

TEST_CASE_FIXTURE(Scene, "pages of clients have each of them once, in order, and none after") {
  for (std::uint64_t n = 0; n < 7; ++n) must(registering(client(n), now));
  std::vector<ClientKey> seen;
  ClientKey after;
  for (;;) {
    const auto page = *queries.clients_behind(after, 3);
    for (const Client& each : page) seen.push_back(each.key);
    if (page.size() < 3) break;
    after = page.back().key;
  }
  REQUIRE(seen.size() == 7);
  for (std::uint64_t n = 0; n < 7; ++n) CHECK(seen[n] == client(n));
  CHECK(queries.clients_behind(client(6), 3)->empty());
  CHECK(queries.clients_behind({}, 0)->empty());
  // A key that is none is a place in the order too.
  CHECK(queries.clients_behind(ClientKey(client(2).value() + "x"), 1)->front().key == client(3));
}

TEST_CASE_FIXTURE(Scene, "pages of webhooks are by client, and end before what is not one") {
  for (std::uint64_t n = 0; n < 3; ++n) must(registering(client(n), now));
  webhook(client(0), "whk_0");
  webhook(client(2), "whk_1");
  webhook(client(2), "whk_2");
  const auto first = *queries.webhooks_behind({}, 1);
  REQUIRE(first.size() == 1);
  CHECK(first.front().client == client(0));
  const auto rest = *queries.webhooks_behind(client(0), 5);
  REQUIRE(rest.size() == 1);
  CHECK(rest.front().endpoints.size() == 2);
  CHECK(queries.webhooks_behind(client(2), 5)->empty());
}

TEST_CASE_FIXTURE(Scene,
                  "a hold is listed from its event to its release, with who set it and why") {
  must(registering(client(0), now));
  for (std::uint64_t n = 1; n <= 4; ++n) must(creating(client(0), session_id(n), now));
  CHECK(held({}, 10).empty());
  for (std::uint64_t n = 1; n <= 4; ++n) {
    must(to_session(session_id(n), SetHold{now, "case " + std::to_string(n)}));
  }
  const auto page = *queries.holds_behind({}, 1);
  REQUIRE(page.size() == 1);
  CHECK(page.front().reason == "case 1");
  CHECK(page.front().client == client(0));
  CHECK(page.front().at == now);
  CHECK(page.front().sequence.value() > 0);
  CHECK(page.front().actor.kind == to_session(session_id(1), SetHold{now, "x"}).actor.kind);
  CHECK(held({}, 10).size() == 4);
  CHECK(held(session_id(1), 2) == std::vector{session_id(2), session_id(3)});
  CHECK(held(session_id(4), 2).empty());
  must(to_session(session_id(2), ReleaseHold{now, "closed"}));
  CHECK(held({}, 10) == std::vector{session_id(1), session_id(3), session_id(4)});
  must(to_session(session_id(2), SetHold{now, "again"}));
  CHECK(held(session_id(1), 1) == std::vector{session_id(2)});
}

TEST_CASE_FIXTURE(Scene,
                  "the month in which a client was used last is of those that were asked for") {
  must(registering(client(0), now));
  must(registering(client(1), now));
  CHECK_FALSE(queries.month_used_last(client(0), month_of(now))->has_value());
  must(creating(client(0), session_id(1), now));
  const UtcTime later = next_month(next_month(now));
  must(creating(client(0), session_id(2), later));
  CHECK(*queries.month_used_last(client(0), month_of(now)) == month_of(later));
  CHECK_FALSE(queries.month_used_last(client(0), month_of(next_month(later)))->has_value());
  CHECK_FALSE(queries.month_used_last(client(1), month_of(now))->has_value());
}

}  // namespace countersign::operator_queries_test
