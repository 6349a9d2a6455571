// A call of a backend that takes parameters takes no others.
#include "http/backend/page_query.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "http/call/endpoint.h"
#include "tests/http/support/backend_calls.h"

namespace countersign::http::page_query_test {

bool has_query(const Endpoint& row) {
  return std::ranges::any_of(kParameters, [&](const auto& parameter) {
    return row.parameters.has(parameter.first) && parameter.second.in == "query";
  });
}

// The paths of the calls that a backend makes with a query, for one session.
std::vector<std::string> paths_with_query(const std::string& session) {
  std::vector<std::string> paths;
  for (const Endpoint& row : public_endpoints()) {
    if (!is_called_by<by::Client, by::Owner>(row.handler) || !has_query(row)) continue;
    std::string path(row.path);
    const std::string place = "{sessionId}";
    const std::size_t at = path.find(place);
    if (at != std::string::npos) path.replace(at, place.size(), session);
    path += path.ends_with("/person") ? "?userRef=u-1&" : "?";
    paths.push_back(path);
  }
  return paths;
}

TEST_CASE("every call that a backend makes with a query refuses what the call does not know") {
  Rig rig({}, Rig::Checkpoints::Signed);
  Backend backend(rig);
  const std::string session = rig.create(backend.client())["sessionId"];
  const auto paths = paths_with_query(session);
  REQUIRE(paths.size() == 5);  // person, sessions, events, reviews, receipt
  for (const std::string& path : paths) {
    INFO(path);
    const Answer taken = backend.get(path).answer;
    CHECK_MESSAGE(taken.status == 200, taken.body);
    for (const std::string more : {"surprise=1", "surprise=", "surprise", "%6cimits=1", "=1"}) {
      const Answer refused = backend.get(path + more).answer;
      CHECK(refused.status == 400);
      CHECK(refused.code() == "SVC_INVALID_PARAMETER");
      CHECK(refused["detail"].starts_with("The call has a parameter that it does not know"));
      CHECK(refused["field"].empty());
    }
    CHECK(backend.get(path + "limit=%zz").answer.code() == "SVC_INVALID_PARAMETER");
    CHECK(backend.get(path + "index=0&index=0").answer["detail"] ==
          "The call has a parameter twice.");
  }
}

TEST_CASE("the sentence of a refusal names the parameters that there are") {
  Rig rig;
  Backend backend(rig);
  CHECK(backend.get("/api/svc/person?userRef=u-1&size=3").answer["detail"] ==
        "The call has a parameter that it does not know; it takes limit, userRef, after.");
  CHECK(backend.get("/api/svc/person?userRef=u-1&limit=3").answer.status == 200);
  CHECK(backend.get("/api/svc/person?%75serRef=u%2D1").answer.status == 200);
}

}  // namespace countersign::http::page_query_test
