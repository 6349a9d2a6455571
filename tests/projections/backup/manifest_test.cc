#include "projections/backup/manifest.h"

#include <doctest/doctest.h>

#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "events/crypto/os_random.h"
#include "events/crypto/sha256.h"
#include "events/record/record_json.h"
#include "tests/events/support/temp_folder.h"

// The content that a hostile manifest may have.
namespace countersign::manifest_test {

const std::string kHash(64, 'a');
constexpr const char* kId = "0a1b2c3d-0000-7000-8000-000000000001";
constexpr const char* kLaterId = "0b1b2c3d-0000-7000-8000-000000000001";
constexpr const char* kSession = "0c1b2c3d-0000-7000-8000-000000000001";

std::string line_of(const std::string& name, std::uint64_t size = 1) {
  return kHash + " " + std::to_string(size) + " " + name;
}
std::string file_of(const std::string& id) {
  return "files/20260131/" + id.substr(0, 2) + "/" + id;
}

// The lines of a valid manifest, of backup 7.
std::vector<std::string> good_lines() {
  return {line_of("checkpoints/00000000000000000007"),
          line_of("log/meta/7"),
          line_of("log/private/7/CURRENT"),
          line_of("log/private/7/MANIFEST-000005"),
          line_of("log/shared_checksum/000012_sQKI3F57BGOCLMFBPLA0K_1085.sst"),
          line_of(file_of(kId), 5),
          "missing " + file_of(kLaterId),
          std::string("purged ") + kSession};
}

BackupRecord good_record() {
  BackupRecord record;
  record.number = 7;
  record.files = 1;
  record.bytes = 5;
  record.missing = 1;
  return record;
}

std::string sealed(const std::vector<std::string>& lines, const BackupRecord& record) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  text += "backup " + to_json(record) + '\n';
  return text + "countersign-backup " + to_hex(sha256(text)) + '\n';
}

// The reason why a text is not a valid manifest; "" if it is one.
std::string why_not(const std::string& text) {
  const TempFolder temp;
  std::ofstream(temp.path() / "m", std::ios::binary) << text;
  const auto folder = HeldFolder::open(temp.path());
  auto manifest = ManifestReader::open(*folder, "m");
  if (!manifest) return manifest.error();
  while (manifest->next()) {
  }
  return manifest->failed() ? "failed" : "";
}

std::string why_not(const std::function<void(std::vector<std::string>&)>& change) {
  std::vector<std::string> lines = good_lines();
  change(lines);
  return why_not(sealed(lines, good_record()));
}

