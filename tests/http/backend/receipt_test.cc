// Receipts: what an answer says about its event, and the proof that is fetched for it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>

#include "events/record/codec.h"
#include "events/tlog/note/proof_file.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/http/support/backend_calls.h"

namespace countersign::http::receipt_test {

// The index in a Svc-Log-Receipt. The size must be the index + 1.
std::uint64_t index_in(const Answer& answer) {
  const std::string field = answer.header("Svc-Log-Receipt");
  REQUIRE_MESSAGE(field.starts_with("index="), field);
  const std::uint64_t index = std::stoull(field.substr(6));
  CHECK(field == fmt::format("index={}, size={}", index, index + 1));
  return index;
}

// Whether the receipt proves its event to somebody who has only the key.
bool is_proof(const std::string& receipt) {
  const tlog::VerifierKey key = tlog::log_key().verifier();
  const auto file = tlog::parse_proof_file(receipt);
  return file && tlog::verify(*file, tlog::leaf_hash(file->extra), {key.name(), {key}}).has_value();
}

RecordedEvent event_in(const std::string& receipt) {
  const auto file = tlog::parse_proof_file(receipt);
  REQUIRE(file.has_value());
  auto recorded = decode(file->extra);
  REQUIRE(recorded.has_value());
  CHECK(recorded->sequence.value() == file->index + 1);
  return *std::move(recorded);
}

struct Scene {
  Rig rig{{}, Rig::Checkpoints::Signed};
  Backend backend{rig};
  std::string session;
  std::string token;

