// The log as an auditor reads it: checkpoint, tiles and key.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>

#include "events/tlog/note/checkpoint.h"
#include "events/tlog/tree/entry_bundle.h"
#include "events/tlog/tree/tile_tree.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/http/support/backend_calls.h"

namespace countersign::http::auditor_log_test {

constexpr const char* kCheckpoint = "/api/svc/log/checkpoint";
constexpr const char* kVerifierKey = "/api/svc/log/vkey";

ClientPolicy auditors() {
  ClientPolicy policy = any_purpose();
  policy.auditor = true;
  policy.read_rate = Rate{100'000, 60'000};
  return policy;
}

// A signed log, and an auditor who reads it.
struct Audit {
  Rig rig{{}, Rig::Checkpoints::Signed};
  Backend auditor{rig, rig.add_client(auditors())};

  DataFolder& data() { return rig.data(); }

  // Appends `events` events with few fsyncs.
  void append(int events) {
    const ClientKey key(auditor.client().key);
    for (int i = 1; i <= events; ++i) {
      Submission submission{
          .stream = stream_of(key),
          .command = ClientCommand(ChangeClient{
              .at = rig.clock.now(), .name = fmt::format("{}", i), .policy = auditors()}),
          .actor = {ActorKind::Operator, "uid:0"},
          .request = RequestId("test")};
      if (i < events) {
        data().writer().submit(std::move(submission), [](const Outcome&) {});
      } else {
        const Outcome last = data().writer().submit_and_wait(std::move(submission));
        REQUIRE(std::holds_alternative<Committed>(last));
      }
    }
  }
  // Signs the whole log. Returns false if that fails.
  bool sign() { return data().checkpoints()->covering(data().log().head().sequence).has_value(); }

  Answer get(const std::string& path) { return auditor.get(path).answer; }
  Answer tile(const std::string& path) { return get("/api/svc/log/tile/" + path); }