TEST_CASE("a name that create would not have written is not a backup's") {
  for (const char* name : {"checkpoints/00000000000000000007",
                           "log/meta/1",
                           "log/meta/4294967295",
                           "log/private/12/CURRENT",
                           "log/private/1/MANIFEST-000005",
                           "log/private/1/OPTIONS-123456789",
                           "log/private/1/000004.log",
                           "log/shared_checksum/000012_sQKI3F57BGOCLMFBPLA0K_1085.sst",
                           "log/shared_checksum/1000000_3735928559_1.sst",
                           "files/20240229/0a/0a1b2c3d-0000-7000-8000-000000000001"}) {
    CAPTURE(name);
    const auto parsed = parse_backup_name(name);
    REQUIRE(parsed.has_value());
    CHECK(to_text(*parsed) == name);
  }
  for (const char* name : {"",
                           "/",
                           "x",
                           "/etc/passwd",
                           "../x",
                           "d/../../.ssh/authorized_keys",
                           "checkpoints/7",
                           "checkpoints/latest",
                           "checkpoints/0000000000000000000x",
                           "checkpoints/99999999999999999999",
                           "checkpoints/../LOCK",
                           "checkpoints//0",
                           "checkpoints/00000000000000000007/",
                           "checkpoints/00000000000000000007 ",
                           "log/meta/",
                           "log/meta/0",
                           "log/meta/01",
                           "log/meta/4294967296",
                           "log/meta/1/2",
                           "log/meta/../meta/1",
                           "log/meta/1.tmp",
                           "log/private/1/",
                           "log/private/1/..",
                           "log/private/1/../../x",
                           "log/private//CURRENT",
                           "log/private/1/MANIFEST-5",
                           "log/private/1/MANIFEST-000005/",
                           "log/private/1/.log",
                           "log/private/1/000004.sst",
                           "log/private/1/0000004.log",
                           "log/private/1/LOCK",
                           "log/private/1/ANCHOR",
                           "log/shared_checksum/../../x",
                           "log/shared_checksum/000012.sst",
                           "log/shared_checksum/000012_s/_1.sst",
                           "log/shared_checksum/000012_sA_.sst",
                           "log/shared_checksum/000012_sA_01.sst",
                           "log/shared_checksum/0000012_sA_1.sst",
                           "log/shared_checksum/12_sA_1.sst",
                           "log/shared_checksum/000012__1.sst",
                           "log/shared_checksum/000012_sA_1.log",
                           "log/shared/000012.sst",
                           "log/LOCK",
                           "files/20260131/0a/",
                           "files/20260131/0b/0a1b2c3d-0000-7000-8000-000000000001",
                           "files/20260131/0A/0A1B2C3D-0000-7000-8000-000000000001",
                           "files/20260230/0a/0a1b2c3d-0000-7000-8000-000000000001",
                           "files/20261301/0a/0a1b2c3d-0000-7000-8000-000000000001",
                           "files/2026013/0a/0a1b2c3d-0000-7000-8000-000000000001",
                           "files/../0a/0a1b2c3d-0000-7000-8000-000000000001",
                           "files/20260131/../0a1b2c3d-0000-7000-8000-000000000001",
                           "files/20260131/0a/0a1b2c3d-0000-7000-8000-000000000001.",
                           "files/20260131/0a/0a1b2c3d-0000-7000-8000-000000000001.new",
                           "files//0a/0a1b2c3d-0000-7000-8000-000000000001"}) {
    CAPTURE(name);
    CHECK_FALSE(parse_backup_name(name).has_value());
  }
  CHECK_FALSE(parse_backup_name(std::string_view("log/meta/1\0", 11)).has_value());
  CHECK_FALSE(
      parse_backup_name("log/shared_checksum/000012_s" + std::string(5000, 'A') + "_1.sst"));
}

