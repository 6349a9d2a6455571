#include "core/machine/files/at_offset.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>

#include "core/machine/files/owned_fd.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::at_offset_test {

struct OpenedFile {
  TempFolder folder;
  OwnedFd file{::open((folder.path() / "file").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};

  // As much of `size` bytes as there is.
  std::string text(std::size_t size, std::uint64_t offset) const {
    std::string bytes(size, '-');
    const MutableBytes room(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
    const auto read = read_at(file.get(), room, offset);
    REQUIRE(read.has_value());
    bytes.resize(*read);
    return bytes;
  }
};

TEST_CASE_FIXTURE(OpenedFile, "bytes are written and read at their place, and the position stays") {
  REQUIRE(write_at(file.get(), bytes_of("later"), 5));
  REQUIRE(write_at(file.get(), bytes_of("first"), 0));
  CHECK(text(10, 0) == "firstlater");
  CHECK(text(3, 4) == "tla");
  CHECK(::lseek(file.get(), 0, SEEK_CUR) == 0);
}

TEST_CASE_FIXTURE(OpenedFile, "a file that ends early gives the bytes that it has") {
  REQUIRE(write_at(file.get(), bytes_of("short"), 0));
  CHECK(text(100, 2) == "ort");
  CHECK(text(100, 5).empty());
  CHECK(text(100, 900).empty());
}

TEST_CASE_FIXTURE(OpenedFile, "a failure of the system is told with its error") {
  const OwnedFd readable(::open((folder.path() / "file").c_str(), O_RDONLY | O_CLOEXEC));
  errno = 0;
  CHECK_FALSE(write_at(readable.get(), bytes_of("x"), 0));
  CHECK(errno == EBADF);
  const OwnedFd writable(::open((folder.path() / "file").c_str(), O_WRONLY | O_CLOEXEC));
  std::uint8_t byte = 0;
  errno = 0;
  CHECK_FALSE(read_at(writable.get(), {&byte, 1}, 0).has_value());
  CHECK(errno == EBADF);
}

TEST_CASE_FIXTURE(OpenedFile,
                  "a write that the system cuts short is gone on with, and then fails") {
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  // NOLINTNEXTLINE(concurrency-mt-unsafe): a test of one thread
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  errno = 0;
  const bool written = write_at(file.get(), bytes_of("too long"), 0);
  const int error = errno;
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
  // NOLINTNEXTLINE(concurrency-mt-unsafe): a test of one thread
  (void)std::signal(SIGXFSZ, handler);
  CHECK_FALSE(written);
  CHECK(error == EFBIG);
  CHECK(text(10, 0) == "too ");
}

}  // namespace countersign::at_offset_test