  Scene() {
    const Answer created = rig.create(backend.client(), R"("purpose":"DOCUMENT_VERIFICATION")");
    session = created["sessionId"];
    token = created["sessionToken"];
    REQUIRE(rig.document(token, good_image("passport"), "", "PASSPORT")["ok"] == "true");
  }
  Answer get(const std::string& rest, Headers more = {}) {
    return backend.get(Backend::path_of(session, rest), std::move(more)).answer;
  }
  Answer receipt(std::uint64_t index) { return get(fmt::format("/receipt?index={}", index)); }
};

TEST_CASE("a finalize names its leaf, and the receipt proves it offline") {
  Scene scene;
  const Answer finalized = scene.rig.finalize(scene.token);
  const std::uint64_t index = index_in(finalized);
  // A later event: the receipt still proves the finalize.
  scene.get("/documents/bundle");
  const Answer receipt = scene.get("/receipt");
  REQUIRE(receipt.status == 200);
  CHECK(receipt.header("Content-Type") == "text/plain; charset=utf-8");
  CHECK(receipt.header("Cache-Control") == "no-store");
  CHECK(index_in(receipt) == index);
  CHECK(is_proof(receipt.body));
  const RecordedEvent recorded = event_in(receipt.body);
  CHECK(std::holds_alternative<SessionFinalized>(recorded.event));
  CHECK(recorded.stream == stream_of(SessionId(*parse_uuid(scene.session))));
  CHECK(recorded.sequence.value() == index + 1);
}

TEST_CASE("a receipt with one bit changed proves nothing") {
  Scene scene;
  REQUIRE(scene.rig.finalize(scene.token).status == 200);
  const std::string honest = scene.get("/receipt").body;
  REQUIRE(is_proof(honest));
  for (std::size_t at = 0; at < honest.size(); ++at) {
    std::string forged = honest;
    forged[at] = static_cast<char>(forged[at] ^ 1);
    if (is_proof(forged)) FAIL("byte " << at << " of " << honest);
  }
}

TEST_CASE("downloads name their leaves, and their receipts prove them") {
  Scene scene;
  const Answer bundle = scene.get("/documents/bundle");
  const std::string file =
      to_string((*scene.rig.data().queries().session(SessionId(*parse_uuid(scene.session))))
                    ->files.front()
                    .file);
  const Answer single = scene.get("/documents/" + file);
  CHECK(index_in(single) > index_in(bundle));
  for (const Answer* download : {&bundle, &single}) {
    const Answer receipt = scene.receipt(index_in(*download));
    REQUIRE(receipt.status == 200);
    CHECK(is_proof(receipt.body));
    CHECK(std::holds_alternative<DocumentsDownloaded>(event_in(receipt.body).event));
    CHECK(index_in(receipt) == index_in(*download));
  }
}

TEST_CASE("a purge names its leaf, also when it is repeated, and the receipt proves the erasure") {
  Scene scene;
  REQUIRE(scene.rig.finalize(scene.token).status == 200);
  const auto purge = [&] {
    return scene.backend.call(Method::Post, Backend::path_of(scene.session, "/purge")).answer;
  };
  const Answer purged = purge();
  REQUIRE(purged.status == 200);
  const Answer receipt = scene.receipt(index_in(purged));
  REQUIRE(receipt.status == 200);
  CHECK(is_proof(receipt.body));
  CHECK(std::holds_alternative<FilesPurged>(event_in(receipt.body).event));
  CHECK(index_in(purge()) == index_in(purged));
  // Without an index a finalized session's receipt is that of its outcome.
  CHECK(std::holds_alternative<SessionFinalized>(event_in(scene.get("/receipt").body).event));
}

TEST_CASE("an unrecorded answer has no receipt field") {
  Scene scene;
  const Answer list = scene.get("/documents");
  CHECK(list.header("Svc-Log-Receipt").empty());
  const std::string bundle = Backend::path_of(scene.session, "/documents/bundle");
  CHECK(scene.backend.call(Method::Head, bundle).answer.header("Svc-Log-Receipt").empty());
}

TEST_CASE("a finalize that is repeated names the same leaf") {
  Scene scene;
  const Headers key = {{"Idempotency-Key", "once"}};
  const Answer first = scene.rig.finalize(scene.token, key);
  const Answer again = scene.rig.finalize(scene.token, key);
  CHECK(again.header("Idempotent-Replayed") == "true");
  CHECK(index_in(again) == index_in(first));
}

TEST_CASE("without a finalize the last event is proven, and every event can be asked for") {
  Scene scene;
  const auto events = *scene.rig.data().queries().timeline(SessionId(*parse_uuid(scene.session)));
  CHECK(event_in(scene.get("/receipt").body).sequence == events.back().recorded.sequence);
  for (const StoredEvent& event : events) {
    const Answer receipt = scene.receipt(event.recorded.sequence.value() - 1);
    REQUIRE(receipt.status == 200);
    CHECK(is_proof(receipt.body));
    CHECK(tlog::parse_proof_file(receipt.body)->extra == event.bytes);
  }
}

TEST_CASE("an event of another session, of a client or of nobody has no receipt") {
  Scene scene;
  const std::uint64_t mine = index_in(scene.get("/documents/bundle"));
  const Answer other = scene.rig.create(scene.backend.client());
  const std::uint64_t foreign = scene.rig.data().log().head().sequence.value() - 1;
  REQUIRE(scene.receipt(mine).status == 200);
  const std::string refused = scene.receipt(foreign)["detail"];
  for (const std::uint64_t index :
       {foreign, std::uint64_t{0}, foreign + 1, foreign + 1000, (std::uint64_t{1} << 53) - 2}) {
    CAPTURE(index);
    const Answer answer = scene.receipt(index);
    CHECK(answer.status == 404);
    CHECK(answer["detail"] == refused);
  }
  CHECK(scene.backend.get(Backend::path_of(other["sessionId"], "/receipt")).answer.status == 200);
  Backend stranger(scene.rig);
  CHECK(stranger.get(Backend::path_of(scene.session, "/receipt")).answer.status == 404);
  for (const char* index :
       {"x", "-1", "+1", "1 ", "0x1", "18446744073709551615", "9007199254740991"}) {
    CAPTURE(index);
    const Answer answer = scene.get(fmt::format("/receipt?index={}", index));
    CHECK(answer.status == 400);
    CHECK(answer["field"] == "index");
  }
}

TEST_CASE("an event that cannot be signed for is proven later") {
  Scene scene;
  const auto notes = checkpoints_of(scene.rig.data().path());
  const auto away = notes.parent_path() / "away";
  std::filesystem::rename(notes, away);
  const std::uint64_t index = index_in(scene.get("/documents/bundle"));
  const Answer refused = scene.receipt(index);
  CHECK(refused.status == 503);
  CHECK_FALSE(refused.header("Retry-After").empty());
  CHECK(refused.body.find("checkpoints") == std::string::npos);
  std::filesystem::rename(away, notes);
  CHECK(is_proof(scene.receipt(index).body));
}

}  // namespace countersign::http::receipt_test
