#include "tools/doctor/folder_checks.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "core/ids.h"
#include "events/crypto/keys/master_key.h"
#include "events/crypto/os_random.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::folder_checks_test {

namespace fs = std::filesystem;

struct Installation {
  Installation() {
    for (const char* part : {"log", "keys"}) fs::create_directories(places.data / part);
    const auto key = MasterKey::create(*places.master_key, random);
    REQUIRE(key.has_value());
    write(places.data / "MASTER-KEY-ID", to_hex(key->id()) + "\n");
    write(places.data / "keys" / "20261221.00", "a slot");
    REQUIRE(::chmod(places.data.c_str(), 0700) == 0);
  }
  void write(const fs::path& file, const std::string& content) const {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << content;
    REQUIRE(::chmod(file.c_str(), 0600) == 0);
  }
  Verdict modes() const {
    Verdict worst = Verdict::Good;
    for (const Finding& finding : check_modes(places)) worst = std::max(worst, finding.verdict);
    return worst;
  }
  TempFolder folder;
  OsRandom random;
  InstallationPlaces places{.data = folder.path() / "data",
                            .master_key = folder.path() / "master.key"};
};

TEST_CASE("modes that let others in are errors, with the command that mends them") {
  Installation here;
  CHECK(here.modes() == Verdict::Good);
  REQUIRE(::chmod((here.places.data / "keys").c_str(), 0770) == 0);
  CHECK(here.modes() == Verdict::Error);
  CHECK(check_modes(here.places)[1].remedy.starts_with("chmod go-w "));
  REQUIRE(::chmod((here.places.data / "keys").c_str(), 0700) == 0);
  REQUIRE(::chmod(here.places.master_key->c_str(), 0640) == 0);
  CHECK(here.modes() == Verdict::Error);
  REQUIRE(::chmod(here.places.master_key->c_str(), 0600) == 0);
  here.places.settings_file = here.folder.path() / "settings.toml";
  here.write(*here.places.settings_file, "");
  CHECK(here.modes() == Verdict::Good);
  REQUIRE(::chmod(here.places.settings_file->c_str(), 0602) == 0);
  CHECK(here.modes() == Verdict::Error);
}

TEST_CASE("a key within the data folder, and a folder that is not there, are errors") {
  Installation here;
  here.places.master_key = here.places.data / "master.key";
  CHECK(here.modes() == Verdict::Error);
  here.places.data = here.folder.path() / "nowhere";
  CHECK(here.modes() == Verdict::Error);
}

TEST_CASE("the master key is the folder's, and its copy is a copy of it") {
  Installation here;
  Diagnosis found = check_master_key(here.places);
  REQUIRE(found.size() == 2);
  CHECK(found[0].verdict == Verdict::Good);
  CHECK(found[1].verdict == Verdict::NotChecked);  // no copy was named
  const fs::path copy = here.folder.path() / "safe" / "copy.key";
  fs::create_directories(copy.parent_path());
  fs::copy_file(*here.places.master_key, copy);
  here.places.key_copies = {copy};
  CHECK(check_master_key(here.places)[1].verdict == Verdict::Good);
  const fs::path other = here.folder.path() / "other.key";
  REQUIRE(MasterKey::create(other, here.random).has_value());
  here.places.key_copies = {other};
  CHECK(check_master_key(here.places)[1].verdict == Verdict::Error);
  here.places.key_copies = {*here.places.master_key};
  CHECK(check_master_key(here.places)[1].verdict == Verdict::Error);
  const fs::path link = here.folder.path() / "link.key";
  fs::create_symlink(*here.places.master_key, link);
  here.places.key_copies = {link};
  CHECK(check_master_key(here.places)[1].verdict == Verdict::Error);
  here.places.key_copies = {here.places.data / "copy.key"};
  fs::copy_file(copy, here.places.key_copies[0]);
  CHECK(check_master_key(here.places)[1].verdict == Verdict::Error);
  here.write(copy, "not a key");
  here.places.key_copies = {copy};
  CHECK(check_master_key(here.places)[1].verdict == Verdict::Error);
  here.places.master_key = other;
  CHECK(check_master_key(here.places)[0].verdict == Verdict::Error);
  here.places.master_key = here.folder.path() / "lost.key";
  CHECK(check_master_key(here.places)[0].verdict == Verdict::Error);
}

TEST_CASE("a master key that is not known, or printed by a command, was not checked") {
  Installation here;
  here.places.master_key.reset();
  CHECK(check_master_key(here.places)[0].verdict == Verdict::NotChecked);
  here.places.key_is_printed = true;
  const Diagnosis found = check_master_key(here.places);
  CHECK(found[0].verdict == Verdict::NotChecked);
  CHECK(found[0].found.find("command") != std::string::npos);
}

TEST_CASE("the copy of the key slots has what the data folder has, and no more") {
  Installation here;
  CHECK(check_slots(here.places).verdict == Verdict::NotChecked);
  here.places.slots = here.folder.path() / "slots";
  CHECK(check_slots(here.places).verdict == Verdict::Error);
  here.write(*here.places.slots / "keys" / "20261221.00", "a slot");
  CHECK(check_slots(here.places).verdict == Verdict::Good);
  here.write(here.places.data / "keys" / "20261222.00", "another");
  CHECK(check_slots(here.places).verdict == Verdict::Warning);
  here.write(*here.places.slots / "keys" / "20261222.00", "anotheR");
  CHECK(check_slots(here.places).verdict == Verdict::Warning);
  here.write(*here.places.slots / "keys" / "20261222.00", "another");
  here.write(*here.places.slots / "keys" / "20261220.00", "destroyed");
  CHECK(check_slots(here.places).verdict == Verdict::Warning);
  here.places.slots = here.places.data / "copy";
  CHECK(check_slots(here.places).verdict == Verdict::Error);
}

TEST_CASE("backups that are not named were not checked, and a folder without any is an error") {
  Installation here;
  CHECK(check_backups(here.places, UtcTime(0)).verdict == Verdict::NotChecked);
  here.places.backups = here.folder.path() / "nowhere";
  CHECK(check_backups(here.places, UtcTime(0)).verdict == Verdict::Error);
}

TEST_CASE("before the first start no lost thing is found, and keys are looked at") {
  Installation here;
  here.places.data = here.folder.path() / "new";
  here.places.signing_key = here.folder.path() / "signing.key";
  CHECK(check_modes(here.places)[0].verdict == Verdict::Error);
  here.places.is_new = true;
  here.places.slots = here.folder.path() / "slots";
  here.places.backups = here.folder.path() / "backups";
  CHECK(check_modes(here.places)[0].verdict == Verdict::NotChecked);
  CHECK(check_slots(here.places).verdict == Verdict::NotChecked);
  CHECK(check_backups(here.places, UtcTime()).verdict == Verdict::NotChecked);
  CHECK(check_master_key(here.places)[0].verdict == Verdict::Good);
  fs::create_directories(here.places.data);
  const Diagnosis found = check_modes(here.places);
  REQUIRE(found.size() == 3);
  CHECK(found[1].verdict == Verdict::Good);
  CHECK(found[2].check == "signing-key-file");
  CHECK(found[2].verdict == Verdict::NotChecked);
  here.write(*here.places.master_key, "not a key");
  CHECK(check_master_key(here.places)[0].verdict == Verdict::NotChecked);
  REQUIRE(fs::remove(*here.places.master_key));
  CHECK(check_master_key(here.places)[0].verdict == Verdict::Warning);
  here.places.is_new = false;
  CHECK(check_master_key(here.places)[0].verdict == Verdict::Error);
}

}  // namespace countersign::folder_checks_test
