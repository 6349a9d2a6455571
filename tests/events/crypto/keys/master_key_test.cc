#include "events/crypto/keys/master_key.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "core/machine/files/file_access.h"
#include "events/crypto/hkdf.h"
#include "events/crypto/os_random.h"
#include "tests/events/support/hex.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::master_key_test {

constexpr std::string_view kHex =
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

class FixedRandom : public RandomSource {
 public:
  void fill(std::span<std::uint8_t> out) override {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(i);
  }
};

class KeyFile {
 public:
  std::filesystem::path path() const { return folder_.path() / "master.key"; }

  void holds(std::string_view content, ::mode_t mode = 0600) const {
    std::filesystem::remove(path());
    std::ofstream(path(), std::ios::binary) << content;
    ::chmod(path().c_str(), mode);
  }
  std::string content() const {
    std::ifstream in(path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // The message with which loading is refused; empty if it succeeds.
  std::string refusal() const {
    const auto key = MasterKey::load(path());
    return key ? std::string() : key.error();
  }
  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  TempFolder folder_;
};

std::string derived(const Result<MasterKey, std::string>& key, std::string_view label) {
  REQUIRE(key);
  return hex_of(text_of(key->derive(label).reveal()));
}

std::string expected(std::string_view label) {
  const std::string info = "countersign " + std::string(label);
  return hex_of(text_of(derive_key(bytes_of(from_hex(kHex)), info).reveal()));
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

TEST_CASE("a key is read from digits of either case, with or without a newline, and from bytes") {
  const KeyFile file;
  std::string upper(kHex);
  std::transform(upper.begin(), upper.end(), upper.begin(), [](char c) {
    return c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  for (const std::string& content :
       {std::string(kHex), std::string(kHex) + '\n', upper, from_hex(kHex)}) {
    file.holds(content);
    CHECK(derived(MasterKey::load(file.path()), kKeySlotLabel) == expected(kKeySlotLabel));
  }
}

TEST_CASE("a key that only its owner may read or write is accepted with every such mode") {
  const KeyFile file;
  for (const ::mode_t mode : {0600U, 0400U, 0700U}) {
    file.holds(kHex, mode);
    CHECK(file.refusal().empty());
  }
}

TEST_CASE("a key file that others can touch is refused") {
  const KeyFile file;
  for (const ::mode_t mode : {0640U, 0604U, 0660U, 0644U, 0620U, 0602U, 0610U, 0601U, 0777U}) {
    file.holds(kHex, mode);
    CHECK(contains(file.refusal(), "only its owner may have access"));
  }
}

TEST_CASE("a key file that everybody may replace is refused, and none is made there") {
  const KeyFile file;
  file.holds(kHex);
  const auto folder = file.path().parent_path();
  REQUIRE(::chmod(folder.c_str(), 0777) == 0);
  const std::string refusal = file.refusal();
  OsRandom random;
  const auto made = MasterKey::create(folder / "another", random);
  REQUIRE(::chmod(folder.c_str(), 0700) == 0);
  CHECK(contains(refusal, "everybody may replace it"));
  REQUIRE_FALSE(made.has_value());
  CHECK_FALSE(std::filesystem::exists(folder / "another"));
  // In a folder with the sticky bit, like /tmp, only the owner may replace a file.
  REQUIRE(::chmod(folder.c_str(), 01777) == 0);
  CHECK(file.refusal().empty());
  REQUIRE(::chmod(folder.c_str(), 0700) == 0);
}

TEST_CASE("a file of somebody else's is not ours, whatever its mode is") {
  struct ::stat status {};
  status.st_mode = S_IFREG | 0600;
  status.st_uid = ::geteuid();
  CHECK_FALSE(wrong_with_owner(status, "key", "k"));
  status.st_uid = 0;
  CHECK_FALSE(wrong_with_owner(status, "key", "k"));
  status.st_uid = ::geteuid() + 12'345;
  const auto wrong = wrong_with_owner(status, "key", "k");
  REQUIRE(wrong);
  CHECK(contains(*wrong, "the key k belongs to the user " + std::to_string(status.st_uid)));
  CHECK(contains(*wrong, "chown"));
}

TEST_CASE("a key file of another length or with other characters is refused without its content") {
  const KeyFile file;
  const std::string hex(kHex);
  for (const std::string& content : {std::string(),
                                     from_hex(kHex).substr(1),
                                     from_hex(kHex) + "x",
                                     hex.substr(1),
                                     hex + "0",
                                     hex + "\n\n",
                                     hex + "\r\n",
                                     ' ' + hex,
                                     hex.substr(0, 63) + 'g',
                                     hex.substr(0, 63) + '\n',
                                     std::string(100'000, '0')}) {
    file.holds(content);
    const std::string refusal = file.refusal();
    CHECK(contains(refusal, "must hold 64 hexadecimal digits, or 32 raw bytes"));
    CHECK(contains(refusal, file.path().string()));
    CHECK_FALSE(contains(refusal, hex.substr(8, 8)));
  }
}

TEST_CASE("a file that is missing or not regular is refused and does not block") {
  const KeyFile file;
  CHECK(contains(file.refusal(), "No such file"));
  ::mkfifo(file.path().c_str(), 0600);
  CHECK(contains(file.refusal(), "is not a regular file"));
  std::filesystem::remove(file.path());
  std::filesystem::create_directory(file.path());
  ::chmod(file.path().c_str(), 0700);
  CHECK(contains(file.refusal(), "is not a regular file"));
}

TEST_CASE("a new key is the owner's alone, and is read back as it was made") {
  const KeyFile file;
  FixedRandom random;
  const ::mode_t before = ::umask(0);
  const auto created = MasterKey::create(file.path(), random);
  ::umask(before);
  CHECK(derived(created, kSessionTokenLabel) == expected(kSessionTokenLabel));
  CHECK(derived(MasterKey::load(file.path()), kSessionTokenLabel) == expected(kSessionTokenLabel));
  struct ::stat status {};
  REQUIRE(::stat(file.path().c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0600);
  CHECK(file.content() == std::string(kHex) + '\n');
}

TEST_CASE("a new key never takes the place of a file") {
  const KeyFile file;
  FixedRandom random;
  file.holds("something else");
  const auto created = MasterKey::create(file.path(), random);
  REQUIRE_FALSE(created);
  CHECK(contains(created.error(), "File exists"));
  CHECK(file.content() == "something else");

  std::filesystem::create_symlink(file.folder() / "target", file.folder() / "link");
  CHECK_FALSE(MasterKey::create(file.folder() / "link", random));
  CHECK_FALSE(MasterKey::create(file.folder() / "no" / "such" / "folder", random));
}

// The wait status of a process that makes a key and may write at most `bytes` bytes to a file.
int end_of_one_that_makes_a_key(const std::filesystem::path& path, ::rlim_t bytes) {
  const ::pid_t process = ::fork();
  if (process == 0) {
    const ::rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    FixedRandom random;
    ::_exit(MasterKey::create(path, random) ? 0 : 1);
  }
  int status = 0;
  ::waitpid(process, &status, 0);
  return status;
}

TEST_CASE("a process that is killed while it makes a key leaves no part of one under its name") {
  const KeyFile file;
  const auto path = file.folder() / "another";
  const int killed = end_of_one_that_makes_a_key(path, 0);
  CHECK(WIFSIGNALED(killed));
  CHECK(WTERMSIG(killed) == SIGXFSZ);
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK(end_of_one_that_makes_a_key(path, 1000) == 0);
  CHECK(MasterKey::load(path).has_value());
}

TEST_CASE("a key that cannot be made leaves nothing behind") {
  const KeyFile file;
  FixedRandom random;
  file.holds("something else");
  CHECK_FALSE(MasterKey::create(file.path(), random));
  CHECK(std::distance(std::filesystem::directory_iterator(file.folder()), {}) == 1);
}

TEST_CASE("keys of different labels differ, and the labels are what they always were") {
  CHECK(expected(kKeySlotLabel) != expected(kMasterKeyIdLabel));
  CHECK(kKeySlotLabel == "key slot wrapping v1");
  CHECK(kMasterKeyIdLabel == "master key id v1");
  CHECK(kSessionTokenLabel == "session token derivation v1");
  CHECK(kCaptureCodeLabel == "capture code v1");
  CHECK(kFeedCursorLabel == "feed cursor v1");
}

}  // namespace countersign::master_key_test
