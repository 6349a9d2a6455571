// The operators' side: who saw stored pictures.
#include "tests/http/review/support/cases.h"
#include "tests/http/support/backend_calls.h"

namespace countersign::http::operations_looks_test {

std::string about_session(const std::string& session, const std::string& more = "") {
  return R"({"sessionId":")" + session + "\"" + more + "}";
}

TEST_CASE("who saw a picture is one answer: a reviewer's look and a client's download") {
  Cases console;
  const auto anna = console.person("Anna Example");
  const std::string id = console.in_review();
  CHECK(console.desk.done("audit looks", about_session(id))["looks"].Size() == 0);
  REQUIRE(console.look(*anna, id).status == 200);
  Backend backend(console.rig, console.client);
  REQUIRE(backend.get(Backend::path_of(id, "/documents/bundle")).complete);

  const auto answer = console.desk.done("audit looks", about_session(id));
  const auto& looks = answer["looks"];
  REQUIRE(looks.Size() == 2);
  CHECK(std::string(looks[0]["by"].GetString()) == "LOOK");
  CHECK(looks[0]["person"].GetString() == anna->id);
  CHECK(std::string(looks[0]["name"].GetString()) == "Anna Example");
  CHECK(looks[0]["fileId"].GetString() == console.file_of(id));
  CHECK(std::string(looks[0]["what"].GetString()) == "front of the document");
  CHECK(std::string(looks[1]["by"].GetString()) == "DOWNLOAD");
  CHECK(looks[1]["person"].GetString() == console.client.key);
  CHECK(looks[1]["name"].IsNull());
  CHECK(looks[1]["fileId"].IsNull());
  CHECK(std::string(looks[1]["what"].GetString()) == "bundle of 1 picture");

  const auto by_anna = console.desk.done("audit looks", R"({"reviewer":")" + anna->id + R"("})");
  CHECK(by_anna["looks"].Size() == 1);
  const auto of_file =
      console.desk.done("audit looks", R"({"fileId":")" + console.file_of(id) + R"("})");
  CHECK(of_file["looks"].Size() == 2);
  CHECK(console.desk.done("audit downloads", about_session(id))["downloads"].Size() == 1);
}

TEST_CASE("the last page of looks, and of downloads, has no next one") {
  Cases console;
  const auto anna = console.person("Anna Example");
  const std::string id = console.in_review();
  CHECK(console.desk.done("audit looks", about_session(id))["next"].IsNull());
  CHECK(console.desk.done("audit downloads", about_session(id))["next"].IsNull());
  REQUIRE(console.look(*anna, id).status == 200);
  Backend backend(console.rig, console.client);
  REQUIRE(backend.get(Backend::path_of(id, "/documents/bundle")).complete);
  CHECK(console.desk.done("audit looks", about_session(id))["next"].IsNull());
  CHECK(console.desk.done("audit looks", about_session(id, R"(,"limit":2)"))["next"].IsNull());
  const auto first = console.desk.done("audit looks", about_session(id, R"(,"limit":1)"));
  REQUIRE(first["next"].IsUint64());
  const std::string behind = R"(,"limit":1,"after":)" + std::to_string(first["next"].GetUint64());
  const auto last = console.desk.done("audit looks", about_session(id, behind));
  CHECK(last["looks"].Size() == 1);
  CHECK(last["next"].IsNull());
  REQUIRE(backend.get(Backend::path_of(id, "/documents/bundle")).complete);
  const std::string one = R"(,"limit":1)";
  CHECK(console.desk.done("audit downloads", about_session(id, one))["next"].IsUint64());
  CHECK(console.desk.done("audit downloads", about_session(id, R"(,"limit":2)"))["next"].IsNull());
}

TEST_CASE("a name that was erased is not shown, and its reviewer's looks are") {
  Cases console;
  const auto anna = console.person("Anna Example");
  const std::string id = console.in_review();
  REQUIRE(console.look(*anna, id).status == 200);
  console.desk.done("reviewer erase-name", R"({"reviewer":")" + anna->id + R"("})");
  const auto answer = console.desk.done("audit looks", about_session(id));
  REQUIRE(answer["looks"].Size() == 1);
  CHECK(answer["looks"][0]["person"].GetString() == anna->id);
  CHECK(answer["looks"][0]["name"].IsNull());
}

TEST_CASE("looks are asked for since a day or a time, and nothing else is taken for one") {
  Cases console;
  const auto anna = console.person();
  const std::string id = console.in_review();
  REQUIRE(console.look(*anna, id).status == 200);
  const auto since = [&](const std::string& time) {
    return about_session(id, R"(,"since":")" + time + "\"");
  };
  CHECK(console.desk.done("audit looks", since("2020-01-01"))["looks"].Size() == 1);
  CHECK(console.desk.done("audit looks", since("2999-01-01T00:00:00Z"))["looks"].Size() == 0);
  CHECK(console.desk.refused("audit looks", since("yesterday")) == "SVC_INVALID_PARAMETER");
}

}  // namespace countersign::http::operations_looks_test