TEST_CASE("a manifest names each file once, in order, and says what it names") {
  CHECK(why_not(sealed(good_lines(), good_record())) == "");
  using Lines = std::vector<std::string>;
  const auto refused = [](const std::string& part, const std::function<void(Lines&)>& change) {
    const std::string why = why_not(change);
    CAPTURE(why);
    CHECK(why.find("is damaged") != std::string::npos);
    CHECK(why.find(part) != std::string::npos);
  };
  refused("not an entry", [](Lines& lines) { lines[0] = line_of("d/../../.ssh/authorized_keys"); });
  refused("not an entry", [](Lines& lines) { lines[0] = line_of("/etc/passwd"); });
  refused("not an entry", [](Lines& lines) { lines[6] = "missing log/meta/7"; });
  refused("not an entry", [](Lines& lines) { lines[7] = "purged ../../x"; });
  refused("not an entry", [](Lines& lines) { lines[0][0] = 'A'; });
  refused("not an entry", [](Lines& lines) { lines[5] = line_of(file_of(kId), 0) + " "; });
  refused("not an entry", [](Lines& lines) { lines[5] = kHash + " 05 " + file_of(kId); });
  refused("not an entry", [](Lines& lines) { lines[5] = line_of(file_of(kId), 1ull << 41); });
  refused("not an entry",
          [](Lines& lines) { lines[5] = kHash + " 99999999999999999999999 " + file_of(kId); });
  refused("not an entry",
          [](Lines& lines) { lines[0] = line_of("checkpoints/00000000000000000007", 2'000'000); });
  refused("twice", [](Lines& lines) { lines.insert(lines.begin(), lines.front()); });
  refused("twice", [](Lines& lines) { lines.insert(lines.begin() + 5, lines[5]); });
  refused("twice", [](Lines& lines) { lines[6] = "missing " + file_of(kId); });
  refused("in order", [](Lines& lines) { std::swap(lines[0], lines[1]); });
  refused("in order", [](Lines& lines) { std::swap(lines[4], lines[5]); });
  refused("after the purged sessions", [](Lines& lines) { std::swap(lines[6], lines[7]); });
  refused("sessions are not in order", [](Lines& lines) { lines.push_back(lines.back()); });
  refused("two databases",
          [](Lines& lines) { lines.insert(lines.begin() + 2, line_of("log/meta/8")); });
  refused("no description of the database", [](Lines& lines) { lines.erase(lines.begin() + 1); });
  refused("another backup's database",
          [](Lines& lines) { lines[2] = line_of("log/private/6/CURRENT"); });
  refused("one name in the restored database", [](Lines& lines) {
    lines.insert(lines.begin() + 5, line_of("log/shared_checksum/000012_sZ_1.sst"));
  });
  refused("another backup", [](Lines& lines) {
    for (std::size_t i = 1; i < 4; ++i) lines[i].replace(lines[i].find("/7"), 2, "/8");
  });
  refused("not those of the files", [](Lines& lines) { lines[5] = line_of(file_of(kId), 6); });
  refused("not those of the files", [](Lines& lines) { lines.erase(lines.begin() + 6); });
}

TEST_CASE("a manifest that is cut off, goes on, or has another checksum is refused") {
  const std::string good = sealed(good_lines(), good_record());
  for (std::size_t size = 0; size < good.size(); ++size) {
    CAPTURE(size);
    CHECK(why_not(good.substr(0, size)) != "");
  }
  CHECK(why_not(good + "more\n").find("after the seal") != std::string::npos);
  CHECK(why_not(good + "\n").find("a signature is missing") != std::string::npos);
  CHECK(why_not(good + "\n\n").find("cannot be read") != std::string::npos);
  CHECK(why_not(good + "\n— x y\n").find("cannot be read") != std::string::npos);
  std::string other = good;
  other[0] = 'b';
  CHECK(why_not(other).find("the checksum is not") != std::string::npos);
  CHECK(why_not("") != "");
  CHECK(why_not(std::string(3 << 20, 'x')).find("is longer than") != std::string::npos);
}

TEST_CASE("a manifest that is written is signed with the key, and with no other") {
  OsRandom random;
  const auto key = tlog::SignerKey::generate(tlog::KeyType::Log, "shop.example/log", random);
  const auto other = tlog::SignerKey::generate(tlog::KeyType::Log, "shop.example/log", random);
  const TempFolder temp;
  const auto folder = HeldFolder::open(temp.path());
  const auto write = [&](const std::string& name, const ManifestWriter::Sign& sign) {
    auto writer = ManifestWriter::create(*folder, name);
    REQUIRE(writer.has_value());
    for (const std::string& line : good_lines()) {
      REQUIRE(writer->add(*parse_manifest_entry(line)));
    }
    REQUIRE_FALSE(writer->finish(good_record(), sign));
    auto reader = ManifestReader::open(*folder, name);
    REQUIRE(reader.has_value());
    return *std::move(reader);
  };
  ManifestReader good =
      write("signed", [&](std::string_view text) { return sign_note(key, text); });
  CHECK_FALSE(good.refusal(key.verifier()));
  CHECK(good.refusal(other.verifier())->find("was not signed with the key") != std::string::npos);
  CHECK(good.record() == good_record());
  std::size_t entries = 0;
  while (good.next()) ++entries;
  CHECK_FALSE(good.failed());
  CHECK(entries == good_lines().size());
  CHECK(*write("unsigned", {}).refusal(key.verifier()) == "the manifest is not signed");

  // Sealed again, with the old signature below it.
  BackupRecord changed = good_record();
  changed.sessions = 100;
  const std::string text = *folder->read("signed", 1 << 20);
  const std::string signature = text.substr(text.find("\n\n") + 1);
  CHECK_FALSE(folder->replace("changed", sealed(good_lines(), changed) + signature));
  const auto forged = ManifestReader::open(*folder, "changed");
  REQUIRE(forged.has_value());
  CHECK(forged->refusal(key.verifier()).has_value());
}

