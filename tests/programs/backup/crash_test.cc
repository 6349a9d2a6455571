#include <doctest/doctest.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "events/crypto/sha256.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/running_server.h"

// kill -9 while clients write: everything that was acknowledged is there afterwards.
namespace countersign::tests::crash_test {

// A sanitizer makes each start several times as slow, and ten rounds reach the same code.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kRounds = 10;
#else
constexpr int kRounds = 50;
#endif
constexpr int kClients = 4;

// The server's acknowledgements, on which the clients may rely.
struct Acknowledged {
  std::mutex mutex;
  std::vector<OpenSession> sessions;
  std::map<std::string, std::string> used_nonces;  // nonce -> its session's token
  std::map<std::string, std::string> files;        // file id -> session id
  int count = 0;
  std::condition_variable grown;

  template <class Note>
  void note(Note write_down) {
    {
      const std::lock_guard lock(mutex);
      write_down();
      ++count;
    }
    grown.notify_all();
  }
  // Waits until `wanted` notes exist. Returns false after a minute.
  bool wait_for(int wanted) {
    std::unique_lock lock(mutex);
    return grown.wait_for(lock, std::chrono::minutes(1), [&] { return count >= wanted; });
  }
};

// One client: opens sessions and submits documents until the server is gone.
void write_until_killed(const Backend& backend, std::uint16_t port, Acknowledged& acknowledged) {
  while (true) {
    const Answer created = backend.create("DOCUMENT_VERIFICATION");
    if (created.status != 200) return;
    const Json json(created.body);
    const OpenSession session{json.text("/sessionId"), json.text("/sessionToken")};
    acknowledged.note([&] { acknowledged.sessions.push_back(session); });
    const Device device(port, session.token);
    const std::string nonce = device.nonce("document");
    if (nonce.empty()) return;
    const Answer outcome = device.document(nonce, document_picture(Side::Front));
    if (outcome.status == 503) continue;  // the server is only busy; nothing was used up
    if (outcome.status != 200) return;
    acknowledged.note([&] {
      acknowledged.used_nonces[nonce] = session.token;
      acknowledged.files[Json(outcome.body).text("/fileId")] = session.id;
    });
  }
}

void check_all_there(const Backend& backend, std::uint16_t port, Acknowledged& acknowledged) {
  for (const OpenSession& session : acknowledged.sessions) {
    CHECK(backend.result(session.id).status == 200);
  }
  const std::string digest = to_hex(sha256(document_picture(Side::Front)));
  for (const auto& [file, session] : acknowledged.files) {
    const Answer answer = backend.file(session, file);
    CHECK(answer.status == 200);
    CHECK(to_hex(sha256(answer.body)) == digest);
  }
  for (const auto& [nonce, token] : acknowledged.used_nonces) {
    const Answer again = Device(port, token).document(nonce, document_picture(Side::Front));
    CHECK(again.status >= 400);
    CHECK(again.status < 500);
  }
}

// Checks that no nonce is consumed by two events of the whole log.
void check_nonces_of_log(const std::string& exported) {
  std::map<std::string, int> uses;
  std::istringstream lines(exported);
  for (std::string line; std::getline(lines, line);) {
    const Json event(line);
    const std::string type = event.text("/type");
    if (type == "NonceConsumed") ++uses[event.text("/data/nonce")];
  }
  CHECK(uses.size() > 0);
  for (const auto& [nonce, times] : uses) CHECK(times == 1);
}

TEST_CASE("kills while clients write lose no acknowledged event") {
  const ServerOptions options{.flags = {"--create-rate=1000000/1m",
                                        "--device-rate=1000000/1m",
                                        "--read-rate=1000000/1m",
                                        "--bundle-rate=1000000/1m"}};
  RunningServer server(options);
  const Credentials client = server.add_client("shop");
  std::size_t sessions = 0;
  for (int round = 0; round < kRounds; ++round) {
    CAPTURE(round);
    const Backend backend(server.port(), client);
    Acknowledged acknowledged;
    std::vector<std::thread> threads;
    for (int i = 0; i < kClients; ++i) {
      threads.emplace_back(
          [&, port = server.port()] { write_until_killed(backend, port, acknowledged); });
    }
    CHECK(acknowledged.wait_for(3 + round % 23));
    server.kill();
    for (std::thread& thread : threads) thread.join();

    server.start();
    check_all_there(Backend(server.port(), client), server.port(), acknowledged);
    sessions += acknowledged.sessions.size();
    if (round % 10 != 9) continue;
    const Finished views = server.operate({"projections", "verify", "--json"});
    INFO(views.out, views.err);
    CHECK(views.status == 0);
    CHECK(server.operate({"log", "verify", "--json"}).status == 0);
  }
  CHECK(sessions >= kRounds);
  const Finished exported = server.operate({"log", "export"});
  CHECK(exported.status == 0);
  check_nonces_of_log(exported.out);
  CHECK(server.stop() == 0);
  CHECK(server.operate({"projections", "verify", "--json"}).status == 0);
  CHECK(server.operate({"log", "verify", "--json"}).status == 0);
}

TEST_CASE("the next start finishes a purge that a crash interrupted") {
  RunningServer server;
  const Credentials client = server.add_client("shop");
  std::vector<std::string> purged;
  for (int i = 0; i < 5; ++i) {
    const Backend backend(server.port(), client);
    const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
    Device(server.port(), session.token).pass_document();
    std::thread purge([&] { backend.purge(session.id); });
    server.kill();
    purge.join();
    server.start();
    const Answer bundle = Backend(server.port(), client).bundle(session.id);
    const bool whole = bundle.status == 200 || bundle.status == 410;
    CHECK(whole);
  }
  CHECK(server.operate({"projections", "verify"}).status == 0);
}

TEST_CASE("when the log cannot be written the server says 503, ends with 70, and loses nothing") {
  const TempFolder folder;
  const auto data = folder.path() / "data";
  const Json client(operate_on(data, {"client", "add", "shop", "--json"}).out);
  const Credentials credentials{client.text("/clientKey"), client.text("/clientSecret")};
  // No file of this process may grow beyond 2 MiB. This is meant for the log's files, but the
  // memory files for images count too.
  Arguments command = server_command(
      data, {"--create-rate=1000000/1m", "--max-document-bytes=1MiB", "--max-frame-bytes=1MiB"});
  command.insert(command.begin(), {"prlimit", "--fsize=2097152"});
  std::vector<std::string> acknowledged;
  {
    Program server(command, {}, folder.path() / "operator.log");
    const std::uint16_t port = served_port(server);
    const Backend backend(port, credentials);
    while (true) {
      const Answer answer =
          backend.create("LIVENESS", R"("userRef":")" + std::string(128, 'u') + "\"");
      if (answer.status != 200) {
        // Refused, or not answered at all because it came too late. It was never acknowledged.
        CHECK((answer.status == 503 || answer.status == 0));
        break;
      }
      acknowledged.push_back(Json(answer.body).text("/sessionId"));
    }
    CHECK(server.wait(std::chrono::seconds(15)) == 70);
  }
  CHECK(acknowledged.size() > 100);
  Program server(
      server_command(data, {"--read-rate=1000000/1m"}), {}, folder.path() / "operator.log");
  const std::uint16_t port = served_port(server);
  const Backend backend(port, credentials);
  for (const std::string& id : acknowledged) {
    CHECK(backend.result(id).status == 200);
  }
  CHECK(operate_on(data, {"log", "verify"}).status == 0);
  CHECK(operate_on(data, {"projections", "verify"}).status == 0);
}

}  // namespace countersign::tests::crash_test
