#include <doctest/doctest.h>
#include <signal.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"

// The operators' command: each subcommand over the socket of a running server, and then on the
// folder itself.
namespace countersign::tests::operator_test {

// The output of one subcommand, which is exactly one JSON document.
Json run_json(const RunningServer& server, Arguments arguments, int status = 0) {
  arguments.push_back("--json");
  const Finished finished = server.operate(arguments);
  CAPTURE(arguments.front());
  CAPTURE(finished.err);
  CHECK(finished.status == status);
  Json json(finished.out);
  CHECK(json.valid());
  return json;
}

std::size_t lines_of(const std::string& text) {
  std::size_t lines = 0;
  for (const char c : text) lines += c == '\n';
  return lines;
}

// A server with one finished session that was downloaded once.
struct Office {
  RunningServer server;
  Credentials client = server.add_client("shop", {"--quota", "1000", "--create-rate", "500/1m"});
  OpenSession session;

  Office() {
    const Backend backend(server.port(), client);
    session = backend.open("DOCUMENT_VERIFICATION");
    const Device device(server.port(), session.token);
    device.pass_document();
    device.finalize();
    backend.bundle(session.id);
  }
};

// `disabled` is the key of a client that is disabled and has no session.
void check_session_list(const Office& office, const std::string& disabled) {
  const auto list = [&](const Arguments& more) {
    Arguments arguments{"session", "list"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_json(office.server, arguments);
  };
  const Json own = list({"--client", office.client.key, "--status", "completed", "--limit", "5"});
  REQUIRE(own.size("/sessions") == 1);
  CHECK(own.text("/sessions/0/sessionId") == office.session.id);
  CHECK(own.text("/sessions/0/clientKey") == office.client.key);
  const Json shown = run_json(office.server, {"session", "show", office.session.id});
  for (const Json* each : {&own, &shown}) {
    CHECK(each->dump("").find(office.session.token) == std::string::npos);
  }
  CHECK(own.dump("/next") == "null");
  CHECK(list({}).size("/sessions") == 1);
  CHECK(list({"--purpose", "DOCUMENT_VERIFICATION", "--since", "2020-01-01"}).size("/sessions") ==
        1);
  CHECK(list({"--until", "2020-01-01"}).size("/sessions") == 0);
  CHECK(list({"--client", disabled}).size("/sessions") == 0);
  CHECK(list({"--user-ref", "nobody"}).size("/sessions") == 0);
  CHECK(list({"--label", "shop=a", "--label", "campaign=b"}).size("/sessions") == 0);
  CHECK(list({"--result", "PENDING", "--reason", "DOCUMENT_BLURRY"}).size("/sessions") == 0);
  CHECK(list({"--sandbox"}).size("/sessions") == 0);
  CHECK(office.server.operate({"session", "list"}).out.find(office.session.id) !=
        std::string::npos);
}

// `other` is the key of a client without sessions.
void check_who_saw_pictures(const Office& office, const std::string& other) {
  const RunningServer& server = office.server;
  const Json downloads = run_json(server, {"audit", "downloads", "--session", office.session.id});
  CHECK(downloads.size("/downloads") == 1);
  CHECK(
      run_json(server, {"audit", "downloads", "--client", office.client.key}).size("/downloads") ==
      1);
  CHECK(run_json(server, {"audit", "downloads", "--client", other}).size("/downloads") == 0);
  CHECK(run_json(server, {"audit", "downloads"}).size("/downloads") == 1);
  CHECK(run_json(server, {"audit", "looks", "--session", office.session.id}).size("/looks") == 1);
  CHECK(run_json(server, {"audit", "looks", "--reviewer", "rvw_AAAAAAAAAAAAAAAAAAAAAA"})
            .size("/looks") == 0);
}

void check_every_subcommand(Office& office) {
  const RunningServer& server = office.server;

  const Json added = run_json(server,
                              {"client",
                               "add",
                               "second",
                               "--purposes",
                               "LIVENESS,FACE_MATCH",
                               "--quota",
                               "7",
                               "--read-rate",
                               "5/10s",
                               "--bundle-rate",
                               "6/1m",
                               "--token-ttl",
                               "10m",
                               "--auditor"});
  const std::string key = added.text("/clientKey");
  CHECK(key.starts_with("svck_"));
  CHECK(added.text("/clientSecret").starts_with("svcs_"));
  const Json shown = run_json(server, {"client", "show", key});
  CHECK(shown.text("/name") == "second");
  CHECK(shown.dump("/purposes") == R"(["LIVENESS","FACE_MATCH"])");
  CHECK(shown.number("/quota") == 7);
  CHECK(shown.number("/tokenTtlMs") == 600'000);
  CHECK(shown.number("/readRate/count") == 5);
  CHECK(shown.number("/readRate/perMs") == 10'000);
  CHECK(shown.is_true("/auditor"));
  CHECK(shown.size("/secrets") == 1);
  CHECK(shown.dump("").find("svcs_") == std::string::npos);

  const Json rotated = run_json(server, {"client", "rotate", key});
  CHECK(rotated.text("/clientSecret").starts_with("svcs_"));
  CHECK(rotated.text("/clientSecret") != added.text("/clientSecret"));
  CHECK(run_json(server, {"client", "show", key}).size("/secrets") == 2);
  const std::string first_secret =
      std::to_string(run_json(server, {"client", "show", key}).number("/secrets/0/secretId"));
  run_json(server, {"client", "revoke", key, first_secret});
  CHECK(run_json(server, {"client", "show", key}).size("/secrets") == 1);
  run_json(server, {"client", "change", key, "--quota", "8", "--name", "renamed"});
  CHECK(run_json(server, {"client", "show", key}).number("/quota") == 8);
  CHECK(run_json(server, {"client", "show", key}).is_true("/auditor"));
  run_json(server, {"client", "change", key, "--no-auditor"});
  CHECK(run_json(server, {"client", "show", key}).dump("/auditor") == "false");
  run_json(server, {"client", "disable", key, "--reason", "test"});
  CHECK(run_json(server, {"client", "show", key}).is_true("/disabled"));
  CHECK(run_json(server, {"client", "list"}).size("/clients") >= 2);

  const Json session = run_json(server, {"session", "show", office.session.id});
  CHECK(session.size("/events") >= 5);
  check_session_list(office, key);
  CHECK(
      run_json(server, {"hold", "set", office.session.id, "--reason", "case-1"}).is_true("/held"));
  CHECK(run_json(server, {"hold", "release", office.session.id, "--reason", "closed"})
            .dump("/held") == "false");

  check_who_saw_pictures(office, key);

  CHECK(run_json(server, {"retention", "sweep", "--dry-run"}).valid());
  CHECK(run_json(server, {"retention", "sweep"}).valid());
  CHECK(run_json(server, {"log", "verify"}).is_true("/ok"));
  CHECK(run_json(server, {"projections", "verify"}).is_true("/ok"));
  CHECK(run_json(server, {"projections", "rebuild"}).valid());
  CHECK(run_json(server, {"projections", "verify"}).is_true("/ok"));

  const std::int64_t head = run_json(server, {"log", "verify"}).number("/head");
  const Finished exported = server.operate({"log", "export", "-", "--json"});
  CHECK(exported.status == 0);
  CHECK(static_cast<std::int64_t>(lines_of(exported.out)) == head);
  const std::string file = server.folder() / "export.jsonl";
  CHECK(server.operate({"log", "export", file}).status == 0);
  std::ostringstream written;
  written << std::ifstream(file).rdbuf();
  CHECK(written.str() == exported.out);
  const Finished part = server.operate({"log", "export", "--first", "2", "--last", "3"});
  CHECK(lines_of(part.out) == 2);
  CHECK(Json(part.out.substr(0, part.out.find('\n'))).number("/sequence") == 2);
  CHECK(lines_of(server.operate({"log", "tail", "--last", "3", "--json"}).out) == 3);
  CHECK(lines_of(server.operate({"log", "tail", "--after", "4"}).out) ==
        static_cast<std::size_t>(head - 4));
  CHECK(server.operate({"log", "tail"}).out.find("DocumentsDownloaded") != std::string::npos);

  // The same for people, without JSON.
  CHECK(server.operate({"client", "list"}).out.find(key) != std::string::npos);
  const Finished for_people = server.operate({"client", "add", "third"});
  CHECK(for_people.status == 0);
  CHECK(for_people.out.find("clientSecret: svcs_") != std::string::npos);
}

void check_refusals(const Office& office) {
  const RunningServer& server = office.server;
  for (const Arguments& arguments : {Arguments{"client", "show", "svck_nobody"},
                                     Arguments{"client", "rotate", "svck_nobody"},
                                     Arguments{"session", "show", "not-a-session"},
                                     Arguments{"session", "list", "--since", "yesterday"},
                                     Arguments{"session", "list", "--client", "svck_nobody"},
                                     Arguments{"hold", "set", "nothing", "--reason", "x"},
                                     Arguments{"client", "revoke", office.client.key, "999"}}) {
    CAPTURE(arguments[1]);
    const Finished plain = server.operate(arguments);
    CHECK(plain.status == 1);
    CHECK(plain.out == "");
    CHECK(plain.err.starts_with("countersign: "));
    run_json(server, arguments, 1);
  }
}

TEST_CASE("every subcommand works while the server runs") {
  Office office;
  check_every_subcommand(office);
  check_refusals(office);
  CHECK(office.server.ask({"GET", "/readyz"}).status == 200);
}

TEST_CASE("every subcommand works on the folder when no server holds it") {
  Office office;
  REQUIRE(office.server.stop() == 0);
  check_every_subcommand(office);
  check_refusals(office);
  office.server.start();
  const Backend backend(office.server.port(), office.client);
  CHECK(backend.bundle(office.session.id).status == 200);
}

TEST_CASE("an exported log is verified, continued beside a server, and again without one") {
  RunningServer server;
  server.add_client("one");
  const std::string folder = server.folder() / "exported";
  const auto exported = [&] {
    const Finished finished = server.operate({"log", "export", folder, "--json"});
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    return Json(finished.out).number("/events");
  };
  const auto verified = [&](const std::string& vkey) {
    const Finished finished =
        run_program({COUNTERSIGN_PATH, "log", "verify", folder, "--vkey", vkey, "--json"});
    INFO(finished.out);
    CHECK(finished.status == 0);
    CHECK(Json(finished.out).text("/keysFrom") == "CALLER");
    return Json(finished.out).number("/events");
  };
  const std::int64_t first = exported();  // the beginning, the thresholds and the client
  CHECK(first == 3);
  const std::string vkey = run_json(server, {"log", "checkpoint"}).text("/vkey");
  CHECK(verified(vkey) == first);
  server.add_client("two");
  CHECK(exported() == first + 1);
  CHECK(verified(vkey) == first + 1);
  REQUIRE(server.stop() == 0);
  REQUIRE(server.operate({"client", "add", "three"}).status == 0);
  CHECK(exported() == first + 2);
  CHECK(verified(vkey) == first + 2);
  std::ofstream(folder + "/events.jsonl", std::ios::app) << "{}\n";
  CHECK(run_program({COUNTERSIGN_PATH, "log", "verify", folder}).status == 1);
}

TEST_CASE("clients can be added before the server has ever run, with the same key") {
  const TempFolder folder;
  const auto data = folder.path() / "data";
  const Finished added = operate_on(data, {"client", "add", "first", "--json"});
  CHECK(added.status == 0);
  Program server(server_command(data), {}, folder.path() / "operator.log");
  const std::uint16_t port = served_port(server);
  const Json client(added.out);
  const Backend backend(port, {client.text("/clientKey"), client.text("/clientSecret")});
  CHECK(backend.create("LIVENESS").status == 200);
  // The command began the log, and the server went on with it.
  const std::string log = operate_on(data, {"log", "export", "-"}).out;
  const std::size_t begun = log.find("\"LogBegun\"");
  CHECK(begun < log.find('\n'));
  CHECK(log.find("\"LogBegun\"", begun + 1) == std::string::npos);
}

TEST_CASE("a rotated secret works beside the old one until that is revoked") {
  const RunningServer server;
  const Credentials old = server.add_client("shop");
  const Json rotated = run_json(server, {"client", "rotate", old.key});
  const Backend with_old(server.port(), old);
  const Backend with_new(server.port(), {old.key, rotated.text("/clientSecret")});
  CHECK(with_old.create("LIVENESS").status == 200);
  CHECK(with_new.create("LIVENESS").status == 200);
  run_json(server, {"client", "revoke", old.key, "1"});
  CHECK(with_old.create("LIVENESS").status == 400);
  CHECK(with_new.create("LIVENESS").status == 200);
}

TEST_CASE("log tail --follow shows an event when it happens") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  Program tail({COUNTERSIGN_PATH, "--data", server.data(), "--json", "log", "tail", "--follow"},
               {});
  for (const char* const earlier : {"LogBegun", "ThresholdsRecorded", "ClientRegistered"}) {
    const auto before = tail.read_line();
    REQUIRE(before.has_value());
    CHECK(Json(*before).text("/type") == earlier);
  }
  const OpenSession session = backend.open("LIVENESS");
  // The first session of a purge day comes with the leaves of that day.
  const auto leaves = tail.read_line();
  REQUIRE(leaves.has_value());
  CHECK(Json(*leaves).text("/type") == "LeavesReserved");
  const auto after = tail.read_line();
  REQUIRE(after.has_value());
  CHECK(Json(*after).text("/stream") == "session-" + session.id);
  tail.signal(SIGTERM);
}

TEST_CASE("Ctrl-C ends a command that reads a folder without a server, and the next one reads it") {
  // An export that nobody reads to its end waits in the middle: it writes 256 KiB at a time, and a
  // pipe takes 64.
  constexpr std::size_t kEnough = 512 * 1024;
  RunningServer server({.flags = {"--create-rate=100000/1m"}});
  const Backend backend(server.port(), server.add_client("shop"));
  std::size_t bytes = 0;
  while (bytes < kEnough) {
    for (int i = 0; i < 100; ++i) backend.open("LIVENESS");
    bytes = server.operate({"log", "export", "-"}).out.size();
  }
  REQUIRE(server.stop() == 0);
  Program exporting({COUNTERSIGN_PATH, "--data", server.data(), "log", "export", "-"}, {});
  REQUIRE(exporting.read_line().has_value());
  exporting.signal(SIGINT);
  CHECK(exporting.wait(std::chrono::seconds(10)) == 128 + SIGINT);
  CHECK(server.operate({"log", "verify"}).status == 0);
  CHECK(server.operate({"projections", "verify"}).status == 0);
}

TEST_CASE("a session that cannot be followed or does not exist has an error in words") {
  RunningServer server;
  REQUIRE(server.stop() == 0);
  const Finished follow = server.operate({"log", "tail", "--follow"});
  CHECK(follow.status == 1);
  CHECK(follow.err.find("server") != std::string::npos);
  const TempFolder folder;
  const Finished nothing = operate_on(folder.path() / "none", {"client", "list"});
  CHECK(nothing.status == 2);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "none"));
}

TEST_CASE("a wrong command line is status 2") {
  const TempFolder folder;
  const auto data = folder.path() / "data";
  for (const Arguments& arguments : {Arguments{},
                                     Arguments{"client"},
                                     Arguments{"client", "add"},
                                     Arguments{"client", "add", "x", "--quota", "many"},
                                     Arguments{"client", "add", "x", "--purposes", "EVERYTHING"},
                                     Arguments{"client", "add", "x", "--create-rate", "fast"},
                                     Arguments{"frobnicate"},
                                     Arguments{"log", "tail", "--after", "1", "--last", "1"},
                                     Arguments{"hold", "set", "s"}}) {
    CHECK(operate_on(data, arguments).status == 2);
  }
  CHECK(run_program({COUNTERSIGN_PATH, "client", "list"}).status == 2);
  CHECK(run_program({COUNTERSIGN_PATH, "--help"}).status == 0);
  CHECK_FALSE(std::filesystem::exists(data));
}

}  // namespace countersign::tests::operator_test
