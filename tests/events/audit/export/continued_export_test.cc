// A verification of an export that goes on from the last one.
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "events/audit/export/verify_export.h"
#include "events/crypto/keys/master_key.h"
#include "events/crypto/os_random.h"
#include "tests/events/audit/export/exported_log.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::continued_export_test {

namespace fs = std::filesystem;

constexpr std::uint64_t kSize = 700;

struct Auditor {
  Auditor() {
    options.keys = ExportableLog::keys();
    options.state = folder.path() / "state";
    options.state_key = folder.path() / "state.key";
    OsRandom random;
    REQUIRE(MasterKey::create(options.state_key, random).has_value());
  }

  ExportableLog first(std::uint64_t size) const {
    return ExportableLog({log.events().begin(), log.events().begin() + static_cast<long>(size)});
  }
  // No log ends between two events of one decision.
  std::uint64_t cut_before(std::uint64_t size) const {
    while (log.events()[size - 1].find("\"NonceConsumed\"") != std::string::npos ||
           log.events()[size - 1].find("\"SessionCanceled\"") != std::string::npos) {
      --size;
    }
    return size;
  }
  ExportFindings verify(const FolderImage& image) {
    change_folder(exported, image_, image);
    image_ = image;
    return verify_export(exported, options);
  }
  std::uint64_t verify_first(std::uint64_t size) {
    const ExportFindings findings = verify(first(size).image());
    CHECK_MESSAGE(findings.ok(), findings.first_error.value_or(LogFault{}).why);
    REQUIRE(findings.state);
    CHECK(findings.state->is_kept);
    return size;
  }
  std::string file(const std::string& name, const std::string& text) const {
    write_file(folder.path() / name, text);
    return folder.path() / name;
  }

  const TempFolder folder;
  const fs::path exported = folder.path() / "log";
  const ExportableLog log{kSize, 71};
  VerifyExportOptions options;

 private:
  FolderImage image_;
};

std::string why_of(const ExportFindings& findings) {
  return findings.first_error.value_or(LogFault{}).why;
}

TEST_CASE("an export that grows is verified from where the last verification ended") {
  for (const std::uint64_t size : {1, 100, 255, 256, 257, 300, 511, 512, 513, 690}) {
    CAPTURE(size);
    Auditor auditor;
    const std::uint64_t cut = auditor.verify_first(auditor.cut_before(size));
    const ExportFindings goes_on = auditor.verify(auditor.log.image());
    CHECK_MESSAGE(goes_on.ok(), why_of(goes_on));
    REQUIRE(goes_on.state);
    CHECK(*goes_on.state == StateFindings{cut, std::nullopt, true});
    CHECK(goes_on.events == kSize);
    auditor.options.state.clear();
    const ExportFindings whole = auditor.verify(auditor.log.image());
    CHECK_FALSE(whole.state);
    CHECK(whole.events == goes_on.events);
    CHECK(whole.root == goes_on.root);
    CHECK(whole.decisions.by_clients == goes_on.decisions.by_clients);
  }
}

TEST_CASE("older checkpoints and receipts of events before are proven without these events") {
  Auditor auditor;
  const std::uint64_t cut = auditor.verify_first(auditor.cut_before(400));
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{130}, cut, std::uint64_t{600}}) {
    const std::string name = "since-" + std::to_string(size);
    auditor.options.since.emplace_back(auditor.file(name, auditor.log.note(size)));
  }
  for (const std::uint64_t index : {std::uint64_t{0}, std::uint64_t{50}, cut, std::uint64_t{650}}) {
    const std::string name = "receipt-" + std::to_string(index);
    auditor.options.receipts.emplace_back(auditor.file(name, auditor.log.receipt(index, kSize)));
  }
  const ExportFindings findings = auditor.verify(auditor.log.image());
  CHECK_MESSAGE(findings.ok(), why_of(findings));
  CHECK(findings.state->read_before == cut);
  CHECK(findings.checkpoints == 4);
  CHECK(findings.receipts == 4);

  const ExportableLog other(kSize, 72);
  SUBCASE("a checkpoint of another history") {
    auditor.options.since = {auditor.file("other", other.note(130))};
    CHECK(why_of(auditor.verify(auditor.log.image()))
              .starts_with("the checkpoint is of another history"));
  }
  SUBCASE("a receipt of another history") {
    auditor.options.receipts = {auditor.file("other", other.receipt(50, 60))};
    CHECK_FALSE(auditor.verify(auditor.log.image()).ok());
  }
}

