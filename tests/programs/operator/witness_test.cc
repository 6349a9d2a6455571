#include "events/checkpoints/witness.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>

#include "events/tlog/note/checkpoint.h"
#include "events/tlog/note/witness_request.h"
#include "tests/events/tlog/note/witness_fixture.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"
#include "tests/programs/support/running_witness.h"
#include "tests/programs/support/wait_until.h"

// A server whose checkpoints a witness cosigns, both run as the real programs.
namespace countersign::tests::witness_test {

namespace fs = std::filesystem;

// A server, an auditor, and the server's witness.
struct Witnessed {
  RunningServer server;
  std::string vkey = Json(server.operate({"log", "checkpoint", "--json"}).out).text("/vkey");
  RunningWitness witness{vkey};
  Backend auditor{server.port(), server.add_client("auditor", {"--auditor", "--quota", "0"})};

  Witnessed() {
    REQUIRE(server.stop() == 0);
    start();
  }

  void start() {
    server.start({.flags = {"--witness", witness.setting()}});
    auditor = Backend(server.port(), auditor.credentials());
  }
  void grow(const std::string& name) const { (void)server.add_client(name); }

  // A checkpoint that is signed now, and cosigned if the witness does so.
  Json checkpoint() const {
    const Finished shown = server.operate({"log", "checkpoint", "--json"});
    REQUIRE(shown.status == 0);
    return Json(shown.out);
  }
  bool is_cosigned() const { return checkpoint().text("/witnesses/0/cosignedAt") != ""; }
  std::string metric(const std::string& name) const {
    const std::string page = server.ask({"GET", "/metrics"}).body;
    const std::string sample = "\n" + name + "{witness=\"witness.example/w1\"} ";
    const std::size_t at = page.find(sample);
    if (at == page.npos) return "";
    const std::size_t begin = at + sample.size();
    return page.substr(begin, page.find('\n', begin) - begin);
  }
  // The witness's own view of the log.
  tlog::Checkpoint seen_by_witness() const {
    const tlog::VerifierKey log = *tlog::VerifierKey::parse(vkey);
    const Answer answer = witness.ask({"GET", "/" + origin_hash_of(log.name()) + "/checkpoint"});
    REQUIRE(answer.status == 200);
    const auto opened = tlog::open_checkpoint(answer.body, {log.name(), {log}});
    REQUIRE(opened.has_value());
    return opened->checkpoint;
  }
  Finished verify(const fs::path& folder, const std::string& witness_vkey) const {
    return run_program({COUNTERSIGN_PATH,
                        "log",
                        "verify",
                        folder,
                        "--vkey",
                        vkey,
                        "--witness-vkey",
                        witness_vkey,
                        "--json"});
  }
};

TEST_CASE("a server's checkpoint is cosigned, served, exported and verified with the cosignature") {
  Witnessed f;
  f.grow("shop");
  wait_until([&] { return f.is_cosigned(); });
  const Json shown = f.checkpoint();
  CHECK(shown.text("/witnesses/0/vkey") == f.witness.vkey());
  CHECK(f.metric("countersign_witness_conflict") == "0");
  CHECK(f.metric("countersign_witness_cosigned_size") == std::to_string(shown.number("/size")));
  CHECK(f.metric("countersign_witness_cosigned_timestamp_seconds").size() == 10);

  const tlog::VerifierKey log = *tlog::VerifierKey::parse(f.vkey);
  const tlog::VerifierKey witness = *tlog::VerifierKey::parse(f.witness.vkey());
  const std::string served = f.auditor.get("/api/svc/log/checkpoint").body;
  const auto opened = tlog::open_checkpoint(served, {log.name(), {log}}, std::span(&witness, 1));
  REQUIRE(opened.has_value());
  CHECK(opened->endorsements.size() == 2);
  CHECK(opened->checkpoint == f.seen_by_witness());

  const fs::path folder = f.server.folder() / "exported";
  REQUIRE(f.server.operate({"log", "export", folder}).status == 0);
  const Finished good = f.verify(folder, f.witness.vkey());
  CHECK(good.status == 0);
  CHECK(Json(good.out).text("/cosignatures/0/witness") == "witness.example/w1");
  // If a demanded cosignature is missing, its witness is named.
  const std::string stranger =
      tlog::SignerKey(tlog::KeyType::Witness, "stranger.example", SecretBytes<32>())
          .verifier()
          .to_text();
  const Finished absent = f.verify(folder, stranger);
  CHECK(absent.status == 1);
  CHECK(Json(absent.out).text("/firstError/why") ==
        "stranger.example has not cosigned the checkpoint");

  // A stored checkpoint is shown with its cosignature even while no server runs.
  REQUIRE(f.server.stop() == 0);
  const Finished offline = f.server.operate({"log", "checkpoint", "--json"});
  CHECK(Json(offline.out).text("/note").find("witness.example/w1") != std::string::npos);
}

TEST_CASE("a server serves without its witness, and catches up when it is back") {
  Witnessed f;
  wait_until([&] { return f.is_cosigned(); });
  const std::uint64_t seen = f.seen_by_witness().size;
  f.witness.kill();
  f.grow("meanwhile");
  wait_until([&] { return f.metric("countersign_witness_failures_total") != "0"; });
  CHECK(f.server.operator_log().find("witness: does not cosign: asked again later") !=
        std::string::npos);
  CHECK(f.server.ask({"GET", "/readyz"}).status == 200);
  CHECK_FALSE(f.is_cosigned());
  f.grow("meanwhile-too");
  CHECK(f.auditor.get("/api/svc/log/checkpoint").status == 200);

  f.witness.start();
  wait_until([&] { return f.is_cosigned(); });
  CHECK(f.seen_by_witness().size > seen);
  CHECK(f.seen_by_witness().size == static_cast<std::uint64_t>(f.checkpoint().number("/size")));
  CHECK(f.metric("countersign_witness_conflict") == "0");
}

// A server that is put back to a copy from before its witness has seen more.
struct PutBack : Witnessed {
  fs::path copy = server.folder() / "copy";

