#include "events/crypto/keys/key_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/events/support/temp_folder.h"

namespace countersign::key_file_test {

namespace fs = std::filesystem;

// The variable of a service manager, for as long as this object lives.
class CredentialsFolder {
 public:
  explicit CredentialsFolder(const std::string& folder) {
    ::setenv("CREDENTIALS_DIRECTORY", folder.c_str(), 1);
  }
  ~CredentialsFolder() { ::unsetenv("CREDENTIALS_DIRECTORY"); }
  CredentialsFolder(const CredentialsFolder&) = delete;
  CredentialsFolder& operator=(const CredentialsFolder&) = delete;
};

fs::path key_in(const fs::path& folder, ::mode_t mode) {
  fs::create_directories(folder);
  const fs::path file = folder / ("key" + std::to_string(mode));
  std::ofstream(file) << "secret";
  REQUIRE(::chmod(file.c_str(), mode) == 0);
  return file;
}

bool is_read(const fs::path& file) {
  const auto read = read_key_file(file, "master key file", 100);
  if (read) CHECK(read->reveal() == "secret");
  if (!read) CHECK(read.error().find("master key file") != std::string::npos);
  return read.has_value();
}

TEST_CASE("a key is its owner's alone, wherever it lies") {
  const TempFolder folder;
  CHECK(is_read(key_in(folder.path(), 0600)));
  CHECK(is_read(key_in(folder.path(), 0400)));
  for (const ::mode_t mode : {0440u, 0640u, 0404u, 0620u}) {
    CAPTURE(mode);
    CHECK_FALSE(is_read(key_in(folder.path(), mode)));
  }
}

// Only root can make a file of root's, and the files of others are never credentials.
TEST_CASE("a credential of root's that a group may read is taken, and nothing beyond that") {
  const TempFolder folder;
  const fs::path inside = folder.path() / "credentials";
  const fs::path outside = folder.path() / "elsewhere";
  const fs::path credential = key_in(inside, 0440);
  const fs::path stray = key_in(outside, 0440);
  CHECK_FALSE(is_read(credential));
  {
    const CredentialsFolder variable(inside);
    CHECK(is_read(credential) == (::geteuid() == 0));
    CHECK_FALSE(is_read(stray));
    CHECK_FALSE(is_read(inside / ".." / "elsewhere" / stray.filename()));
    for (const ::mode_t mode : {0460u, 0444u, 0450u, 0442u, 0660u}) {
      CAPTURE(mode);
      CHECK_FALSE(is_read(key_in(inside, mode)));
    }
    REQUIRE(::chmod(inside.c_str(), 0775) == 0);  // others may replace the file
    CHECK_FALSE(is_read(credential));
    REQUIRE(::chmod(inside.c_str(), 0755) == 0);
  }
  const CredentialsFolder relative("credentials");
  CHECK_FALSE(is_read(credential));
}

}  // namespace countersign::key_file_test
