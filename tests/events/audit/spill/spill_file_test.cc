#include "events/audit/spill/spill_file.h"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/events/support/temp_folder.h"

namespace countersign::spill_file_test {

namespace fs = std::filesystem;

const std::string kText(5'000, 'x');

// The files without a name that this process has open in the folder.
std::vector<fs::path> unnamed_files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const std::string target = fs::read_symlink(entry.path(), gone).string();
    if (target.starts_with(folder.string() + "/") && target.ends_with(" (deleted)")) {
      files.push_back(entry.path());
    }
  }
  return files;
}

TEST_CASE("blocks are read back as they were written, from memory and from the disk") {
  const TempFolder folder;
  SpillFile file(folder.path(), 6'000);
  std::vector<SpillBlock> blocks;
  for (char c = 'a'; c <= 'f'; ++c) blocks.push_back(*file.put(std::string(2'500, c)));
  CHECK(blocks[1].is_held);
  CHECK_FALSE(blocks[2].is_held);
  std::string out;
  for (char c = 'a'; c <= 'f'; ++c) {
    REQUIRE(file.read(blocks[static_cast<std::size_t>(c - 'a')], out));
    CHECK(out == std::string(2'500, c));
  }
  CHECK_FALSE(file.failure());
}

TEST_CASE("no file is made for what fits into memory") {
  const TempFolder folder;
  SpillFile file(folder.path() / "none", kText.size());
  REQUIRE(file.put(kText));
  CHECK(file.bytes_on_disk() == 0);
  CHECK_FALSE(file.failure());
}

TEST_CASE("the file has no name, is its owner's alone, and does not hold what was written") {
  const TempFolder folder;
  SpillFile file(folder.path(), 0);
  REQUIRE(file.put(kText));
  CHECK(fs::is_empty(folder.path()));
  const auto files = unnamed_files_in(folder.path());
  REQUIRE(files.size() == 1);
  struct ::stat status {};
  REQUIRE(::stat(files.front().c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0600);
  CHECK(status.st_nlink == 0);
  CHECK(file.bytes_on_disk() == kText.size() + kGcmTagBytes);
  std::string bytes(kText.size(), '\0');
  std::FILE* const raw = std::fopen(files.front().c_str(), "rb");
  REQUIRE(raw != nullptr);
  CHECK(std::fread(bytes.data(), 1, bytes.size(), raw) == bytes.size());
  std::fclose(raw);
  CHECK(bytes.find("xxxx") == std::string::npos);
}

TEST_CASE("a block that was changed on the disk is not read back") {
  const TempFolder folder;
  SpillFile file(folder.path(), 0);
  const auto block = file.put(kText);
  REQUIRE(block);
  const auto files = unnamed_files_in(folder.path());
  REQUIRE(files.size() == 1);
  std::FILE* const raw = std::fopen(files.front().c_str(), "r+b");
  REQUIRE(raw != nullptr);
  const int first = std::fgetc(raw);
  REQUIRE(first != EOF);
  std::rewind(raw);
  REQUIRE(std::fputc(first ^ 1, raw) != EOF);
  std::fclose(raw);
  std::string out = "before";
  CHECK_FALSE(file.read(*block, out));
  CHECK(out == "");
  REQUIRE(file.failure());
  CHECK(file.failure()->why.find("it does not have what was written") != std::string::npos);
}

TEST_CASE("a folder that is not there is named, and nothing is put aside any more") {
  const TempFolder folder;
  SpillFile nowhere(folder.path() / "none", 0);
  CHECK_FALSE(nowhere.put(kText));
  REQUIRE(nowhere.failure());
  CHECK_FALSE(nowhere.failure()->is_full);
  CHECK(nowhere.failure()->why.find((folder.path() / "none").string()) != std::string::npos);
  CHECK_FALSE(nowhere.put(kText));
}

// A limit on the size of files, which is to a program what a full disk is.
class FileLimit {
 public:
  explicit FileLimit(::rlim_t bytes) {
    before_ = std::signal(SIGXFSZ, SIG_IGN);
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &limit_) == 0);
    const ::rlimit lower{bytes, limit_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &lower) == 0);
  }
  ~FileLimit() {
    (void)::setrlimit(RLIMIT_FSIZE, &limit_);
    (void)std::signal(SIGXFSZ, before_);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  ::rlimit limit_{};
  void (*before_)(int) = nullptr;
};

TEST_CASE("a full disk is said to be full") {
  const TempFolder folder;
  SpillFile file(folder.path(), 0);
  const auto written = file.put(kText);
  REQUIRE(written);
  {
    const FileLimit limit(kText.size() + 100);
    CHECK_FALSE(file.put(kText));
  }
  REQUIRE(file.failure());
  CHECK(file.failure()->is_full);
  CHECK(file.failure()->why.ends_with("; free space there, or name another folder"));
  std::string out;
  CHECK_FALSE(file.read(*written, out));
}

}  // namespace countersign::spill_file_test
