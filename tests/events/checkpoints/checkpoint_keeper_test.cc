#include "events/checkpoints/checkpoint_keeper.h"

#include <doctest/doctest.h>
#include <rocksdb/db.h>

#include <fstream>
#include <sstream>

#include "events/record/log_record.h"
#include "events/rocks/database/rocks_database.h"
#include "events/tlog/note/cosignature.h"
#include "events/tlog/tree/tile_tree.h"
#include "tests/events/support/log_fixture.h"
#include "tests/events/support/temp_folder.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/projections/support/open_folder.h"

namespace countersign::checkpoint_keeper_test {

using test::LogFixture;

tlog::SignerKey key_of(std::uint8_t seed, const std::string& name = "example.com/log") {
  std::array<std::uint8_t, 32> bytes{};
  bytes.fill(seed);
  return {tlog::KeyType::Log, name, SecretBytes<32>(bytes)};
}

// A log and the keeper that signs its checkpoints.
struct SignedLog : LogFixture {
  // Returns an empty string, or the message with which the log was refused.
  std::string sign_with(tlog::SignerKey key) {
    keeper.reset();
    // No period ends while a test runs.
    auto opened = CheckpointKeeper::open(
        log(), log(), checkpoints.path(), std::move(key), clock, std::chrono::hours(1));
    if (!opened) return opened.error();
    keeper = std::move(opened).value();
    return "";
  }
  std::string sign() { return sign_with(key_of(1)); }
  // Closes everything and opens it again.
  std::string reopen() {
    keeper.reset();
    if (auto refusal = try_open(); !refusal.empty()) return refusal;
    return sign();
  }

  tlog::Checkpoint verified(const SignedCheckpoint& given) {
    const auto opened =
        tlog::open_checkpoint(given.note, {"example.com/log", {key_of(1).verifier()}});
    REQUIRE(opened.has_value());
    CHECK(opened->checkpoint.size == given.size);
    return opened->checkpoint;
  }

  TempFolder checkpoints;
  FakeClock clock;
  std::unique_ptr<CheckpointKeeper> keeper;
};

tlog::TileTree tree_of(LogFixture& f, const tlog::Checkpoint& at) {
  auto tree = tlog::TileTree::open(
      at.size, at.root, [&](const tlog::Tile& tile) -> Result<std::string, tlog::ReadError> {
        return **f.log().tile(tile);
      });
  REQUIRE(tree.has_value());
  return *std::move(tree);
}

// Changes one letter of a stored event in a closed log.
void tamper(const std::filesystem::path& folder, Sequence sequence) {
  auto database = RocksDatabase::open(folder, false, false);
  REQUIRE(database.has_value());
  const std::string key = log_record::sequence_key(sequence);
  std::string bytes = **(*database)->get(Family::Events, key);
  bytes.replace(bytes.find("because"), 7, "Because");
  auto& db = (*database)->db();
  REQUIRE(db.Put({}, (*database)->family(Family::Events), key, bytes).ok());
}

TEST_CASE("a log is signed when it is opened, and a checkpoint covers what is asked of it") {
  SignedLog f;
  REQUIRE(f.sign() == "");
  CHECK(f.verified(f.keeper->latest()).root == tlog::empty_root());
  f.append_events(300);
  const auto covering = f.keeper->covering(Sequence(300));
  REQUIRE(covering.has_value());
  const tlog::Checkpoint checkpoint = f.verified(*covering);
  CHECK(checkpoint.size == 300);
  CHECK(checkpoint.root == f.log().head().root);
  CHECK(f.keeper->failure() == std::nullopt);
  // An event that a checkpoint covers is not signed again.
  CHECK(f.keeper->covering(Sequence(7))->note == covering->note);
}

TEST_CASE("each checkpoint is consistent with the one before") {
  SignedLog f;
  REQUIRE(f.sign() == "");
  tlog::Checkpoint older = f.verified(f.keeper->latest());
  for (const int more : {1, 254, 1, 1, 300}) {
    f.append_events(more);
    const tlog::Checkpoint newer = f.verified(*f.keeper->covering(f.log().head().sequence));
    tlog::TileTree tree = tree_of(f, newer);
    const auto proof = tlog::prove_consistency(tree, older.size, newer.size);
    REQUIRE(proof.has_value());
    CHECK(tlog::verify_consistency(older.size, older.root, newer.size, newer.root, *proof));
    older = newer;
  }
}

TEST_CASE("the end of the log is signed when the keeper goes, and the next one goes on from it") {
  SignedLog f;
  REQUIRE(f.sign() == "");
  f.append_events(10);
  REQUIRE(f.reopen() == "");
  CHECK(f.keeper->latest().size == 10);
  CHECK(f.verified(f.keeper->latest()).root == f.log().head().root);
}

TEST_CASE("the first checkpoint of each hour is kept") {
  SignedLog f;
  REQUIRE(f.sign() == "");
  const auto kept = [&] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(f.checkpoints.path())) {
      names.push_back(entry.path().filename());
    }
    std::ranges::sort(names);
    return names;
  };
  for (int i = 0; i < 3; ++i) {
    f.append_events(2);
    REQUIRE(f.keeper->covering(f.log().head().sequence).has_value());
    if (i == 1) f.clock.advance(std::chrono::hours(1));
  }
  CHECK(kept() ==
        std::vector<std::string>{"00000000000000000002", "00000000000000000006", "latest"});
}

