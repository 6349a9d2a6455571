#include "http/backend/sessions/sessions_query.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "http/backend/sessions/session_page.h"

namespace countersign::http::sessions_query_test {

// The field of the problem; "none" if there is no problem.
std::string fault_of(const std::string& query) {
  const auto read = read_sessions_query(query);
  if (read) return "none";
  CHECK(read.error().code == ProblemCode::InvalidParameter);
  CHECK(read.error().detail.ends_with("."));
  return read.error().field.value_or("no field");
}

const SessionPlace kPlace{UtcTime(1'795'000'000'000'123), SessionId(Uuid{1, 2, 3, 255})};

TEST_CASE("without a parameter all sessions are asked for, 100 a page") {
  const auto read = read_sessions_query("");
  REQUIRE(read);
  CHECK(read->limit == 100);
  CHECK_FALSE(read->after);
  CHECK_FALSE(read->asked.user_ref);
  CHECK(read->asked.labels.empty());
}

TEST_CASE("every parameter is read, and a text is what stands there when it is decoded") {
  const auto read = read_sessions_query(
      "userRef=auth0%7C5f+%25*&status=IN_PROGRESS&resultStatus=NOT_EVALUATED&purpose=LIVENESS"
      "&createdFrom=2026-11-21T05:00:00Z&createdTo=2026-11-21T05:00:00.000001Z"
      "&completedFrom=2026-11-22T00:00:00Z&completedTo=2026-11-23T00:00:00Z&reason=DOCUMENT_BLURRY"
      "&label.shop=berlin&label.a-_9=%2A&sandbox=false&limit=500&after=" +
      text_of(kPlace));
  REQUIRE(read);
  const SessionsAsked& asked = read->asked;
  CHECK(asked.user_ref == "auth0|5f+%*");
  CHECK(asked.status == SessionStatus::InProgress);
  CHECK(asked.result == ResultStatus::NotEvaluated);
  CHECK(asked.purpose == Purpose::Liveness);
  CHECK(asked.created_from == parse_utc_time("2026-11-21T05:00:00Z"));
  CHECK(asked.created_before == *asked.created_from + Duration(1));
  CHECK(asked.completed_from == parse_utc_time("2026-11-22T00:00:00Z"));
  CHECK(asked.completed_before == parse_utc_time("2026-11-23T00:00:00Z"));
  CHECK(asked.reason == "DOCUMENT_BLURRY");
  CHECK(asked.labels == std::vector<SessionLabel>{{"shop", "berlin"}, {"a-_9", "*"}});
  CHECK(asked.sandbox == false);
  CHECK(read->limit == 500);
  CHECK(read->after == kPlace);
}

TEST_CASE("a parameter that is wrong is named, and no unknown name is told") {
  for (const auto& [query, field] : {std::pair("userRef=", "userRef"),
                                     std::pair("userRef=a%20b", "userRef"),
                                     std::pair("userRef=a@b.example", "userRef"),
                                     std::pair("status=", "status"),
                                     std::pair("status=created", "status"),
                                     std::pair("status=CREATED,EXPIRED", "status"),
                                     std::pair("resultStatus=OK", "resultStatus"),
                                     std::pair("purpose=*", "purpose"),
                                     std::pair("createdFrom=2026-11-21", "createdFrom"),
                                     std::pair("createdTo=0", "createdTo"),
                                     std::pair("completedFrom=x", "completedFrom"),
                                     std::pair("completedTo=2026-13-01T00:00:00Z", "completedTo"),
                                     std::pair("reason=blurry", "reason"),
                                     std::pair("reason=", "reason"),
                                     std::pair("label.=a", "label"),
                                     std::pair("label.Shop=a", "label"),
                                     std::pair("label.shop=", "label"),
                                     std::pair("label.shop=a%20b", "label"),
                                     std::pair("sandbox=1", "sandbox"),
                                     std::pair("limit=0", "limit"),
                                     std::pair("limit=501", "limit"),
                                     std::pair("limit=-1", "limit"),
                                     std::pair("after=1", "after"),
                                     std::pair("after=", "after"),
                                     std::pair("label=a", "no field"),
                                     std::pair("userref=a", "no field"),
                                     std::pair("wait=1", "no field"),
                                     std::pair("=", "no field"),
                                     std::pair("&", "no field"),
                                     std::pair("userRef=a&userRef=a", "no field"),
                                     std::pair("label.a=1&label.a=1", "no field"),
                                     std::pair("userRef=%4", "no field"),
                                     std::pair("userRef=%zz", "no field")}) {
    const std::string asked = query;
    CAPTURE(asked);
    CHECK(fault_of(asked) == field);
  }
  const auto refused = read_sessions_query("marker17=1");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().detail.find("marker17") == std::string::npos);
}

TEST_CASE("at most 10 labels are asked for") {
  std::string query;
  for (int i = 0; i < 10; ++i) query += "label.k" + std::to_string(i) + "=v&";
  CHECK(fault_of(query + "limit=1") == "none");
  CHECK(fault_of(query + "label.more=v") == "label");
}

TEST_CASE("a cursor that was bent is none, wherever it was bent") {
  const std::string text = text_of(kPlace);
  CHECK(text.size() == 40);
  CHECK(place_of(text) == kPlace);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string bent = text;
    bent[i] = bent[i] == 'A' ? 'B' : 'A';
    CHECK_FALSE(place_of(bent));
    CHECK_FALSE(place_of(text.substr(0, i)));
  }
  CHECK_FALSE(place_of(text + "A"));
  CHECK_FALSE(place_of(text + text));
}

}  // namespace countersign::http::sessions_query_test
