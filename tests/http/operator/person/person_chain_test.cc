// The pages of the sessions in which one person was asked again.
#include "http/operator/person/person_chain.h"

#include <doctest/doctest.h>

#include <map>
#include <utility>
#include <vector>

namespace countersign::http::person_chain_test {

SessionId id_of(std::size_t number) {
  Uuid uuid{};
  uuid[14] = static_cast<std::uint8_t>(number >> 8);
  uuid[15] = static_cast<std::uint8_t>(number);
  return SessionId(uuid);
}

// The sessions 1 to `count` of one person, each asked for by the one before it. Counts reads.
class Chain {
 public:
  explicit Chain(std::size_t count) {
    for (std::size_t number = 1; number <= count; ++number) {
      Session session;
      session.id = id_of(number);
      session.client = ClientKey("svck_a");
      session.created_at = UtcTime(static_cast<std::int64_t>(number));
      if (number > 1) session.predecessor = id_of(number - 1);
      if (number < count) session.review.successor.emplace().session = id_of(number + 1);
      sessions_.emplace(session.id, std::move(session));
    }
  }

  Session& session(std::size_t number) { return sessions_.at(id_of(number)); }

  Result<SessionPage, Problem> page(std::size_t asked,
                                    const std::optional<SessionPlace>& after,
                                    std::size_t limit) {
    reads = 0;
    const auto find = [&](const SessionId& id) -> Result<std::optional<Session>, StoreError> {
      ++reads;
      const auto found = sessions_.find(id);
      return found == sessions_.end() ? std::optional<Session>() : std::optional(found->second);
    };
    return page_of_chain(find, session(asked), after, limit);
  }
  // All sessions that the pages name, in their order.
  std::vector<SessionId> walk(std::size_t asked, std::size_t limit) {
    std::vector<SessionId> walked;
    std::optional<SessionPlace> after;
    do {
      const auto found = page(asked, after, limit);
      REQUIRE(found.has_value());
      CHECK(found->sessions.size() <= limit);
      CHECK_FALSE(found->sessions.empty());
      if (after) CHECK(reads <= limit + 2);
      for (const Session& each : found->sessions) walked.push_back(each.id);
      after = found->next;
    } while (after);
    return walked;
  }

  std::size_t reads = 0;

 private:
  std::map<SessionId, Session> sessions_;
};

std::vector<SessionId> newest_first(std::size_t count) {
  std::vector<SessionId> ids;
  for (std::size_t number = count; number > 0; --number) ids.push_back(id_of(number));
  return ids;
}

TEST_CASE("the pages of a chain name each session once, whichever session is asked for") {
  for (const std::size_t count : {1U, 2U, 7U}) {
    Chain chain(count);
    for (std::size_t asked = 1; asked <= count; ++asked) {
      for (std::size_t limit = 1; limit <= count + 1; ++limit) {
        CHECK(chain.walk(asked, limit) == newest_first(count));
      }
    }
  }
}

TEST_CASE("a page of a long chain costs what the page has, and not the chain") {
  Chain chain(5000);
  CHECK(chain.walk(5000, 100) == newest_first(5000));
  const auto first = chain.page(5000, std::nullopt, 10);
  REQUIRE(first.has_value());
  CHECK(chain.reads <= 12);
}

TEST_CASE("a session with 1000 newer ones has pages, and one with 1001 names the remedy") {
  Chain chain(1001 + 3);
  const std::size_t at_bound = 1004 - kNewerSessionsMax;
  CHECK(chain.walk(at_bound, 300) == newest_first(1004));
  CHECK(chain.walk(at_bound, 1000) == newest_first(1004));
  const auto refused = chain.page(at_bound - 1, std::nullopt, 300);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ProblemCode::Conflict);
  CHECK(refused.error().detail.ends_with("name one of the newer sessions."));
  CHECK(chain.walk(at_bound + 1, 300) == newest_first(1004));
}

TEST_CASE(
    "the next of another session, of another client or of a person with a reference is none") {
  Chain chain(5);
  const auto page = chain.page(3, std::nullopt, 2);
  REQUIRE((page.has_value() && page->next));
  const auto is_refused = [&](std::size_t asked, const SessionPlace& after) {
    const auto refused = chain.page(asked, after, 2);
    return !refused && refused.error().code == ProblemCode::InvalidParameter &&
           refused.error().field == "after";
  };
  CHECK_FALSE(is_refused(3, *page->next));
  CHECK(is_refused(4, *page->next));
  CHECK(is_refused(3, {page->next->created_at, id_of(77)}));
  chain.session(4).client = ClientKey("svck_b");
  CHECK(is_refused(3, *page->next));
  chain.session(4).client = ClientKey("svck_a");
  chain.session(4).user_ref = "anna";
  CHECK(is_refused(3, *page->next));
}

TEST_CASE("a session that is asked for meanwhile changes no page behind the first") {
  Chain chain(6);
  const auto first = chain.page(2, std::nullopt, 3);
  REQUIRE((first.has_value() && first->next));
  chain.session(6).review.successor.emplace().session = id_of(7);
  const auto second = chain.page(2, first->next, 3);
  REQUIRE(second.has_value());
  REQUIRE(second->sessions.size() == 3);
  CHECK(second->sessions.front().id == id_of(3));
  CHECK_FALSE(second->next);
}

}  // namespace countersign::http::person_chain_test