TEST_CASE("a log that was signed with another key, or under another name, is refused") {
  SignedLog f;
  REQUIRE(f.sign() == "");
  CHECK(f.sign_with(key_of(2)).find("was not signed with the present signing key") !=
        std::string::npos);
  CHECK(f.sign_with(key_of(1, "other")).find("was not signed with the present signing key") !=
        std::string::npos);
  CHECK(f.sign() == "");
}

TEST_CASE("an older log, put back where a newer one was signed, is refused") {
  SignedLog f;
  f.append_events(5);
  REQUIRE(f.sign() == "");
  f.keeper.reset();
  f.close();
  TempFolder old;
  std::filesystem::copy(f.folder(), old.path() / "log", std::filesystem::copy_options::recursive);
  f.open();
  REQUIRE(f.sign() == "");
  f.append_events(5);
  f.keeper.reset();
  f.close();
  std::filesystem::remove_all(f.folder());
  std::filesystem::copy(old.path() / "log", f.folder(), std::filesystem::copy_options::recursive);
  const std::string refusal = f.reopen();
  CHECK(refusal.find("the log holds 5 events, and ") != std::string::npos);
}

TEST_CASE("a log of other events than those that were signed is refused") {
  SignedLog f;
  f.append_events(5);
  REQUIRE(f.sign() == "");
  f.keeper.reset();
  LogFixture other;
  for (int i = 0; i < 8; ++i) REQUIRE_FALSE(other.with(9, "another").append());
  auto opened =
      CheckpointKeeper::open(other.log(), other.log(), f.checkpoints.path(), key_of(1), f.clock);
  REQUIRE_FALSE(opened.has_value());
  CHECK(opened.error().find("the log is not the one that") != std::string::npos);
}

TEST_CASE("an entry changed on the disk since it was hashed is never signed") {
  SignedLog f;
  // The tile over event 20 must be stored, not computed when the log is opened.
  f.append_events(300);
  f.close();
  tamper(f.folder(), Sequence(20));
  f.open();
  REQUIRE(f.sign() == "");
  REQUIRE(f.keeper->failure().has_value());
  CHECK(f.keeper->failure()->find("no checkpoint is signed") != std::string::npos);
  CHECK(f.keeper->latest().note.empty());
  CHECK_FALSE(f.keeper->covering(Sequence(3)).has_value());
}

TEST_CASE("cosignatures stand under the newest checkpoint, one of each witness, and are durable") {
  SignedLog f;
  REQUIRE(f.sign() == "");
  f.append_events(3);
  const SignedCheckpoint before = *f.keeper->covering(Sequence(3));
  const std::string text = tlog::parse_note(before.note)->text;
  const tlog::SignerKey one = tlog::signer(tlog::KeyType::Witness, "one.example", 1);
  const tlog::SignerKey two = tlog::signer(tlog::KeyType::Witness, "two.example", 2);
  const std::vector<tlog::VerifierKey> witnesses{one.verifier(), two.verifier()};
  const auto cosigned_at = [&](const std::string& note) {
    std::vector<std::uint64_t> times;
    const auto opened =
        tlog::open_checkpoint(note, {"example.com/log", {key_of(1).verifier()}}, witnesses);
    REQUIRE(opened.has_value());
    for (const tlog::Endorsement& endorsement : opened->endorsements) {
      if (endorsement.cosigned_at_s) times.push_back(*endorsement.cosigned_at_s);
    }
    return times;
  };
  CHECK(f.keeper->add_cosignature(text, cosign(one, text, 10)) == std::nullopt);
  CHECK(f.keeper->add_cosignature(text, cosign(two, text, 20)) == std::nullopt);
  CHECK(f.keeper->add_cosignature(text, cosign(one, text, 30)) == std::nullopt);
  CHECK(cosigned_at(f.keeper->latest().note) == std::vector<std::uint64_t>{20, 30});
  CHECK(f.keeper->covering(Sequence(2))->note == f.keeper->latest().note);
  REQUIRE(f.reopen() == "");
  CHECK(cosigned_at(f.keeper->latest().note) == std::vector<std::uint64_t>{20, 30});

  // A cosignature that arrives after the log has grown is too late.
  f.append_events(1);
  const SignedCheckpoint newer = *f.keeper->covering(Sequence(4));
  CHECK(f.keeper->add_cosignature(text, cosign(one, text, 40)) == std::nullopt);
  CHECK(f.keeper->latest().note == newer.note);
  CHECK(cosigned_at(newer.note).empty());
}

TEST_CASE("an observer is told of each new checkpoint, and of nothing after it is removed") {
  SignedLog f;
  REQUIRE(f.sign() == "");
  int told = 0;
  f.keeper->observe([&] { ++told; });
  f.append_events(2);
  REQUIRE(f.keeper->covering(Sequence(2)).has_value());
  CHECK(told == 1);
  REQUIRE(f.keeper->covering(Sequence(1)).has_value());
  const std::string text = tlog::parse_note(f.keeper->latest().note)->text;
  REQUIRE(f.keeper->add_cosignature(text, cosign(tlog::witness_key(), text, 10)) == std::nullopt);
  CHECK(told == 1);
  f.keeper->observe({});
  f.append_events(1);
  REQUIRE(f.keeper->covering(Sequence(3)).has_value());
  CHECK(told == 1);
}

}  // namespace countersign::checkpoint_keeper_test