  // The checkpoint as a stranger verifies it who has only the key.
  tlog::Checkpoint checkpoint(const tlog::VerifierKey& key) {
    const auto opened = tlog::open_checkpoint(get(kCheckpoint).body, {key.name(), {key}});
    REQUIRE(opened.has_value());
    return opened->checkpoint;
  }
  tlog::FetchTile fetch() {
    return [this](const tlog::Tile& tile) -> Result<std::string, tlog::ReadError> {
      const Answer answer = get("/api/svc/log/" + path_of(tile));
      if (answer.status != 200) return tlog::ReadError{path_of(tile)};
      return answer.body;
    };
  }
};

TEST_CASE("a checkpoint verifies with the key, and the tiles lead to its root and to every event") {
  Audit audit;
  audit.append(300);
  REQUIRE(audit.sign());
  const std::string vkey = audit.get(kVerifierKey).body;
  CHECK(vkey == tlog::log_key().verifier().to_text() + "\n");
  const tlog::Checkpoint checkpoint = audit.checkpoint(tlog::log_key().verifier());
  CHECK(checkpoint.size == 301);
  CHECK(checkpoint.root == audit.data().log().head().root);

  auto tree = tlog::TileTree::open(checkpoint.size, checkpoint.root, audit.fetch());
  REQUIRE(tree.has_value());
  CHECK(*tlog::read_root(*tree, checkpoint.size) == checkpoint.root);
  std::uint64_t leaf = 0;
  for (const tlog::Tile tile :
       {tlog::Tile{tlog::Tile::kEntries, 0, 256}, tlog::Tile{tlog::Tile::kEntries, 1, 45}}) {
    const std::string bundle = *audit.fetch()(tile);
    const auto entries = tlog::split_bundle(bundle, tile.width);
    REQUIRE(entries.has_value());
    for (const std::string_view entry : *entries) {
      CHECK(*tree->hash({0, leaf}) == tlog::leaf_hash(entry));
      CHECK(entry == (*audit.data().log().find(Sequence(++leaf)))->bytes);
    }
  }
  CHECK(leaf == checkpoint.size);
}

TEST_CASE("a newer checkpoint is consistent with the one before, by tiles alone") {
  Audit audit;
  REQUIRE(audit.sign());
  const tlog::Checkpoint older = audit.checkpoint(tlog::log_key().verifier());
  audit.append(20);
  REQUIRE(audit.sign());
  const tlog::Checkpoint newer = audit.checkpoint(tlog::log_key().verifier());
  REQUIRE(newer.size > older.size);
  auto tree = tlog::TileTree::open(newer.size, newer.root, audit.fetch());
  REQUIRE(tree.has_value());
  const auto proof = tlog::prove_consistency(*tree, older.size, newer.size);
  REQUIRE(proof.has_value());
  CHECK(tlog::verify_consistency(older.size, older.root, newer.size, newer.root, *proof));
}

TEST_CASE("full tiles may be kept for ever by who has them, everything else is asked for again") {
  Audit audit;
  audit.append(256);
  REQUIRE(audit.sign());
  struct Row {
    const char* path;
    const char* type;
    const char* caching;
  };
  constexpr const char* kBytes = "application/octet-stream";
  constexpr const char* kText = "text/plain; charset=utf-8";
  constexpr const char* kForEver = "private, max-age=31536000, immutable";
  constexpr const char* kAgain = "private, no-cache";
  for (const Row& row : {Row{"/api/svc/log/tile/0/000", kBytes, kForEver},
                         Row{"/api/svc/log/tile/entries/000", kBytes, kForEver},
                         Row{"/api/svc/log/tile/0/000.p/7", kBytes, kAgain},
                         Row{"/api/svc/log/tile/1/000.p/1", kBytes, kAgain},
                         Row{"/api/svc/log/tile/entries/001.p/1", kBytes, kAgain},
                         Row{kCheckpoint, kText, kAgain},
                         Row{kVerifierKey, kText, kAgain}}) {
    CAPTURE(row.path);
    const Answer answer = audit.get(row.path);
    CHECK(answer.status == 200);
    CHECK(answer.header("Content-Type") == row.type);
    CHECK(answer.header("Cache-Control") == row.caching);
    CHECK(audit.auditor.call(Method::Head, row.path).answer.status == 200);
  }
  CHECK(audit.tile("0/000").body.size() == 256 * 32);
  CHECK(audit.tile("0/000.p/7").body == audit.tile("0/000").body.substr(0, 7 * 32));
}

TEST_CASE("an entry beyond the signed tree and a malformed tile path are answered with 404") {
  Audit audit;
  audit.append(9);
  REQUIRE(audit.sign());
  CHECK(audit.tile("0/000.p/10").status == 200);
  for (const char* path : {"0/000.p/11",       "0/000",
                           "0/001.p/1",        "1/000.p/1",
                           "63/000.p/1",       "entries/000.p/11",
                           "0/000.p/0",        "0/000.p/01",
                           "0/000.p/256",      "0/000.p/10/",
                           "0//000.p/10",      "/0/000.p/10",
                           "0/000.p",          "0/0.p/10",
                           "0/x000/000.p/10",  "00/000.p/10",
                           "-1/000.p/10",      "0/%30%30%30.p/10",
                           "0/000.p%2F10",     "../tile/0/000.p/10",
                           "Entries/000.p/10", "0",
                           "entries",          ""}) {
    CAPTURE(path);
    const Answer answer = audit.tile(path);
    CHECK(answer.status == 404);
    CHECK(answer.code() == "SVC_NOT_FOUND");
  }
}

TEST_CASE("an event that no checkpoint covers is not served") {
  Audit audit;
  REQUIRE(audit.sign());
  const std::uint64_t signed_size = audit.checkpoint(tlog::log_key().verifier()).size;
  const auto notes = checkpoints_of(audit.data().path());
  const auto away = notes.parent_path() / "away";
  std::filesystem::rename(notes, away);  // so that nothing can be signed
  audit.append(3);
  REQUIRE_FALSE(audit.sign());
  CHECK(audit.checkpoint(tlog::log_key().verifier()).size == signed_size);
  const std::string newer = fmt::format("0/000.p/{}", signed_size + 1);
  CHECK(audit.tile(fmt::format("0/000.p/{}", signed_size)).status == 200);
  CHECK(audit.tile(newer).status == 404);
  std::filesystem::rename(away, notes);
  REQUIRE(audit.sign());
  CHECK(audit.tile(newer).status == 200);
}

TEST_CASE("the log is read by auditors alone, and by them as long as they are") {
  Audit audit;
  REQUIRE(audit.sign());
  Backend client(audit.rig);
  Backend wrong(audit.rig, {audit.auditor.client().key, client.client().secret});
  std::size_t rows = 0;
  for (const Endpoint& row : public_endpoints()) {
    if (!is_called_by<by::Auditor>(row.handler)) continue;
    std::string path(row.path);
    if (const auto open = path.find('{'); open != std::string::npos) {
      path = path.substr(0, open) + "0/000.p/1";
    }
    CAPTURE(path);
    CHECK(audit.get(path).status == 200);
    const Answer refused = client.get(path).answer;
    CHECK(refused.status == 403);
    CHECK(refused.code() == "SVC_FORBIDDEN");
    CHECK_FALSE(refused.header("RateLimit").empty());
    CHECK(wrong.get(path).answer.code() == "SVC_NOT_FOUND");
    CHECK(audit.rig.send({.path = path}).code() == "SVC_NOT_FOUND");
    ++rows;
  }
  CHECK(rows == 3);
  const std::string no_more =
      R"({"clientKey":")" + audit.auditor.client().key + R"(","auditor":false})";
  REQUIRE(audit.auditor.admin("/admin/client/change", no_more).answer["auditor"] == "false");
  CHECK(audit.get(kCheckpoint).code() == "SVC_FORBIDDEN");
}

TEST_CASE("a server that signs nothing has no checkpoint, tile or receipt") {
  Rig rig;
  Backend auditor(rig, rig.add_client(auditors()));
  const std::string session = rig.create(auditor.client())["sessionId"];
  for (const std::string& path : {std::string(kCheckpoint),
                                  std::string(kVerifierKey),
                                  std::string("/api/svc/log/tile/0/000.p/1"),
                                  Backend::path_of(session, "/receipt")}) {
    CAPTURE(path);
    const Answer answer = auditor.get(path).answer;
    CHECK(answer.status == 503);
    CHECK(answer.code() == "SVC_UNAVAILABLE");
    CHECK_FALSE(answer.header("Retry-After").empty());
  }
}

}  // namespace countersign::http::auditor_log_test
