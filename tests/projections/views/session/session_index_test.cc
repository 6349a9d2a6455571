#include "projections/views/session/session_index.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>

#include "tests/projections/support/history.h"

namespace countersign::session_index_test {

TEST_CASE("a newer session stands before an older one, and a place is read back") {
  const SessionPlace older{kStart, session_id(2)};
  const SessionPlace beside{kStart, session_id(3)};
  const SessionPlace newer{kStart + Duration(1), session_id(1)};
  const SessionPlace before_1970{UtcTime(-1), session_id(1)};
  const auto bytes = [](const SessionPlace& place) { return SessionIndex::bytes_of_place(place); };
  CHECK(bytes(newer) < bytes(beside));
  CHECK(bytes(beside) < bytes(older));
  CHECK(bytes(older) < bytes(before_1970));
  CHECK(SessionIndex::bytes_of_time(kStart) < bytes(beside));
  CHECK(bytes(newer) < SessionIndex::bytes_of_time(kStart));
  for (const SessionPlace& place : {older, beside, newer, before_1970}) {
    CHECK(SessionIndex::place_in(bytes(place)) == place);
  }
  CHECK_FALSE(SessionIndex::place_in(bytes(older) + "x"));
  CHECK_FALSE(SessionIndex::place_in(SessionIndex::bytes_of_time(kStart)));
  CHECK_FALSE(SessionIndex::place_in(""));
}

TEST_CASE("the clients that have sessions follow each other, in their own world") {
  const ClientKey first = client_key("a");
  const ClientKey second = client_key("ab");
  const std::string of_first = SessionIndex::prefix_of(SessionIndex::Line::Client, false, first);
  const std::string of_second = SessionIndex::prefix_of(SessionIndex::Line::Client, false, second);
  CHECK(SessionIndex::clients_behind(ClientKey(), false) < of_first);
  CHECK(of_first < SessionIndex::clients_behind(first, false));
  CHECK(SessionIndex::clients_behind(first, false) < of_second);
  CHECK(SessionIndex::client_in(of_second + "place", false) == second);
  CHECK_FALSE(SessionIndex::client_in(of_second + "place", true));
  CHECK_FALSE(SessionIndex::client_in(SessionIndex::prefix_of_all(false), false));
}

TEST_CASE("labels and persons are told apart by all of their text") {
  using Index = SessionIndex;
  CHECK(Index::facet_of(SessionLabel{"a", "bc"}) != Index::facet_of(SessionLabel{"ab", "c"}));
  CHECK(Index::facet_of_text("u-1") != Index::facet_of_text("u-10"));
  CHECK(Index::facet_of_text(std::string(128, 'u')).size() == 16);
}

// The bytes of docs/reliability.md, with a client's key of 13 characters. That of a server has 27.
TEST_CASE("an ended session takes so many bytes of the lists as the page says, and no more later") {
  MemoryViews views;
  std::uint64_t sequence = 0;
  const auto happen = [&](auto event) {
    RecordedEvent recorded;
    recorded.sequence = Sequence(++sequence);
    recorded.stream = stream_of(session_id(1));
    recorded.version = StreamVersion(sequence);
    recorded.at = kStart;
    recorded.event = std::move(event);
    fold_into_all(recorded, Sha256(), views);
  };
  SessionCreated created;
  created.client = ClientKey("svck_12345678");
  created.user_ref = "customer-17";
  created.labels = SessionLabels({SessionLabel{"shop", "berlin"}});
  happen(created);
  happen(ChallengeIssued{});
  SessionFinalized finalized;
  finalized.result = ResultStatus::Review;
  finalized.reasons = {"CHECK_NOT_AVAILABLE"};
  happen(finalized);
  happen(FilesPurged{});

  std::map<char, std::size_t> bytes;
  for (const auto& [key, value] : views.entries()) {
    if (key.first == space::kSessionIndex) bytes[key.second[0]] += key.second.size() + value.size();
  }
  const std::map<char, std::size_t> of_page{
      {'a', 101}, {'c', 101}, {'u', 117}, {'s', 42}, {'r', 103}, {'p', 42}, {'l', 56}, {'w', 56}};
  for (const auto& [letter, count] : of_page) {
    const char list = letter;
    CAPTURE(list);
    CHECK(bytes[list] == count);
  }
  CHECK(bytes.size() == of_page.size());
}

}  // namespace countersign::session_index_test
