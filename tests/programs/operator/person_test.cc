// The command `countersign person`: on a running server, and on a folder without one.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"

namespace countersign::tests::person_test {

std::string content_of(const std::filesystem::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

unsigned mode_of(const std::filesystem::path& path) {
  struct ::stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777;
}

// A server with a finished session of nobody in particular, with one picture.
struct Office {
  RunningServer server;
  Credentials client = server.add_client("shop", {});
  OpenSession session;

  Office() {
    const Backend backend(server.port(), client);
    session = backend.open("DOCUMENT_VERIFICATION");
    const Device device(server.port(), session.token);
    device.pass_document();
    device.finalize();
  }

  // A session whose person cannot move, and says so in words that a terminal would obey.
  OpenSession excused() const {
    const Backend backend(server.port(), client);
    const OpenSession made = backend.open("FULL_CAPTURE");
    const Device device(server.port(), made.token);
    device.pass_document();
    const Answer ended = device.send(
        "POST", "/api/sdk/liveness/not-possible", {}, R"({"reason":"My neck \u202e is stiff"})");
    REQUIRE_MESSAGE(ended.status == 200, ended.body);
    device.finalize();
    return made;
  }

  Json run(Arguments arguments, int status = 0) const {
    arguments.push_back("--json");
    const Finished finished = server.operate(arguments);
    CAPTURE(finished.err);
    CHECK(finished.status == status);
    Json json(finished.out);
    CHECK(json.valid());
    return json;
  }
};

void check_export(const Office& office) {
  const std::filesystem::path folder = office.server.folder() / "person";
  const Arguments arguments{"person", "export", folder, "--session", office.session.id};
  const Json written = office.run(arguments);
  CHECK(written.number("/sessions") == 1);
  CHECK(written.number("/files") >= 5);
  CHECK(mode_of(folder) == 0700);
  CHECK(mode_of(folder / "MANIFEST.sha256") == 0600);
  const auto below = folder / "sessions" / office.session.id;
  CHECK(mode_of(below) == 0700);
  CHECK(mode_of(below / "session.json") == 0600);
  CHECK(content_of(below / "receipt.txt").starts_with("c2sp.org/tlog-proof@v1\n"));
  CHECK(content_of(folder / "person.json").find(office.session.id) != std::string::npos);
  CHECK(content_of(folder / "README.txt").find("sha256sum") != std::string::npos);
  std::size_t pictures = 0;
  for (const auto& file : std::filesystem::directory_iterator(below)) {
    if (file.path().filename().string().starts_with("document-front-1-")) ++pictures;
  }
  CHECK(pictures == 1);
  const Json person(content_of(folder / "person.json"));
  CHECK(person.text("/clientKey") == office.client.key);
  CHECK(person.size("/sessions") == 1);
  const Json session(content_of(below / "session.json"));
  CHECK(session.text("/looks/0/reason") == "export for the person");
  CHECK(session.text("/looks/0/by").starts_with("OPERATOR uid:"));
  CHECK(session.text("/looks/1/what") == "all sealed texts");
  CHECK(session.text("/looks/1/reason") == "export for the person");
  CHECK(mode_of(below / "texts.json") == 0600);
  const Json texts(content_of(below / "texts.json"));
  CHECK(texts.text("/sessionId") == office.session.id);
  CHECK(texts.size("/texts") >= 3);
  CHECK(texts.text("/texts/0/type") == "SessionCreated");
  CHECK_FALSE(texts.text("/texts/0/address").empty());
  CHECK(
      run_program(
          {"/bin/sh", "-c", "cd '" + folder.string() + "' && sha256sum --quiet -c MANIFEST.sha256"})
          .status == 0);

  // Nothing is overwritten.
  const Finished again = office.server.operate(arguments);
  CHECK(again.status == 1);
  CHECK(again.err.find("it exists, and nothing is overwritten") != std::string::npos);
  std::filesystem::remove_all(folder);
}

void check_everything(const Office& office) {
  const std::string& id = office.session.id;
  check_export(office);
  const Finished shown = office.server.operate({"person", "show", "--session", id});
  CHECK(shown.status == 0);
  CHECK(shown.out.find(id) != std::string::npos);
  CHECK(shown.out.find("capture finalized") != std::string::npos);
  CHECK(shown.out.find("all sealed texts read: shown for the person") != std::string::npos);
  CHECK(shown.out.find("origins of requests") != std::string::npos);

  const Json whole = office.run({"person", "show", "--session", id});
  CHECK(whole.text("/clientKey") == office.client.key);
  CHECK(whole.is_null("/userRef"));
  REQUIRE(whole.size("/sessions") == 1);
  CHECK(whole.text("/sessions/0/sessionId") == id);
  CHECK(whole.text("/sessions/0/receipt").starts_with("c2sp.org/tlog-proof@v1\n"));
  const Json none =
      office.run({"person", "show", "--client", office.client.key, "--user-ref", "nobody"}, 1);
  CHECK(none.dump("/ok") == "false");
  CHECK(none.text("/detail") == "the client has no session under this reference");

  office.run({"hold", "set", id, "--reason", "case 7"});
  const Finished held =
      office.server.operate({"person", "erase", "--session", id, "--reason", "letter 12"});
  CHECK(held.status == 1);
  CHECK(held.out.find("case 7") != std::string::npos);
  CHECK(held.err.find("legal holds keep 1 session") != std::string::npos);
  const Json kept = office.run({"person", "erase", "--session", id, "--reason", "letter 12"}, 1);
  CHECK(kept.dump("/ok") == "false");
  CHECK(kept.text("/detail").starts_with("legal holds keep 1 session"));
  CHECK(kept.size("/held") == 1);
  office.run({"hold", "release", id, "--reason", "over"});

  const Json erased = office.run({"person", "erase", "--session", id, "--reason", "letter 12"});
  CHECK(erased.size("/erased") == 1);
  CHECK(erased.size("/held") == 0);
  CHECK_FALSE(erased.has("/ok"));
  const Finished again =
      office.server.operate({"person", "erase", "--session", id, "--reason", "letter 12"});
  CHECK(again.status == 0);
  CHECK(again.out.find("| c2sp.org/tlog-proof@v1\n") != std::string::npos);
  CHECK(again.out.find("\\x0a") == std::string::npos);
  CHECK(erased.text("/erased/0/receipt").starts_with("c2sp.org/tlog-proof@v1\n"));
  CHECK(office.run({"session", "show", id}).dump("/result/files/purged") == "true");
  CHECK(office.run({"log", "verify"}).is_true("/ok"));
  const Finished gone = office.server.operate({"person", "show", "--session", id});
  CHECK(gone.status == 0);
  CHECK(gone.out.find("none: they were erased with the session's key") != std::string::npos);
  CHECK(gone.out.find("origins of requests") == std::string::npos);
}

TEST_CASE("a person is shown, handed out and erased while the server runs") {
  const Office office;
  check_everything(office);
}

TEST_CASE("a person is shown, handed out and erased on the folder when no server holds it") {
  Office office;
  REQUIRE(office.server.stop() == 0);
  check_everything(office);
}

TEST_CASE("sealed texts are shown in words that no terminal obeys, and stay sealed if asked so") {
  const Office office;
  const OpenSession session = office.excused();
  const Finished shut =
      office.server.operate({"person", "show", "--session", session.id, "--without-texts"});
  CHECK(shut.status == 0);
  CHECK(shut.out.find("is stiff") == std::string::npos);
  const Json before = office.run({"person", "show", "--session", session.id, "--without-texts"});
  CHECK(before.size("/sessions") == 1);
  CHECK(before.size("/sessions/0/looks") == 0);

  const Finished shown =
      office.server.operate({"person", "show", "--session", session.id, "--reason", "letter 13"});
  CHECK(shown.status == 0);
  CHECK(shown.out.find("words of the person") != std::string::npos);
  CHECK(shown.out.find("My neck \\u202e is stiff") != std::string::npos);
  CHECK(shown.out.find("\u202e") == std::string::npos);
  CHECK(shown.out.find("letter 13") != std::string::npos);
  const Json told = office.run({"person", "show", "--session", session.id});
  CHECK(told.size("/sessions/0/looks") == 2);
  CHECK(told.text("/sessions/0/looks/0/reason") == "letter 13");
  bool has_words = false;
  for (std::size_t at = 0; at < told.size("/sessions/0/texts"); ++at) {
    const std::string place = "/sessions/0/texts/" + std::to_string(at);
    if (told.text(place + "/type") != "LivenessNotPossible") continue;
    has_words = told.text(place + "/words") == "My neck \u202e is stiff";
  }
  CHECK(has_words);
}

TEST_CASE("a person is named by a client and a reference, or by a session") {
  const Office office;
  const auto status = [&](const Arguments& arguments) {
    return office.server.operate(arguments).status;
  };
  CHECK(status({"person", "show"}) == 2);
  CHECK(status({"person", "show", "--client", office.client.key}) == 2);
  CHECK(status({"person", "show", "--user-ref", "anna"}) == 2);
  CHECK(status({"person", "erase", "--session", office.session.id}) == 2);  // no reason
  const std::string folder = office.server.folder() / "none";
  const Finished nobody = office.server.operate(
      {"person", "export", folder, "--client", office.client.key, "--user-ref", "anna"});
  CHECK(nobody.status == 1);
  CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("a client that is closed by the command ends what runs, and its files have a last day") {
  const Office office;
  const Backend backend(office.server.port(), office.client);
  const OpenSession running = backend.open("LIVENESS");
  const std::string& key = office.client.key;
  const Json mistyped = office.run({"client", "close", key, "--purge-at", "2020-01-31"}, 2);
  CHECK(mistyped.text("/field") == "purgeAt");
  CHECK(office.server.operate({"client", "close", key}).status == 2);
  CHECK(office.server.operate({"client", "close", key, "--purge-at", "2099-01-31", "--purge-now"})
            .status == 2);
  CHECK(office.run({"client", "show", key}).dump("/disabled") == "false");

  const Json closed =
      office.run({"client", "close", key, "--purge-at", "2099-01-31", "--reason", "left"});
  CHECK(closed.number("/canceledSessions") == 1);
  CHECK(closed.number("/keptSessions") == 2);
  CHECK(closed.text("/purgeAt") == "2099-01-31T00:00:00.000000Z");
  CHECK(office.run({"session", "show", running.id}).text("/result/status") == "CANCELED");
  const Json purged = office.run({"session", "purge", office.session.id, "--reason", "letter 12"});
  CHECK(purged.number("/files") == 1);
  const Json now = office.run({"client", "close", key, "--purge-now"});
  CHECK(now.number("/keptSessions") == 1);
  CHECK(now.text("/purgeAt") < "2099");
}

}  // namespace countersign::tests::person_test
