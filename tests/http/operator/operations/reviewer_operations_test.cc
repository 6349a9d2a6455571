// The operators' side: reviewers, their roles, links and names.
#include "projections/folder/reviewer_names.h"
#include "tests/http/review/support/console.h"

namespace countersign::http::reviewer_operations_test {

using countersign::test::Authenticator;

std::string named(const std::string& reviewer, const std::string& more = "") {
  return R"({"reviewer":")" + reviewer + "\"" + more + "}";
}

TEST_CASE("a reviewer is added with a name, which is nowhere in the log") {
  Console console;
  const auto made = console.add("Anna Example");
  const auto shown = console.desk.done("reviewer show", named(made.reviewer));
  CHECK(std::string(shown["name"].GetString()) == "Anna Example");
  CHECK(shown["roles"].Size() == 1);
  CHECK_FALSE(shown["disabled"].GetBool());
  std::size_t events = 0;
  const auto read = console.rig.data().log().read(Sequence(1), [&](const StoredEvent& event) {
    CHECK(event.bytes.find("Anna") == std::string::npos);
    CHECK(event.bytes.find(made.code) == std::string::npos);
    ++events;
    return true;
  });
  CHECK(read.has_value());
  CHECK(events >= 2);
}

TEST_CASE("a name is erased from the disk, and can be given again") {
  Console console;
  const auto made = console.add("Anna");
  console.desk.done("reviewer erase-name", named(made.reviewer));
  const auto erased = console.desk.done("reviewer show", named(made.reviewer));
  CHECK(std::string(erased["name"].GetString()).empty());
  CHECK(std::filesystem::is_empty(console.rig.data().path() / "reviewers"));
  console.desk.done("reviewer erase-name", named(made.reviewer));
  const auto renamed =
      console.desk.done("reviewer change", named(made.reviewer, R"(,"name":"Anne")"));
  CHECK(std::string(renamed["name"].GetString()) == "Anne");
}

TEST_CASE("names survive a restart, and a folder without names has reviewers") {
  Console console;
  const auto made = console.add("Anna");
  console.rig.restart();
  CHECK(std::string(console.desk.done("reviewer show", named(made.reviewer))["name"].GetString()) ==
        "Anna");
  std::filesystem::remove_all(console.rig.data().path() / "reviewers");
  CHECK(console.desk.done("reviewer list", "{}")["reviewers"].Size() == 1);
}

TEST_CASE("roles are of clients that exist, and each once") {
  Console console;
  const auto made = console.add();
  const auto refused = [&](const std::string& roles) {
    return console.desk.refused("reviewer change", named(made.reviewer, R"(,"roles":)" + roles));
  };
  CHECK(refused(R"([{"role":"reviewer","client":"svck_none"}])") == "SVC_INVALID_PARAMETER");
  CHECK(refused("[]") == "SVC_INVALID_PARAMETER");
  CHECK(refused(R"([{"role":"king","client":"*"}])") == "SVC_INVALID_PARAMETER");
  CHECK(refused(R"([{"role":"reviewer"}])") == "SVC_INVALID_PARAMETER");
  CHECK(refused(R"([{"role":"auditor","client":"*"},{"role":"auditor","client":"*"}])") ==
        "SVC_INVALID_PARAMETER");
  CHECK(refused(R"([{"role":"reviewer","client":"*"}])") == "SVC_CONFLICT");
  const auto client = console.rig.add_client();
  const auto changed = console.desk.done(
      "reviewer change",
      named(made.reviewer, R"(,"roles":[{"role":"Auditor","client":")" + client.key + "\"}]"));
  CHECK(std::string(changed["roles"][0]["role"].GetString()) == "auditor");
  CHECK(refused(R"([{"role":"operator","client":")" + client.key + "\"}]") ==
        "SVC_INVALID_PARAMETER");
  const auto operates = console.desk.done(
      "reviewer change", named(made.reviewer, R"(,"roles":[{"role":"operator","client":"*"}])"));
  CHECK(std::string(operates["roles"][0]["role"].GetString()) == "operator");
}

TEST_CASE("an id that is none leads to no reviewer and no file") {
  Console console;
  for (const char* id : {"rvw_AAAAAAAAAAAAAAAAAAAAAA", "../../../etc/passwd", "x"}) {
    for (const char* operation :
         {"reviewer show", "reviewer link", "reviewer disable", "reviewer erase-name"}) {
      CHECK(console.desk.refused(operation, named(id)) == "SVC_NOT_FOUND");
    }
  }
}

TEST_CASE("an operator revokes a passkey, which ends its logins") {
  Console console;
  Authenticator passkey;
  const std::string token = console.anna(passkey);
  console.desk.done("reviewer revoke",
                    named(passkey.user_handle, R"(,"passkey":")" + passkey.id() + "\""));
  CHECK(console.get("/review/api/me", token).status == 401);
}

TEST_CASE("without a console a link has no address") {
  Rig rig;
  Desk desk(rig);
  const auto made =
      desk.done("reviewer add", R"({"name":"Anna","roles":[{"role":"supervisor","client":"*"}]})");
  CHECK(made["link"].IsNull());
  CHECK(std::string(made["code"].GetString()).starts_with(made["reviewer"].GetString()));
}

}  // namespace countersign::http::reviewer_operations_test
