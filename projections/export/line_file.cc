#include "projections/export/line_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace countersign {
namespace {

constexpr std::size_t kPieceBytes = 1 << 20;

}  // namespace

LineFile::LineFile(OwnedFd file, std::size_t line_bytes_max)
    : file_(std::move(file)),
      line_bytes_max_(line_bytes_max),
      buffer_(kPieceBytes + line_bytes_max + 1) {}

Result<LineFile, tlog::ReadError> LineFile::open(const std::filesystem::path& path,
                                                 std::size_t line_bytes_max) {
  OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file && errno == ENOENT) return tlog::ReadError{"it is not there"};
  if (!file) return tlog::ReadError{fmt::format("it cannot be read: {}", std::strerror(errno))};
  return LineFile(std::move(file), line_bytes_max);
}

LineFile::Got LineFile::next(std::string_view& line) {
  std::size_t searched = 0;
  for (;;) {
    const std::string_view held(buffer_.data() + begin_, end_ - begin_);
    const std::size_t newline = held.find('\n', searched);
    if (newline != held.npos) {
      if (newline > line_bytes_max_) return Got::TooLong;
      line = held.substr(0, newline);
      begin_ += newline + 1;
      offset_ += newline + 1;
      return Got::Line;
    }
    if (held.size() > line_bytes_max_) return Got::TooLong;
    searched = held.size();
    if (!fill()) break;
  }
  if (failed_) return Got::Failed;
  return begin_ == end_ ? Got::End : Got::Cut;
}

// Moves what is held to the front and reads behind it; false at the end, and when it failed.
bool LineFile::fill() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
            buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  ::ssize_t count = -1;
  do {
    count = ::read(file_.get(), buffer_.data() + end_, buffer_.size() - end_);
  } while (count < 0 && errno == EINTR);
  failed_ = count < 0;
  if (count <= 0) return false;
  end_ += static_cast<std::size_t>(count);
  return true;
}

}  // namespace countersign