  PutBack() {
    REQUIRE(server.stop() == 0);
    fs::copy(server.data(), copy, fs::copy_options::recursive);
    start();
    for (const char* name : {"lost-1", "lost-2", "lost-3"}) grow(name);
    wait_until([&] { return is_cosigned(); });
    REQUIRE(server.stop() == 0);
    fs::remove_all(server.data());
    fs::rename(copy, server.data());
  }
  std::string conflict_line() const {
    const std::string operator_log = server.operator_log();
    const std::size_t at = operator_log.find(
        "witness: cosigned another history of this log: it cosigns no more of this one");
    if (at == operator_log.npos) return "";
    return operator_log.substr(at, operator_log.find('\n', at) - at);
  }
};

TEST_CASE("an older backup under a newer witness is found and named at the start") {
  PutBack f;
  const std::string witness_size = std::to_string(f.seen_by_witness().size);
  f.start();
  wait_until([&] { return f.metric("countersign_witness_conflict") == "1"; });
  const std::string line = f.conflict_line();
  CHECK(line.find("witness=witness.example/w1") != std::string::npos);
  CHECK(line.find("it has cosigned more events of this log than the log has here") !=
        std::string::npos);
  CHECK(line.find("witness_size=" + witness_size) != std::string::npos);
  CHECK(line.find("our_size=") != std::string::npos);
  // The server continues to serve, but is not cosigned.
  f.grow("afterwards");
  CHECK_FALSE(f.is_cosigned());
  CHECK(f.server.ask({"GET", "/readyz"}).status == 200);
}

TEST_CASE("a log that was put back and has grown again is refused by the witness as a fork") {
  PutBack f;
  const tlog::Checkpoint seen = f.seen_by_witness();
  REQUIRE(f.witness.stop() == 0);
  f.start();
  while (f.checkpoint().number("/size") <= static_cast<std::int64_t>(seen.size)) f.grow("forked");
  f.witness.start();
  wait_until([&] { return f.metric("countersign_witness_conflict") == "1"; });
  CHECK(f.conflict_line().find("is not the beginning of this log") != std::string::npos);
  CHECK(f.witness.operator_log().find("witness: wrong consistency proof") != std::string::npos);
  CHECK(f.seen_by_witness() == seen);
  CHECK_FALSE(f.is_cosigned());
}

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST_CASE("a stranger's wrong proofs are no fork in the witness's log, and do not fill it") {
  Witnessed f;
  wait_until([&] { return f.is_cosigned(); });
  const tlog::Checkpoint seen = f.seen_by_witness();
  const Answer answer = f.witness.ask({"GET", "/" + origin_hash_of(seen.origin) + "/checkpoint"});
  REQUIRE(answer.status == 200);
  // The signed checkpoint, which is public, with hashes that prove nothing.
  for (std::size_t hashes = 1; hashes <= 60; ++hashes) {
    tlog::WitnessRequest request{seen.size, {}, answer.body};
    request.proof.resize(hashes);
    CHECK(f.witness.ask({"POST", "/add-checkpoint", {}, to_text(request)}).status == 422);
  }
  CHECK(f.witness.ask({"POST", "/add-checkpoint", {}, "nonsense"}).status == 400);
  const std::string operator_log = f.witness.operator_log();
  CHECK(count_of(operator_log, "level=error") == 0);
  CHECK(count_of(operator_log, "level=warn") == 1);
  CHECK(count_of(operator_log, "witness: wrong consistency proof") == 1);
  CHECK(f.seen_by_witness() == seen);
}

TEST_CASE("two roots of one size, both signed by the log, are an error in the witness's log") {
  const tlog::SignerKey key = tlog::log_key();
  const RunningWitness witness(key.verifier().to_text());
  tlog::WitnessedLog log(40);
  tlog::WitnessedLog fork(40, 12);
  const auto submit = [&](const std::string& body) {
    return witness.ask({"POST", "/add-checkpoint", {}, body}).status;
  };
  REQUIRE(submit(log.request(0, 20)) == 200);
  // This cannot be distinguished from a wrong proof.
  CHECK(submit(fork.request(20, 40)) == 422);
  CHECK(count_of(witness.operator_log(), "level=error") == 0);
  for (int i = 0; i < 30; ++i) CHECK(submit(fork.request(20, 20)) == 422);
  CHECK(submit(fork.request(10, 20)) == 409);
  CHECK(count_of(witness.operator_log(), "level=error") == 1);
  CHECK(count_of(witness.operator_log(), "the log has signed two histories") == 1);
  CHECK(submit(log.request(20, 40)) == 200);
}

TEST_CASE("a witness keeps its key to itself, ends with 0, and goes on after a crash") {
  Witnessed f;
  wait_until([&] { return f.is_cosigned(); });
  struct ::stat status {};
  REQUIRE(::stat(f.witness.key_file().c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  const std::string vkey = f.witness.vkey();
  const tlog::Checkpoint seen = f.seen_by_witness();
  f.witness.kill();
  f.witness.start();
  CHECK(f.witness.vkey() == vkey);
  CHECK(f.seen_by_witness() == seen);
  CHECK(run_program(f.witness.command()).err.find("is in use by another witness") !=
        std::string::npos);
  CHECK(f.witness.stop() == 0);

  // A witness whose state is damaged, or whose key is missing, does not start with a new one.
  for (const auto& file : fs::directory_iterator(f.witness.state())) {
    std::ofstream(file.path(), std::ios::trunc) << "";
  }
  const Finished damaged = run_program(f.witness.command());
  CHECK(damaged.status == 1);
  CHECK(damaged.err.find("is damaged, or another witness") != std::string::npos);
  CHECK(damaged.err.find('\n') == damaged.err.size() - 1);
  fs::remove(f.witness.key_file());
  const Finished keyless = run_program(f.witness.command());
  CHECK(keyless.status == 1);
  CHECK(keyless.err.find("there is no key at") != std::string::npos);
}

TEST_CASE("a witness that is told what it cannot do says so in a line and 2") {
  const TempFolder folder;
  const std::string log =
      tlog::SignerKey(tlog::KeyType::Log, "log.example", SecretBytes<32>()).verifier().to_text();
  const std::string witness =
      tlog::SignerKey(tlog::KeyType::Witness, "w", SecretBytes<32>()).verifier().to_text();
  const auto run = [&](const Arguments& more) {
    Arguments command{
        COUNTERSIGN_PATH, "witness", "--state", folder.path(), "--key-file", folder.path() / "k"};
    command.insert(command.end(), more.begin(), more.end());
    return run_program(command).status;
  };
  CHECK(run({}) == 2);
  CHECK(run({"--listen", "127.0.0.1:0"}) == 2);
  CHECK(run({"--log", log}) == 2);
  CHECK(run({"--listen", "here", "--log", log}) == 2);
  CHECK(run({"--listen", "127.0.0.1:0", "--log", "nonsense"}) == 2);
  CHECK(run({"--listen", "127.0.0.1:0", "--log", witness}) == 2);
  CHECK(run({"--listen", "127.0.0.1:0", "--log", log, "--name", "a b"}) == 2);
  CHECK_FALSE(fs::exists(folder.path() / "k"));
  CHECK(run({"--listen", "127.0.0.1:99999", "--log", log}) == 1);
}

}  // namespace countersign::tests::witness_test
