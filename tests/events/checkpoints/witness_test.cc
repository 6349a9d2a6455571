#include "events/checkpoints/witness.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "events/tlog/note/cosignature.h"
#include "tests/events/support/disk_faults.h"
#include "tests/events/support/temp_folder.h"
#include "tests/events/tlog/note/witness_fixture.h"

namespace countersign::witness_test {

namespace fs = std::filesystem;
using tlog::WitnessedLog;
using tlog::WitnessRefusal;

class StillClock final : public Clock {
 public:
  static constexpr std::uint64_t kNowS = 1'795'000'000;
  UtcTime now() const override { return UtcTime(kNowS * 1'000'000 + 999'999); }
};

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// A witness of one log, in a folder that outlives it.
struct WitnessFolder {
  // Returns an empty string, or the message with which it was not opened.
  std::string open(tlog::SignerKey key = tlog::witness_key()) {
    witness.reset();
    auto opened = Witness::open(folder.path(), std::move(key), {WitnessedLog::known()}, clock);
    if (!opened) return opened.error();
    witness = std::move(opened).value();
    return "";
  }

  // Returns "cosigned", "not stored", or the status of C2SP tlog-witness; 409 comes with the size
  // that is in its body.
  std::string submit(const std::string& body) {
    const auto answer = witness->add_checkpoint(body);
    if (answer) return "cosigned";
    const auto* refused = std::get_if<Witness::Refused>(&answer.error());
    if (refused == nullptr) return "not stored";
    switch (refused->why) {
      case WitnessRefusal::Malformed:
        return "400";
      case WitnessRefusal::UnknownLog:
        return "404";
      case WitnessRefusal::NotSigned:
        return "403";
      case WitnessRefusal::OtherSize:
        return "409 " + std::to_string(refused->latest_size);
      case WitnessRefusal::Inconsistent:
        return "422";
    }
    return "";
  }

  static std::string hash() { return origin_hash_of(WitnessedLog::known().origin); }
  fs::path file() const { return folder.path() / hash(); }
  // The size that the witness cosigned last, after verifying the note; 0 if there is none.
  std::uint64_t latest_size() const {
    const auto note = witness->checkpoint(hash());
    if (!note) return 0;
    const std::vector<tlog::VerifierKey> witnesses{tlog::witness_key().verifier()};
    const auto opened = open_checkpoint(*note, WitnessedLog::known(), witnesses);
    REQUIRE(opened.has_value());
    REQUIRE(opened->endorsements.size() == 2);
    CHECK(opened->endorsements[1].cosigned_at_s == StillClock::kNowS);
    return opened->checkpoint.size;
  }

  TempFolder folder;
  StillClock clock;
  std::unique_ptr<Witness> witness;
};

TEST_CASE("a cosignature is of the checkpoint that was submitted, and says when") {
  WitnessFolder f;
  REQUIRE(f.open() == "");
  CHECK(f.witness->checkpoint(WitnessFolder::hash()) == std::nullopt);
  WitnessedLog log(9);
  const auto answer = f.witness->add_checkpoint(log.request(0, 9));
  REQUIRE(answer.has_value());
  const auto signatures = tlog::parse_signatures(*answer);
  REQUIRE(signatures.has_value());
  REQUIRE(signatures->size() == 1);
  CHECK(signatures->front().name == "witness.example/w1");
  CHECK(verify_cosignature(tlog::witness_key().verifier(),
                           to_text(log.checkpoint(9)),
                           signatures->front().bytes) == StillClock::kNowS);
  CHECK(f.latest_size() == 9);
  CHECK(f.witness->checkpoint(WitnessFolder::hash()) == log.note(9) + *answer);
  CHECK(f.witness->checkpoint(origin_hash_of("other.example")) == std::nullopt);
  CHECK(f.witness->checkpoint("LOCK") == std::nullopt);
}

TEST_CASE("a log may only grow, across restarts") {
  WitnessFolder f;
  WitnessedLog log(40);
  WitnessedLog fork(40, 12);
  REQUIRE(f.open() == "");
  CHECK(f.submit(log.request(0, 10)) == "cosigned");
  CHECK(f.submit(log.request(10, 10)) == "cosigned");
  CHECK(f.submit(log.request(10, 20)) == "cosigned");
  for (int restarts = 0; restarts < 2; ++restarts) {
    // A log that was put back: its last state, an earlier state, and another continuation.
    CHECK(f.submit(log.request(0, 20)) == "409 20");
    CHECK(f.submit(log.request(10, 10)) == "409 20");
    CHECK(f.submit(log.request(10, 15)) == "409 20");
    CHECK(f.submit(fork.request(20, 20)) == "422");
    CHECK(f.submit(fork.request(20, 40)) == "422");
    CHECK(f.submit(fork.request(10, 40)) == "409 20");
    CHECK(f.latest_size() == 20);
    REQUIRE(f.open() == "");
  }
  CHECK(f.submit(log.request(20, 40)) == "cosigned");
  CHECK(f.latest_size() == 40);
}

TEST_CASE("only another root at the size that was cosigned last proves two histories") {
  WitnessFolder f;
  WitnessedLog log(40);
  WitnessedLog fork(40, 12);
  REQUIRE(f.open() == "");
  const auto proves_fork = [&](const std::string& body) {
    const auto answer = f.witness->add_checkpoint(body);
    REQUIRE_FALSE(answer.has_value());
    return std::get<Witness::Refused>(answer.error()).proves_fork;
  };
  const auto with_proof = [](std::uint64_t old_size, tlog::Proof proof, std::string note) {
    return to_text(tlog::WitnessRequest{old_size, std::move(proof), std::move(note)});
  };
  REQUIRE(f.submit(log.request(0, 20)) == "cosigned");
  // Requests that a stranger can make from one honest log: old checkpoints, newer ones, wrong
  // proofs.
  CHECK_FALSE(proves_fork(log.request(0, 20)));
  CHECK_FALSE(proves_fork(log.request(10, 15)));
  CHECK_FALSE(proves_fork(with_proof(20, log.proof(10, 40), log.note(40))));
  CHECK_FALSE(proves_fork(with_proof(20, {}, log.note(40))));
  CHECK_FALSE(proves_fork(with_proof(20, log.proof(10, 20), log.note(20))));
  CHECK_FALSE(proves_fork(with_proof(7, {}, log.note(20))));
  // Requests that only a log with two histories can have signed, whatever old size they claim.
  CHECK(proves_fork(fork.request(20, 20)));
  CHECK(proves_fork(fork.request(10, 20)));
  CHECK(proves_fork(with_proof(20, log.proof(10, 20), fork.note(20))));
  // At another size there is no root to compare with, so the fault may be a wrong proof.
  CHECK_FALSE(proves_fork(fork.request(20, 40)));
  CHECK(f.latest_size() == 20);
}

TEST_CASE("a proof against a witness that has cosigned nothing is not a fork") {
  WitnessFolder f;
  WitnessedLog log(10);
  REQUIRE(f.open() == "");
  const auto answer = f.witness->add_checkpoint(log.request(5, 10));
  REQUIRE_FALSE(answer.has_value());
  CHECK_FALSE(std::get<Witness::Refused>(answer.error()).proves_fork);
  CHECK(f.submit(log.request(0, 10)) == "cosigned");
}

TEST_CASE("a proof that cannot be judged changes nothing") {
  WitnessFolder f;
  WitnessedLog log(10);
  REQUIRE(f.open() == "");
  REQUIRE(f.submit(log.request(0, 8)) == "cosigned");
  const std::string before = content_of(f.file());
  const tlog::SignerKey stranger = tlog::signer(tlog::KeyType::Log, "log.example/events", 9);
  const std::string unsigned_note = WitnessedLog::signed_by(stranger, log.checkpoint(9));
  CHECK(f.submit(to_text(tlog::WitnessRequest{8, log.proof(8, 9), unsigned_note})) == "403");
  tlog::Checkpoint elsewhere = log.checkpoint(9);
  elsewhere.origin = "other.example";
  CHECK(f.submit(to_text(tlog::WitnessRequest{
            8,
            log.proof(8, 9),
            WitnessedLog::signed_by(tlog::signer(tlog::KeyType::Log, "other.example", 1),
                                    elsewhere)})) == "404");
  CHECK(f.submit("") == "400");
  CHECK(f.submit(to_text(tlog::WitnessRequest{9, {}, log.note(8)})) == "400");
  CHECK(content_of(f.file()) == before);
}

TEST_CASE("damaged state is refused, never taken for none") {
  WitnessFolder f;
  WitnessedLog log(10);
  REQUIRE(f.open() == "");
  REQUIRE(f.submit(log.request(0, 8)) == "cosigned");
  f.witness.reset();
  const std::string good = content_of(f.file());
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string damaged = good;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    write(f.file(), damaged);
    const std::string refusal = f.open();
    CAPTURE(at);
    CHECK(refusal.find(f.file().string()) != std::string::npos);
  }
  for (const std::string& damaged : {std::string(), good.substr(0, good.size() / 2), log.note(8)}) {
    write(f.file(), damaged);
    CHECK(f.open() != "");
  }
  write(f.file(), good);
  CHECK(f.open(tlog::signer(tlog::KeyType::Witness, "witness.example/w1", 77)) != "");
  CHECK(f.open() == "");
  CHECK(f.latest_size() == 8);
}

TEST_CASE("the state of one log is not that of another") {
  WitnessFolder f;
  WitnessedLog log(10);
  REQUIRE(f.open() == "");
  REQUIRE(f.submit(log.request(0, 8)) == "cosigned");
  f.witness.reset();
  fs::copy_file(f.file(), f.folder.path() / origin_hash_of("other.example"));
  const tlog::KnownLog other{"other.example", {tlog::log_key().verifier()}};
  CHECK_FALSE(Witness::open(f.folder.path(), tlog::witness_key(), {other}, f.clock).has_value());
}

TEST_CASE("one process holds the state") {
  WitnessFolder f;
  REQUIRE(f.open() == "");
  const auto second =
      Witness::open(f.folder.path(), tlog::witness_key(), {WitnessedLog::known()}, f.clock);
  REQUIRE_FALSE(second.has_value());
  CHECK(second.error().find("another witness") != std::string::npos);
}

TEST_CASE("a crash between write and rename leaves what was cosigned before") {
  WitnessFolder f;
  WitnessedLog log(20);
  REQUIRE(f.open() == "");
  REQUIRE(f.submit(log.request(0, 8)) == "cosigned");
  f.witness.reset();
  for (const std::string& unfinished : {std::string(), log.note(20), log.note(20).substr(0, 30)}) {
    write(f.file().string() + ".new", unfinished);
    REQUIRE(f.open() == "");
    CHECK(f.latest_size() == 8);
  }
  CHECK(f.submit(log.request(8, 20)) == "cosigned");
  CHECK(f.latest_size() == 20);
}

TEST_CASE("nothing is cosigned before it is durable") {
  WitnessFolder f;
  WitnessedLog log(20);
  WitnessedLog fork(20, 12);
  REQUIRE(f.open() == "");
  REQUIRE(f.submit(log.request(0, 8)) == "cosigned");
  DiskFaults disk;
  const std::string fresh = f.file().string() + ".new";
  // First the file, and then the folder, which is synced after the rename.
  for (const std::string& failing : {fresh, f.folder.path().string()}) {
    CAPTURE(failing);
    disk.fail_sync = [&](const std::string& path) { return path == failing ? EIO : 0; };
    CHECK(f.submit(log.request(8, 16)) == "not stored");
    CHECK(f.latest_size() == 8);
  }
  disk.fail_sync = nullptr;
  disk.forget();
  // A checkpoint that was never cosigned is not binding.
  CHECK(f.submit(fork.request(8, 16)) == "cosigned");
  CHECK(disk.synced() == std::vector<std::string>{fresh, f.folder.path()});
  CHECK(f.submit(log.request(8, 20)) == "409 16");
  REQUIRE(f.open() == "");
  CHECK(f.latest_size() == 16);
}

TEST_CASE("of submissions at the same time one line of history is cosigned") {
  WitnessFolder f;
  REQUIRE(f.open() == "");
  constexpr std::uint64_t kSize = 64;
  constexpr int kThreads = 4;
  std::atomic<int> ready{0};
  std::vector<std::vector<std::string>> cosigned(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      // Two histories that differ after 20 leaves, with two threads on each.
      WitnessedLog log(kSize, t % 2 == 0 ? tlog::kTreeSizeMax : 20);
      ++ready;
      while (ready < kThreads) std::this_thread::yield();
      std::uint64_t known = 0;
      while (known < kSize) {
        const std::uint64_t next = known + 1 + static_cast<std::uint64_t>(t) % 3;
        const std::uint64_t size = std::min(next, kSize);
        const std::string said = f.submit(log.request(known, size));
        if (said == "cosigned") {
          cosigned[static_cast<std::size_t>(t)].push_back(to_text(log.checkpoint(size)));
          known = size;
        } else if (said.starts_with("409 ")) {
          known = std::stoull(said.substr(4));
        } else {
          CHECK(said == "422");
          break;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();

  std::map<std::uint64_t, Digest> roots;
  for (const auto& texts : cosigned) {
    for (const std::string& text : texts) {
      const auto checkpoint = *tlog::parse_checkpoint(text);
      const auto [place, first] = roots.emplace(checkpoint.size, checkpoint.root);
      CHECK(place->second == checkpoint.root);
      // No size is cosigned twice, because each submission above asks for growth.
      CHECK(first);
    }
  }
  CHECK(f.latest_size() == kSize);
  WitnessedLog one(kSize);
  WitnessedLog other(kSize, 20);
  const auto is_all_of = [&](WitnessedLog& log) {
    return std::ranges::all_of(
        roots, [&](const auto& root) { return log.checkpoint(root.first).root == root.second; });
  };
  CHECK(is_all_of(one) != is_all_of(other));
}

}  // namespace countersign::witness_test