TEST_CASE("a manifest that could not be read again is not written") {
  const TempFolder temp;
  const auto folder = HeldFolder::open(temp.path());
  auto writer = ManifestWriter::create(*folder, "m");
  REQUIRE(writer.has_value());
  REQUIRE(writer->add(*parse_manifest_entry(line_of("log/meta/7"))));
  CHECK_FALSE(writer->add(*parse_manifest_entry(line_of("log/meta/7"))));
  const auto why = writer->finish(good_record(), {});
  REQUIRE(why.has_value());
  CHECK(why->find("would be refused") != std::string::npos);
  CHECK_FALSE(folder->kind_of("m").has_value());
}

TEST_CASE("a manifest that is changed while it is read is not believed") {
  const TempFolder temp;
  const auto folder = HeldFolder::open(temp.path());
  const std::string good = sealed(good_lines(), good_record());
  std::ofstream(temp.path() / "m", std::ios::binary) << good;
  auto reader = ManifestReader::open(*folder, "m");
  REQUIRE(reader.has_value());
  std::vector<std::string> lines = good_lines();
  lines[5][0] = 'b';
  // Written in place, because this file is the one that is open.
  std::ofstream(temp.path() / "m", std::ios::binary) << sealed(lines, good_record());
  while (reader->next()) {
  }
  CHECK(reader->failed());
}

TEST_CASE("RocksDB's report on a backup's files is read by its grammar alone") {
  const std::string good =
      "1768000000\n77\n3\n"
      "shared_checksum/000012_sQKI3F57BGOCLMFBPLA0K_1085.sst crc32 123\n"
      "private/7/MANIFEST-000005 crc32 0\n"
      "private/7/CURRENT crc32 4294967295\n";
  const auto files = parse_database_description(good, 7);
  REQUIRE_MESSAGE(files.has_value(), (files ? std::string() : files.error()));
  REQUIRE(files->size() == 3);
  CHECK(files->at(0).path == "private/7/CURRENT");
  CHECK(files->at(2).restored == "000012.sst");
  CHECK_FALSE(parse_database_description(good, 8).has_value());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return parse_database_description(text, 7).has_value();
  };
  CHECK_FALSE(with("private/7/CURRENT", "../../../../etc/passwd"));
  CHECK_FALSE(with("private/7/CURRENT", "private/7/../../../x"));
  CHECK_FALSE(with("private/7/CURRENT", "/etc/passwd"));
  CHECK_FALSE(with("private/7/CURRENT", "meta/7"));
  CHECK_FALSE(with("private/7/CURRENT", "private/7/MANIFEST-000005"));
  CHECK_FALSE(with("\n3\n", "\n4\n"));
  CHECK_FALSE(with("\n3\n", "\n99999999999999999999\n"));
  CHECK_FALSE(with("4294967295", "4294967296"));
  CHECK_FALSE(with("crc32 0", "crc32 0 temp 1"));
  CHECK_FALSE(with("1768000000", "-1"));
  CHECK_FALSE(with("1768000000", "schema_version 2.1"));
  CHECK_FALSE(parse_database_description(good + "x", 7).has_value());
  CHECK_FALSE(parse_database_description("", 7).has_value());
}

}  // namespace countersign::manifest_test