TEST_CASE("bytes of events that were verified before are not read, and a whole verification does") {
  Auditor auditor;
  const std::uint64_t cut = auditor.verify_first(auditor.cut_before(600));
  FolderImage image = auditor.log.image();
  image.at("events.jsonl")[20] ^= 1;
  image.at("tile/entries/000")[50] ^= 1;
  image["tile/0/x001/000"] = "stray";
  const ExportFindings findings = auditor.verify(image);
  CHECK_MESSAGE(findings.ok(), why_of(findings));
  CHECK(findings.state->read_before == cut);
  auditor.options.state.clear();
  CHECK_FALSE(auditor.verify(image).ok());
}

TEST_CASE("a fault of what is read is found, whatever was verified before") {
  Auditor auditor;
  const std::uint64_t cut = auditor.verify_first(auditor.cut_before(600));
  FolderImage image = auditor.log.image();
  std::string file;
  SUBCASE("a new line") {
    file = "events.jsonl";
    image.at(file)[image.at(file).size() - 30] ^= 1;
  }
  SUBCASE("a line that moved") {
    file = "events.jsonl";
    image.at(file).insert(0, " ");
  }
  SUBCASE("a line too many") {
    file = "events.jsonl";
    image.at(file) += "more\n";
  }
  SUBCASE("a new entry") {
    file = "tile/entries/002.p/188";
    image.at(file).back() ^= 1;
  }
  SUBCASE("a hash of the tile in which the new events begin") {
    file = "audit state";
    image.at("tile/0/002.p/188")[5] ^= 1;
  }
  SUBCASE("a tile above") {
    file = "audit state";
    image.at("tile/1/000.p/2")[5] ^= 1;
  }
  SUBCASE("the bundle was cut") {
    file = "tile/entries/002.p/188";
    image.at(file).resize(100);
  }
  SUBCASE("an export that was not finished") {
    file = "unfinished";
    image[file] = "x";
  }
  const ExportFindings findings = auditor.verify(image);
  REQUIRE_FALSE(findings.ok());
  CHECK_MESSAGE(findings.first_error->file == file, why_of(findings));
  // The state is still that of the earlier verification.
  CHECK(auditor.verify(auditor.log.image()).state->read_before == cut);
}

TEST_CASE("a history that was made anew is found by its root") {
  Auditor auditor;
  const std::uint64_t cut = auditor.verify_first(auditor.cut_before(300));
  const auto findings = auditor.verify(ExportableLog(kSize, 73).image());
  REQUIRE_FALSE(findings.ok());
  CHECK(findings.first_error->file == "audit state");
  CHECK(why_of(findings).starts_with("the first " + std::to_string(cut) + " events are not those"));
}

TEST_CASE("a key that cannot be used is named, and the log is not verified without it") {
  Auditor auditor;
  const auto refused = [&] {
    const ExportFindings findings = auditor.verify(auditor.log.image());
    REQUIRE_FALSE(findings.ok());
    CHECK(findings.first_error->file == "audit state");
    CHECK_FALSE(fs::exists(auditor.options.state / "manifest"));
    return why_of(findings);
  };
  SUBCASE("it lies in the state") {
    fs::create_directory(auditor.options.state);
    fs::copy_file(auditor.options.state_key, auditor.options.state / "key");
    auditor.options.state_key = auditor.options.state / "key";
    CHECK(refused().find("must not lie in the folder of the state") != std::string::npos);
  }
  SUBCASE("it is too short") {
    std::ofstream(auditor.options.state_key) << "0011\n";
    CHECK(refused().find("must hold 64 hexadecimal digits") != std::string::npos);
  }
  SUBCASE("others may read it") {
    fs::permissions(auditor.options.state_key, fs::perms::others_read, fs::perm_options::add);
    CHECK(refused().find(auditor.options.state_key.string()) != std::string::npos);
  }
}

}  // namespace countersign::continued_export_test
