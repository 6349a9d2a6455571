#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "events/checkpoints/witness.h"
#include "events/tlog/note/cosignature.h"
#include "events/tlog/note/proof_file.h"
#include "events/tlog/note/witness_request.h"
#include "events/tlog/tree/entry_bundle.h"
#include "tests/events/audit/export/exported_log.h"
#include "tests/events/support/temp_folder.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/events/tlog/tree/trees.h"

// A foreign program reads what this project writes: the packages `note` and `tlog` of
// golang.org/x/mod/sumdb, in verify_log.go.
namespace countersign::tlog::interop_test {

namespace fs = std::filesystem;
using Random = std::mt19937_64;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The complaint of the Go project's verifier about the log in a folder; "" if it accepts the log.
std::string refused_by_go(const fs::path& folder) {
  REQUIRE(fs::exists(VERIFY_LOG_PATH));
  const std::string command = "'" VERIFY_LOG_PATH "' '" + folder.string() + "' 2>&1 >/dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), &::pclose);
  REQUIRE(pipe);
  std::string said;
  for (int c; (c = std::fgetc(pipe.get())) != EOF;) said += static_cast<char>(c);
  return said;
}

// A log of `size` entries in a folder laid out as in C2SP tlog-tiles, with receipts and witness
// requests between random sizes.
class PublishedLog {
 public:
  PublishedLog(std::uint64_t size, Random& random) : tree_(leaves_of(size)) {
    write_file(path() / "vkeys.txt",
               log_.verifier().to_text() + "\n" + witness_.verifier().to_text() + "\n");
    write_file(path() / "checkpoint", checkpoint(size));
    write_tiles(size);
    for (int i = 0; i < 20 && size > 0; ++i) {
      const std::uint64_t index = random() % size;
      write_receipt(index, index + 1 + random() % (size - index));
      const std::uint64_t old_size = 1 + random() % size;
      write_request(old_size, old_size + random() % (size - old_size + 1));
    }
  }

  const fs::path& path() const { return folder_.path(); }

  std::vector<fs::path> files() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(path())) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    return files;
  }

  // The complaint of the Go project's verifier about the log; "" if it accepts the log.
  std::string go_refuses() const {
    REQUIRE(fs::exists(VERIFY_LOG_PATH));
    const std::string command = "'" VERIFY_LOG_PATH "' '" + path().string() + "' 2>&1 >/dev/null";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), &::pclose);
    REQUIRE(pipe);
    std::string said;
    for (int c; (c = std::fgetc(pipe.get())) != EOF;) said += static_cast<char>(c);
    return said;
  }

 private:
  std::string checkpoint(std::uint64_t size) {
    const std::string text =
        to_text(Checkpoint{log_.verifier().name(), size, *read_root(tree_, size), {}});
    return to_text(
        SignedNote{text, {sign_note(log_, text), cosign(witness_, text, 1'700'000'000)}});
  }

  void write_tiles(std::uint64_t size) {
    for (const auto& [name, bytes] : StoredTiles(leaves_of(size)).tiles) {
      write_file(path() / name, bytes);
    }
    for (Tile tile : new_tiles(0, size)) {
      if (tile.level != 0) continue;
      tile.level = Tile::kEntries;
      std::string bundle;
      for (std::uint32_t i = 0; i < tile.width; ++i) {
        append_entry(bundle, entry_of(tile.index * kTileWidth + i));
      }
      write_file(path() / path_of(tile), bundle);
    }
  }

  void write_receipt(std::uint64_t index, std::uint64_t size) {
    const ProofFile file{index, *prove_inclusion(tree_, index, size), checkpoint(size), {}};
    const std::string name = std::to_string(index) + "-" + std::to_string(size) + ".tlog-proof";
    write_file(path() / "proofs" / name, to_text(file));
  }

  void write_request(std::uint64_t old_size, std::uint64_t size) {
    const WitnessRequest request{
        old_size, *prove_consistency(tree_, old_size, size), checkpoint(size)};
    const std::string name =
        std::to_string(old_size) + "-" + std::to_string(size) + ".witness-request";
    write_file(path() / "proofs" / name, to_text(request));
  }

  TempFolder folder_;
  SignerKey log_ = log_key();
  SignerKey witness_ = witness_key();
  StoredTree tree_;
};

TEST_CASE("the verifier of the Go project accepts the logs that are written here") {
  Random random(10);
  for (const std::uint64_t size : {1, 2, 255, 256, 257, 1000, 65'537, 70'000}) {
    CAPTURE(size);
    CHECK(PublishedLog(size, random).go_refuses() == "");
  }
}

TEST_CASE("it accepts the folders that logs are exported into, also those that were continued") {
  const ExportableLog log(70'000, 12);
  TempFolder folder;
  for (const std::uint64_t size : {1, 255, 256, 700, 70'000}) {
    CAPTURE(size);
    REQUIRE(write_export(folder.path(), log.source(size)));
    CHECK(refused_by_go(folder.path()) == "");
  }
}

// Go's base64 ignores the bits after the last byte, which are in the last digit.
bool is_last_digit(const std::string& bytes, std::size_t at) {
  return bytes[at] == '=' || (at + 1 < bytes.size() && bytes[at + 1] == '=');
}

class StillClock final : public Clock {
 public:
  UtcTime now() const override { return UtcTime(1'795'000'000'123'456); }
};

TEST_CASE("it accepts the checkpoints that a witness has cosigned, and no other time of them") {
  Random random(13);
  const PublishedLog log(700, random);
  const TempFolder state;
  const StillClock clock;
  const auto witness = Witness::open(
      state.path(), witness_key(), {{log_key().verifier().name(), {log_key().verifier()}}}, clock);
  REQUIRE(witness.has_value());
  SignedNote note = *parse_note(read_file(log.path() / "checkpoint"));
  note.signatures.resize(1);  // the log's own
  const auto line = (*witness)->add_checkpoint(to_text(WitnessRequest{0, {}, to_text(note)}));
  REQUIRE(line.has_value());
  write_file(log.path() / "checkpoint", to_text(note) + *line);
  CHECK(log.go_refuses() == "");
  write_file(log.path() / "checkpoint",
             *(*witness)->checkpoint(origin_hash_of(log_key().verifier().name())));
  CHECK(log.go_refuses() == "");

  NoteSignature later = parse_signatures(*line)->front();
  later.bytes[7] = static_cast<char>(later.bytes[7] + 1);
  add_signature(note, later);
  write_file(log.path() / "checkpoint", to_text(note));
  CHECK(log.go_refuses().starts_with("verify_log: "));
}

TEST_CASE("it refuses a log with a bit changed in any of its files") {
  Random random(11);
  const PublishedLog log(700, random);
  REQUIRE(log.go_refuses() == "");
  for (const fs::path& file : log.files()) {
    CAPTURE(file);
    const std::string honest = read_file(file);
    for (int round = 0; round < 3; ++round) {
      std::size_t at = random() % honest.size();
      while (file.extension() != "" && is_last_digit(honest, at)) at = random() % honest.size();
      CAPTURE(at);
      std::string forged = honest;
      forged[at] = static_cast<char>(forged[at] ^ 1);
      write_file(file, forged);
      CHECK(log.go_refuses().starts_with("verify_log: "));
    }
    write_file(file, honest);
  }
  CHECK(log.go_refuses() == "");
}

}  // namespace countersign::tlog::interop_test
