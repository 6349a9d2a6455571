#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "core/version.h"
#include "events/tlog/note/proof_file.h"
#include "events/tlog/tree/entry_bundle.h"
#include "events/tlog/tree/tile_tree.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/running_server.h"

// The log as strangers check it: over TCP, with only the verifier key.
namespace countersign::tests::log_over_http_test {

std::string content_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A capture that was finalized and downloaded, and its auditor.
struct Audited {
  RunningServer server;
  Backend backend{server.port(), server.add_client("shop")};
  Backend auditor{server.port(), server.add_client("auditor", {"--auditor", "--quota", "0"})};
  OpenSession session = backend.open("DOCUMENT_VERIFICATION");
  Answer finalized;
  Answer bundle;

  Audited() {
    const Device device(server.port(), session.token);
    device.pass_document();
    finalized = device.finalize();
    bundle = backend.bundle(session.id);
    REQUIRE(bundle.status == 200);
  }

  // The key does not come from the network, but from the file with which the server signs.
  tlog::KnownLog log() const {
    const std::string file = server.data().string() + ".signing.key";
    const auto key = tlog::SignerKey::parse(Secret(content_of(file)));
    REQUIRE(key.has_value());
    return {key->verifier().name(), {key->verifier()}};
  }
  Answer read(const std::string& path) const { return auditor.get("/api/svc/log/" + path); }
  tlog::Checkpoint checkpoint() const {
    const auto opened = tlog::open_checkpoint(read("checkpoint").body, log());
    REQUIRE(opened.has_value());
    return opened->checkpoint;
  }
  tlog::TileTree tree(const tlog::Checkpoint& at) const {
    auto tree = tlog::TileTree::open(
        at.size, at.root, [this](const tlog::Tile& tile) -> Result<std::string, tlog::ReadError> {
          const Answer answer = read(path_of(tile));
          if (answer.status != 200) return tlog::ReadError{answer.body};
          return answer.body;
        });
    REQUIRE(tree.has_value());
    return *std::move(tree);
  }
  bool proves(const std::string& receipt) const {
    const auto file = tlog::parse_proof_file(receipt);
    return file && tlog::verify(*file, tlog::leaf_hash(file->extra), log()).has_value();
  }
};

std::string query_of(const Answer& answer) {
  const std::string field = answer.header("svc-log-receipt");
  return "?" + field.substr(0, field.find(','));
}

TEST_CASE("checkpoint, tiles and events of a running server are one tree") {
  const Audited audited;
  REQUIRE(audited.backend.receipt(audited.session.id, query_of(audited.bundle)).status == 200);
  CHECK(audited.read("vkey").body == audited.log().keys.front().to_text() + "\n");
  const tlog::Checkpoint checkpoint = audited.checkpoint();
  tlog::TileTree tree = audited.tree(checkpoint);
  const std::string bundle =
      audited
          .read(
              tlog::path_of({tlog::Tile::kEntries, 0, static_cast<std::uint32_t>(checkpoint.size)}))
          .body;
  const auto entries = tlog::split_bundle(bundle, static_cast<std::uint32_t>(checkpoint.size));
  REQUIRE(entries.has_value());
  std::uint64_t leaf = 0;
  for (const std::string_view entry : *entries) {
    CHECK(*tree.hash({0, leaf}) == tlog::leaf_hash(entry));
    CHECK(Json(entry).number("/sequence") == static_cast<std::int64_t>(++leaf));
  }
}

TEST_CASE("the first event of a server's log names its version, to auditors and not to clients") {
  const Audited audited;
  REQUIRE(audited.backend.receipt(audited.session.id).status == 200);
  const auto size = static_cast<std::uint32_t>(audited.checkpoint().size);
  const std::string bundle = audited.read(tlog::path_of({tlog::Tile::kEntries, 0, size})).body;
  const auto entries = tlog::split_bundle(bundle, size);
  REQUIRE(entries.has_value());
  const Json event(entries->front());
  CHECK(event.number("/sequence") == 1);
  CHECK(event.text("/stream") == "log");
  CHECK(event.text("/type") == "LogBegun");
  CHECK(event.text("/data/version") == kVersion);
  const Answer feed = audited.backend.get("/api/svc/events");
  REQUIRE(feed.status == 200);
  CHECK(feed.body.find("ClientRegistered") != std::string::npos);
  CHECK(feed.body.find("LogBegun") == std::string::npos);
  CHECK(audited.backend.timeline(audited.session.id).body.find("LogBegun") == std::string::npos);
}

TEST_CASE("a log that was stopped and started again is the same log grown") {
  Audited audited;
  REQUIRE(audited.backend.receipt(audited.session.id).status == 200);
  const tlog::Checkpoint older = audited.checkpoint();
  REQUIRE(audited.server.stop() == 0);
  audited.server.start();
  audited.backend = Backend(audited.server.port(), audited.backend.credentials());
  audited.auditor = Backend(audited.server.port(), audited.auditor.credentials());
  const Answer again = audited.backend.bundle(audited.session.id);
  REQUIRE(audited.backend.receipt(audited.session.id, query_of(again)).status == 200);
  const tlog::Checkpoint newer = audited.checkpoint();
  REQUIRE(newer.size > older.size);
  tlog::TileTree tree = audited.tree(newer);
  const auto proof = tlog::prove_consistency(tree, older.size, newer.size);
  REQUIRE(proof.has_value());
  CHECK(tlog::verify_consistency(older.size, older.root, newer.size, newer.root, *proof));
}

TEST_CASE("receipts of a finalize and of downloads verify offline, and not with a bit changed") {
  const Audited audited;
  const std::string id = audited.session.id;
  const Answer file =
      audited.backend.file(id, Json(audited.backend.documents(id).body).text("/0/id"));
  const std::string by_default = audited.backend.receipt(id).body;
  for (const auto& [answer, each_type] : {std::pair{&audited.finalized, "SessionFinalized"},
                                          std::pair{&audited.bundle, "DocumentsDownloaded"},
                                          std::pair{&file, "DocumentsDownloaded"}}) {
    const auto& type = each_type;
    CAPTURE(type);
    const Answer receipt = audited.backend.receipt(id, query_of(*answer));
    REQUIRE(receipt.status == 200);
    CHECK(receipt.header("svc-log-receipt") == answer->header("svc-log-receipt"));
    CHECK(audited.proves(receipt.body));
    const Json event(tlog::parse_proof_file(receipt.body)->extra);
    CHECK(event.text("/type") == type);
    CHECK(event.text("/stream") == "session-" + id);
    for (const std::size_t at :
         {std::size_t{40}, receipt.body.size() / 2, receipt.body.size() - 10}) {
      std::string forged = receipt.body;
      forged[at] = static_cast<char>(forged[at] ^ 1);
      CHECK_FALSE(audited.proves(forged));
    }
  }
  CHECK(Json(tlog::parse_proof_file(by_default)->extra).text("/type") == "SessionFinalized");
  check_problem(audited.auditor.get(Backend::session_path(id, "receipt")), 404, "SVC_NOT_FOUND");
  check_problem(audited.backend.receipt(id, "?index=0"), 404, "SVC_NOT_FOUND");
}

TEST_CASE("a client that is no longer an auditor is refused the log") {
  const Audited audited;
  CHECK(audited.read("checkpoint").status == 200);
  check_problem(audited.backend.get("/api/svc/log/checkpoint"), 403, "SVC_FORBIDDEN");
  const std::string key = audited.auditor.credentials().key;
  REQUIRE(audited.server.operate({"client", "change", key, "--no-auditor"}).status == 0);
  check_problem(audited.read("checkpoint"), 403, "SVC_FORBIDDEN");
}

}  // namespace countersign::tests::log_over_http_test
